package refine

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
)

// Check returns what is wrong with e as a term: a type that does not fit its
// place, a type that is missing or untyped, a part that is missing. It is a
// check of the phases before, not of what users write. Free variables are not
// checked; those of a Contract are, by its Check.
func Check(e Expr) error {
	c := &termChecker{}
	c.term(e)
	return errors.Join(c.errs...)
}

// Check returns what is wrong with the contract's terms: each clause must be a
// predicate of the type bool, made of terms that fit, over variables that it
// may use.
func (c *Contract) Check() error {
	var errs []error
	add := func(what string, e Expr, want types.Type, scope func(*Variable) bool) {
		if e == nil {
			errs = append(errs, fmt.Errorf("%s: %s has no term", c.Name, what))
			return
		}
		t := &termChecker{scope: scope}
		t.term(e)
		if want != nil && e.Type() != nil && !types.Identical(e.Type(), want) {
			t.errorf(e, "has the type %s, not %s", e.Type(), want)
		}
		for _, err := range t.errs {
			errs = append(errs, fmt.Errorf("%s: %s: %w", c.Name, what, err))
		}
	}
	inputs, results := c.Inputs(), c.Results
	before := func(n int) []*Variable {
		var out []*Variable
		for _, l := range c.Lets[:n] {
			out = append(out, l.Var)
		}
		return out
	}
	pre := func(v *Variable) bool { return slices.Contains(inputs, v) }
	post := func(v *Variable) bool {
		return pre(v) || slices.Contains(results, v) || slices.Contains(before(len(c.Lets)), v)
	}
	boolean := types.Typ[types.Bool]
	for _, cl := range slices.Concat(c.Pre, c.Classes) {
		add(cl.Text, cl.Expr, boolean, pre)
	}
	for i, l := range c.Lets {
		add(l.Var.Name, l.Value, l.Var.Type, func(v *Variable) bool { return pre(v) || slices.Contains(before(i), v) })
	}
	for _, cl := range c.Post {
		add(cl.Text, cl.Expr, boolean, post)
	}
	if c.Panics != nil {
		add(c.Panics.Text, c.Panics.Expr, boolean, func(v *Variable) bool { return pre(v) || slices.Contains(before(len(c.Lets)), v) })
	}
	for _, cb := range c.AllCallbacks() {
		own := slices.Concat(cb.Params, cb.Results)
		for _, cl := range slices.Concat(cb.Require, cb.Ensure) {
			add(cl.Text, cl.Expr, boolean, func(v *Variable) bool { return post(v) || slices.Contains(own, v) })
		}
	}
	for _, d := range c.Draws {
		for _, e := range d.From.Parts() {
			add(d.Var.Name, e, nil, pre)
		}
	}
	return errors.Join(errs...)
}

type termChecker struct {
	errs []error
	// scope tells whether a variable may be used that is not bound; nil
	// allows all.
	scope func(*Variable) bool
	bound []*Variable
}

func (c *termChecker) errorf(e Expr, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: %s", Print(e, nil), fmt.Sprintf(format, args...)))
}

func (c *termChecker) term(e Expr) {
	if e == nil {
		c.errs = append(c.errs, errors.New("a term is missing"))
		return
	}
	t := e.Type()
	if t == nil {
		c.errs = append(c.errs, fmt.Errorf("a %T has no type", e))
		return
	}
	if b, ok := t.(*types.Basic); ok && (b.Info()&types.IsUntyped != 0 || b.Kind() == types.Invalid) {
		c.errorf(e, "is of the type %s", t)
	}
	switch e := e.(type) {
	case *Quant:
		c.quant(e)
		return
	case *LetIn:
		c.term(e.Value)
		c.fits(e.Value, e.Var.Type)
		c.within([]*Variable{e.Var}, func() { c.term(e.Body) })
		return
	case *Ref:
		if c.scope != nil && !slices.Contains(c.bound, e.Var) && !c.scope(e.Var) {
			c.errorf(e, "is not in scope")
		}
	}
	for _, part := range Parts(e) {
		c.term(part)
	}
	if len(c.errs) == 0 {
		c.rules(e)
	}
}

func (c *termChecker) within(vs []*Variable, body func()) {
	c.bound = append(c.bound, vs...)
	body()
	c.bound = c.bound[:len(c.bound)-len(vs)]
}

func (c *termChecker) quant(e *Quant) {
	if n := len(e.Vars); n == 0 || n > 2 {
		c.errs = append(c.errs, fmt.Errorf("a quantifier binds %d variables", n))
		return
	}
	for _, part := range present(e.Over.X, e.Over.Low, e.Over.High) {
		c.term(part)
	}
	c.within(e.Vars, func() {
		if e.Over.Where != nil {
			c.predicate(e.Over.Where)
		}
		c.predicate(e.Body)
	})
	if len(c.errs) == 0 {
		c.domain(e, e.Over)
	}
}

func (c *termChecker) predicate(e Expr) {
	c.term(e)
	if len(c.errs) == 0 && !IsBoolean(e.Type()) {
		c.errorf(e, "is no predicate, its type is %s", e.Type())
	}
}

// domain checks that a domain is of its kind.
func (c *termChecker) domain(e Expr, d Domain) {
	ok := false
	switch d.Kind {
	case Elements:
		_, isMap := d.X.Type().Underlying().(*types.Map)
		ok = ElemType(d.X.Type()) != nil && !isMap && !IsString(d.X.Type())
	case Runes:
		ok = IsString(d.X.Type())
	case Entries:
		_, ok = d.X.Type().Underlying().(*types.Map)
	case Iterator:
		_, ok = d.X.Type().Underlying().(*types.Signature)
	case Span:
		ok = d.Low != nil && d.High != nil && types.Identical(d.Low.Type(), d.High.Type()) && IsInteger(d.Low.Type())
	case OfType:
		ok = d.T != nil
	}
	if !ok {
		c.errorf(e, "ranges over what is not of the kind %d", d.Kind)
	}
}

// fits checks that e can stand where a value of the type t is wanted.
func (c *termChecker) fits(e Expr, t types.Type) {
	if t != nil && e.Type() != nil && !types.AssignableTo(e.Type(), t) {
		c.errorf(e, "has the type %s where %s is wanted", e.Type(), t)
	}
}

// rules checks one term whose parts are sound.
func (c *termChecker) rules(e Expr) {
	switch e := e.(type) {
	case *Const:
		if _, ok := e.T.Underlying().(*types.Basic); !ok || e.Value == nil {
			c.errs = append(c.errs, fmt.Errorf("a constant of the type %s", e.T))
		}
	case *Nil:
		if !types.AssignableTo(types.Typ[types.UntypedNil], e.T) {
			c.errorf(e, "is of the type %s, which has no nil", e.T)
		}
	case *Unary:
		if e.Op != token.AND {
			c.fits(e.X, e.T)
		}
	case *Deref:
		if p, ok := e.X.Type().Underlying().(*types.Pointer); !ok || !types.Identical(p.Elem(), e.T) {
			c.errorf(e, "is not what a pointer of the type %s points to", e.X.Type())
		}
	case *Arith:
		c.arith(e)
	case *Compare:
		c.compare(e)
	case *Logic:
		c.predicate(e.X)
		c.predicate(e.Y)
	case *Cond:
		c.predicate(e.C)
		c.fits(e.A, e.T)
		c.fits(e.B, e.T)
	case *In:
		c.domain(e, e.Over)
		c.member(e)
	case *Is:
		c.interfaceOf(e, e.X)
	case *Assert:
		c.interfaceOf(e, e.X)
	case *Tuple:
		if t, ok := e.Call.Type().(*types.Tuple); !ok || t.Len() != len(e.Elems) {
			c.errorf(e, "compares a list of %d with a call of the type %s", len(e.Elems), e.Call.Type())
		}
	default:
		c.partRules(e)
	}
}

func (c *termChecker) partRules(e Expr) {
	switch e := e.(type) {
	case *Call:
		c.call(e)
	case *Convert:
		if !types.ConvertibleTo(e.X.Type(), e.T) {
			c.errorf(e, "converts a value of the type %s", e.X.Type())
		}
	case *Field:
		if e.Sel.Kind() != types.FieldVal || !types.Identical(e.Sel.Type(), e.T) {
			c.errorf(e, "has the type %s, the field %s", e.T, e.Sel.Type())
		}
	case *Method:
		if e.Sel.Kind() != types.MethodVal {
			c.errorf(e, "is no method")
		}
	case *Index:
		if m, ok := e.X.Type().Underlying().(*types.Map); ok {
			c.fits(e.I, m.Key())
		} else if !IsInteger(e.I.Type()) {
			c.errorf(e.I, "is an index of the type %s", e.I.Type())
		}
	case *Slice:
		for _, i := range present(e.Low, e.High, e.Max) {
			if !IsInteger(i.Type()) {
				c.errorf(i, "is a bound of the type %s", i.Type())
			}
		}
	case *Builtin:
		if e.Own && !slices.Contains(ownBuiltins, e.Name) {
			c.errorf(e, "calls no function of rtest")
		}
	case *Composite:
		if e.Keys != nil && len(e.Keys) != len(e.Values) {
			c.errorf(e, "has %d keys for %d values", len(e.Keys), len(e.Values))
		}
	}
}

// ownBuiltins are rtest's functions.
var ownBuiltins = []string{"sorted", "distinct", "permutation", "count", "sum", "with", "without", "equal", "calls", "collect", "inside"}

func (c *termChecker) arith(e *Arith) {
	c.fits(e.X, e.T)
	if e.Op == token.SHL || e.Op == token.SHR {
		if !IsInteger(e.Y.Type()) {
			c.errorf(e.Y, "is a shift count of the type %s", e.Y.Type())
		}
		return
	}
	c.fits(e.Y, e.T)
}

func (c *termChecker) compare(e *Compare) {
	x, y := e.X.Type(), e.Y.Type()
	if !types.AssignableTo(x, y) && !types.AssignableTo(y, x) {
		c.errorf(e, "compares values of the types %s and %s", x, y)
		return
	}
	equals := e.Op == token.EQL || e.Op == token.NEQ
	u, basic := x.Underlying().(*types.Basic)
	switch {
	case !equals && (!basic || u.Info()&types.IsOrdered == 0):
		c.errorf(e, "orders values of the type %s", x)
	case equals && !e.Deep && !IsNil(e.X) && !IsNil(e.Y) && (!types.Comparable(x) || !types.Comparable(y)):
		c.errorf(e, "compares values of the type %s, for which Go has no ==", x)
	}
}

func (c *termChecker) member(e *In) {
	switch e.Over.Kind {
	case Elements, Runes:
		c.fits(e.X, ElemType(e.Over.X.Type()))
	case Entries:
		c.fits(e.X, e.Over.X.Type().Underlying().(*types.Map).Key())
	case Span:
		c.fits(e.X, e.Over.Low.Type())
	}
}

func (c *termChecker) interfaceOf(e, x Expr) {
	if !types.IsInterface(x.Type()) {
		c.errorf(e, "asks for the dynamic type of a value of the type %s", x.Type())
	}
}

// HandsOn tells whether all arguments are the results of one call, f(g()), beside
// which Go has no others.
func (e *Call) HandsOn() bool {
	_, ok := HandedOn(e)
	return ok
}

// HandedOn returns the results of the call g() in f(g()), of which there are
// several.
func HandedOn(e *Call) (*types.Tuple, bool) {
	if len(e.Args) != 1 {
		return nil, false
	}
	t, ok := e.Args[0].Type().(*types.Tuple)
	return t, ok
}

func (c *termChecker) call(e *Call) {
	sig, ok := e.Fun.Type().Underlying().(*types.Signature)
	if !ok {
		c.errorf(e, "calls a value of the type %s", e.Fun.Type())
		return
	}
	n := sig.Params().Len()
	if results, ok := HandedOn(e); ok {
		if results.Len() < n-1 || results.Len() != n && !sig.Variadic() {
			c.errorf(e, "has %d arguments for %d parameters", results.Len(), n)
			return
		}
		for i := range results.Len() {
			if to := ParamType(sig, i, false); !types.AssignableTo(results.At(i).Type(), to) {
				c.errorf(e.Args[0], "is a %s where a %s is needed", results.At(i).Type(), to)
			}
		}
		return
	}
	if len(e.Args) < n-1 || len(e.Args) != n && !(sig.Variadic() && !e.Spread) {
		c.errorf(e, "has %d arguments for %d parameters", len(e.Args), n)
		return
	}
	for i, a := range e.Args {
		c.fits(a, ParamType(sig, i, e.Spread))
	}
}
