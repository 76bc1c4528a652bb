package lsp

import (
	"go/token"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// source is the source of every diagnostic.
const source = "rtest"

// A result describes the last run of a contract.
type result struct {
	end event.FunctionEnd
	// findings are diagnostics with their places.
	findings []finding
	// stale means that a file on which the result depends has changed.
	stale bool
	// key is a hash of what the result depends on, or empty if that is unknown.
	key string
	// says describes the result of a type that promises concurrent use.
	says string
}

// resultKey identifies a contract in a folder.
func resultKey(pkg, function string) string { return pkg + " " + function }

// A finding is a diagnostic that moves with the text.
type finding struct {
	at       place
	severity int
	code     string
	message  string
	related  []note
	// needless says that editors may fade the text.
	needless bool
}

// tagUnnecessary marks code that is not needed.
const tagUnnecessary = 1

// A note is a place that helps to understand a finding.
type note struct {
	at   place
	text string
}

// stalePrefix marks the message of a finding whose code has changed.
const stalePrefix = "stale, run it again: "

// diagnostics yields the diagnostics of the result, each with its path.
func (r *result) diagnostics(v *view, yield func(string, diagnostic)) {
	for _, f := range r.findings {
		d := diagnostic{
			Range: f.at.in.span(f.at.start, f.at.end), Severity: f.severity, Code: f.code, Source: source, Message: f.message,
		}
		if f.needless {
			d.Tags = []int{tagUnnecessary}
		}
		if r.stale {
			d.Severity, d.Message = max(d.Severity, severityInformation), stalePrefix+d.Message
		}
		for _, n := range f.related {
			d.Related = append(d.Related, relatedInformation{v.location(n.at), n.text})
		}
		yield(f.at.path, d)
	}
}

// rebase moves the places in a file to its new text.
func (r *result) rebase(path string, to *text) {
	move := func(p *place) {
		if p.path == path {
			*p = p.rebase(to)
		}
	}
	for i := range r.findings {
		move(&r.findings[i].at)
		for j := range r.findings[i].related {
			move(&r.findings[i].related[j].at)
		}
	}
}

// edited marks the results that depend on a file as stale, and moves their places in it to its new
// text.
func (s *server) edited(path string) {
	t, err := s.current().text(path)
	dir := filepath.Dir(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.folders {
		depends := f.dependsOn(dir)
		for _, r := range f.results {
			r.stale = r.stale || depends
			if err == nil {
				r.rebase(path, t)
			}
		}
	}
}

// A resultBuilder makes results from the events of a run.
type resultBuilder struct {
	view    *view
	explain func(event.Finding) string
	pending []finding
}

// place returns the place of a position of the run. It covers the text of if that stands there, the
// rest of the line if it does not, and one word if of is "".
func (g *resultBuilder) place(p token.Position, of string) (place, bool) {
	t, err := g.view.text(p.Filename)
	if err != nil {
		return place{}, false
	}
	start := t.find(p)
	_, lineEnd := t.line(start)
	end := wordEnd(t.s, start)
	switch {
	case of != "" && strings.HasPrefix(t.s[start:], of):
		end = start + len(of)
	case of != "":
		end = lineEnd // The text goes on in a continuation line.
	}
	return place{p.Filename, t, start, end}, true
}

// finding adds a counterexample.
func (g *resultBuilder) finding(e event.Finding, function token.Position) {
	x := e.Failure
	at, ok := g.place(x.Pos, x.Clause)
	if !ok {
		return
	}
	f := finding{at: at, severity: severityError, code: string(x.Cause), message: g.explain(e)}
	if p, ok := g.place(function, ""); ok && x.Pos != function {
		f.related = append(f.related, note{p, e.Function})
	}
	if p, ok := g.site(x.Site); ok {
		f.related = append(f.related, note{p, "here: " + firstLine(x.Panic)})
	}
	if p, ok := g.place(token.Position{Filename: x.Saved, Line: 1, Column: 1}, ""); ok && x.Saved != "" {
		f.related = append(f.related, note{p, "the input, saved"})
	}
	g.pending = append(g.pending, f)
}

// site parses file:line.
func (g *resultBuilder) site(s string) (place, bool) {
	colon := strings.LastIndexByte(s, ':')
	if colon < 0 {
		return place{}, false
	}
	line, err := strconv.Atoi(s[colon+1:])
	if err != nil {
		return place{}, false
	}
	p, ok := g.place(token.Position{Filename: s[:colon], Line: line, Column: 1}, "")
	if ok {
		start, end := p.in.line(p.start)
		p.start, p.end = start+len(p.in.s[start:end])-len(strings.TrimLeft(p.in.s[start:end], " \t")), end
	}
	return p, ok
}

// mistake adds a warning of the run. Mistakes that existed before are known from loading.
func (g *resultBuilder) mistake(m event.Mistake) {
	if m.Severity != diag.Warning {
		return
	}
	if at, ok := g.place(m.Pos, ""); ok {
		f := finding{at: at, severity: severityWarning, code: string(m.Code), message: m.Message}
		if m.Code == event.CodeUnreachable {
			f.severity, f.needless = severityInformation, true
		}
		g.pending = append(g.pending, f)
	}
}

// end returns the result of a function.
func (g *resultBuilder) end(e event.FunctionEnd) *result {
	r := &result{end: e, findings: g.pending}
	g.pending = nil
	switch e.Verdict {
	case event.Unsupported, event.Undecided, event.Vacuous, event.Flaky:
		pos := e.Pos
		if e.Blame.IsValid() {
			pos = e.Blame
		}
		if at, ok := g.place(pos, ""); ok {
			message := e.Function + ": " + joinNonEmpty(": ", e.Verdict.String(), e.Reason)
			r.findings = append(r.findings, finding{
				at: at, severity: severityWarning, code: e.Verdict.String(), message: joinNonEmpty("\n", message, e.Help),
			})
		}
	case event.Refuted, event.Skipped, event.Spent, event.Exhausted:
	}
	for _, o := range e.Opaque {
		if o.Interpreted {
			continue
		}
		if at, ok := g.place(o.Pos, o.Clause); ok {
			r.findings = append(r.findings, finding{at: at, severity: severityInformation, code: "opaque", message: o.Text()})
		}
	}
	return r
}

// concurrent returns the result of a type that promises concurrent use.
func (g *resultBuilder) concurrent(e event.Concurrent) *result {
	r := &result{end: event.FunctionEnd{Package: e.Package, Function: e.Name(), Pos: e.Pos}, says: saysOf(e)}
	r.end.Verdict, r.end.Reason, r.end.Notes = e.Verdict, e.Reason, e.Notes
	at, ok := g.place(e.Pos, "")
	if !ok {
		return r
	}
	for _, f := range e.Findings {
		_, text, _ := strings.Cut(f.Text, ": ") // The place is that of the diagnostic.
		r.findings = append(r.findings, finding{
			at: at, severity: severityError, code: f.Cause, message: strings.ReplaceAll(strings.TrimSpace(text), "\n    ", "\n"),
		})
	}
	if e.Verdict == event.Unsupported {
		r.findings = append(r.findings, finding{at: at, severity: severityWarning, code: e.Verdict.String(), message: e.Type + ": " + joinNonEmpty(": ", e.Verdict.String(), e.Reason)})
	}
	return r
}

// precondition returns the precondition that excludes the inputs of a failure, or "" if none was
// found.
func precondition(f *event.Failure) string {
	if f.General == nil || f.General.Covered < f.General.Failing {
		return ""
	}
	return f.General.Not
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// joinNonEmpty joins the non-empty parts.
func joinNonEmpty(sep string, parts ...string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, sep)
}
