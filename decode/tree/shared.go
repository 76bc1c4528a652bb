package tree

import (
	"fmt"
	"slices"
)

// Meets reports whether a part of parts refers to a value that vs share, that is, refer to more than once.
func Meets(parts, vs []*Value) bool {
	w := newLiterals()
	for _, v := range vs {
		w.findShared(v)
	}
	return slices.ContainsFunc(parts, w.meets)
}

func (w *literals) meets(v *Value) bool {
	return v.Kind != Asked && (w.shared[v.ID] || slices.ContainsFunc(v.Elems, w.meets))
}

// findShared finds the IDs that are referred to more than once. Questions have IDs of their own.
func (w *literals) findShared(v *Value) {
	if v.Kind == Asked {
		return
	}
	if v.Kind == Shared {
		w.shared[v.ID] = true
	}
	for _, e := range v.Elems {
		w.findShared(e)
	}
	for _, e := range v.Room {
		w.findShared(e)
	}
}

// apart returns a writer for values whose IDs are numbered independently of w. The two writers share
// the names of variables.
func (w *literals) apart(vs []*Value) *literals {
	own := newLiterals()
	own.used = w.used
	for _, v := range vs {
		own.findShared(v)
	}
	return own
}

// sharedReference refers to a value that was met before. If that value is still being written, the
// reference is assigned afterwards.
func (w *literals) sharedReference(v *Value, at spot) string {
	name, ok := w.names[v.ID]
	switch {
	case !ok:
		return fmt.Sprintf("shared%d", v.ID)
	case w.defined[v.ID]:
		return name
	case at.path == "":
		return "nil /* " + name + " */"
	}
	w.pending[v.ID] = append(w.pending[v.ID], at.path+" = "+name)
	return "nil"
}
