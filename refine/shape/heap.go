package shape

import (
	"go/types"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A heap has the kinds of objects to which the inputs of a function refer.
type heap struct{ kinds []*value.Objects }

// isShared reports whether pointers to a type may meet.
func (s *shaper) isShared(t types.Type, tf *refine.TypeFacts) bool {
	if tf != nil && (tf.Via != nil || tf.Values != nil) {
		return false
	}
	return tf != nil && tf.Shared || slices.ContainsFunc(s.opt.Shared, func(u types.Type) bool { return types.Identical(t, u) })
}

// objects returns the objects of a shared type. All inputs refer to the same.
func (s *shaper) objects(t types.Type, tf *refine.TypeFacts) *value.Objects {
	for _, k := range s.heap.kinds {
		if types.Identical(k.T, t) {
			return k
		}
	}
	k := &value.Objects{T: t, Most: -1}
	if tf != nil {
		k.Most = tf.Depth
	}
	s.heap.kinds = append(s.heap.kinds, k)
	// Record the kind before its shape is made, because that refers to it.
	k.Elem = value.Ref{Shape: s.shape(t, place{paid: true}), Step: 1}
	return k
}

// settle puts the objects beside the last input that refers to some.
func (h *heap) settle(shapes []value.Shape) {
	var all []*value.Objects
	last := -1
	for i, s := range shapes {
		for _, k := range referred(s) {
			last = i
			if !slices.Contains(all, k) {
				all = append(all, k)
			}
		}
	}
	all = joined(all, shapes)
	if last >= 0 {
		shapes[last] = &value.Heap{Root: shapes[last], Kinds: ordered(all)}
	}
}

// referred returns the kinds of objects to which values of a shape may refer, directly or not.
func referred(s value.Shape) (list []*value.Objects) {
	value.Walk(s, func(part value.Shape) {
		if r, ok := part.(*value.Reference); ok && !slices.Contains(list, r.To) {
			list = append(list, r.To)
		}
	})
	return list
}

// joined makes one kind of those that refer to each other, and has the references of the shapes
// refer to that.
func joined(kinds []*value.Objects, shapes []value.Shape) (out []*value.Objects) {
	into := map[*value.Objects]*value.Objects{}
	for i, k := range kinds {
		if into[k] != nil {
			continue
		}
		into[k] = k
		var of []*value.Objects
		for _, l := range kinds[i+1:] {
			if refers(k, l) && refers(l, k) {
				of = append(of, l)
			}
		}
		if len(of) > 0 {
			all := append([]*value.Objects{k}, of...)
			joint := joint(all)
			for _, l := range all {
				into[l] = joint
			}
		}
		out = append(out, into[k])
	}
	for _, s := range shapes {
		value.Walk(s, func(part value.Shape) {
			if r, ok := part.(*value.Reference); ok && into[r.To] != nil {
				r.To = into[r.To]
			}
		})
	}
	return out
}

// joint returns the objects of several kinds together. There are as many as all of them may have.
func joint(kinds []*value.Objects) *value.Objects {
	alts := &value.Interface{T: types.NewInterfaceType(nil, nil)}
	out := &value.Objects{T: kinds[0].T, Elem: value.Ref{Shape: alts, Step: 1}}
	for _, k := range kinds {
		alts.Alts = append(alts.Alts, value.Alt{T: k.T, Ref: value.Ref{Shape: k.Elem.Shape}})
		if out.Most += k.Most; k.Most < 0 || out.Most < 0 {
			out.Most = math.MinInt32 // The depth says so.
		}
	}
	out.Most = max(out.Most, -1)
	return out
}

// ordered sorts kinds such that none refers to an earlier one.
func ordered(kinds []*value.Objects) (out []*value.Objects) {
	for len(kinds) > 0 {
		first := slices.IndexFunc(kinds, func(k *value.Objects) bool {
			return !slices.ContainsFunc(kinds, func(l *value.Objects) bool { return l != k && refers(l, k) })
		})
		out = append(out, kinds[max(first, 0)])
		kinds = slices.Delete(slices.Clone(kinds), max(first, 0), max(first, 0)+1)
	}
	return out
}

func refers(from, to *value.Objects) bool { return slices.Contains(referred(from.Elem.Shape), to) }

// refuseReferences replaces the references of a shape that have no number: those of which the order
// depends on that of a map, and those that a function answers.
func (s *shaper) refuseReferences(shape value.Shape) {
	refuse := func(part *value.Ref, why string) {
		if part.Shape != nil && len(referred(part.Shape)) > 0 {
			t := part.Shape.Go()
			part.Shape = s.unsupported(t, why, func() string { return s.helpWith(t) })
		}
	}
	value.Walk(shape, func(part value.Shape) {
		switch part := part.(type) {
		case *value.Map:
			refuse(&part.Key, "a key with a pointer to a shared type")
		case *value.Func:
			for i := range part.Results {
				refuse(&part.Results[i], "a pointer to a shared type")
			}
		}
	})
}
