package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/report"
)

// list shows every contract and what it would be tested with.
func (t *tool) list(args []string) int {
	o, cfg, code := t.options("list", args)
	if o == nil {
		return code
	}
	packages, err := check.List(t.ctx, cfg)
	if err != nil {
		return t.failed(err)
	}
	return t.listing(packages)
}

func (t *tool) listing(packages []check.Listing) int {
	code := report.ExitOK
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	for _, p := range packages {
		if len(p.Contracts) > 0 || len(p.Diags) > 0 {
			fmt.Fprintln(t.stdout, p.Package)
		}
		for _, d := range p.Diags {
			if rel, err := filepath.Rel(dir, d.Pos.Filename); err == nil && filepath.IsLocal(rel) {
				d.Pos.Filename = rel
			}
			fmt.Fprintf(t.stdout, "    %s\n", d.Error())
			if p.Broken {
				code = max(code, report.ExitUsage)
			} else if d.Severity == diag.Error {
				code = max(code, report.ExitFailed)
			}
		}
		for _, c := range p.Contracts {
			t.contract(c)
		}
	}
	return code
}

// contract shows one contract.
func (t *tool) contract(c check.Listed) {
	fmt.Fprintf(t.stdout, "    %s (%s)\n", c.Name, c.Limits)
	for _, clause := range c.Clauses {
		fmt.Fprintf(t.stdout, "        %s\n", clause)
	}
	switch c.Verdict {
	case check.Skipped:
		fmt.Fprintf(t.stdout, "        skipped: %s\n", c.Reason)
	case check.Unsupported:
		fmt.Fprintf(t.stdout, "        unsupported: %s\n", c.Reason)
		if c.Help != "" {
			fmt.Fprintf(t.stdout, "            %s\n", strings.ReplaceAll(c.Help, "\n", "\n            "))
		}
	default:
		for _, in := range c.Inputs {
			fmt.Fprintf(t.stdout, "        %s: %s\n", in.Name, in.Says)
			for _, p := range in.Parts {
				fmt.Fprintf(t.stdout, "            %s: %s\n", p.Name, p.Says)
			}
		}
		for _, o := range c.Opaque {
			how := "a native filter"
			if o.Interpreted {
				how = "interpreted"
			}
			fmt.Fprintf(t.stdout, "        opaque: %s is %s (%s)\n", o.Clause, how, o.Why)
		}
	}
}
