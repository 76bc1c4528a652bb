package check

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// read has a call on the way to a value vary also those fields of its arguments that it
// only passes on: all that is read by other calls that make or change such values, and
// by functions that take one. What these assert of an argument, or compare with nil in
// it, is tried as well.
func (b *built) read(x *builder, h refine.Hints) refine.Hints {
	if x.reads == nil {
		x.reads = b.readers(x)
	}
	all := h.ReadAll || h.Read == nil
	read, nils := maps.Clone(h.Read), maps.Clone(h.NilFields)
	for _, other := range x.reads {
		all = all || other.ReadAll || other.Read == nil
		if read != nil {
			maps.Copy(read, other.Read)
		}
		if nils == nil {
			nils = map[*types.Var]bool{}
		}
		maps.Copy(nils, other.NilFields)
		h.NilParts = union(h.NilParts, other.NilParts)
		h.NilIfaces = union(h.NilIfaces, other.NilIfaces)
		h.Asserted = union(h.Asserted, other.Asserted)
	}
	h.Read, h.ReadAll, h.NilFields = read, all, nils
	return h
}

// union is a, and behind it what only b has.
func union(a, b []types.Type) []types.Type {
	all := slices.Clone(a)
	for _, t := range b {
		if !slices.ContainsFunc(a, func(o types.Type) bool { return types.Identical(o, t) }) {
			all = append(all, t)
		}
	}
	return all
}

// readers are the hints of all that may read what a value of the builder holds.
func (b *built) readers(x *builder) []refine.Hints {
	readers := []refine.Hints{}
	for _, via := range x.facts.Via {
		if via.Literal == nil {
			c, _ := b.run.prog.Callee(b.run.pkg, via)
			readers = append(readers, c.Hints)
		}
	}
	for _, c := range b.run.pkg.Contracts {
		if c.Unsupported != "" {
			continue
		}
		if slices.ContainsFunc(c.Inputs(), func(v *refine.Variable) bool { return b.holds(v.Type, x.t, map[types.Type]bool{}) }) {
			readers = append(readers, c.Hints)
		}
	}
	return readers
}

// holds tells whether values of type t may have one of type of in them.
func (b *built) holds(t, of types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if types.Identical(t, of) {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	parts := refine.TypeParts(t)
	if types.IsInterface(t) {
		parts = append(parts, b.inhabitants(t)...)
	}
	return slices.ContainsFunc(parts, func(p types.Type) bool { return b.holds(p, of, seen) })
}

// inhabitants are the types of the values of an interface.
func (b *built) inhabitants(t types.Type) []types.Type {
	tf := b.run.pkg.Facts.Of(t)
	if tf == nil || tf.OneOf == nil {
		return b.run.pkg.Facts.Implementers(t)
	}
	var list []types.Type
	for _, i := range tf.OneOf {
		list = append(list, i.T)
	}
	return list
}
