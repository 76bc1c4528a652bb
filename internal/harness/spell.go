package harness

import (
	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/internal/value"
)

// spell returns the stream of inputs of these shapes with the calls of every
// state spelled out, so that it means the same when other states are found.
// A stream that does not fit the shapes is returned as it is.
func spell(shapes []value.Shape, stream []int64, states []rt.Known) []int64 {
	s := &speller{in: stream, out: make([]int64, 0, len(stream)), states: states}
	for _, shape := range shapes {
		s.shape(shape)
	}
	if s.torn || len(s.in) > 0 {
		return stream
	}
	return s.out
}

type speller struct {
	in, out []int64
	states  []rt.Known
	torn    bool
}

// take moves one number.
func (s *speller) take() int64 {
	n := s.drop()
	s.out = append(s.out, n)
	return n
}

func (s *speller) drop() int64 {
	if len(s.in) == 0 {
		s.torn = true
		return 0
	}
	n := s.in[0]
	s.in = s.in[1:]
	return n
}

func (s *speller) shape(x value.Shape) {
	if s.torn {
		return
	}
	switch x := x.(type) {
	case *value.Bool, *value.Int, *value.Listed, *value.Float, *value.Func:
		s.take()
	case *value.Complex:
		s.take()
		s.take()
	case *value.String:
		s.some(s.take(), nil)
	case *value.Pointer:
		if s.take() != 0 {
			s.shape(x.Elem.Shape)
		}
	case *value.Struct:
		for _, f := range x.Fields {
			s.shape(f.Shape)
		}
	case *value.Array:
		s.some(int64(x.Len), func() { s.shape(x.Elem.Shape) })
	case *value.Slice:
		n := s.take()
		if x.Room && n >= 0 {
			s.take()
		}
		s.some(n, func() { s.shape(x.Elem.Shape) })
	case *value.Map:
		s.some(s.take(), func() { s.shape(x.Key.Shape); s.shape(x.Elem.Shape) })
	case *value.Interface:
		if n := s.take(); n >= 0 && n < int64(len(x.Alts)) {
			s.shape(x.Alts[n].Shape)
		}
	case *value.Calls:
		s.calls(x)
	case *value.Zero, *value.Drawn, *value.Unsupported:
	}
}

// some does one n times, or moves as many numbers.
func (s *speller) some(n int64, one func()) {
	for ; n > 0 && !s.torn; n-- {
		if one == nil {
			s.take()
		} else {
			one()
		}
	}
}

func (s *speller) calls(x *value.Calls) {
	class, n := s.drop(), int64(-1)
	if class >= 0 {
		n = s.drop()
	}
	if n < 0 || x.Builder >= len(s.states) {
		s.torn = true // it is spelled out already
		return
	}
	state, ok := s.states[x.Builder].At(n)
	if !ok {
		s.torn = true
		return
	}
	s.out = append(append(s.out, -1), state.Stream...)
}
