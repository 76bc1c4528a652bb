package oracle

import (
	"go/types"
	"maps"
	"math"

	"github.com/rtest-dev/rtest/refine"
)

// A pairing compares everything reachable, as equal(x, y) does: what pointers,
// maps and slices refer to must correspond one to one, NaN equals NaN, 0 and
// -0 differ, nil and empty differ.
type pairing struct {
	ev       *evaluator
	to, from map[any]any
}

// pair notes that two references correspond; ok is false when they cannot,
// known says that they were compared before.
func (p *pairing) pair(x, y any) (ok, known bool) {
	a, seenX := p.to[x]
	b, seenY := p.from[y]
	if seenX || seenY {
		return seenX && seenY && a == y && b == x, true
	}
	p.to[x], p.from[y] = y, x
	return true, false
}

func (p *pairing) equal(t types.Type, x, y Val) bool {
	_, nilX := x.(NilVal)
	_, nilY := y.(NilVal)
	if nilX || nilY {
		return nilX == nilY
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return equalScalars(x, y)
	case *types.Struct:
		for i, a := range x.(StructVal) {
			if !p.equal(u.Field(i).Type(), a, y.(StructVal)[i]) {
				return false
			}
		}
		return true
	case *types.Array:
		return p.elements(u.Elem(), x.(ArrayVal), y.(ArrayVal))
	case *types.Interface:
		a, b := x.(BoxVal), y.(BoxVal)
		return types.Identical(a.T, b.T) && p.equal(a.T, a.V, b.V)
	case *types.Signature:
		return x.(FuncVal).Obj == y.(FuncVal).Obj
	}
	return p.reference(t, x, y)
}

// reference compares the targets of two references that are not nil.
func (p *pairing) reference(t types.Type, x, y Val) bool {
	a, b := any(x), any(y)
	if s, ok := x.(SliceVal); ok {
		r := y.(SliceVal)
		if s.Len != r.Len || s.Len == 0 {
			return s.Len == r.Len
		}
		// Elements between length and capacity do not count.
		s.Cap, r.Cap = 0, 0
		a, b = s, r
	}
	type typed struct {
		t string
		v any
	}
	ok, known := p.pair(typed{refine.TypeKey(t), a}, typed{refine.TypeKey(t), b})
	if !ok || known {
		return ok
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return p.equal(u.Elem(), x.(PointerVal).load(), y.(PointerVal).load())
	case *types.Slice:
		return p.elements(u.Elem(), x.(SliceVal).elems(), y.(SliceVal).elems())
	case *types.Map:
		m, n := x.(*MapVal), y.(*MapVal)
		return len(m.Keys) == len(n.Keys) && p.entries(u, m, n, make([]bool, len(n.Keys)))
	}
	return x == y
}

func (p *pairing) elements(t types.Type, xs, ys []Val) bool {
	for i := range xs {
		if !p.equal(t, xs[i], ys[i]) {
			return false
		}
	}
	return true
}

// entries finds for each entry of m one of n that is not taken, trying all.
func (p *pairing) entries(u *types.Map, m, n *MapVal, taken []bool) bool {
	if len(m.Keys) == 0 {
		return true
	}
	rest := &MapVal{Keys: m.Keys[1:], Values: m.Values[1:]}
	to, from := maps.Clone(p.to), maps.Clone(p.from)
	for i := range n.Keys {
		if taken[i] {
			continue
		}
		taken[i] = true
		if p.key(u.Key(), m.Keys[0], n.Keys[i]) && p.equal(u.Elem(), m.Values[0], n.Values[i]) && p.entries(u, rest, n, taken) {
			return true
		}
		taken[i] = false
		p.to, p.from = maps.Clone(to), maps.Clone(from)
	}
	return false
}

// key compares keys as maps do, except that NaN equals NaN, and keys with references are compared by their
// targets.
func (p *pairing) key(t types.Type, x, y Val) bool {
	if refine.HasReferences(t) {
		return p.equal(t, x, y)
	}
	return p.ev.equal(t, x, y, true)
}

func equalScalars(x, y Val) bool {
	same := func(a, b float64) bool {
		return a == b && math.Signbit(a) == math.Signbit(b) || a != a && b != b
	}
	switch x := x.(type) {
	case FloatVal:
		return same(float64(x), float64(y.(FloatVal)))
	case ComplexVal:
		z := y.(ComplexVal)
		return same(real(x), real(z)) && same(imag(x), imag(z))
	}
	return x == y
}
