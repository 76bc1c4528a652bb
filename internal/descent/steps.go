package descent

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
)

// down takes steps as long as one comes nearer. It reports whether the root is true at the end.
func (s *search) down() bool {
	s.distance = s.measure()
	for nearer := true; nearer && s.distance > 0 && !s.isSpent(); {
		nearer = false
		for _, v := range s.used {
			before := s.distance
			s.steps(v)
			nearer = nearer || s.distance < before
		}
	}
	return s.distance == 0
}

// steps changes one variable as long as that comes nearer.
func (s *search) steps(v int) {
	x := &s.form.Vars[v]
	if !s.realized[v] {
		return
	}
	if len(x.Choice) > 0 {
		for _, a := range x.Choice {
			if a.Level <= s.form.Level {
				s.try(v, a.Value)
			}
		}
		return
	}
	for _, scale := range s.scales(v) {
		for n := 0; n < mostEqual && s.distance > 0 && s.faster(v, scale); n++ {
		}
		for k := scale.most; k >= scale.least && s.distance > 0; k-- {
			for n := 0; n < mostEqual && (s.try(v, scale.step(s.wanted[v], k, 1)) || s.try(v, scale.step(s.wanted[v], k, -1))); n++ {
			}
		}
	}
	if s.numbers[v] {
		s.try(v, s.within(v, ofKey(x.Kind, -keyOf(x.Kind, s.wanted[v]))))
	}
}

// mostEqual is how many steps alike are taken before others: where the slope is small, they lead nowhere.
const mostEqual = 16

// faster takes the least step that comes nearer, then larger ones in its direction. So the values stay small where small ones do.
func (s *search) faster(v int, scale scale) bool {
	for k := scale.first; k <= scale.most; k++ {
		for _, sign := range []int64{1, -1} {
			if !s.try(v, scale.step(s.wanted[v], k, sign)) {
				continue
			}
			for k++; k <= scale.most && s.try(v, scale.step(s.wanted[v], k, sign)); k++ {
			}
			return true
		}
	}
	return false
}

// try gives a variable a value, and takes that back if it comes no nearer.
func (s *search) try(v int, value int64) bool {
	before := s.wanted[v]
	if value = s.within(v, value); value == before || s.work <= 0 {
		return false
	}
	list := s.dependents[v]
	s.undo = s.undo[:0]
	for _, i := range list {
		s.undo = append(s.undo, measured{s.nodes[i], s.truths[i]})
	}
	s.set(v, value)
	s.evaluate(list)
	if d := s.truths[s.form.Root].toTrue; d < s.distance {
		s.distance = d
		return true
	}
	s.set(v, before)
	for k, i := range list {
		s.nodes[i], s.truths[i] = s.undo[k].value, s.undo[k].truth
	}
	return false
}

// set gives a realized variable a value. A choice decides which others are realized.
func (s *search) set(v int, value int64) {
	s.wanted[v], s.values[v] = value, value
	if len(s.form.Vars[v].Choice) > 0 {
		s.assign()
	}
}

// A scale has steps of the sizes 2^least to 2^most. The first that are tried have the size 2^first.
type scale struct {
	least, first, most int
	step               func(x int64, k int, sign int64) int64
}

// scales returns the steps of a data variable: for floating-point numbers first those that keep them round.
func (s *search) scales(v int) []scale {
	kind := s.form.Vars[v].Kind
	if !s.numbers[v] {
		return []scale{{0, 0, kind.Bits() - 1, func(x int64, k int, sign int64) int64 { return kind.Wrap(x + sign<<k) }}}
	}
	round := func(x int64, k int, sign int64) int64 {
		return kind.OfNumber(kind.Number(x) + math.Ldexp(float64(sign), k))
	}
	near := func(x int64, k int, sign int64) int64 {
		key := keyOf(kind, x)
		if sign*key > lastKey(kind)-1<<k {
			return ofKey(kind, sign*lastKey(kind))
		}
		return ofKey(kind, key+sign<<k)
	}
	return []scale{{-8, 0, 52, round}, {0, 0, kind.Bits() - 2, near}}
}

// within returns the value in the domain of a variable that is nearest to a value.
func (s *search) within(i int, x int64) int64 {
	v := &s.form.Vars[i]
	best, least := v.Default, uint64(math.MaxUint64)
	for _, d := range v.Dom {
		lo, hi := d.Lo, d.Hi
		if v.ByMagnitude {
			lo, hi = s.bounded(v, lo, hi)
		}
		near := x
		switch {
		case v.Kind.Less(hi, lo):
			continue
		case v.Kind.Less(x, lo):
			near = lo
		case v.Kind.Less(hi, x):
			near = hi
		default:
			return x
		}
		away := uint64(near) - uint64(x)
		if v.Kind.Less(near, x) {
			away = -away
		}
		if away < least {
			best, least = near, away
		}
	}
	return best
}

// bounded returns the part of a span whose magnitudes are within the level of the form.
func (s *search) bounded(v *form.Var, lo, hi int64) (int64, int64) {
	most := int64(s.form.Level)
	if v.Kind.Less(most, hi) {
		hi = most
	}
	if v.Kind.Signed() && lo < -most {
		lo = -most
	}
	return lo, hi
}
