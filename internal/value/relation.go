package value

import "go/types"

// A Relation says how an input of shape Aliased shares the memory of an earlier one. As a number of
// a stream, 0 means that it does not.
type Relation struct {
	// With is the index among Aliased.With.
	With int
	// Offset is the place of the first element in the window of the earlier slice. It is negative if
	// the window begins before that one. For pointers and maps it is 0.
	Offset int
}

// Number returns the relation's number in a stream. Smaller offsets have smaller numbers.
func (s *Aliased) Number(r Relation) int64 {
	steps := 2 * r.Offset
	if r.Offset > 0 {
		steps--
	} else {
		steps = -steps
	}
	return int64(1 + steps*len(s.With) + r.With)
}

// Relation returns the relation with a number. It returns false for 0, and for a number that is none.
func (s *Aliased) Relation(n int64) (Relation, bool) {
	if n <= 0 || n > MaxRelation || len(s.With) == 0 {
		return Relation{}, false
	}
	with, steps := int(n-1)%len(s.With), int(n-1)/len(s.With)
	offset := -(steps / 2)
	if steps%2 == 1 {
		offset = (steps + 1) / 2
	}
	if offset != 0 && !s.Windows() {
		return Relation{}, false
	}
	return Relation{With: with, Offset: offset}, true
}

// Numbers returns the numbers of the relations in which windows begin at most offset elements apart,
// ascending.
func (s *Aliased) Numbers(offset int) (list []int64) {
	if !s.Windows() {
		offset = 0
	}
	for n := int64(1); n <= s.Number(Relation{With: len(s.With) - 1, Offset: -offset}); n++ {
		if _, ok := s.Relation(n); ok {
			list = append(list, n)
		}
	}
	return list
}

// MaxRelation is the greatest number of a relation.
const MaxRelation = 1 << 20

// Windows reports whether the input is a slice, so that it may begin elsewhere in an array.
func (s *Aliased) Windows() bool {
	_, ok := s.Go().Underlying().(*types.Slice)
	return ok
}

// OwnShape returns the shape of an input by itself: without the relation to others if it has one.
func OwnShape(s Shape) Shape {
	if a, ok := s.(*Aliased); ok {
		return a.Own.Shape
	}
	return s
}

// AliasedOf returns the relation of an input to others, or nil if it has none.
func AliasedOf(s Shape) *Aliased {
	if h, ok := s.(*Heap); ok {
		s = h.Root
	}
	a, _ := s.(*Aliased)
	return a
}
