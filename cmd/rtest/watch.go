package main

import (
	"os"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/onsave"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
)

// earlyDepth is the depth up to which a watch tests every function before any is tested further.
const earlyDepth = 2

// watch tests again what a save concerns.
func (t *tool) watch(args []string) int {
	args, err := options.Chdir(args)
	if err != nil {
		return t.usage("%v", err)
	}
	o, _, code := t.options("watch", args)
	if o == nil {
		return code
	}
	screen := &onsave.Screen{W: t.stdout}
	if f, ok := t.stdout.(*os.File); ok && isTerminal(f) {
		screen.Size = func() (rows, columns int) { return onsave.SizeOf(f) }
	}
	again := func() (config.Config, error) {
		o, err := options.ParseIn(".", "watch", args)
		if err != nil {
			return config.Config{}, err
		}
		cfg, err := t.config(o)
		cfg.First.Depth, cfg.Cache = earlyDepth, false
		return cfg, err
	}
	return onsave.Watch(t.ctx, onsave.Config{
		Options: again, Run: along, Concurrent: race.Names, Screen: screen,
		Report: report.Options{Verbose: o.Verbose, Strict: o.Strict, Color: terminal(t.stdout), Build: o.BuildFlags(), Dir: folder()},
	})
}
