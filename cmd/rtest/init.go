package main

import (
	"flag"
	"fmt"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/starter"
)

// A beginning has the flags of init.
type beginning struct{ dry bool }

func (b *beginning) define(fs *flag.FlagSet) {
	fs.BoolVar(&b.dry, "n", false, "write nothing, print what would be written")
}

// init writes the first files that a module needs for rtest.
func (t *tool) init(args []string) int {
	b := &beginning{}
	o, cfg, code := t.options("init", args, b.define)
	if o == nil {
		return code
	}
	if len(cfg.Patterns) == 0 {
		cfg.Patterns = []string{"./..."}
	}
	cfg.Limits.Prove = event.ProveNot // What is written is tested next.
	p, err := starter.New(t.ctx, cfg)
	if err == nil && !b.dry {
		err = p.Write()
	}
	if err != nil {
		return t.failed(err)
	}
	for _, f := range p.Files {
		if b.dry {
			fmt.Fprintf(t.stdout, "-- %s --\n%s", relative(f.Path), f.Data)
		} else {
			fmt.Fprintf(t.stdout, "wrote %s: %s\n", relative(f.Path), f.What)
		}
	}
	for _, note := range p.Notes {
		fmt.Fprintln(t.stderr, "rtest: "+note)
	}
	if p.Package != "" {
		fmt.Fprintf(t.stdout, "next: rtest -v %s\n", p.Pattern())
	}
	return report.ExitOK
}
