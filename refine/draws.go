package refine

import "slices"

// Drawn returns the draws whose values are known only when the inputs are built. An input has one choice for
// each of them.
func (c *Contract) Drawn() []*Draw {
	return slices.DeleteFunc(slices.Clone(c.Draws), func(d *Draw) bool { return d.Written() != nil })
}

// AskedAbout returns the indices of the function inputs whose calls the postconditions refer to.
func (c *Contract) AskedAbout() map[int]bool {
	found := map[int]bool{}
	for _, p := range c.Post {
		Inspect(p.Expr, func(e Expr) bool {
			if x, ok := e.(*Builtin); ok && x.Own && x.Name == "calls" {
				if r, ok := x.Args[0].(*Ref); ok {
					found[r.Var.Index] = true
				}
			}
			return true
		})
	}
	return found
}
