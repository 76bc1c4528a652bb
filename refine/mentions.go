package refine

import "slices"

// MentionsInput reports whether a clause of the contract, other than the invariants of its type,
// refers to an input. The contract of an interface method may refer to one that an implementation
// does not name.
func (c *Contract) MentionsInput(v *Variable) bool {
	clauses := slices.Concat(c.Pre, c.Post, c.Classes)
	if c.Panics != nil {
		clauses = append(clauses, c.Panics)
	}
	for _, d := range c.Draws {
		clauses = append(clauses, d.Clause)
	}
	found := false
	visit := func(e Expr) bool {
		if r, ok := e.(*Ref); ok && r.Var == v {
			found = true
		}
		return !found
	}
	for _, cl := range clauses {
		if cl.Expr != nil && cl.Kind != Invariant {
			Inspect(cl.Expr, visit)
		}
	}
	for _, l := range c.Lets {
		Inspect(l.Value, visit)
	}
	return found
}
