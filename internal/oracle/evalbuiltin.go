package oracle

import (
	"go/token"
	"go/types"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

func (ev *evaluator) builtin(e *refine.Builtin) Val {
	if e.Own && e.Name == "calls" {
		if ev.env.Calls == nil {
			cannot("calls is not known here")
		}
		return must(ev.env.Calls(e.Args[0].(*refine.Ref).Var))
	}
	if e.Own && e.Name == "collect" {
		var all []Val
		ev.iterate(e.Args[0], func(vals []Val) bool {
			all = append(all, vals[0])
			return true
		})
		return NewSlice(all...)
	}
	if n, ok := refine.FixedLength(e); ok {
		return IntVal(n)
	}
	args := make([]Val, len(e.Args))
	for i, a := range e.Args {
		args[i] = ev.eval(a)
	}
	if e.Own {
		return ev.ownBuiltin(e, args)
	}
	switch e.Name {
	case "len":
		return IntVal(length(args[0]))
	case "cap":
		if s, ok := args[0].(SliceVal); ok {
			return IntVal(s.Cap)
		}
		return IntVal(length(args[0]))
	case "min", "max":
		return extreme(e, args)
	case "append":
		return ev.append(e, args)
	case "complex":
		return roundComplex(complex(float64(args[0].(FloatVal)), float64(args[1].(FloatVal))), e.T.Underlying().(*types.Basic))
	case "real":
		return FloatVal(real(args[0].(ComplexVal)))
	case "imag":
		return FloatVal(imag(args[0].(ComplexVal)))
	case "new":
		if e.TypeArg == nil {
			return NewPointer(args[0])
		}
		return NewPointer(ZeroVal(e.TypeArg))
	case "make":
		return ev.make(e, args)
	}
	cannot("%s has no meaning in a predicate", e.Name)
	return nil
}

func length(v Val) int {
	switch v := v.(type) {
	case StringVal:
		return len(v)
	case SliceVal:
		return v.Len
	case ArrayVal:
		return len(v)
	case PointerVal:
		return len(v.load().(ArrayVal))
	case *MapVal:
		return len(v.Keys)
	}
	return 0
}

func extreme(e *refine.Builtin, args []Val) Val {
	best := args[0]
	for _, a := range args[1:] {
		if x, ok := a.(FloatVal); ok {
			y := float64(best.(FloatVal))
			if e.Name == "min" {
				best = FloatVal(math.Min(float64(x), y))
			} else {
				best = FloatVal(math.Max(float64(x), y))
			}
			// math.Min prefers an infinity to NaN, the builtin never does.
			if x != x || y != y {
				best = FloatVal(math.NaN())
			}
			continue
		}
		if less := ordered(token.LSS, e.T, a, best); less == (e.Name == "min") && a != best {
			best = a
		}
	}
	return best
}

// append never writes to the array after the length of its first argument.
func (ev *evaluator) append(e *refine.Builtin, args []Val) Val {
	elem := refine.ElemType(e.T)
	out := slices.Clone(ev.elements(args[0]))
	if e.Spread {
		if s, ok := args[1].(StringVal); ok {
			for _, b := range []byte(s) {
				out = append(out, IntVal(b))
			}
		} else {
			out = append(out, ev.elements(args[1])...)
		}
	} else {
		for i, a := range args[1:] {
			out = append(out, box(a, e.Args[i+1].Type(), elem))
		}
	}
	if _, isNil := args[0].(NilVal); isNil && len(out) == 0 {
		return NilVal{}
	}
	return NewSlice(out...)
}

func (ev *evaluator) make(e *refine.Builtin, args []Val) Val {
	if _, ok := e.TypeArg.Underlying().(*types.Map); ok {
		return &MapVal{}
	}
	n, most := int64(args[0].(IntVal)), int64(args[0].(IntVal))
	if len(args) > 1 {
		most = int64(args[1].(IntVal))
	}
	if n < 0 || most < n || most > 1<<24 {
		fault("makeslice: len out of range")
	}
	out := make([]Val, most)
	for i := range out {
		out[i] = ZeroVal(refine.ElemType(e.TypeArg))
	}
	s := NewSlice(out...)
	s.Len = int(n)
	return s
}

func (ev *evaluator) ownBuiltin(e *refine.Builtin, args []Val) Val {
	t := e.Args[0].Type()
	if e.Name == "equal" {
		to := t
		if u := e.Args[1].Type(); types.IsInterface(u) {
			to = u
		}
		p := &pairing{ev: ev, to: map[any]any{}, from: map[any]any{}}
		return BoolVal(p.equal(to, box(args[0], t, to), box(args[1], e.Args[1].Type(), to)))
	}
	if m, ok := t.Underlying().(*types.Map); ok {
		k := box(args[1], e.Args[1].Type(), m.Key())
		if e.Name == "with" {
			return ev.put(entries(args[0]), m, k, box(args[2], e.Args[2].Type(), m.Elem()))
		}
		return ev.drop(entries(args[0]), m, k)
	}
	elem := refine.ElemType(t)
	xs := ev.sequenceOf(args[0])
	switch e.Name {
	case "sorted":
		return BoolVal(slices.IsSortedFunc(xs, func(a, b Val) int { return order(elem, a, b) }))
	case "distinct":
		for i, x := range xs {
			if ev.count(elem, xs[:i], x) > 0 {
				return BoolVal(false)
			}
		}
		return BoolVal(true)
	case "count":
		return IntVal(ev.count(elem, xs, box(args[1], e.Args[1].Type(), elem)))
	case "permutation":
		ys := ev.sequenceOf(args[1])
		same := len(xs) == len(ys)
		for _, x := range xs {
			same = same && ev.count(elem, xs, x) == ev.count(elem, ys, x)
		}
		return BoolVal(same)
	case "sum":
		total := ZeroVal(elem)
		for _, x := range xs {
			total = arithmetic(token.ADD, elem, total, x, elem)
		}
		return total
	}
	cannot("%s is not one of rtest's functions", e.Name)
	return nil
}

// sequenceOf returns the elements of a collection, the runes of a string.
func (ev *evaluator) sequenceOf(v Val) []Val {
	s, ok := v.(StringVal)
	if !ok {
		return ev.elements(v)
	}
	var out []Val
	for _, r := range string(s) {
		out = append(out, IntVal(r))
	}
	return out
}

func (ev *evaluator) count(t types.Type, xs []Val, x Val) int {
	n := 0
	for _, y := range xs {
		if ev.equal(t, y, x, true) {
			n++
		}
	}
	return n
}

// order compares as package cmp does: NaN is less than all else.
func order(t types.Type, a, b Val) int {
	if f, ok := a.(FloatVal); ok {
		g := b.(FloatVal)
		switch {
		case f != f && g != g:
			return 0
		case f != f:
			return -1
		case g != g:
			return 1
		}
	}
	switch {
	case ordered(token.LSS, t, a, b):
		return -1
	case ordered(token.LSS, t, b, a):
		return 1
	}
	return 0
}

func (ev *evaluator) drop(m *MapVal, u *types.Map, k Val) *MapVal {
	out := &MapVal{}
	for i := range m.Keys {
		if !ev.equal(u.Key(), m.Keys[i], k, false) {
			out.Keys, out.Values = append(out.Keys, m.Keys[i]), append(out.Values, m.Values[i])
		}
	}
	return out
}

// convert is Go's conversion of v from one type to another.
func (ev *evaluator) convert(v Val, from, to types.Type) Val {
	if types.IsInterface(to) {
		if _, isNil := v.(NilVal); isNil && types.IsInterface(from) {
			return v
		}
		return box(v, from, to)
	}
	switch u := to.Underlying().(type) {
	case *types.Basic:
		return ev.convertBasic(v, from, u)
	case *types.Slice:
		if s, ok := v.(StringVal); ok {
			return explode(string(s), u)
		}
	case *types.Array:
		if elems, ok := from.Underlying().(*types.Slice); ok && elems != nil {
			xs := ev.elements(v)
			if len(xs) < int(u.Len()) {
				fault("cannot convert slice to array")
			}
			return ArrayVal(slices.Clone(xs[:u.Len()]))
		}
	}
	return v
}

func (ev *evaluator) convertBasic(v Val, from types.Type, u *types.Basic) Val {
	info := u.Info()
	switch x := v.(type) {
	case IntVal:
		unsigned := value.Unsigned(from)
		switch {
		case info&types.IsInteger != 0:
			return wrap(int64(x), u)
		case info&types.IsString != 0:
			if x < 0 || x > utf8.MaxRune {
				return StringVal(string(utf8.RuneError))
			}
			return StringVal(string(rune(x)))
		case u.Kind() == types.Float32 && unsigned:
			return FloatVal(float32(uint64(x)))
		case u.Kind() == types.Float32:
			return FloatVal(float32(x))
		case unsigned:
			return FloatVal(uint64(x))
		}
		return FloatVal(x)
	case FloatVal:
		if info&types.IsInteger != 0 {
			return toInt(float64(x), u)
		}
		return roundFloat(float64(x), u)
	case ComplexVal:
		return roundComplex(complex128(x), u)
	case SliceVal, NilVal:
		if info&types.IsString != 0 {
			return implode(ev.elements(v), refine.ElemType(from))
		}
	}
	return v
}

func explode(s string, u *types.Slice) Val {
	out := []Val{}
	if b := u.Elem().Underlying().(*types.Basic); b.Kind() == types.Int32 {
		for _, r := range s {
			out = append(out, IntVal(r))
		}
	} else {
		for i := range len(s) {
			out = append(out, IntVal(s[i]))
		}
	}
	return NewSlice(out...)
}

func implode(xs []Val, elem types.Type) Val {
	var out []byte
	for _, x := range xs {
		if elem.Underlying().(*types.Basic).Kind() == types.Int32 {
			out = utf8.AppendRune(out, rune(x.(IntVal)))
		} else {
			out = append(out, byte(x.(IntVal)))
		}
	}
	return StringVal(out)
}
