package oracle

import (
	"go/token"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/refine"
)

// compare applies a comparison to the values of its operands.
func (ev *evaluator) compare(e *refine.Compare, x, y Val) bool {
	tx, ty := e.X.Type(), e.Y.Type()
	if e.Op != token.EQL && e.Op != token.NEQ {
		return ordered(e.Op, tx, x, y)
	}
	equal := false
	switch {
	case refine.IsNil(e.X) || refine.IsNil(e.Y):
		_, nx := x.(NilVal)
		_, ny := y.(NilVal)
		equal = nx && ny
	default:
		t := tx
		if types.IsInterface(ty) {
			t = ty
		}
		equal = ev.equal(t, box(x, tx, t), box(y, ty, t), e.Deep)
	}
	return equal == (e.Op == token.EQL)
}

// box puts a value of a concrete type into an interface where to is one.
func box(v Val, from, to types.Type) Val {
	if types.IsInterface(to) && !types.IsInterface(from) {
		return BoxVal{T: from, V: v}
	}
	return v
}

// equal compares values of the type t as Go's == does; deep, as rtest's own
// does: element by element, nil equal to empty, NaN to NaN.
func (ev *evaluator) equal(t types.Type, x, y Val, deep bool) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if f, ok := x.(FloatVal); ok {
			g := y.(FloatVal)
			return f == g || deep && math.IsNaN(float64(f)) && math.IsNaN(float64(g))
		}
		if c, ok := x.(ComplexVal); ok {
			d := y.(ComplexVal)
			return c == d || deep && noNumber(complex128(c)) && noNumber(complex128(d))
		}
		return x == y
	case *types.Struct:
		a, b := x.(StructVal), y.(StructVal)
		for i := range a {
			if u.Field(i).Name() != "_" && !ev.equal(u.Field(i).Type(), a[i], b[i], deep) {
				return false
			}
		}
		return true
	case *types.Array, *types.Slice:
		return ev.equalElements(refine.ElemType(t), ev.elements(x), ev.elements(y), deep)
	case *types.Map:
		return ev.equalMaps(u, x, y, deep)
	case *types.Interface:
		return ev.equalBoxes(x, y, deep)
	case *types.Signature:
		_, a := x.(NilVal)
		_, b := y.(NilVal)
		return a && b
	}
	return ev.samePointer(x, y)
}

func (ev *evaluator) samePointer(x, y Val) bool {
	p, ok1 := x.(PointerVal)
	q, ok2 := y.(PointerVal)
	if !ok1 || !ok2 {
		return x == y
	}
	if ev.env.Counterpart != nil {
		p, q = ev.env.Counterpart(p), ev.env.Counterpart(q)
	}
	return p == q
}

func (ev *evaluator) equalElements(t types.Type, a, b []Val, deep bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !ev.equal(t, a[i], b[i], deep) {
			return false
		}
	}
	return true
}

// equalMaps: every entry must be there as often in the one as in the other;
// more than once there are only keys that hold NaN.
func (ev *evaluator) equalMaps(u *types.Map, x, y Val, deep bool) bool {
	a, b := entries(x), entries(y)
	if len(a.Keys) != len(b.Keys) {
		return false
	}
	times := func(m *MapVal, k, v Val) int {
		n := 0
		for i := range m.Keys {
			if ev.equal(u.Key(), m.Keys[i], k, deep) && ev.equal(u.Elem(), m.Values[i], v, deep) {
				n++
			}
		}
		return n
	}
	for i := range a.Keys {
		if times(a, a.Keys[i], a.Values[i]) != times(b, a.Keys[i], a.Values[i]) {
			return false
		}
	}
	return true
}

func entries(v Val) *MapVal {
	if m, ok := v.(*MapVal); ok {
		return m
	}
	return &MapVal{}
}

func (ev *evaluator) equalBoxes(x, y Val, deep bool) bool {
	a, ok1 := x.(BoxVal)
	b, ok2 := y.(BoxVal)
	if !ok1 || !ok2 {
		return ok1 == ok2
	}
	if !types.Identical(a.T, b.T) {
		return false
	}
	if !types.Comparable(a.T) {
		fault("comparing uncomparable type " + a.T.String())
	}
	return ev.equal(a.T, a.V, b.V, deep)
}

// hasType reports whether a value of the dynamic type has the type t.
func hasType(dynamic, t types.Type) bool {
	if i, ok := t.Underlying().(*types.Interface); ok {
		return types.Implements(dynamic, i)
	}
	return types.Identical(dynamic, t)
}

func (ev *evaluator) assert(e *refine.Assert) Val {
	b, ok := ev.eval(e.X).(BoxVal)
	if !ok || !hasType(b.T, e.T) {
		fault("interface conversion")
	}
	if types.IsInterface(e.T) {
		return b
	}
	return b.V
}

// noNumber reports whether z differs from itself.
func noNumber(z complex128) bool { return math.IsNaN(real(z)) || math.IsNaN(imag(z)) }
