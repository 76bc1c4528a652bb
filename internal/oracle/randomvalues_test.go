package oracle

import (
	"fmt"
	"go/types"
	"math"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// value returns a random value of t.
func (m *maker) value(t types.Type, depth int) Val {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return m.scalar(u)
	case *types.Slice:
		if n := m.r.IntN(3); n > 0 && depth > 0 || m.r.IntN(2) == 0 {
			out := make([]Val, min(n, depth))
			for i := range out {
				out[i] = m.value(u.Elem(), depth-1)
			}
			return NewSlice(out...)
		}
		return NilVal{}
	case *types.Array:
		out := make(ArrayVal, u.Len())
		for i := range out {
			out[i] = m.value(u.Elem(), depth-1)
		}
		return out
	case *types.Struct:
		out := make(StructVal, u.NumFields())
		for i := range out {
			out[i] = m.value(u.Field(i).Type(), depth-1)
		}
		return out
	case *types.Pointer:
		if depth <= 0 || m.r.IntN(3) == 0 {
			return NilVal{}
		}
		return NewPointer(m.value(u.Elem(), depth-1))
	case *types.Map:
		if m.r.IntN(4) == 0 {
			return NilVal{}
		}
		out := &MapVal{}
		ev := &evaluator{}
		for range m.r.IntN(3) {
			out = ev.put(out, u, m.value(u.Key(), 1), m.value(u.Elem(), 1))
		}
		return out
	}
	return m.boxed(t, depth)
}

func (m *maker) boxed(t types.Type, depth int) Val {
	names := []string{"int", "float64", "Square", "string", "[]int", "*Rect"}
	if t == m.t("Area") {
		names = []string{"Square", "*Rect"}
	}
	if m.r.IntN(4) == 0 {
		return NilVal{}
	}
	dyn := m.any(names...)
	v := m.value(dyn, depth)
	if _, isNil := v.(NilVal); isNil && dyn == m.t("*Rect") {
		v = NewPointer(ZeroVal(dyn.Underlying().(*types.Pointer).Elem()))
	}
	return BoxVal{T: dyn, V: v}
}

func (m *maker) scalar(u *types.Basic) Val {
	switch info := u.Info(); {
	case info&types.IsBoolean != 0:
		return BoolVal(m.r.IntN(2) == 0)
	case info&types.IsString != 0:
		return StringVal([]string{"", "a", "b", "aé", "\xffb"}[m.r.IntN(5)])
	case info&types.IsInteger != 0:
		n := []int64{0, 1, 2, 3, -1, -2, math.MinInt64, math.MaxInt64}[m.r.IntN(8)]
		if m.r.IntN(4) == 0 {
			n = m.r.Int64()
		}
		return wrap(n, u)
	}
	if u.Info()&types.IsComplex != 0 {
		return ComplexVal(complex(float64(m.scalar(types.Typ[types.Float64]).(FloatVal)), float64(m.scalar(types.Typ[types.Float64]).(FloatVal))))
	}
	f := []float64{0, 0.5, -1, 2, math.NaN(), math.Inf(1), math.Copysign(0, -1), 0.1}[m.r.IntN(8)]
	return roundFloat(f, u)
}

// source returns the value as Go source, in package world under another name.
func source(t types.Type, v Val) string {
	name := refine.TypeName(t, types.NewPackage("world", "world"))
	list := func(vs []Val, at func(i int) types.Type) string {
		out := make([]string, len(vs))
		for i, x := range vs {
			out[i] = source(at(i), x)
		}
		return name + "{" + strings.Join(out, ", ") + "}"
	}
	switch v := v.(type) {
	case BoolVal:
		return fmt.Sprintf("%s(%t)", name, v)
	case IntVal:
		if t.Underlying().(*types.Basic).Info()&types.IsUnsigned != 0 {
			return fmt.Sprintf("%s(%d)", name, uint64(v))
		}
		return fmt.Sprintf("%s(%d)", name, int64(v))
	case FloatVal:
		return fmt.Sprintf("%s(math.Float64frombits(%d))", name, math.Float64bits(float64(v)))
	case ComplexVal:
		re, im := math.Float64bits(real(v)), math.Float64bits(imag(v))
		return fmt.Sprintf("%s(complex(math.Float64frombits(%d), math.Float64frombits(%d)))", name, re, im)
	case StringVal:
		return fmt.Sprintf("%s(%q)", name, string(v))
	case StructVal:
		return list(v, func(i int) types.Type { return t.Underlying().(*types.Struct).Field(i).Type() })
	case ArrayVal:
		return list(v, func(int) types.Type { return refine.ElemType(t) })
	case SliceVal:
		return list(v.elems(), func(int) types.Type { return refine.ElemType(t) })
	case PointerVal:
		elem := t.Underlying().(*types.Pointer).Elem()
		if _, isStruct := elem.Underlying().(*types.Struct); !isStruct {
			return fmt.Sprintf("new((%s)(%s))", refine.TypeName(elem, types.NewPackage("world", "world")), source(elem, v.load()))
		}
		return "&" + source(t.Underlying().(*types.Pointer).Elem(), v.load())
	case BoxVal:
		if _, isNil := v.V.(NilVal); isNil {
			return fmt.Sprintf("%s((%s)(nil))", name, refine.TypeName(v.T, types.NewPackage("world", "world")))
		}
		return name + "(" + source(v.T, v.V) + ")"
	case *MapVal:
		u := t.Underlying().(*types.Map)
		var out []string
		for i, k := range v.Keys {
			out = append(out, source(u.Key(), k)+": "+source(u.Elem(), v.Values[i]))
		}
		return name + "{" + strings.Join(out, ", ") + "}"
	}
	return "nil"
}
