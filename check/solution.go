package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A solution is a stream taken apart: shape are the indices of alternatives,
// data the values of the variables at.
type solution struct {
	size  int64
	shape []int
	at    []int
	data  []int64
}

func readSolution(f *form.Form, stream []int64) solution {
	var s solution
	chosen := make(map[int32]int64)
	for i := range f.Vars {
		v := &f.Vars[i]
		if len(stream) == 0 {
			break
		}
		if v.Parent >= 0 {
			at, realized := chosen[v.Parent]
			if !realized || at < v.When.Lo || at > v.When.Hi {
				continue
			}
		}
		val := stream[0]
		stream = stream[1:]
		if len(v.Choice) == 0 {
			s.at, s.data = append(s.at, i), append(s.data, val)
			continue
		}
		chosen[int32(i)] = val
		j := slices.IndexFunc(v.Choice, func(a form.Alt) bool { return a.Value == val })
		s.shape = append(s.shape, j)
		if j >= 0 {
			s.size += int64(v.Choice[j].Size)
		}
	}
	return s
}

// without tells solutions apart that differ in more than the values of such
// variables.
func (s solution) without(f *form.Form, left func(*form.Var) bool) string {
	key := fmt.Appendf(nil, "%d", s.shape)
	for i, at := range s.at {
		if !left(&f.Vars[at]) {
			key = fmt.Appendf(key, " %d=%d", at, s.data[i])
		}
	}
	return string(key)
}

// compareData orders the data of two solutions of one shape.
func (s solution) compareData(f *form.Form, t solution) int {
	for i, at := range s.at {
		if i >= len(t.at) {
			return 1
		}
		v := &f.Vars[at]
		a, b := s.data[i], t.data[i]
		if a == b {
			continue
		}
		unsigned := v.Kind == form.Uint64
		switch {
		case unsigned:
			return cmp.Compare(uint64(a), uint64(b))
		case v.Ascending:
			return cmp.Compare(a, b)
		}
		return cmp.Or(cmp.Compare(magnitude(a), magnitude(b)), cmp.Compare(b, a))
	}
	return 0
}

// placeOf is the place of a value among those of its variable, as numbers that
// compare one by one like compareData.
func placeOf(v *form.Var, a int64) []int64 {
	high := func(u uint64) []int64 { return []int64{int64(u >> 63), int64(u & math.MaxInt64)} }
	switch {
	case v.Kind == form.Uint64:
		return high(uint64(a))
	case v.Ascending:
		return []int64{a}
	}
	return append(high(magnitude(a)), int64(truth(a < 0)))
}

// magnitude is |a|, which the least int64 has too.
func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
