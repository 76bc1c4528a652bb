// Package describe turns an observed failure into its description: the call as Go source, its arguments and
// results, and the broken clause.
package describe

import (
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/refine"
)

// DrawnFrom replaces inputs that are drawn from values built by calls, or that share memory with
// another input, by the expression they come from, such as nodes(l)[1]. No literal could share that
// memory. Other values stay as they are.
func DrawnFrom(pkg *refine.Package, c *refine.Contract, places []int, values []*tree.Value) []*tree.Value {
	byCalls := func(v *tree.Value) bool { return v != nil && v.Kind == tree.ByCalls }
	calls := slices.ContainsFunc(values, byCalls)
	draws := c.Drawn()
	if len(draws) == 0 || !calls && !slices.ContainsFunc(values, sharesPart) {
		return values
	}
	out := slices.Clone(values)
	next := 0
	for i, v := range c.Inputs() {
		at := slices.IndexFunc(draws, func(d *refine.Draw) bool { return d.Var == v })
		if at < 0 || i >= len(out) || next >= len(places) {
			continue
		}
		d, place := draws[at], places[next]
		next++
		if !d.Single && d.From.Kind != refine.Elements || !calls && !sharesPart(out[i]) {
			continue
		}
		markDeclared(out, d.From.X)
		text := refine.Print(d.From.X, pkg.Types)
		if !d.Single {
			text += fmt.Sprintf("[%d]", place)
		}
		out[i] = &tree.Value{Kind: tree.Opaque, Text: text}
	}
	for i, v := range out {
		if byCalls(v) {
			named := *v
			named.ID = -1
			out[i] = &named
		}
	}
	return out
}

// sharesPart reports whether a value refers to a part of another value.
func sharesPart(v *tree.Value) bool {
	return v != nil && (v.Within || slices.ContainsFunc(v.Elems, sharesPart))
}

// markDeclared marks the inputs that an expression mentions, so that variables are declared for
// them.
func markDeclared(values []*tree.Value, e refine.Expr) {
	refine.Inspect(e, func(x refine.Expr) bool {
		r, ok := x.(*refine.Ref)
		if ok && r.Var.Role == refine.Input && r.Var.Index < len(values) && values[r.Var.Index] != nil {
			v := *values[r.Var.Index]
			v.Declared = v.Kind != tree.Shared && v.Kind != tree.Opaque && v.Kind != tree.ByCalls
			values[r.Var.Index] = &v
		}
		return true
	})
}
