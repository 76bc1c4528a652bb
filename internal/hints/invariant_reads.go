package hints

import "go/types"

// lawful takes as read the fields of a struct type that hold by value what an
// invariant reads: left at zero they might break it.
func (h *hinter) lawful(t types.Type) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range s.Fields() {
		if h.holdsLaw(f.Type()) {
			h.reads.fields[f.Origin()] = true
		}
	}
}

// holdsLaw tells whether t, or what it holds by value, has an invariant.
func (h *hinter) holdsLaw(t types.Type) bool {
	if tf := h.a.facts.Of(t); tf != nil && len(tf.Invariants)+len(tf.Fields) > 0 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if h.holdsLaw(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return h.holdsLaw(u.Elem())
	}
	return false
}
