package resolve

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/facts"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// Callee returns the contract for a call of a via directive in the package. It is the function's
// own contract if that is visible there; own is then true. Otherwise it has no demands except the
// function's own bounds and what its code shows.
//
// The contract of a composite literal, or of a written-out call whose function has no contract, has
// one result and no function. For other written-out calls, and those that may return an error, the
// contract's Values are the arguments, and own is true.
func (p *Package) Callee(b *refine.Callee) (c *refine.Contract, own bool) {
	if b.Literal != nil {
		if b.Func != nil {
			plain := *b
			plain.Literal = nil
			_, failing := b.Literal.Type().(*types.Tuple)
			if c, own := p.Callee(&plain); own || failing {
				return givenArguments(c, b.Args), true
			}
		}
		result := &refine.Variable{Name: "result", Type: b.Literal.Type(), Role: refine.Result}
		return &refine.Contract{Name: b.Name, Pos: b.Pos, Results: []*refine.Variable{result}, Bounds: refine.NoBounds()}, false
	}
	for _, c := range p.pkg.Contracts {
		if !c.Bare && c.Func == b.Func && b.Recv == nil && !c.Promoted() && generics.Identical(c.TypeArgs, b.TypeArgs) && c.Unsupported == "" {
			return c, true
		}
	}
	u := p.Unit
	s, own := calleeSubject(u, b.Func, b.TypeArgs)
	inst, err := generics.Instantiate(u, b.Func, b.TypeArgs)
	if err != nil {
		return &refine.Contract{Name: b.Name, Pos: b.Pos, Func: b.Func, Bounds: refine.NoBounds(), Unsupported: err.Error()}, false
	}
	if b.Recv != nil {
		inst.Recv = b.Recv
		if n, ok := types.Unalias(b.Recv).(*types.Named); ok && types.IsInterface(n) {
			inst.TypeArgs = names.TypeList(n.TypeArgs())
		}
	}
	// Mistakes in the contract are reported where it is written.
	diags := u.Root.Diags
	c = p.contract(s, inst, false)
	if b.Recv != nil && len(u.Root.Diags) > len(diags) && c.Unsupported == "" {
		c.Unsupported = "its contract cannot be applied to a " + u.TypeName(refine.Pointed(b.Recv))
	}
	u.Root.Diags = diags
	if !own {
		c.Bounds = facts.StandardBound(c)
	}
	return c, own
}

// givenArguments returns the contract for calls with only these arguments.
func givenArguments(c *refine.Contract, args []refine.Expr) *refine.Contract {
	given := *c
	given.Values = map[int][]refine.Expr{}
	for i, x := range args {
		given.Values[i] = []refine.Expr{x}
	}
	return &given
}

// receiver returns the expression for the receiver in a contract: the input, or its part that is the receiver of
// a promoted method.
func (b *builder) receiver() refine.Expr {
	var x refine.Expr = &refine.Ref{Var: b.c.Recv}
	if !b.c.Promoted() {
		return x
	}
	at := syntax.Span{From: b.s.pos, To: b.s.pos}
	_, path, _ := types.LookupFieldOrMethod(b.inst.Recv, true, b.s.fn.Pkg(), b.s.fn.Name())
	for _, i := range path[:len(path)-1] {
		s, _ := refine.Struct(x.Type())
		f := b.t.Field(b.pre, x, syntax.Ident{Span: at, Name: s.Field(i).Name()})
		if f == nil {
			return &refine.Ref{Var: b.c.Recv}
		}
		x = f
	}
	_, want := types.Unalias(b.s.fn.Signature().Recv().Type()).(*types.Pointer)
	_, have := types.Unalias(x.Type()).(*types.Pointer)
	switch {
	case want && !have:
		return &refine.Unary{Op: token.AND, X: x, T: types.NewPointer(x.Type())}
	case have && !want:
		return &refine.Deref{X: x, T: refine.Pointed(x.Type())}
	}
	return x
}

// calleeSubject returns a function with all its directives: those in contract files of the unit,
// and those in its own doc comment.
func calleeSubject(u *names.Unit, fn *types.Func, targs []types.Type) (s *subject, own bool) {
	s = &subject{fn: fn, pos: fn.Pos()}
	add := func(src source) {
		s.sources = append(s.sources, src)
		own = own || syntax.MakesContract(src.dirs)
	}
	home := u.UnitOf(fn.Pkg())
	if home != nil {
		for _, f := range home.Found {
			switch o := f.Owner.(type) {
			case *syntax.FuncOwner:
				if home.Node.Info.Defs[o.Decl.Name] == fn {
					add(source{dirs: f.Directives, file: home.FileOf(o.Decl.Pos()), unit: home, sig: fn.Signature()})
				}
			case *syntax.MethodOwner:
				if home.Node.Info.Defs[o.Field.Names[0]] == fn.Origin() {
					add(source{
						dirs: f.Directives, file: home.FileOf(o.Field.Pos()), unit: home, sig: fn.Signature(),
						tparams: typeParamsOf(home.Node.Info.Defs[o.Iface.Name]),
					})
				}
			}
		}
	}
	for _, f := range u.Found {
		if o, ok := f.Owner.(*syntax.VarOwner); ok && len(o.Spec.Values) == 1 {
			named, given := u.FunctionOf(o.Spec.Values[0])
			if named == fn && (len(given) == 0 || len(targs) == 0 || generics.Identical(given, targs) || hasWith(f.Directives)) {
				add(source{dirs: f.Directives, file: u.FileOf(o.Spec.Pos()), unit: u, sig: fn.Signature()})
			}
		}
	}
	return s, own
}

// hasWith reports whether one of the directives is a with directive.
func hasWith(dirs []*syntax.Directive) bool {
	return slices.ContainsFunc(dirs, func(d *syntax.Directive) bool { _, ok := d.Body.(*syntax.With); return ok })
}

func typeParamsOf(o types.Object) *types.TypeParamList {
	if n, ok := o.Type().(*types.Named); ok {
		return n.TypeParams()
	}
	return nil
}

// embeddedReceiver adds the refinement of a receiver that is an embedded part of the input.
func (b *builder) embeddedReceiver(sc *names.Scope, list syntax.ParamList) {
	for _, s := range b.slots(list, []*types.Var{b.src.sig.Recv()}, "receiver") {
		r, x := s.param.Type, b.receiver()
		if b.t.Fits(sc, r, x.Type(), b.c.Recv.Name) {
			if pred, ok := b.t.Refined(sc, r, x, 0); ok && pred != nil {
				cl := b.t.Refinement(sc, r, pred)
				cl.Of = b.c.Recv
				b.c.Pre = append(b.c.Pre, cl)
			}
		}
		if name := s.param.Name.Name; name != "" && name != "_" {
			sc.Names[name] = &names.Binding{Expr: x}
		}
	}
}
