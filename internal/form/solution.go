package form

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Solution is a stream taken apart. Shape holds the indices of alternatives. Data holds the
// values of the data variables, whose indices are At. Size is the sum of the sizes of the
// alternatives.
type Solution struct {
	Size  int64
	Shape []int
	At    []int
	Data  []int64
}

// ReadSolution takes a stream of a form apart.
func ReadSolution(f *Form, stream []int64) Solution {
	var s Solution
	chosen := make(map[int32]int64)
	for i := range f.Vars {
		v := &f.Vars[i]
		if len(stream) == 0 {
			break
		}
		if v.Parent >= 0 {
			at, realized := chosen[v.Parent]
			k := f.Vars[v.Parent].Kind
			if !realized || k.Less(at, v.When.Lo) || k.Less(v.When.Hi, at) {
				continue
			}
		}
		val := stream[0]
		stream = stream[1:]
		if len(v.Choice) == 0 {
			s.At, s.Data = append(s.At, i), append(s.Data, val)
			continue
		}
		chosen[int32(i)] = val
		j := slices.IndexFunc(v.Choice, func(a Alt) bool { return a.Value == val })
		s.Shape = append(s.Shape, j)
		if j >= 0 {
			s.Size += int64(v.Choice[j].Size)
		}
	}
	return s
}

// Without returns a key of the solution that ignores the data variables for which left returns
// true.
func (s Solution) Without(f *Form, left func(*Var) bool) string {
	key := fmt.Appendf(nil, "%d", s.Shape)
	for i, at := range s.At {
		if !left(&f.Vars[at]) {
			key = fmt.Appendf(key, " %d=%d", at, s.Data[i])
		}
	}
	return string(key)
}

// CompareData orders two solutions of one shape by their data.
func (s Solution) CompareData(f *Form, t Solution) int {
	for i, at := range s.At {
		if i >= len(t.At) {
			return 1
		}
		v := &f.Vars[at]
		a, b := s.Data[i], t.Data[i]
		if a == b {
			continue
		}
		unsigned := v.Kind == Uint64
		switch {
		case unsigned:
			return cmp.Compare(uint64(a), uint64(b))
		case v.Ascending:
			return cmp.Compare(a, b)
		}
		return cmp.Or(cmp.Compare(Magnitude(a), Magnitude(b)), cmp.Compare(b, a))
	}
	return 0
}

// PlaceOf returns the place of a value in the order of its variable's values. Places compare
// element by element as CompareData compares values.
func PlaceOf(v *Var, a int64) []int64 {
	high := func(u uint64) []int64 { return []int64{int64(u >> 63), int64(u & math.MaxInt64)} }
	switch {
	case v.Kind == Uint64:
		return high(uint64(a))
	case v.Ascending:
		return []int64{a}
	}
	sign := int64(0)
	if a < 0 {
		sign = 1
	}
	return append(high(Magnitude(a)), sign)
}

// Magnitude returns |a|, also for the least int64.
func Magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
