package annotations

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// declared checks the aliases and defs of the unit, whether or not a contract
// uses them. Type parameters stand for their default types.
func (u *unit) declared() {
	for _, name := range slices.Sorted(maps.Keys(u.aliases)) {
		if !u.aliases[name].bad {
			u.declaredAlias(u.aliases[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u.defs)) {
		if !u.defs[name].bad {
			u.declaredDef(u.defs[name])
		}
	}
}

func (u *unit) declaredAlias(a *alias) {
	t := u.typer()
	t.repeated(append(typeParamNames(a.TypeParams), goParamNames(a.Params)...), "parameter")
	sc := u.fileScope(a.file, a.dir)
	for _, p := range a.TypeParams {
		sc.names[p.Name.Name] = &binding{typ: t.sampleType(sc, p)}
	}
	in := sc.in()
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
	t.refined(in, a.Type, &refine.Ref{Source: sourceOf(a.Type), Var: v}, 0)
}

// sampleType is a type that a type parameter admits.
func (t *typer) sampleType(sc *scope, p syntax.TypeParam) types.Type {
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

func (t *typer) bindParams(sc, in *scope, params []syntax.GoParam) bool {
	ok := true
	for _, p := range params {
		typ := t.goType(sc, p.Type)
		if typ == nil {
			ok = false
			continue
		}
		in.bind(&refine.Variable{Name: p.Name.Name, Type: typ, Role: refine.Bound}, sourceOf(p.Name.Span))
	}
	return ok
}

func (u *unit) declaredDef(d *def) {
	t := u.typer()
	t.repeated(goParamNames(d.Params), "parameter")
	sc := u.fileScope(d.file, d.dir)
	in := sc.in()
	// Where a def is used in a postcondition it may use old.
	in.place = after
	ok := t.bindParams(sc, in, d.Params)
	result := t.goType(sc, d.Result)
	if !ok || result == nil {
		return
	}
	t.unfolding = append(t.unfolding, d)
	t.expr(in, d.Expr, result)
}

// prefetch lists all standard packages that contracts mention without an
// import, at once: asking the go command takes long.
func (u *unit) prefetch() {
	names := map[string]bool{}
	for _, f := range u.found {
		for _, d := range f.Directives {
			for _, name := range qualifiers(d.Text) {
				names[name] = true
			}
		}
	}
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		path, ok := load.StandardPackages[name]
		if ok && u.node.Types.Scope().Lookup(name) == nil && !u.imported(name) {
			paths = append(paths, path)
		}
	}
	if len(paths) > 0 {
		// What cannot be loaded is reported where it is mentioned.
		_ = u.graph.Require(u.node, paths)
	}
}

func (u *unit) imported(name string) bool {
	for _, f := range u.node.Files {
		if u.importedAs(f, name) != nil {
			return true
		}
	}
	return false
}

// qualifiers returns the names in text that a dot follows.
func qualifiers(text string) []string {
	var out []string
	for i := 0; i < len(text); i++ {
		if text[i] != '.' || i == 0 {
			continue
		}
		j := i
		for j > 0 && (text[j-1] >= 'a' && text[j-1] <= 'z' || text[j-1] >= '0' && text[j-1] <= '9') {
			j--
		}
		if j < i {
			out = append(out, text[j:i])
		}
	}
	return out
}

// built tells whether a declaration is in the program that is tested, of which
// the test files are left out that no contract needs. As long as contracts are
// being read only those count that hold some.
func (f *facts) built(o types.Object) bool {
	if !f.u.inTest(o) {
		return true
	}
	name := f.u.graph.Fset.Position(o.Pos()).Filename
	return o.Pkg() == f.u.node.Types && (slices.Contains(f.pkg.UsedTests, name) || slices.Contains(f.u.contractTests(), name))
}

// inTest tells whether a declaration stands in a test file.
func (u *unit) inTest(o types.Object) bool {
	return strings.HasSuffix(u.graph.Fset.Position(o.Pos()).Filename, "_test.go")
}

// contractTests returns the test files that hold contracts.
func (u *unit) contractTests() []string {
	var names []string
	for _, f := range u.found {
		for _, d := range f.Directives {
			if name := u.graph.Fset.Position(d.From).Filename; strings.HasSuffix(name, "_test.go") && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// usedTests returns the test files that hold contracts, or declare something
// that a contract needs, or that such a file needs.
func (p *tested) usedTests() []string {
	used := map[string]bool{}
	mark := func(obj types.Object) {
		if obj == nil || obj.Pkg() != p.u.node.Types || !obj.Pos().IsValid() {
			return
		}
		if p.u.inTest(obj) {
			used[p.u.graph.Fset.Position(obj.Pos()).Filename] = true
		}
	}
	for _, name := range p.u.contractTests() {
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
		for _, f := range p.u.node.Files {
			if !used[p.u.graph.Fset.Position(f.Package).Filename] {
				continue
			}
			for id, obj := range p.u.node.Info.Uses {
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
