package oracle_test

import (
	"fmt"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/internal/oracle"
	"github.com/rtest-dev/rtest/internal/value"
)

// A reading makes values of a stream, as package value defines it.
type reading struct{ stream []int64 }

func (r *reading) next() int64 {
	n := r.stream[0]
	r.stream = r.stream[1:]
	return n
}

func (r *reading) value(s value.Shape) oracle.Val {
	switch s := s.(type) {
	case *value.Bool:
		return oracle.BoolVal(r.next() == 1)
	case *value.Int:
		return oracle.IntVal(r.next())
	case *value.Float:
		return oracle.FloatVal(math.Float64frombits(uint64(r.next())))
	case *value.Complex:
		re, im := uint64(r.next()), uint64(r.next())
		return oracle.ComplexVal(complex(math.Float64frombits(re), math.Float64frombits(im)))
	case *value.String:
		return r.text(s)
	case *value.Pointer:
		if r.next() == 0 {
			return oracle.NilVal{}
		}
		return oracle.NewPointer(r.value(s.Elem.Shape))
	case *value.Struct:
		out := make(oracle.StructVal, len(s.Fields))
		for i, f := range s.Fields {
			out[i] = r.value(f.Shape)
		}
		return out
	case *value.Array:
		out := make(oracle.ArrayVal, s.Len)
		for i := range out {
			out[i] = r.value(s.Elem.Shape)
		}
		return out
	case *value.Slice:
		out := []oracle.Val{}
		for range r.next() {
			out = append(out, r.value(s.Elem.Shape))
		}
		return sliceOf(out)
	case *value.Map:
		n := r.next()
		if n < 0 {
			return oracle.NilVal{}
		}
		out := &oracle.MapVal{}
		for range n {
			out.Keys = append(out.Keys, r.value(s.Key.Shape))
			out.Values = append(out.Values, r.value(s.Elem.Shape))
		}
		return out
	case *value.Interface:
		i := r.next()
		if i < 0 {
			return oracle.NilVal{}
		}
		a := s.Alts[i]
		return oracle.BoxVal{T: a.T, V: r.value(a.Shape)}
	}
	panic(fmt.Sprintf("no values of %T", s))
}

// text is a string, or the bytes or runes of one.
func (r *reading) text(s *value.String) oracle.Val {
	var runes []rune
	for range r.next() {
		runes = append(runes, rune(r.next()))
	}
	u, isSlice := s.T.Underlying().(*types.Slice)
	if !isSlice {
		return oracle.StringVal(string(runes))
	}
	out := []oracle.Val{}
	if u.Elem().Underlying().(*types.Basic).Kind() == types.Int32 {
		for _, c := range runes {
			out = append(out, oracle.IntVal(c))
		}
	} else {
		for _, c := range []byte(string(runes)) {
			out = append(out, oracle.IntVal(c))
		}
	}
	return sliceOf(out)
}

// sliceOf is nil for none, as inputs are.
func sliceOf(vs []oracle.Val) oracle.Val {
	if len(vs) == 0 {
		return oracle.NilVal{}
	}
	return oracle.NewSlice(vs...)
}
