package codegen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// unassertable says why no call of a function can be checked, or returns "".
func (a *asserter) unassertable(c *refine.Contract) string {
	pkg := a.u.Pkg
	switch {
	case c.Func == nil:
		return "there is no function to call"
	case a.inTest(c.Func) || pkg.External && !a.foreign(c.Func):
		return "it is part of the tests"
	case len(c.TypeArgs) == 0 && c.Func.Signature().TypeParams().Len()+c.Func.Signature().RecvTypeParams().Len() > 0:
		return c.Unsupported + "; //rtest:with lists the type arguments for which calls are checked"
	case a.foreign(c.Func) && !a.woven(c.Func.Pkg().Path()):
		return "package " + c.Func.Pkg().Path() + ", which declares it, is of another module"
	case a.foreign(c.Func) && !pkg.External && slices.Contains(pkg.TestFiles, c.Pos.Filename):
		return "the contract is in a test file of package " + pkg.Types.Name() + ", and for the function of another package; a contract of package " +
			pkg.Types.Name() + "_test is checked"
	}
	for _, v := range slices.Concat(c.Inputs(), c.Results) {
		if !a.f.Names(v.Type) {
			return fmt.Sprintf("the type of %s cannot be written", v.Name)
		}
	}
	return ""
}

// inTest reports whether an object is declared in a test file.
func (a *asserter) inTest(o types.Object) bool {
	return !a.u.Pkg.External && slices.Contains(a.u.Pkg.TestFiles, a.u.Pkg.Fset.PositionFor(o.Pos(), false).Filename)
}

// assertable returns a contract with the clauses that can be checked at a call, and records the
// others.
func (a *asserter) assertable(whole *refine.Contract) *refine.Contract {
	c := *whole
	a.withoutOwn(&c)
	reject := func(cl *refine.Clause, why string) {
		a.out.Unchecked = append(a.out.Unchecked, Unchecked{Contract: whole, Clause: cl, Why: why})
	}
	bad := map[*refine.Variable]string{}
	var lets []*refine.Let
	for _, l := range c.Lets {
		why := a.unevaluable(whole, l.Value, bad)
		if why == "" && refine.Mutable(l.Value.Type()) {
			why = a.lockBelow(l.Value.Type())
		}
		if why != "" {
			bad[l.Var] = why
			continue
		}
		v := *l
		lets = append(lets, &v)
	}
	keep := func(list []*refine.Clause) (kept []*refine.Clause) {
		for _, cl := range list {
			if why := a.unevaluable(whole, cl.Expr, bad); why != "" {
				reject(cl, why)
				continue
			}
			kept = append(kept, cl)
		}
		return kept
	}
	c.Pre, c.Post = keep(c.Pre), keep(c.Post)
	if c.Panics != nil && len(keep([]*refine.Clause{c.Panics})) == 0 {
		c.Panics = nil
	}
	if len(lets) == len(c.Lets) {
		c.Lets = lets
	} else {
		c.Lets = a.renumbered(lets, &c, reject)
	}
	if why := a.lockBelowInputs(whole); why != "" && c.Pure != nil {
		reject(c.Pure, why)
		c.Pure = nil
	}
	for _, cb := range c.AllCallbacks() {
		for _, cl := range slices.Concat(cb.Require, cb.Ensure) {
			reject(cl, "calls of functions that are passed in are not checked")
		}
	}
	a.hiddenInvariants(whole, reject)
	return &c
}

// withoutOwn drops the clauses from the doc comment of a function of another package: that package checks its
// calls itself. It keeps them for generic functions, whose own checks are for other type arguments.
func (a *asserter) withoutOwn(c *refine.Contract) {
	if !a.foreign(c.Func) || len(c.TypeArgs) > 0 || c.Func.Signature().RecvTypeParams().Len() > 0 {
		return
	}
	file := a.u.Pkg.Fset.PositionFor(c.Func.Pos(), false).Filename
	own := func(cl *refine.Clause) bool { return cl.Pos.Filename == file }
	c.Pre, c.Post = slices.DeleteFunc(slices.Clone(c.Pre), own), slices.DeleteFunc(slices.Clone(c.Post), own)
	if c.Panics != nil && own(c.Panics) {
		c.Panics = nil
	}
	if c.Pure != nil && own(c.Pure) {
		c.Pure = nil
	}
}

// renumbered drops all lets, and the postconditions that need one: some cannot be evaluated.
func (a *asserter) renumbered(lets []*refine.Let, c *refine.Contract, reject func(*refine.Clause, string)) []*refine.Let {
	needs := func(cl *refine.Clause) bool {
		found := false
		refine.Inspect(cl.Expr, func(e refine.Expr) bool {
			r, ok := e.(*refine.Ref)
			found = found || ok && r.Var.Role == refine.Before
			return !found
		})
		return found
	}
	var kept []*refine.Clause
	for _, cl := range c.Post {
		if needs(cl) {
			reject(cl, "a let that refers to another let cannot be evaluated at a call")
			continue
		}
		kept = append(kept, cl)
	}
	c.Post = kept
	return lets[:0]
}

// hiddenInvariants records the invariants that are not checked: those of values that another
// goroutine may change meanwhile, and those that have no name here.
func (a *asserter) hiddenInvariants(c *refine.Contract, reject func(*refine.Clause, string)) {
	for _, v := range slices.Concat(c.Inputs(), c.Results) {
		if why := a.lockIn(v.Type); why != "" && gosource.HoldsInvariants(a.u.Pkg.Types, a.u.Pkg.Forwards, a.u.Pkg.Facts, v.Type) {
			reject(invariantOf(c, v), why)
		}
		if hidden := gosource.HiddenInvariant(a.u.Pkg.Types, a.u.Pkg.Forwards, a.u.Pkg.Facts, v.Type); hidden != nil {
			reject(hidden, "it mentions what its package does not export")
		}
	}
}

// unevaluable says why an expression cannot be evaluated at a call, or returns "". Bad are the lets
// that cannot.
func (a *asserter) unevaluable(c *refine.Contract, e refine.Expr, bad map[*refine.Variable]string) (why string) {
	say := func(text string) {
		if why == "" {
			why = text
		}
	}
	refine.Inspect(e, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Ref:
			if _, function := e.Var.Type.Underlying().(*types.Signature); function && e.Var.Role != refine.Bound {
				say("evaluating it would call " + e.Var.Name + " again, a function that may do more than answer")
			}
			if e.Var.Role == refine.Input || e.Var.Role == refine.Result {
				say(a.lockIn(e.Var.Type))
			}
			say(bad[e.Var])
		case *refine.Field:
			say(a.lockIn(e.X.Type()))
		case *refine.Old:
			// Its value is copied before the call. If it has bound variables, all inputs are copied.
			if mentionsBound(e.X) {
				say(a.lockBelowInputs(c))
			} else if refine.Mutable(e.X.Type()) {
				say(a.lockBelow(e.X.Type()))
			}
		case *refine.Compare:
			// A comparison with nil does not call the function.
			return !refine.IsNil(e.X) && !refine.IsNil(e.Y) || !isFunctionRef(e.X) && !isFunctionRef(e.Y)
		case *refine.Quant:
			if e.Over.Kind == refine.OfType {
				say("it ranges over all values of a type, which are known within bounds only")
			}
		case *refine.Builtin:
			if e.Own && e.Name == "calls" {
				say("the calls of functions that are passed in are not recorded")
			}
		case *refine.Object:
			if e.Obj.Pkg() == a.u.Pkg.Types && a.inTest(e.Obj) {
				say("it needs " + e.Obj.Name() + " of a test file")
			}
		case *refine.Method:
			say(a.lockIn(e.X.Type()))
			if o := e.Sel.Obj(); o.Pkg() == a.u.Pkg.Types && a.inTest(o) {
				say("it needs " + o.Name() + " of a test file")
			}
		}
		return why == ""
	})
	if why == "" {
		if err := gosource.Writable(a.u.Pkg.Types, a.u.Pkg.Forwards, e); err != nil {
			say(err.Error())
		}
	}
	return why
}

func isFunctionRef(e refine.Expr) bool {
	_, function := e.Type().Underlying().(*types.Signature)
	_, ref := e.(*refine.Ref)
	return function && ref
}

// takesFunction reports whether a function is among what a function is called with, so that a panic
// may be that of the caller.
func takesFunction(c *refine.Contract) bool {
	return slices.ContainsFunc(c.Inputs(), func(v *refine.Variable) bool {
		switch v.Type.Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true
		}
		return false
	})
}

// lockBelowInputs is lockBelow for the first of the inputs below which there is a lock.
func (a *asserter) lockBelowInputs(c *refine.Contract) string {
	for _, v := range c.Inputs() {
		if why := a.lockBelow(v.Type); why != "" {
			return why
		}
	}
	return ""
}

// lockIn names the lock or atomic variable in a value, or in its target, or returns "". Another goroutine may
// change such a value while a clause reads it.
func (a *asserter) lockIn(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return lockText(a.lockedType(t, false, map[types.Type]bool{}))
}

// lockBelow is lockIn for all that a value reaches.
func (a *asserter) lockBelow(t types.Type) string {
	return lockText(a.lockedType(t, true, map[types.Type]bool{}))
}

func lockText(name string) string {
	if name == "" {
		return ""
	}
	return "it reads a value with a " + name + ", which another goroutine may change meanwhile"
}

// lockedType returns the name of a lock in values of a type. With below it also looks at what these
// refer to.
func (a *asserter) lockedType(t types.Type, below bool, seen map[types.Type]bool) string {
	t = types.Unalias(t)
	if seen[t] {
		return ""
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		path, module := n.Obj().Pkg().Path(), a.u.Pkg.Module
		switch {
		case path == "sync/atomic" || path == "sync" && n.Obj().Name() != "Locker":
			return n.Obj().Pkg().Name() + "." + n.Obj().Name()
		case path != module && !strings.HasPrefix(path, module+"/"):
			return "" // Its methods see to that.
		}
	}
	var parts []types.Type
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		if below {
			parts = refine.TypeParts(t)
		}
	case *types.Array:
		parts = []types.Type{u.Elem()}
	case *types.Struct:
		parts = refine.TypeParts(t)
	}
	for _, part := range parts {
		if name := a.lockedType(part, below, seen); name != "" {
			return name
		}
	}
	return ""
}
