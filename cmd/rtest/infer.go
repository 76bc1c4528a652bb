package main

import (
	"flag"
	"fmt"
	"path/filepath"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/infer"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/report/html"
	"github.com/rtest-dev/rtest/internal/report/sheets"
)

// An inference has the flags of infer.
type inference struct{ write, patch bool }

func (i *inference) define(fs *flag.FlagSet) {
	fs.BoolVar(&i.write, "write", false, "write the proposals into the doc comments")
	fs.BoolVar(&i.patch, "diff", false, "print the proposals as a patch")
}

// name returns a file name relative to a folder, if it is inside that.
func name(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}

// infer proposes contracts for functions that have none.
func (t *tool) infer(args []string) int {
	i := &inference{}
	o, cfg, code := t.options("infer", args, i.define)
	if o == nil {
		return code
	}
	if cfg.Limits.Prove == event.ProveOnly {
		return t.usage("-prove=only: proposals come from runs; -prove=false leaves out the proofs of them")
	}
	if i.write && i.patch {
		return t.usage("-write writes what -diff only prints: choose one of them")
	}
	q := infer.Request{Config: cfg}
	for len(o.Patterns) > 0 && !isPackagePattern(o.Patterns[0]) {
		q.Functions, o.Patterns = append(q.Functions, o.Patterns[0]), o.Patterns[1:]
	}
	q.Config.Patterns = o.Patterns
	r, err := infer.Run(t.ctx, q)
	if err != nil {
		return t.failed(err)
	}
	dir := folder()
	if err := t.sheet(o, func() *html.Sheet { return sheets.Infer(r) }); err != nil {
		return t.usage("%v", err)
	}
	switch {
	case i.write:
		files, err := r.Write()
		for _, f := range files {
			fmt.Fprintf(t.stdout, "wrote %s\n", name(dir, f))
		}
		if err != nil {
			return t.failed(err)
		}
		return report.ExitOK
	case i.patch:
		text, err := r.Patch(dir)
		if err != nil {
			return t.failed(err)
		}
		fmt.Fprint(t.stdout, text)
		return report.ExitOK
	case o.JSON():
		return t.inferJSON(r, dir)
	}
	fmt.Fprint(t.stdout, r.Text(dir))
	return report.ExitOK
}

type inferredContract struct {
	Package   string             `json:"package"`
	Function  string             `json:"function"`
	Pos       string             `json:"pos"`
	Inputs    int64              `json:"inputs"`
	With      []string           `json:"with,omitempty"`
	Unreached []string           `json:"unreached,omitempty"`
	Fails     string             `json:"fails,omitempty"`
	Proposals []inferredProposal `json:"proposals"`
}

type inferredProposal struct {
	Verb   string `json:"verb"`
	Text   string `json:"text,omitempty"`
	Inputs int64  `json:"inputs"`
	// Steps is the power of the lengths with which the steps of a check grow, Calls are the functions that it calls.
	Steps  int      `json:"steps"`
	Calls  []string `json:"calls,omitempty"`
	Proved string   `json:"proved,omitempty"`
}

type inferredType struct {
	Package   string `json:"package"`
	Type      string `json:"type"`
	Pos       string `json:"pos"`
	Directive string `json:"directive,omitempty"`
	// Proposals are invariants.
	Proposals []inferredProposal `json:"proposals,omitempty"`
}

type inferredContracts struct {
	Functions []inferredContract `json:"functions"`
	Types     []inferredType     `json:"types,omitempty"`
	LeftOut   []leftOutOfIt      `json:"leftOut"`
	Notes     []string           `json:"notes,omitempty"`
}

// inferJSON writes a report as one JSON object.
func (t *tool) inferJSON(r *infer.Report, dir string) int {
	out := inferredContracts{Functions: []inferredContract{}, LeftOut: []leftOutOfIt{}, Notes: r.Notes}
	for _, f := range r.Functions {
		one := inferredContract{Package: f.Package, Function: f.Name, Pos: place(dir, f.Pos), Inputs: f.Inputs, With: f.With, Fails: f.Fails}
		one.Proposals = inferredProposals(f.Proposals)
		for _, l := range f.Unreached {
			one.Unreached = append(one.Unreached, fmt.Sprintf("%s-%d", place(dir, l.Start), l.End))
		}
		out.Functions = append(out.Functions, one)
	}
	for _, m := range r.Types {
		one := inferredType{Package: m.Package, Type: m.Name, Pos: place(dir, m.Pos), Proposals: inferredProposals(m.Proposals)}
		if m.Text != "" {
			one.Directive = m.Directives()[0]
		}
		out.Types = append(out.Types, one)
	}
	for _, l := range r.LeftOut {
		out.LeftOut = append(out.LeftOut, leftOutOfIt{Name: l.Package + "." + l.Name, Pos: place(dir, l.Pos), Why: l.Why})
	}
	return t.object(out)
}

func inferredProposals(list []infer.Proposal) (out []inferredProposal) {
	for _, p := range list {
		proposal := inferredProposal{Verb: p.Verb, Text: p.Text, Inputs: p.Inputs, Steps: p.Cost.Power, Calls: p.Cost.Calls}
		if p.Proved != nil {
			proposal.Proved = string(p.Proved.For)
		}
		out = append(out, proposal)
	}
	return out
}
