package interp

import (
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

// convert compiles T(x). It returns nil for conversions that are not supported.
func (c *compiler) convert(from, to types.Type, x int) evaluator {
	k, fromWhole := layout.KindOf(from)
	l, toWhole := layout.KindOf(to)
	in, out := basicInfo(from), basicInfo(to)
	same := func(m *machine, r []Value) (Value, bool) { return r[x], true }
	switch {
	case fromWhole && toWhole:
		return func(m *machine, r []Value) (Value, bool) {
			return Int(form.EvalOp(form.Conv, l, k, r[x].number, 0, 0)), true
		}
	case fromWhole && out&types.IsString != 0:
		return func(m *machine, r []Value) (Value, bool) {
			n := r[x].number
			if n < 0 || n > math.MaxInt32 {
				n = -1
			}
			return String(string(rune(n))), true
		}
	case fromWhole && out&types.IsFloat != 0:
		return toFloat(k, isSinglePrecision(to), x)
	case in&types.IsFloat != 0 && toWhole:
		return fromFloat(l, x)
	case in&types.IsFloat != 0 && out&types.IsFloat != 0:
		if !isSinglePrecision(to) {
			return same
		}
		return func(m *machine, r []Value) (Value, bool) { return Float(float64(float32(r[x].float()))), true }
	case in&types.IsComplex != 0 && out&types.IsComplex != 0:
		if !isSinglePrecision(to) {
			return same
		}
		return func(m *machine, r []Value) (Value, bool) {
			return Complex(complex128(complex64(r[x].ref.(complex128)))), true
		}
	case in&types.IsString != 0 && out&types.IsString != 0:
		return same
	}
	if s, ok := to.Underlying().(*types.Slice); ok && in&types.IsString != 0 {
		return fromText(s, x)
	}
	if s, ok := from.Underlying().(*types.Slice); ok && out&types.IsString != 0 {
		return toText(s, x)
	}
	return nil
}

func toFloat(k form.Kind, single bool, x int) evaluator {
	return func(m *machine, r []Value) (Value, bool) {
		var f float64
		switch {
		case single && k == form.Uint64:
			f = float64(float32(uint64(r[x].number)))
		case single:
			f = float64(float32(r[x].number))
		case k == form.Uint64:
			f = float64(uint64(r[x].number))
		default:
			f = float64(r[x].number)
		}
		return Float(f), true
	}
}

// fromFloat truncates. If Go does not define the result, it gives up. In a hopeful program it
// returns what most processors return.
func fromFloat(k form.Kind, x int) evaluator {
	return func(m *machine, r []Value) (Value, bool) {
		f := math.Trunc(r[x].float())
		var n int64
		switch {
		case k == form.Uint64 && f >= 0 && f < 1<<64:
			n = int64(uint64(f))
		case f >= -1<<63 && f < 1<<63:
			n = int64(f)
		default:
			f = math.NaN()
		}
		if f != f || form.EvalOp(form.Conv, k, form.Int64, n, 0, 0) != n {
			if m.Hopeful {
				return Int(form.EvalOp(form.Conv, k, form.Int64, math.MinInt64, 0, 0)), true
			}
			m.giveUp("the conversion of a number that is out of range is not defined")
			return Value{}, false
		}
		return Int(n), true
	}
}

// fromText compiles []byte(s) and []rune(s). The capacity of the result is not defined.
func fromText(to *types.Slice, x int) evaluator {
	k, _ := layout.KindOf(to.Elem())
	return func(m *machine, r []Value) (Value, bool) {
		s, ok := m.str(r[x])
		if !ok {
			return Value{}, false
		}
		m.spend(len(s))
		o := &Object{born: m.epoch, appendHistory: &appendHistory{}}
		if k == form.Uint8 {
			for i := range len(s) {
				o.cells = append(o.cells, Int(int64(s[i])))
			}
		} else {
			for _, c := range s {
				o.cells = append(o.cells, Int(int64(c)))
			}
		}
		o.usedCells = len(o.cells)
		return Slice(o, 0, 1, len(o.cells), len(o.cells)), true
	}
}

func toText(from *types.Slice, x int) evaluator {
	k, _ := layout.KindOf(from.Elem())
	return func(m *machine, r []Value) (Value, bool) {
		w, ok := r[x].ref.(*window)
		if !ok {
			return String(""), r[x].ref == nil || m.giveUpOn(r[x])
		}
		if k == form.Uint8 {
			return m.textOf(w)
		}
		m.spend(w.length)
		var runes []rune
		for i := range w.length {
			if !m.mayRead(w, i) {
				return Value{}, false
			}
			v, ok := m.resolve(w.obj.cells[w.offset+i])
			if !ok {
				return Value{}, false
			}
			runes = append(runes, rune(v.number))
		}
		return String(string(runes)), true
	}
}

// typeAssert compiles x.(T).
func (c *compiler) typeAssert(in *ssa.TypeAssert) evaluator {
	x, t, commaOk := c.reg(in.X), in.AssertedType, in.CommaOk
	zero := c.zero(t)
	id := c.id(t)
	iface, toInterface := t.Underlying().(*types.Interface)
	known := map[int]bool{}
	holds := func(v *content) bool {
		if !toInterface {
			return v.typeID == id
		}
		is, ok := known[v.typeID]
		if !ok {
			is = types.Implements(v.typ, iface)
			known[v.typeID] = is
		}
		return is
	}
	return func(m *machine, r []Value) (Value, bool) {
		v, ok := r[x].ref.(*content)
		if !ok && r[x].ref != nil {
			return zero, m.giveUpOn(r[x])
		}
		if ok && v.typeID < 0 {
			m.giveUp(whyRuntimeError)
			return zero, false
		}
		found, w := ok && holds(v), zero
		switch {
		case found && toInterface:
			w = r[x]
		case found:
			if w, ok = m.resolve(v.value); !ok {
				return zero, false
			}
		case !commaOk:
			m.throw("interface conversion")
			return zero, false
		}
		if commaOk {
			return Value{ref: aggregate{w, boolean(found)}}, true
		}
		return w, true
	}
}
