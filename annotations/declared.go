package annotations

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// checkDeclared checks the aliases and defs of the unit, whether or not a contract
// uses them. Type parameters stand for their default types.
func checkDeclared(u *names.Unit) {
	for _, name := range slices.Sorted(maps.Keys(u.Aliases)) {
		if !u.Aliases[name].Bad {
			checkAlias(u, u.Aliases[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u.Defs)) {
		if !u.Defs[name].Bad {
			checkDef(u, u.Defs[name])
		}
	}
}

func checkAlias(u *names.Unit, a *names.Alias) {
	t := newTyper(u)
	t.repeated(append(typeParamNames(a.TypeParams), goParamNames(a.Params)...), "parameter")
	sc := u.FileScope(a.File, a.Directive)
	for _, p := range a.TypeParams {
		sc.Names[p.Name.Name] = &names.Binding{Type: t.sampleType(sc, p)}
	}
	in := sc.Inner()
	if !t.bindParams(sc, in, a.Params) {
		return
	}
	t.unfolding = append(t.unfolding, a)
	base := t.base(in, a.Type, nil)
	if base == nil {
		return
	}
	v := &refine.Variable{Name: "value", Type: base, Role: refine.Bound}
	t.nesting.at = &refine.FuncParts{} // where functions may stand is seen at the use
	t.refined(in, a.Type, &refine.Ref{Source: names.SourceOf(a.Type), Var: v}, 0)
}

// sampleType is a type that a type parameter admits.
func (t *typer) sampleType(sc *names.Scope, p syntax.TypeParam) types.Type {
	if p.Constraint == nil {
		return types.Typ[types.Int]
	}
	c := t.goType(sc, p.Constraint)
	if c == nil {
		return types.Typ[types.Int]
	}
	iface, ok := c.Underlying().(*types.Interface)
	if !ok {
		return types.Typ[types.Int]
	}
	for _, kind := range []types.BasicKind{types.Int, types.String, types.Float64, types.Bool} {
		if types.Satisfies(types.Typ[kind], iface) {
			return types.Typ[kind]
		}
	}
	return types.Typ[types.Int]
}

func (t *typer) bindParams(sc, in *names.Scope, params []syntax.GoParam) bool {
	ok := true
	for _, p := range params {
		typ := t.goType(sc, p.Type)
		if typ == nil {
			ok = false
			continue
		}
		in.Bind(&refine.Variable{Name: p.Name.Name, Type: typ, Role: refine.Bound}, names.SourceOf(p.Name.Span))
	}
	return ok
}

func checkDef(u *names.Unit, d *names.Def) {
	t := newTyper(u)
	t.repeated(goParamNames(d.Params), "parameter")
	sc := u.FileScope(d.File, d.Directive)
	in := sc.Inner()
	// Where a def is used in a postcondition it may use old.
	in.Place = names.After
	ok := t.bindParams(sc, in, d.Params)
	result := t.goType(sc, d.Result)
	if !ok || result == nil {
		return
	}
	t.unfolding = append(t.unfolding, d)
	t.expr(in, d.Expr, result)
}

// built tells whether a declaration is in the program that is tested, of which
// the test files are left out that no contract needs. As long as contracts are
// being read only those count that hold some.
func (f *facts) built(o types.Object) bool {
	if !f.u.InTest(o) {
		return true
	}
	name := f.u.Graph.Fset.Position(o.Pos()).Filename
	return o.Pkg() == f.u.Node.Types && (slices.Contains(f.pkg.UsedTests, name) || slices.Contains(f.u.ContractTests(), name))
}

// usedTests returns the test files that hold contracts, or declare something
// that a contract needs, or that such a file needs.
func (p *tested) usedTests() []string {
	used := map[string]bool{}
	mark := func(obj types.Object) {
		if obj == nil || obj.Pkg() != p.u.Node.Types || !obj.Pos().IsValid() {
			return
		}
		if p.u.InTest(obj) {
			used[p.u.Graph.Fset.Position(obj.Pos()).Filename] = true
		}
	}
	for _, name := range p.u.ContractTests() {
		used[name] = true
	}
	for _, c := range p.pkg.Contracts {
		mark(c.Func)
		for _, t := range c.TypeArgs {
			markType(t, mark)
		}
		c.Inspect(func(x refine.Expr) bool {
			markObjects(x, mark)
			return true
		})
	}
	p.facts.eachExpr(func(x refine.Expr) bool {
		markObjects(x, mark)
		return true
	})
	p.facts.eachNamed(mark)
	for again := true; again; {
		again = false
		n := len(used)
		for _, f := range p.u.Node.Files {
			if !used[p.u.Graph.Fset.Position(f.Package).Filename] {
				continue
			}
			for id, obj := range p.u.Node.Info.Uses {
				if f.FileStart <= id.Pos() && id.Pos() < f.FileEnd {
					mark(obj)
				}
			}
		}
		again = len(used) > n
	}
	files := slices.Sorted(maps.Keys(used))
	return slices.DeleteFunc(files, func(f string) bool { return !slices.Contains(p.pkg.TestFiles, f) })
}

// markObjects calls mark for what one node of an expression names.
func markObjects(x refine.Expr, mark func(types.Object)) {
	switch x := x.(type) {
	case *refine.Object:
		mark(x.Obj)
		if recv := x.Receiver(); recv != nil {
			markType(recv, mark)
		}
	case *refine.Method:
		mark(x.Sel.Obj())
	case *refine.Convert:
		markType(x.T, mark)
	case *refine.Composite:
		markType(x.T, mark)
	case *refine.Is:
		markType(x.T, mark)
	case *refine.Assert:
		markType(x.T, mark)
	case *refine.Quant:
		if x.Over.T != nil {
			markType(x.Over.T, mark)
		}
	}
}

func markType(t types.Type, mark func(types.Object)) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		mark(t.Obj())
		for a := range t.TypeArgs().Types() {
			markType(a, mark)
		}
	case interface{ Elem() types.Type }:
		markType(t.Elem(), mark)
	}
}

// each visits the facts that were resolved so far.
func (f *facts) each(visit func(*refine.TypeFacts)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cache.Iterate(func(_ types.Type, v any) {
		if tf := v.(*refine.TypeFacts); tf != nil {
			visit(tf)
		}
	})
}

// eachNamed calls mark for what facts name that is no expression: inhabitants, and
// what via calls.
func (f *facts) eachNamed(mark func(types.Object)) {
	f.each(func(tf *refine.TypeFacts) {
		for _, in := range tf.OneOf {
			markType(in.T, mark)
		}
		for _, b := range tf.Via {
			if b.Func != nil {
				mark(b.Func)
			}
			for _, t := range b.TypeArgs {
				markType(t, mark)
			}
		}
		if tf.State != nil {
			markObjects(tf.State, mark)
		}
	})
}

// eachExpr visits every expression in them.
func (f *facts) eachExpr(visit func(refine.Expr) bool) {
	f.each(func(tf *refine.TypeFacts) {
		for _, cl := range tf.Laws() {
			refine.Inspect(cl.Expr, visit)
		}
		for _, x := range tf.Values {
			refine.Inspect(x, visit)
		}
		for _, b := range tf.Via {
			if b.Literal != nil {
				refine.Inspect(b.Literal, visit)
			}
		}
	})
}
