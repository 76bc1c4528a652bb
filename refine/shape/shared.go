package shape

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// share lets inputs be the same memory as earlier ones, as the contract says.
func share(c *refine.Contract, shapes []value.Shape) {
	for _, group := range c.Shared {
		for k, i := range group.Inputs {
			for _, with := range group.Inputs[:k] {
				shareWith(c, shapes, i, with)
			}
		}
	}
}

// shareWith lets input i share its memory with an earlier one. Some inputs have no memory of their own: listed
// ones, and those that nobody reads. Drawn inputs keep their identity. Pointers to a shared type may share
// anyway.
func shareWith(c *refine.Contract, shapes []value.Shape, i, with int) {
	for _, n := range [...]int{i, with} {
		switch value.OwnShape(shapes[n]).(type) {
		case *value.Pointer, *value.Slice, *value.String, *value.Map:
		case *value.Unsupported, *value.Drawn, *value.Reference:
			return
		default:
			shapes[n] = &value.Unsupported{T: shapes[n].Go(), Why: "listed, and so never the memory of another parameter", Help: "leave " + c.Inputs()[n].Name + " out of //rtest:shared"}
			return
		}
	}
	relate(shapes, i, with)
}

// relate gives input i a relation to an earlier one.
func relate(shapes []value.Shape, i, with int) *value.Aliased {
	a, ok := shapes[i].(*value.Aliased)
	if !ok {
		a = &value.Aliased{Own: value.Ref{Shape: shapes[i]}}
		shapes[i] = a
	}
	if !slices.Contains(a.With, with) {
		a.With = append(a.With, with)
		slices.Sort(a.With)
	}
	return a
}

// Aliases returns a copy of the shapes in which the given pairs of inputs may share memory. Solutions never
// share it, only inputs that are edited copies of others. It leaves out a pair if one of its inputs has no
// memory of its own, and returns nil if no pair is left.
func Aliases(shapes []value.Shape, pairs []refine.SharedInputs) []value.Shape {
	var out []value.Shape
	for _, p := range pairs {
		with, i := p.Inputs[0], p.Inputs[1]
		if !ownsMemory(shapes[with]) || !ownsMemory(shapes[i]) {
			continue
		}
		if out == nil {
			out = slices.Clone(shapes)
		}
		relate(out, i, with).Apart = true
	}
	return out
}

// ownsMemory reports whether inputs of a shape are memory that no other input refers to.
func ownsMemory(s value.Shape) bool {
	switch s.(type) {
	case *value.Pointer, *value.Slice, *value.String, *value.Map:
		return true
	}
	return false
}
