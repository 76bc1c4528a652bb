package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"syscall"
	"time"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/samples"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/report/html"
)

func (t *tool) check(args []string) int { return t.events("check", args, check.Run, false) }

func (t *tool) replay(args []string) int { return t.events("replay", args, check.Replay, true) }

// events runs a command of package check and prints its events, and those of types that promise
// concurrent use.
func (t *tool) events(name string, args []string, do func(context.Context, config.Config) iter.Seq[event.Event], replay bool) int {
	o, cfg, code := t.options(name, args)
	if o == nil {
		return code
	}
	q := race.Request{Config: cfg, Limits: race.DefaultLimits(), Replay: replay, Showing: race.ShowingIn(folder())}
	q.Limits.KeepGoing = cfg.KeepGoing
	all := race.Along(t.ctx, q, do(t.ctx, cfg))
	if replay {
		return t.show(o, all)
	}
	return t.show(o, all, func(files []report.File) { t.sample(cfg, files) })
}

// options parses the arguments of a command. The options are nil if there is nothing more to do; the
// exit code then says whether that is an error.
func (t *tool) options(name string, args []string, more ...func(*flag.FlagSet)) (*options.Options, config.Config, int) {
	o, err := options.Parse(name, args, more...)
	if errors.Is(err, flag.ErrHelp) {
		return nil, config.Config{}, t.help([]string{name})
	}
	var cfg config.Config
	if err == nil {
		cfg, err = t.config(o)
	}
	if err != nil {
		return nil, cfg, t.usage("%v", err)
	}
	return o, cfg, report.ExitOK
}

// config returns the configuration that the options describe.
func (t *tool) config(o *options.Options) (config.Config, error) {
	c, err := o.Config()
	c.Guard, c.Launcher = t.guard, newLauncher()
	if err != nil {
		return c, err
	}
	if t.dumper, err = o.Dumper(t.stderr); t.dumper != nil {
		c.Dump = t.dumper.Dump
	}
	return c, err
}

// sampledInputs is the number of inputs of each function that are counted for the pages. sampleWant is
// the number of those that they show.
const sampledInputs = 20_000

var sampleWant = samples.Want{First: 5, Spread: 5}

// sample adds to the reports what functions were tested with: some inputs, and how all are
// distributed. It builds the inputs once more, without calling the functions. It leaves out functions
// that cannot be sampled.
func (t *tool) sample(cfg config.Config, files []report.File) {
	if cfg.Limits.Inputs == 0 || cfg.Limits.Inputs > sampledInputs {
		cfg.Limits.Inputs = sampledInputs
	}
	for _, f := range files {
		if f.Sample == nil {
			continue
		}
		for list, err := range samples.Packages(t.ctx, cfg, sampleWant) {
			for _, s := range list {
				if err == nil {
					f.Sample(s)
				}
			}
		}
	}
}

// show prints a run and returns its exit code. After the run, more completes the reports.
func (t *tool) show(o *options.Options, events iter.Seq[event.Event], more ...func([]report.File)) int {
	if err := o.Writable(); err != nil {
		return t.usage("%v", err)
	}
	opt := report.Options{Verbose: o.Verbose, Cover: o.Cover, Strict: o.Strict, Color: terminal(t.stdout), Build: o.BuildFlags(), Version: version(), Now: time.Now, Dir: folder()}
	printer, files := o.Reports.Begin(t.stdout, opt, report.Text(t.stdout, opt))
	var waiting report.Printer
	if !o.JSON() && terminal(t.stderr) {
		waiting = report.Progress(t.stderr)
	}
	status := report.Status{Strict: o.Strict}
	for e := range events {
		status.Add(e)
		if a, ok := e.(event.Abort); ok {
			return max(status.Code(), t.failed(a.Err))
		}
		if waiting != nil {
			if err := waiting.Print(e); err != nil {
				return max(status.Code(), t.unwritten(err))
			}
		}
		if err := printer.Print(e); err != nil {
			return max(status.Code(), t.unwritten(err))
		}
	}
	for _, complete := range more {
		complete(files)
	}
	for _, f := range files {
		if err := f.Save(); err != nil {
			return max(status.Code(), t.usage("%v", err))
		}
	}
	if t.ctx.Err() != nil {
		return max(status.Code(), t.usage("interrupted"))
	}
	return status.Code()
}

// unwritten reports that standard output cannot be written to, and returns the exit code. A closed
// pipe, such as that to head, is not worth a message.
func (t *tool) unwritten(err error) int {
	if errors.Is(err, syscall.EPIPE) {
		return report.ExitUsage
	}
	return t.usage("cannot write the report: %v", err)
}

// folder returns the working folder, "." if it has no name.
func folder() string {
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	return dir
}

// sheet writes the result of a command as a page if -html names a folder.
func (t *tool) sheet(o *options.Options, pages ...func() *html.Sheet) error {
	dir := *o.Reports.File("html")
	if dir == "" {
		return nil
	}
	r := html.Report{Version: version(), Time: time.Now().Format(time.RFC1123)}
	for _, page := range pages {
		r.Sheets = append(r.Sheets, page())
	}
	files, err := r.Files()
	if err == nil {
		err = html.Write(dir, files)
	}
	if err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	return nil
}

// terminal reports whether w is a terminal that shows colours.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && isTerminal(f)
}

// isTerminal reports whether f is a terminal that understands control sequences.
func isTerminal(f *os.File) bool {
	if os.Getenv("TERM") == "dumb" || os.Getenv("TERM") == "" {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
