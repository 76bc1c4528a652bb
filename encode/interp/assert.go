package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// typeAssert is x.(T).
func (c *compiler) typeAssert(in *ssa.TypeAssert) giver {
	x, t, commaOk := c.reg(in.X), in.AssertedType, in.CommaOk
	zero := c.zero(t)
	id := c.id(t)
	iface, toInterface := t.Underlying().(*types.Interface)
	known := map[int]bool{}
	holds := func(v *content) bool {
		if !toInterface {
			return v.id == id
		}
		is, ok := known[v.id]
		if !ok {
			is = types.Implements(v.t, iface)
			known[v.id] = is
		}
		return is
	}
	return func(m *machine, r []Value) (Value, bool) {
		v, ok := r[x].r.(*content)
		if !ok && r[x].r != nil {
			return zero, m.odd(r[x])
		}
		if ok && v.id < 0 {
			m.giveUp(whyUnsaid)
			return zero, false
		}
		found, w := ok && holds(v), zero
		switch {
		case found && toInterface:
			w = r[x]
		case found:
			if w, ok = m.resolve(v.v); !ok {
				return zero, false
			}
		case !commaOk:
			m.throw("interface conversion")
			return zero, false
		}
		if commaOk {
			return Value{r: aggregate{w, boolean(found)}}, true
		}
		return w, true
	}
}
