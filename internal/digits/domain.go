package digits

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// mostAlternatives bounds the number of values of a variable whose common bits are computed.
const mostAlternatives = 64

// confine narrows a variable by its domain, and the variables below it by its value. It returns false if no
// value is left.
func (s *solver) confine(i int) bool {
	v, x := &s.form.Vars[i], s.vars[i]
	m := mask(v.Kind)
	out, some := known{}, false
	add := func(y known) {
		if y.clashes(x) {
			return
		}
		if !some {
			out, some = y, true
		} else {
			out = out.common(y)
		}
	}
	switch s.realized(i) {
	case no:
		return s.learnVar(i, exactly(v.Kind, v.Default))
	case known{}:
		add(exactly(v.Kind, v.Default))
	}
	if len(v.Choice) > mostAlternatives || len(v.Dom) > mostAlternatives {
		add(known{})
	} else {
		for _, a := range v.Choice {
			add(exactly(v.Kind, a.Value))
		}
		for _, d := range v.Dom {
			if y, ok := within(x, v.Kind, d); ok {
				add(y)
			}
		}
	}
	if !some || !s.learnVar(i, out.within(m)) {
		return false
	}
	if len(v.Choice) > 0 && s.vars[i].whole(m) {
		for c := i + 1; c < len(s.form.Vars); c++ {
			if s.form.Vars[c].Parent == int32(i) {
				s.dirty = append(s.dirty, c)
			}
		}
	}
	return true
}

// within returns the bits that all numbers of a span have, and whether x may be in the span.
func within(x known, k form.Kind, d form.Span) (known, bool) {
	m, sign := mask(k), uint64(0)
	if k.Signed() {
		sign = m &^ (m >> 1)
	}
	x = x.flipped(sign)
	lo, hi := uint64(d.Lo)&m^sign, uint64(d.Hi)&m^sign
	if x.most(m) < lo || x.least() > hi {
		return known{}, false
	}
	above := known{^m, 0}
	y := between(lo, hi).within(m)
	up, down := atMost(x.with(above), hi).within(m), atLeast(x.with(above), lo).within(m)
	if up.clashes(down) || y.clashes(x) {
		return known{}, false
	}
	y = y.with(up).with(down)
	return y.flipped(sign), true
}

// realized returns, as a bit, whether a variable is realized.
func (s *solver) realized(i int) known {
	p := s.form.Vars[i].Parent
	if p < 0 {
		return yes
	}
	above := s.realized(int(p))
	if above == no {
		return no
	}
	k := s.form.Vars[p].Kind
	if !s.vars[p].whole(mask(k)) {
		return known{}
	}
	if !inSpan(k, s.form.Vars[i].When, k.Wrap(int64(s.vars[p].v))) {
		return no
	}
	return above
}
