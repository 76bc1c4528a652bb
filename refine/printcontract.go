package refine

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// String returns the contract as rtest list shows it: a line for each clause, with aliases and defs
// unfolded.
func (c *Contract) String() string {
	var pkg *types.Package
	if c.Func != nil {
		pkg = c.Func.Pkg()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func %s%s\n", c.Name, c.signature(pkg))
	line := func(word, text string) { fmt.Fprintf(&b, "\t%s\n", strings.TrimSpace(word+" "+text)) }
	if c.Skipped {
		line("skip", c.Skip)
	}
	if c.Unsupported != "" {
		line("unsupported", c.Unsupported)
	}
	for _, d := range c.Draws {
		p := &printer{pkg: pkg}
		op := " in "
		if d.Single {
			op = " == "
		}
		line("draw", d.Var.Name+op+p.domain(d.From))
	}
	for _, group := range c.Shared {
		var names []string
		for _, i := range group.Inputs {
			names = append(names, c.Inputs()[i].Name)
		}
		line("shared", strings.Join(names, ", "))
	}
	for _, l := range c.Lets {
		line("let", l.Var.Name+" = "+Print(l.Value, pkg))
	}
	clauses := slices.Concat(c.Pre, c.callbackClauses(), c.Post, c.Classes)
	if c.Panics != nil {
		clauses = append(clauses, c.Panics)
	}
	for _, cl := range clauses {
		text := Print(cl.Expr, pkg)
		if cl.NilErr {
			text += "   (where the error is nil)"
		}
		if cl.Label != "" {
			text = strconv.Quote(cl.Label) + " " + text
		}
		line(cl.Kind.String(), text)
	}
	if c.Pure != nil {
		line("pure", "")
	}
	return b.String()
}

func (c *Contract) callbackClauses() []*Clause {
	var out []*Clause
	for _, cb := range c.AllCallbacks() {
		out = append(append(out, cb.Require...), cb.Ensure...)
	}
	return out
}

func (c *Contract) signature(pkg *types.Package) string {
	list := func(vs []*Variable) string {
		out := make([]string, len(vs))
		for i, v := range vs {
			out[i] = strings.TrimSpace(v.Name + " " + TypeName(v.Type, pkg))
		}
		return "(" + strings.Join(out, ", ") + ")"
	}
	s := list(c.Params)
	if c.Recv != nil {
		s = list([]*Variable{c.Recv}) + " " + s
	}
	if len(c.Results) > 0 {
		s += " " + list(c.Results)
	}
	return s
}
