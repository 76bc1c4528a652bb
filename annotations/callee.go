package annotations

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// Callee returns the contract under which a call of a via directive is made in
// the package: that of the function, if it has one that is visible there, else
// one that says nothing but what the function's own bounds and its code say.
// Own tells which. The contract of a composite literal has one result and no
// function.
func (p *Program) Callee(pkg *refine.Package, b *refine.Builder) (c *refine.Contract, own bool) {
	if b.Literal != nil {
		result := &refine.Variable{Name: "result", Type: b.Literal.Type(), Role: refine.Result}
		return &refine.Contract{Name: b.Name, Pos: b.Pos, Results: []*refine.Variable{result}, Bounds: refine.NoBounds()}, false
	}
	for _, c := range pkg.Contracts {
		if c.Func == b.Func && identicalTypes(c.TypeArgs, b.TypeArgs) && c.Unsupported == "" {
			return c, true
		}
	}
	u := p.units[pkg]
	s, own := u.calleeSubject(b.Func)
	inst, err := u.instantiate(b.Func, b.TypeArgs)
	if err != nil {
		return &refine.Contract{Name: b.Name, Pos: b.Pos, Func: b.Func, Bounds: refine.NoBounds(), Unsupported: err.Error()}, false
	}
	// What is wrong with the contract was reported where it stands.
	diags := u.root.diags
	c = u.contract(s, inst, false)
	u.root.diags = diags
	if !own {
		c.Bounds = standardBound(c)
	}
	return c, own
}

// calleeSubject returns a function with all that directives say of it: in
// contract files of the unit, and in its own doc comment.
func (u *unit) calleeSubject(fn *types.Func) (s *subject, own bool) {
	s = &subject{fn: fn, pos: fn.Pos()}
	add := func(src source) {
		s.sources = append(s.sources, src)
		own = own || makesContract(src.dirs)
	}
	home := u.of(fn.Pkg())
	if home != nil {
		for _, f := range home.found {
			if o, ok := f.Owner.(*syntax.FuncOwner); ok && home.node.info.Defs[o.Decl.Name] == fn {
				add(source{f.Directives, home.fileOf(o.Decl.Pos()), home, fn.Signature(), nil})
			}
		}
	}
	for _, f := range u.found {
		if o, ok := f.Owner.(*syntax.VarOwner); ok && len(o.Spec.Values) == 1 {
			if named, _ := u.functionOf(o.Spec.Values[0]); named == fn {
				add(source{f.Directives, u.fileOf(o.Spec.Pos()), u, fn.Signature(), nil})
			}
		}
	}
	return s, own
}

func identicalTypes(a, b []types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !types.Identical(a[i], b[i]) {
			return false
		}
	}
	return true
}
