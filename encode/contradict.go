package encode

import (
	"fmt"
	"go/constant"
	"go/token"
	"math"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/refine"
)

// Abstraction returns a form that has a solution if some input of any size satisfies all the
// predicates. The converse does not hold. The form keeps integers, booleans and Go's arithmetic on
// them, over their whole range. Everything else becomes a variable that may have any value; parts
// written alike over the same inputs share one. Of a string it keeps its length and which strings it
// equals.
//
// So predicates whose abstraction has no solution contradict each other, whatever the bounds. This is
// predicate abstraction without refinement (Graf and Saïdi, Construction of abstract state graphs with
// PVS, CAV 1997).
func Abstraction(predicates ...refine.Expr) (f *form.Form, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(term.TooMuch); !ok {
				panic(r)
			}
			f, err = nil, fmt.Errorf("the predicates are too large")
		}
	}()
	a := &abstraction{b: term.NewBuilder(), parts: map[string]term.Term{}, ids: map[any]int{}, texts: map[string]int{}}
	a.b.Most = abstractionWork
	all := make([]term.Term, len(predicates))
	for i, p := range predicates {
		all[i] = a.scalar(p)
	}
	return a.b.Form(a.b.And(all...), 0), nil
}

// abstractionWork limits the work of the builder.
const abstractionWork = 1_000_000

type abstraction struct {
	b *term.Builder
	// parts has the variables by key.
	parts map[string]term.Term
	// ids number the objects that names refer to, because equal names may mean different things.
	ids map[any]int
	// texts number the constant strings.
	texts map[string]int
}

// free returns the variable for a key and a kind, which may have any value of the kind. Expressions
// written alike may differ in kind, as the constants in 1/(x-x) do.
func (a *abstraction) free(key string, k form.Kind) term.Term {
	return a.variable(fmt.Sprint(key, " of kind ", k), k, k.Bounds())
}

func (a *abstraction) variable(key string, k form.Kind, dom form.Span) term.Term {
	if t, ok := a.parts[key]; ok {
		return t
	}
	v := form.Var{Name: key, Kind: k, Parent: -1, Dom: []form.Span{dom}}
	a.b.Vars = append(a.b.Vars, v)
	t := a.b.Ref(len(a.b.Vars) - 1)
	a.parts[key] = t
	return t
}

// key returns a text that is the same only for expressions that have the same value.
func (a *abstraction) key(e refine.Expr) string {
	var s strings.Builder
	s.WriteString(refine.Print(e, nil))
	refine.Inspect(e, func(e refine.Expr) bool {
		var what any
		switch e := e.(type) {
		case *refine.Ref:
			what = e.Var
		case *refine.Object:
			what = e.Obj
		case *refine.Method:
			what = e.Sel.Obj()
		default:
			return true
		}
		if _, ok := a.ids[what]; !ok {
			a.ids[what] = len(a.ids)
		}
		fmt.Fprintf(&s, " %d", a.ids[what])
		return true
	})
	return s.String()
}

// scalar returns the term of a bool or an integer.
func (a *abstraction) scalar(e refine.Expr) term.Term {
	k, _ := layout.KindOf(e.Type())
	switch e := e.(type) {
	case *refine.Const:
		return a.b.Scalar(k, e.Value)
	case *refine.Unary:
		return a.unary(e, k)
	case *refine.Arith:
		return a.arith(e, k)
	case *refine.Compare:
		return a.compare(e)
	case *refine.Logic:
		return a.logic(e)
	case *refine.Cond:
		return a.b.Ite(a.scalar(e.C), a.scalar(e.A), a.scalar(e.B))
	case *refine.In:
		if e.Over.Kind == refine.Span {
			return a.within(e)
		}
	case *refine.Convert:
		if _, ok := layout.KindOf(e.X.Type()); ok && k != form.Bool {
			return a.b.Conv(k, a.scalar(e.X))
		} else if ok {
			return a.scalar(e.X)
		}
	case *refine.Builtin:
		return a.builtin(e, k)
	case *refine.Nil, *refine.Ref, *refine.Object, *refine.Deref, *refine.Quant, *refine.Is, *refine.Assert, *refine.Call,
		*refine.Method, *refine.Field, *refine.Index, *refine.Slice, *refine.Composite, *refine.LetIn, *refine.Old, *refine.Tuple:
	}
	return a.free(a.key(e), k)
}

func (a *abstraction) unary(e *refine.Unary, k form.Kind) term.Term {
	switch e.Op {
	case token.NOT:
		return a.b.Not(a.scalar(e.X))
	case token.ADD:
		return a.scalar(e.X)
	case token.SUB:
		return a.b.Arith(form.Sub, a.b.Constant(k, 0), a.scalar(e.X))
	case token.XOR:
		all := form.EvalOp(form.Conv, k, form.Int64, -1, 0, 0)
		return a.b.Arith(form.BitXor, a.scalar(e.X), a.b.Constant(k, all))
	}
	return a.free(a.key(e), k)
}

// arith returns the term of arithmetic on integers. If Go panics, the result may be anything, because
// no input satisfies the predicate then.
func (a *abstraction) arith(e *refine.Arith, k form.Kind) term.Term {
	x, y := a.scalar(e.X), a.scalar(e.Y)
	if v, known := a.b.Value(y); (e.Op == token.QUO || e.Op == token.REM) && (!known || v == 0) {
		return a.free(a.key(e), k)
	}
	return a.b.Arith(lift.BinaryOps[e.Op], x, y)
}

func (a *abstraction) logic(e *refine.Logic) term.Term {
	x, y := a.scalar(e.X), a.scalar(e.Y)
	switch e.Op {
	case refine.And:
		return a.b.And(x, y)
	case refine.Or:
		return a.b.Or(x, y)
	case refine.Implies:
		return a.b.Or(a.b.Not(x), y)
	}
	return a.b.Eq(x, y)
}

func (a *abstraction) compare(e *refine.Compare) term.Term {
	x, y, op := e.X, e.Y, e.Op
	if op == token.GTR || op == token.GEQ {
		x, y = y, x
	}
	_, scalar := layout.KindOf(x.Type())
	_, both := layout.KindOf(y.Type())
	switch {
	case scalar && both && (op == token.LSS || op == token.GTR):
		return a.b.Lt(a.scalar(x), a.scalar(y))
	case scalar && both && (op == token.LEQ || op == token.GEQ):
		return a.b.Le(a.scalar(x), a.scalar(y))
	case op == token.EQL:
		return a.equal(x, y, scalar && both)
	case op == token.NEQ:
		return a.b.Not(a.equal(x, y, scalar && both))
	}
	return a.free(a.key(e), form.Bool)
}

func (a *abstraction) equal(x, y refine.Expr, scalar bool) term.Term {
	if scalar {
		return a.b.Eq(a.scalar(x), a.scalar(y))
	}
	if refine.IsString(x.Type()) && refine.IsString(y.Type()) {
		return a.b.And(a.b.Eq(a.text(x), a.text(y)), a.b.Eq(a.length(x), a.length(y)))
	}
	keys := []string{a.key(x), a.key(y)}
	slices.Sort(keys)
	return a.free(strings.Join(keys, " == "), form.Bool)
}

// text returns the number that stands for a string.
func (a *abstraction) text(e refine.Expr) term.Term {
	c, ok := e.(*refine.Const)
	if !ok {
		return a.free(a.key(e), form.Int64)
	}
	s := constant.StringVal(c.Value)
	if _, ok := a.texts[s]; !ok {
		a.texts[s] = len(a.texts)
	}
	return a.b.Number(a.texts[s])
}

// length returns the length of e, which is not negative.
func (a *abstraction) length(e refine.Expr) term.Term {
	if c, ok := e.(*refine.Const); ok {
		return a.b.Number(len(constant.StringVal(c.Value)))
	}
	return a.variable("len("+a.key(e)+")", form.Int64, form.Span{Lo: 0, Hi: math.MaxInt64})
}

// within returns the term of x in low..high.
func (a *abstraction) within(e *refine.In) term.Term {
	x, low := a.scalar(e.X), a.scalar(e.Over.Low)
	holds := a.b.Le(low, x)
	if e.Over.High == nil {
		return holds
	}
	high := a.scalar(e.Over.High)
	if e.Over.HalfOpen {
		return a.b.And(holds, a.b.Lt(x, high))
	}
	return a.b.And(holds, a.b.Le(x, high))
}

func (a *abstraction) builtin(e *refine.Builtin, k form.Kind) term.Term {
	switch {
	case e.Own:
	case e.Name == "len":
		return a.length(e.Args[0])
	case e.Name == "min", e.Name == "max":
		best := a.scalar(e.Args[0])
		for _, arg := range e.Args[1:] {
			x := a.scalar(arg)
			less := a.b.Lt(x, best)
			if e.Name == "max" {
				less = a.b.Lt(best, x)
			}
			best = a.b.Ite(less, x, best)
		}
		return best
	}
	return a.free(a.key(e), k)
}
