package oracle

import (
	"go/constant"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

func (ev *evaluator) deref(v Val) Val {
	p, ok := v.(PointerVal)
	if !ok {
		fault("nil pointer dereference")
	}
	return p.load()
}

// address returns a pointer to the operand: to a new variable for a composite
// literal, or a variable of the predicate's own.
func (ev *evaluator) address(e refine.Expr) Val {
	switch e := e.(type) {
	case *refine.Deref:
		return ev.pointer(ev.eval(e.X))
	case *refine.Field:
		return ev.fieldAddress(e)
	case *refine.Index:
		i := ev.eval(e.I)
		switch u := e.X.Type().Underlying().(type) {
		case *types.Slice:
			s, _ := ev.eval(e.X).(SliceVal)
			return s.Array.part(s.Off + bound(i, s.Len))
		case *types.Pointer:
			p := ev.pointer(ev.eval(e.X))
			return p.part(bound(i, len(p.load().(ArrayVal))))
		case *types.Array:
			return ev.address(e.X).(PointerVal).part(bound(i, int(u.Len())))
		}
	}
	return NewPointer(ev.eval(e))
}

func (ev *evaluator) pointer(v Val) PointerVal {
	p, ok := v.(PointerVal)
	if !ok {
		fault("nil pointer dereference")
	}
	return p
}

// bound returns an index below n.
func bound(v Val, n int) int {
	i := int64(v.(IntVal))
	if i < 0 || i >= int64(n) {
		// A uint64 that is too large is kept as a negative number.
		fault("index out of range")
	}
	return int(i)
}

// field follows the selection through embedded fields and pointers.
func (ev *evaluator) field(e *refine.Field) Val {
	v, t := ev.eval(e.X), e.X.Type()
	for _, i := range e.Sel.Index() {
		v, t = ev.step(v, t, i)
	}
	return v
}

func (ev *evaluator) step(v Val, t types.Type, i int) (Val, types.Type) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		v, t = ev.deref(v), p.Elem()
	}
	return v.(StructVal)[i], t.Underlying().(*types.Struct).Field(i).Type()
}

func (ev *evaluator) fieldAddress(e *refine.Field) Val {
	t := e.X.Type()
	var at PointerVal
	if _, ok := t.Underlying().(*types.Pointer); ok {
		at = ev.pointer(ev.eval(e.X))
		t = t.Underlying().(*types.Pointer).Elem()
	} else {
		at = ev.address(e.X).(PointerVal)
	}
	for k, i := range e.Sel.Index() {
		if p, ok := t.Underlying().(*types.Pointer); ok && k > 0 {
			at, t = ev.pointer(at.load()), p.Elem()
		}
		at = at.part(i)
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	return at
}

func (ev *evaluator) index(e *refine.Index) Val {
	x, i := ev.eval(e.X), ev.eval(e.I)
	switch u := e.X.Type().Underlying().(type) {
	case *types.Map:
		m := entries(x)
		key := box(i, e.I.Type(), u.Key())
		for j, k := range m.Keys {
			if ev.equal(u.Key(), k, key, false) {
				return m.Values[j]
			}
		}
		return ZeroVal(u.Elem())
	case *types.Basic:
		s := x.(StringVal)
		return IntVal(s[bound(i, len(s))])
	}
	if _, isPtr := e.X.Type().Underlying().(*types.Pointer); isPtr {
		x = ev.deref(x)
	}
	if s, ok := x.(SliceVal); ok {
		return s.elem(bound(i, s.Len))
	}
	elems, _ := x.(ArrayVal)
	return elems[bound(i, len(elems))]
}

func (ev *evaluator) slice(e *refine.Slice) Val {
	x := Val(nil)
	if _, isArray := e.X.Type().Underlying().(*types.Array); isArray {
		x = ev.address(e.X)
	} else {
		x = ev.eval(e.X)
	}
	at := func(e refine.Expr, missing int) int64 {
		if e == nil {
			return int64(missing)
		}
		return int64(ev.eval(e).(IntVal))
	}
	check := func(lo, hi, most int64) {
		if lo < 0 || hi < lo || most < hi {
			fault("slice bounds out of range")
		}
	}
	switch x := x.(type) {
	case StringVal:
		lo, hi := at(e.Low, 0), at(e.High, len(x))
		check(lo, hi, int64(len(x)))
		return x[lo:hi]
	case NilVal:
		if _, isPtr := e.X.Type().Underlying().(*types.Pointer); isPtr {
			fault("nil pointer dereference")
		}
		lo, hi := at(e.Low, 0), at(e.High, 0)
		check(lo, hi, at(e.Max, 0))
		check(0, at(e.Max, 0), 0)
		return x
	case PointerVal:
		n := len(x.load().(ArrayVal))
		return cutSlice(SliceVal{Array: x, Len: n, Cap: n}, at, check, e)
	case SliceVal:
		return cutSlice(x, at, check, e)
	}
	cannot("a %T is sliced", x)
	return nil
}

func cutSlice(s SliceVal, at func(refine.Expr, int) int64, check func(lo, hi, most int64), e *refine.Slice) Val {
	lo, hi, most := at(e.Low, 0), at(e.High, s.Len), at(e.Max, s.Cap)
	check(0, most, int64(s.Cap))
	check(lo, hi, most)
	return SliceVal{Array: s.Array, Off: s.Off + int(lo), Len: int(hi - lo), Cap: int(most - lo)}
}

func (ev *evaluator) composite(e *refine.Composite) Val {
	part := func(i int, t types.Type) Val { return box(ev.eval(e.Values[i]), e.Values[i].Type(), t) }
	switch u := e.T.Underlying().(type) {
	case *types.Struct:
		out := ZeroVal(e.T).(StructVal)
		for i := range e.Values {
			at := i
			if e.Keys != nil {
				name := constant.StringVal(e.Keys[i].(*refine.Const).Value)
				at = slices.IndexFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return f.Name() == name })
			}
			out[at] = part(i, u.Field(at).Type())
		}
		return out
	case *types.Map:
		m := &MapVal{}
		for i := range e.Values {
			k := box(ev.eval(e.Keys[i]), e.Keys[i].Type(), u.Key())
			m = ev.put(m, u, k, part(i, u.Elem()))
		}
		return m
	}
	return ev.sequence(e, part)
}

func (ev *evaluator) sequence(e *refine.Composite, part func(i int, t types.Type) Val) Val {
	elem := refine.ElemType(e.T)
	var out []Val
	at := 0
	for i := range e.Values {
		if e.Keys != nil && e.Keys[i] != nil {
			at = int(ev.eval(e.Keys[i]).(IntVal))
		}
		for len(out) <= at {
			out = append(out, ZeroVal(elem))
		}
		out[at] = part(i, elem)
		at++
	}
	if a, ok := e.T.Underlying().(*types.Array); ok {
		for len(out) < int(a.Len()) {
			out = append(out, ZeroVal(elem))
		}
		return ArrayVal(out)
	}
	return NewSlice(out...)
}

// put returns a copy of m with v at k.
func (ev *evaluator) put(m *MapVal, u *types.Map, k, v Val) *MapVal {
	out := &MapVal{Keys: slices.Clone(m.Keys), Values: slices.Clone(m.Values)}
	for i := range out.Keys {
		if ev.equal(u.Key(), out.Keys[i], k, false) {
			out.Values[i] = v
			return out
		}
	}
	out.Keys, out.Values = append(out.Keys, k), append(out.Values, v)
	return out
}

func (ev *evaluator) call(e *refine.Call) Val {
	fn, ok := ev.eval(e.Fun).(FuncVal)
	if !ok {
		fault("call of a nil function")
	}
	sig := e.Fun.Type().Underlying().(*types.Signature)
	var args []Val
	if fn.Recv != nil {
		args = append(args, fn.Recv)
	}
	fixed := sig.Params().Len()
	if sig.Variadic() && !e.Spread {
		fixed--
	}
	var rest []Val
	for i, v := range ev.arguments(e) {
		if t := refine.ParamType(sig, i, e.Spread); t != nil {
			v.Val = box(v.Val, v.of, t)
		}
		if i < fixed {
			args = append(args, v.Val)
		} else {
			rest = append(rest, v.Val)
		}
	}
	if sig.Variadic() && !e.Spread {
		if rest == nil {
			args = append(args, NilVal{})
		} else {
			args = append(args, NewSlice(rest...))
		}
	}
	if ev.env.Call == nil {
		cannot("%s cannot be called here", fn.Obj.Name())
	}
	return must(ev.env.Call(fn, args))
}

// A typed is a value with its static type.
type typed struct {
	Val
	of types.Type
}

// arguments returns those of a call, or the results of the one that it is given.
func (ev *evaluator) arguments(e *refine.Call) []typed {
	var list []typed
	if results, ok := refine.HandedOn(e); ok {
		for i, v := range ev.eval(e.Args[0]).(TupleVal) {
			list = append(list, typed{v, results.At(i).Type()})
		}
		return list
	}
	for _, a := range e.Args {
		list = append(list, typed{ev.eval(a), a.Type()})
	}
	return list
}

// receiver returns the receiver of a method as the method takes it.
func (ev *evaluator) receiver(e *refine.Method) Val {
	fn := e.Sel.Obj().(*types.Func)
	_, wantsPtr := fn.Signature().Recv().Type().(*types.Pointer)
	v, t := ev.eval(e.X), e.X.Type()
	if wantsPtr {
		if _, isPtr := t.Underlying().(*types.Pointer); !isPtr {
			v, t = ev.address(e.X), types.NewPointer(t)
		}
	}
	path := e.Sel.Index()
	for _, i := range path[:len(path)-1] {
		if p, ok := v.(PointerVal); ok && wantsPtr {
			st := t.Underlying().(*types.Pointer).Elem()
			v, t = p.part(i), types.NewPointer(st.Underlying().(*types.Struct).Field(i).Type())
			if inner, ok := t.(*types.Pointer).Elem().Underlying().(*types.Pointer); ok {
				v, t = ev.deref(v), inner
			}
			continue
		}
		v, t = ev.step(v, t, i)
	}
	if p, isPtr := t.Underlying().(*types.Pointer); isPtr && !wantsPtr && !types.IsInterface(p.Elem()) {
		v = ev.deref(v)
	}
	if types.IsInterface(t) {
		if _, isNil := v.(NilVal); isNil {
			fault("nil pointer dereference")
		}
	}
	return v
}
