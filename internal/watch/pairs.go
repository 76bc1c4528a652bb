package watch

import "go/types"

// A Pair is a definition and a use to which its value may come, as far as their types say; or, of
// a variable, a field or elements, an assignment and a use of the same.
type Pair struct{ Def, Use Place }

// Pairs returns the pairs of the functions with these keys, in source order.
func (c *Copy) Pairs(keys map[string]bool) (list []Pair) {
	for i, d := range c.Defs {
		for j, u := range c.Uses {
			if keys[d.Func] && keys[u.Func] && d.Of == u.Of && (d.Of != "" || mayBe(d.Type, u.Type)) {
				d.First, u.First = i+1, j+1
				list = append(list, Pair{d, u})
			}
		}
	}
	return list
}

// Goal returns the number of a pair.
func (p Pair) Goal() int { return p.Def.First*flowStride + p.Use.First }

// mayBe reports whether a value of one type may be a value of another: they are the same, or one is an interface
// that the other implements.
func mayBe(d, u types.Type) bool {
	if d == nil || u == nil {
		return true
	}
	return types.Identical(d, u) || types.IsInterface(u) && types.AssignableTo(d, u) || types.IsInterface(d) && types.AssignableTo(u, d)
}
