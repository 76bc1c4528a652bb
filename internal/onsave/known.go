package onsave

import (
	"fmt"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/unchanged"
	"github.com/rtest-dev/rtest/refine"
)

// A pkg has the latest results of a package.
type pkg struct {
	// print is the fingerprint of the sources, or empty before the first complete run.
	print string
	start event.PackageStart
	end   event.PackageEnd
	// mistakes are the events that belong to no function. broken reports that because of them nothing
	// in the package can run.
	mistakes []event.Event
	broken   bool
	// parts are the functions and types by name, order has their names in order.
	parts map[string]*part
	order []string
}

// A part has the events of a function or type.
type part struct {
	// key is a hash of what the result depends on, or empty if that is unknown.
	key string
	// quiet reports that the part prints nothing, and so no line of a file that may move.
	quiet  bool
	events []event.Event
}

// add adds an event of a function, or of the package if f is nil.
func (p *pkg) add(f *part, e event.Event) {
	if f != nil {
		f.events = append(f.events, e)
		return
	}
	p.mistakes = append(p.mistakes, e)
}

// outdated returns the functions and types without a valid result, and drops their old results.
func (p *pkg) outdated(l *refine.Package, keys map[unchanged.Part]string, types []string) (names []string) {
	// A package with mistakes may lack contracts whose results remain valid once it is repaired.
	p.order = nil
	all := false
	check := func(name, shown string) bool {
		p.order = append(p.order, shown)
		f := p.parts[shown]
		if f != nil && f.quiet && f.key != "" && f.key == keys[unchanged.Part{Package: l.Path, Name: shown}] {
			return false
		}
		delete(p.parts, shown)
		names = append(names, name)
		return true
	}
	for _, c := range l.Contracts {
		if check(c.Name, c.Name) && unchanged.Quantified(c, l) {
			all = true
		}
	}
	for _, name := range types {
		check(name, (&event.Concurrent{Type: name}).Name())
	}
	if all {
		clear(p.parts)
		names = types
		for _, c := range l.Contracts {
			names = append(names, c.Name)
		}
	}
	return names
}

// events returns the latest events of all packages, as those of one run.
func (w *watch) events() (all []event.Event) {
	for _, path := range w.paths {
		p := w.known[path]
		if p == nil || p.start.Package == "" {
			continue
		}
		all = append(append(all, p.start), p.mistakes...)
		end := p.end
		end.Package, end.Dir, end.Functions, end.Inputs = path, p.start.Dir, 0, 0
		for _, name := range p.order {
			f := p.parts[name]
			if f == nil || p.broken {
				continue
			}
			all = append(all, f.events...)
			for _, e := range f.events {
				if e, ok := e.(event.FunctionEnd); ok {
					end.Functions++
					end.Inputs += e.Inputs
				}
			}
		}
		if end.Functions > 0 {
			end.Idle = ""
		}
		all = append(all, end)
	}
	if w.err != nil {
		all = append(all, event.Abort{Err: w.err})
	}
	return all
}

// text returns the text of events, as the command line prints it.
func (w *watch) text(events []event.Event) string {
	var b strings.Builder
	p := report.Text(&b, w.Report)
	for _, e := range events {
		// Writing to a strings.Builder never fails.
		_ = p.Print(e)
	}
	return b.String()
}

// code returns the exit code for the latest results.
func (w *watch) code() int {
	status := report.Status{Strict: w.Report.Strict}
	for _, e := range w.events() {
		status.Add(e)
	}
	return status.Code()
}

// line puts the time of a run before a text.
func (w *watch) line(text string) string { return w.begun.Format(time.TimeOnly) + "  " + text }

// summary describes the last run.
func (w *watch) summary() string {
	kept := -len(w.tested)
	for _, p := range w.known {
		for _, name := range p.order {
			if p.parts[name] != nil && !p.broken {
				kept++
			}
		}
	}
	text := fmt.Sprintf("%s tested", diag.Count(len(w.tested), "function"))
	if n := len(w.tested); n > 0 && n <= mostNamed {
		text = "tested " + strings.Join(w.tested, ", ")
	}
	if kept > 0 {
		text += fmt.Sprintf(", %d unchanged", kept)
	}
	return fmt.Sprintf("%s, in %.2fs. Waiting for a change; Ctrl-C ends.", text, time.Since(w.begun).Seconds())
}

// mostNamed is the greatest number of tested functions that are named.
const mostNamed = 3

// progress describes what a run is doing.
func (w *watch) progress(p event.Progress) string {
	what := p.Phase.String()
	if p.Function != "" {
		what = p.Function + ": " + what
	}
	if p.Of > 0 {
		what = fmt.Sprintf("[%d/%d] %s", p.Index, p.Of, what)
	}
	return w.line(what)
}
