// Package oracle evaluates expressions of contracts over values of its own: a second
// meaning of predicates, with which tests compare compiled Go and the engines.
package oracle

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// An Env gives an expression its surroundings. A nil function makes what needs
// it an error.
type Env struct {
	// Var gives the variables that the expression does not bind, Old those
	// below old(…).
	Var, Old func(v *refine.Variable) (Val, error)
	// Call calls a function, or a method with its receiver as first argument.
	// Several results are a TupleVal, none is nil. A *Panic is the callee's.
	Call func(fn FuncVal, args []Val) (Val, error)
	// Global is the value of a package-level variable.
	Global func(obj types.Object) (Val, error)
	// Values are those of a type within the bounds.
	Values func(t types.Type) ([]Val, error)
	// Iterate calls yield with the values of an iterator, one or two at a time, until yield returns false.
	Iterate func(it Val, yield func(vals []Val) bool) error
	// Calls are the arguments of the calls of a function parameter.
	Calls func(v *refine.Variable) (Val, error)
	// Counterpart maps pointers into the input's twin to those into the input,
	// and others to themselves; nil for no twin.
	Counterpart func(p PointerVal) PointerVal
}

// A Panic is the error of an expression whose evaluation panics in Go.
type Panic struct{ Reason string }

func (p *Panic) Error() string { return "panic: " + p.Reason }

// Eval returns the value of e. It is the reference meaning of the language:
// what the printed Go computes, and what is lifted into logic, must agree with
// it. The error is a *Panic where Go panics; any other error says what the
// environment or Eval itself lacks.
func Eval(e refine.Expr, env Env) (v Val, err error) {
	ev := &evaluator{env: env, scope: map[*refine.Variable]Val{}}
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(stopped)
			if !ok {
				panic(r)
			}
			v, err = nil, stop.err
		}
	}()
	return ev.eval(e), nil
}

// stopped carries an error out of the evaluation.
type stopped struct{ err error }

func fault(reason string) { panic(stopped{&Panic{Reason: reason}}) }

func cannot(format string, args ...any) { panic(stopped{fmt.Errorf(format, args...)}) }

type evaluator struct {
	env   Env
	scope map[*refine.Variable]Val
	old   bool
}

func (ev *evaluator) eval(e refine.Expr) Val {
	switch e := e.(type) {
	case *refine.Const:
		return constVal(e)
	case *refine.Nil:
		return NilVal{}
	case *refine.Ref:
		return ev.variable(e.Var)
	case *refine.Object:
		return ev.object(e)
	case *refine.Unary:
		return ev.unary(e)
	case *refine.Deref:
		return ev.deref(ev.eval(e.X))
	case *refine.Arith:
		x := ev.eval(e.X)
		return arithmetic(e.Op, e.T, x, ev.eval(e.Y), e.Y.Type())
	case *refine.Compare:
		x := ev.eval(e.X)
		return BoolVal(ev.compare(e, x, ev.eval(e.Y)))
	case *refine.Logic:
		return BoolVal(ev.logic(e))
	case *refine.Cond:
		if ev.truth(e.C) {
			return ev.eval(e.A)
		}
		return ev.eval(e.B)
	case *refine.Quant:
		return BoolVal(ev.quant(e))
	case *refine.In:
		return BoolVal(ev.in(e))
	case *refine.Is:
		box, ok := ev.eval(e.X).(BoxVal)
		return BoolVal(ok && hasType(box.T, e.T))
	case *refine.Assert:
		return ev.assert(e)
	case *refine.LetIn:
		value := ev.eval(e.Value)
		return ev.with(e.Var, value, func() Val { return ev.eval(e.Body) })
	case *refine.Old:
		before := ev.old
		ev.old = true
		v := ev.eval(e.X)
		ev.old = before
		return v
	case *refine.Tuple:
		return BoolVal(ev.tuple(e))
	}
	return ev.evalPart(e)
}

func (ev *evaluator) evalPart(e refine.Expr) Val {
	switch e := e.(type) {
	case *refine.Call:
		return ev.call(e)
	case *refine.Method:
		return FuncVal{Obj: e.Sel.Obj(), Recv: ev.receiver(e)}
	case *refine.Builtin:
		return ev.builtin(e)
	case *refine.Convert:
		return ev.convert(ev.eval(e.X), e.X.Type(), e.T)
	case *refine.Field:
		return ev.field(e)
	case *refine.Index:
		return ev.index(e)
	case *refine.Slice:
		return ev.slice(e)
	case *refine.Composite:
		return ev.composite(e)
	}
	cannot("an expression of type %T has no meaning", e)
	return nil
}

func (ev *evaluator) truth(e refine.Expr) bool { return bool(ev.eval(e).(BoolVal)) }

func (ev *evaluator) variable(v *refine.Variable) Val {
	if value, ok := ev.scope[v]; ok {
		return value
	}
	lookup := ev.env.Var
	if ev.old {
		lookup = ev.env.Old
	}
	if lookup == nil {
		cannot("the variable %s has no value", v.Name)
	}
	return must(lookup(v))
}

func must(v Val, err error) Val {
	if err != nil {
		panic(stopped{err})
	}
	return v
}

func (ev *evaluator) with(v *refine.Variable, value Val, body func() Val) Val {
	before, was := ev.scope[v]
	ev.scope[v] = value
	out := body()
	delete(ev.scope, v)
	if was {
		ev.scope[v] = before
	}
	return out
}

func (ev *evaluator) object(e *refine.Object) Val {
	switch e.Obj.(type) {
	case *types.Func:
		return FuncVal{Obj: e.Obj}
	case *types.Var:
		if ev.env.Global != nil {
			return must(ev.env.Global(e.Obj))
		}
	}
	cannot("%s has no value here", e.Obj.Name())
	return nil
}

func (ev *evaluator) logic(e *refine.Logic) bool {
	x := ev.truth(e.X)
	switch e.Op {
	case refine.And:
		return x && ev.truth(e.Y)
	case refine.Or:
		return x || ev.truth(e.Y)
	case refine.Implies:
		return !x || ev.truth(e.Y)
	default:
		return x == ev.truth(e.Y)
	}
}

// quant looks for one valuation under which the body is not what the
// quantifier takes for granted.
func (ev *evaluator) quant(e *refine.Quant) bool {
	found := false
	ev.each(e.Over, e.Vars, func() bool {
		found = ev.truth(e.Body) != e.All
		return !found
	})
	return found != e.All
}

// each binds vars to the values of the domain one after the other until body
// returns false.
func (ev *evaluator) each(d refine.Domain, vars []*refine.Variable, body func() bool) {
	one := func(vals ...Val) bool { return ev.bindAll(vars, vals, body) }
	switch d.Kind {
	case refine.Elements:
		for i, x := range ev.elements(ev.eval(d.X)) {
			vals := []Val{IntVal(i), x}
			if !one(vals[2-len(vars):]...) {
				return
			}
		}
	case refine.Runes:
		for i, r := range string(ev.eval(d.X).(StringVal)) {
			vals := []Val{IntVal(i), IntVal(r)}
			if !one(vals[2-len(vars):]...) {
				return
			}
		}
	case refine.Entries:
		if m, ok := ev.eval(d.X).(*MapVal); ok {
			for i := range m.Keys {
				vals := []Val{m.Keys[i], m.Values[i]}
				if !one(vals[:len(vars)]...) {
					return
				}
			}
		}
	case refine.Span:
		ev.eachOfSpan(d, vars[0], body)
	case refine.OfType:
		ev.eachOfType(d, vars, body)
	case refine.Iterator:
		ev.iterate(d.X, func(vals []Val) bool { return one(vals...) })
	}
}

// iterate calls yield with the values of the iterator e, up to the bound, until yield returns false.
func (ev *evaluator) iterate(e refine.Expr, yield func([]Val) bool) {
	if b, ok := e.(*refine.Builtin); ok && b.Own && b.Name == "inside" {
		ev.inside(b, yield)
		return
	}
	if ev.env.Iterate == nil {
		cannot("iterators have no meaning without Go")
	}
	it := ev.eval(e)
	if _, isNil := it.(NilVal); isNil {
		fault("invalid memory address or nil pointer dereference")
	}
	n := 0
	must(nil, ev.env.Iterate(it, func(vals []Val) bool {
		if n == refine.IteratorBound {
			return false
		}
		n++
		return yield(vals)
	}))
}

func (ev *evaluator) bindAll(vars []*refine.Variable, vals []Val, body func() bool) bool {
	if len(vars) == 0 {
		return body()
	}
	ok := false
	ev.with(vars[0], vals[0], func() Val {
		ok = ev.bindAll(vars[1:], vals[1:], body)
		return nil
	})
	return ok
}

func (ev *evaluator) eachOfSpan(d refine.Domain, v *refine.Variable, body func() bool) {
	low, high := ev.eval(d.Low), ev.eval(d.High)
	op := token.LEQ
	if d.HalfOpen {
		op = token.LSS
	}
	for x := low; ordered(op, v.Type, x, high); {
		if !ev.bindAll([]*refine.Variable{v}, []Val{x}, body) || x == high {
			return
		}
		x = IntVal(x.(IntVal) + 1)
	}
}

func (ev *evaluator) eachOfType(d refine.Domain, vars []*refine.Variable, body func() bool) {
	if ev.env.Values == nil {
		cannot("the values of %s are not known", d.T)
	}
	vs, err := ev.env.Values(d.T)
	must(nil, err)
	for _, x := range vs {
		more := ev.bindAll(vars[:1], []Val{x}, func() bool {
			if d.Where != nil && !ev.truth(d.Where) {
				return true
			}
			if len(vars) == 1 {
				return body()
			}
			more := true
			ev.eachOfType(refine.Domain{Kind: refine.OfType, T: d.T}, vars[1:], func() bool {
				more = body()
				return more
			})
			return more
		})
		if !more {
			return
		}
	}
}

// elements returns those of a slice, an array or a pointer to one.
func (ev *evaluator) elements(v Val) []Val {
	switch v := v.(type) {
	case SliceVal:
		return v.elems()
	case ArrayVal:
		return v
	case PointerVal:
		return v.load().(ArrayVal)
	}
	return nil
}

func (ev *evaluator) in(e *refine.In) bool {
	if e.Over.Kind == refine.Span {
		x := ev.eval(e.X)
		op := token.LEQ
		if e.Over.HalfOpen {
			op = token.LSS
		}
		t := e.X.Type()
		return ordered(token.LEQ, t, ev.eval(e.Over.Low), x) && ordered(op, t, x, ev.eval(e.Over.High))
	}
	over := ev.eval(e.Over.X)
	x := ev.eval(e.X)
	var among []Val
	t := refine.ElemType(e.Over.X.Type())
	switch e.Over.Kind {
	case refine.Elements:
		among = ev.elements(over)
	case refine.Runes:
		for _, r := range string(over.(StringVal)) {
			among = append(among, IntVal(r))
		}
	case refine.Entries:
		t = e.Over.X.Type().Underlying().(*types.Map).Key()
		if m, ok := over.(*MapVal); ok {
			among = m.Keys
		}
	case refine.Iterator:
		found := false
		ev.iterate(e.Over.X, func(vals []Val) bool {
			found = ev.equal(e.X.Type(), vals[0], x, true)
			return !found
		})
		return found
	default:
		cannot("membership in a type has no meaning")
	}
	x = box(x, e.X.Type(), t)
	for _, y := range among {
		if ev.equal(t, y, x, true) {
			return true
		}
	}
	return false
}

func (ev *evaluator) tuple(e *refine.Tuple) bool {
	results := ev.eval(e.Call).(TupleVal)
	for i, c := range e.Parts() {
		if !ev.compare(c, results[i], ev.eval(c.Y)) {
			return !e.Equal
		}
	}
	return e.Equal
}
