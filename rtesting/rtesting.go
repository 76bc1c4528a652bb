// Package rtesting tests contracts from go test. A module needs one test:
//
//	func TestContracts(t *testing.T) { rtesting.Check(t, "./...") }
//
// Each function with a contract is a subtest, so that -run, -v, -short, -failfast, -timeout and -json
// mean what they mean for other tests. The package knows go test, and leaves the testing of contracts to
// package check.
package rtesting

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
)

// Check tests the contracts of packages, each function as a subtest of t. Args are the arguments of the command
// rtest check: flags, then patterns of packages, "." if there are none. The file rtest.toml applies. If several
// packages match, the subtests of each are in a subtest with the path of the package.
//
// A function is a skipped subtest if rtest cannot test it, or if its contract says to skip it. With -short a
// function is tried with fewer inputs. With -v each subtest reports their number. Shortly before the end of
// -timeout, the rest is cut and t fails.
//
// Check registers the files that the run reads with go test, so cached results are valid. It cannot register
// files outside the module of the test: if go.work or a replace directive names other modules, use -count=1.
func Check(t *testing.T, args ...string) {
	t.Helper()
	if process.Inside() {
		t.Skip("rtest started this process, so it does not test contracts in it again")
	}
	o, cfg, err := settings(args)
	if err != nil {
		t.Fatalf("rtesting: %v", err)
	}
	ctx, end := lifetime(t, &cfg)
	defer end()
	list, err := prepare.ListPackages(ctx, cfg, true)
	if err != nil {
		t.Fatalf("rtesting: %v", err)
	}
	declare(list)
	r := &run{Options: o, ctx: ctx, several: folders(list) > 1}
	q := race.Request{Limits: race.DefaultLimits(), Showing: race.ShowingIn(workingFolder())}
	functions, types, err := r.narrow(t.Name(), cfg)
	if err != nil {
		t.Fatalf("rtesting: %v", err)
	}
	cfg.Run = functions
	if paths := r.selected(list); len(paths) == 0 {
		return // go test says that there are no tests to run.
	} else if len(paths) < len(list.Packages()) {
		cfg.Patterns = paths
		if list, err = prepare.ListPackages(ctx, cfg, true); err != nil {
			t.Fatalf("rtesting: %v", err)
		}
	}
	opt := report.Options{Verbose: o.Verbose, Nested: true, Cover: o.Cover, Strict: o.Strict, Build: o.BuildFlags(), Dir: workingFolder(), Now: time.Now}
	printer, files := o.Reports.Begin(&r.text, opt, report.Text(&r.text, opt))
	r.printer = printer
	q.Config, q.Limits.KeepGoing = cfg, cfg.KeepGoing
	q.Run = types
	r.all(t, race.Along(ctx, q, check.RunListed(ctx, cfg, list)))
	for _, f := range files {
		if err := f.Save(); err != nil {
			t.Errorf("rtesting: %v", err)
		}
	}
}

// settings reads the arguments of Check and the flags of go test.
func settings(args []string) (*options.Options, config.Config, error) {
	o, err := options.ParseIn(".", "check", append(buildFlags(), args...))
	if errors.Is(err, flag.ErrHelp) {
		err = errors.New("rtest help check lists the flags")
	}
	if err != nil {
		return nil, config.Config{}, err
	}
	for _, name := range []string{"json", "github"} {
		if *o.Reports.Stream(name) {
			return nil, config.Config{}, errors.New("-" + name + " writes to standard output, which is that of go test: use go test -json")
		}
	}
	o.Verbose = o.Verbose || testing.Verbose()
	if err := o.Writable(); err != nil {
		return nil, config.Config{}, err
	}
	cfg, err := o.Config()
	if err != nil {
		return nil, cfg, err
	}
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "test.count" {
			cfg.Cache = false
		}
	})
	if testing.Short() {
		shorten(&cfg, o.Given)
	}
	return o, cfg, nil
}

// buildFlags returns the flags that go test was given and without which rtest builds something else.
func buildFlags() (args []string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	for _, s := range info.Settings {
		if s.Key == "-tags" || s.Key == "-race" {
			args = append(args, s.Key+"="+s.Value)
		}
	}
	return args
}

// The limits of -short.
const (
	shortDepth  = 2
	shortInputs = 2000
	shortBeyond = 100
	shortTime   = 5 * time.Second
)

// shorten lowers the limits that no argument gives. Directives may lower them further.
func shorten(cfg *config.Config, given map[string]bool) {
	l := &cfg.Limits
	cfg.Fixed.Most = true
	if !given["depth"] {
		l.Depth = min(l.Depth, shortDepth)
	}
	if !given["inputs"] && (l.Inputs == 0 || l.Inputs > shortInputs) {
		l.Inputs = shortInputs
	}
	if !given["beyond"] {
		l.Beyond = min(l.Beyond, shortBeyond)
	}
	if !given["time"] && (l.Time == 0 || l.Time > shortTime) {
		l.Time = shortTime
	}
}

// lifetime returns a context that ends shortly before go test ends the process, and when the user interrupts the
// test. The interrupt then ends the process after the run has cleaned up. One function takes at most the whole
// time.
func lifetime(t *testing.T, cfg *config.Config) (ctx context.Context, end func()) {
	ctx = t.Context()
	stop := func() {}
	if deadline, ok := t.Deadline(); ok {
		left := time.Until(deadline)
		left -= min(left/10, 5*time.Second)
		ctx, stop = context.WithTimeout(ctx, left)
		if cfg.Limits.Time == 0 || cfg.Limits.Time > left {
			cfg.Limits.Time = left
		}
	}
	ctx, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	interrupted := context.AfterFunc(ctx, release)
	return ctx, func() {
		signaled := ctx.Err() != nil && t.Context().Err() == nil && !errors.Is(context.Cause(ctx), context.DeadlineExceeded)
		interrupted()
		release()
		stop()
		if signaled {
			os.Exit(1)
		}
	}
}

func workingFolder() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}
