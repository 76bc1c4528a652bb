package shape

import (
	"go/types"
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
	k.Elem = value.Ref{Shape: s.shape(t, place{depthSpent: true}), Step: 1}
	return k
}

// settle attaches all objects to the last input that refers to any.
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
	if last >= 0 {
		shapes[last] = &value.Heap{Root: shapes[last], Kinds: grouped(all)}
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

// grouped orders the kinds so that none refers to an earlier one, and puts kinds that refer to each other into
// one group.
func grouped(kinds []*value.Objects) (out []*value.Objects) {
	for len(kinds) > 0 {
		// Some kind is referred to only by those to which it refers.
		first := kinds[slices.IndexFunc(kinds, func(k *value.Objects) bool {
			return !slices.ContainsFunc(kinds, func(l *value.Objects) bool { return refers(l, k) && !refers(k, l) })
		})]
		var group, rest []*value.Objects
		for _, k := range kinds {
			if k == first || refers(k, first) && refers(first, k) {
				group = append(group, k)
			} else {
				rest = append(rest, k)
			}
		}
		for _, k := range group {
			k.Group = group
		}
		out, kinds = append(out, group...), rest
	}
	return out
}

func refers(from, to *value.Objects) bool { return slices.Contains(referred(from.Elem.Shape), to) }

// refuseReferences makes references unsupported if they cannot be numbered: the order of a map decides theirs,
// or a function returns them.
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
