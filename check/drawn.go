package check

import (
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// drawnFrom says of inputs that are drawn from values built by calls where they
// come from, as nodes(l)[1]: what calls made has no literal that could share
// memory with them. The other values stay as they are.
func drawnFrom(pkg *refine.Package, c *refine.Contract, places []int, values []*value.Value) []*value.Value {
	byCalls := func(v *value.Value) bool { return v != nil && v.Kind == value.ByCalls }
	if len(c.Draws) == 0 || !slices.ContainsFunc(values, byCalls) {
		return values
	}
	out := slices.Clone(values)
	next := 0
	for i, v := range c.Inputs() {
		at := slices.IndexFunc(c.Draws, func(d *refine.Draw) bool { return d.Var == v })
		if at < 0 || i >= len(out) || next >= len(places) {
			continue
		}
		d, place := c.Draws[at], places[next]
		next++
		if !d.Single && d.From.Kind != refine.Elements {
			continue
		}
		text := refine.Print(d.From.X, pkg.Types)
		if !d.Single {
			text += fmt.Sprintf("[%d]", place)
		}
		out[i] = &value.Value{Kind: value.Opaque, Text: text}
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
