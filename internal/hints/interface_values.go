package hints

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// held takes as read what interfaces hold of which the dynamic value is read. Only values
// that came in as interfaces count: others are converted to one first, and that is seen.
func (h *hinter) held(inputs []*refine.Variable) {
	seen := map[types.Type]bool{}
	for _, v := range inputs {
		h.heldBy(v.Type, seen, map[types.Type]bool{}, false)
	}
	dynamic := h.dynamicTypes(seen)
	for n := -1; n != len(h.reads.ifaces); {
		n = len(h.reads.ifaces)
		for _, t := range dynamic {
			if slices.ContainsFunc(h.reads.ifaces, func(i types.Type) bool { return mayImplement(t, i) }) {
				h.reads.whole(t)
			}
		}
	}
}

// heldBy notes the interfaces that values of t reach. Where a directive has calls build
// the value, what an interface in it holds comes out of the calls, and is not known here.
func (h *hinter) heldBy(t types.Type, seen, seenBuilt map[types.Type]bool, built bool) {
	t = types.Unalias(t)
	if seenBuilt[t] || seen[t] && !built {
		return
	}
	facts := h.a.facts.Of(t)
	if facts != nil && len(facts.Via) > 0 {
		if facts.Standard && !refine.IsError(t) {
			return
		}
		built = !facts.Standard
	}
	seen[t], seenBuilt[t] = true, built
	if types.IsInterface(t) && built && len(h.reads.ifaces) > 0 {
		h.out.ReadAll = true
	}
	for _, impl := range refine.Inhabitants(h.a.facts, t) {
		h.heldBy(impl, seen, seenBuilt, built)
	}
	for _, part := range refine.TypeParts(t) {
		h.heldBy(part, seen, seenBuilt, built)
	}
}

// dynamicTypes are the types of the values that some interfaces hold.
func (h *hinter) dynamicTypes(list map[types.Type]bool) (out []types.Type) {
	for t := range list {
		i, ok := t.Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for _, d := range refine.Inhabitants(h.a.facts, t) {
			out = addType(out, d)
		}
		if i.NumMethods() == 0 {
			for _, d := range h.out.Asserted {
				out = addType(out, d)
				for _, impl := range refine.Inhabitants(h.a.facts, d) {
					out = addType(out, impl)
				}
			}
		}
		if refine.IsError(t) {
			for _, d := range h.out.ErrorTypes {
				out = addType(out, d)
			}
		}
	}
	return out
}

// mayImplement tells whether a value of type t, or a pointer to one, may be in an interface.
func mayImplement(t, i types.Type) bool {
	iface, ok := i.Underlying().(*types.Interface)
	return !ok || refine.Parametric(i) || types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface)
}
