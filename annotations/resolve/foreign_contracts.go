package resolve

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// homeSources returns the contract that fn has in its own package, if that is another one. It is in
// its doc comment, in contract files, and at interface methods that it implements. It leaves out
// whether, and with which type arguments, the function is tested there.
func homeSources(u *names.Unit, fn *types.Func) []source {
	home := u.UnitOf(fn.Pkg())
	if home == nil || home == u {
		return nil
	}
	c := &collector{u: home, byFunc: map[*types.Func]*subject{}}
	for _, f := range home.Found {
		switch o := f.Owner.(type) {
		case *syntax.FuncOwner:
			if home.Node.Info.Defs[o.Decl.Name] == fn {
				s := c.subject(fn, fn.Pos(), nil)
				s.sources = append(s.sources, source{dirs: f.Directives, file: home.FileOf(o.Decl.Pos()), unit: home, sig: fn.Signature()})
			}
		case *syntax.VarOwner:
			if len(o.Spec.Values) != 1 {
				continue
			}
			if named, _ := home.FunctionOf(o.Spec.Values[0]); named == fn {
				c.foreign(o, f.Directives)
			}
		case *syntax.MethodOwner:
			c.interfaceMethod(o, f.Directives)
		}
	}
	s := c.byFunc[fn]
	if s == nil {
		return nil
	}
	for i := range s.sources {
		src := &s.sources[i]
		src.isFunctionPackage = true
		src.dirs = slices.DeleteFunc(slices.Clone(src.dirs), func(d *syntax.Directive) bool {
			switch d.Body.(type) {
			case *syntax.With, *syntax.Skip:
				return true
			}
			return false
		})
	}
	return s.sources
}

// homeSource adds the contract from the function's own package, as far as it can be evaluated in
// this one. Other postconditions are tested at home. With another precondition the function is
// unsupported.
func (b *builder) homeSource(src source) {
	c := b.c
	pre, post, lets, classes, callbacks, panics := len(c.Pre), len(c.Post), len(c.Lets), len(c.Classes), len(c.Callbacks), c.Panics
	b.source(src)
	hidden := func(e refine.Expr) error { return gosource.Writable(b.u.Node.Types, b.p.forwards, e) }
	if slices.ContainsFunc(c.Lets[lets:], func(l *refine.Let) bool { return hidden(l.Value) != nil }) {
		c.Lets = c.Lets[:lets]
		c.Post = append(c.Post[:post], slices.DeleteFunc(c.Post[post:], func(cl *refine.Clause) bool { return speaksOfLet(cl.Expr, lets) })...)
	}
	unseen := func(cl *refine.Clause) bool { return hidden(cl.Expr) != nil }
	c.Post = append(c.Post[:post], slices.DeleteFunc(c.Post[post:], unseen)...)
	c.Classes = append(c.Classes[:classes], slices.DeleteFunc(c.Classes[classes:], unseen)...)
	needed := slices.Clone(c.Pre[pre:])
	if c.Panics != panics {
		needed = append(needed, c.Panics)
	}
	for _, f := range c.Callbacks[callbacks:] {
		needed = slices.Concat(needed, f.Require, f.Ensure)
	}
	for _, cl := range needed {
		if err := hidden(cl.Expr); err != nil && c.Unsupported == "" {
			c.Unsupported = fmt.Sprintf("its own contract says %s %s, which cannot be evaluated in package %s: %v", cl.Kind, cl.Text, b.u.Node.Types.Name(), err)
			c.UnsupportedPos = cl.Pos
			c.Help = fmt.Sprintf("put this contract into a file of package %s", b.s.fn.Pkg().Name())
		}
	}
}

// speaksOfLet reports whether an expression refers to the n-th let or a later one.
func speaksOfLet(e refine.Expr, n int) (found bool) {
	if e == nil {
		return false
	}
	refine.Inspect(e, func(x refine.Expr) bool {
		r, ok := x.(*refine.Ref)
		found = found || ok && r.Var.Role == refine.Before && r.Var.Index >= n
		return !found
	})
	return found
}
