package resolve

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/annotations/facts"
	"github.com/rtest-dev/rtest/refine"
)

// usedTests returns the test files that have contracts, or declare something that a contract or
// such a file needs.
func (p *Package) usedTests() []string {
	used := map[string]bool{}
	mark := func(obj types.Object) {
		if obj == nil || obj.Pkg() != p.Unit.Node.Types || !obj.Pos().IsValid() {
			return
		}
		if p.Unit.InTest(obj) {
			used[p.Unit.Graph.Fset.Position(obj.Pos()).Filename] = true
		}
	}
	for _, name := range p.Unit.ContractTests() {
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
	inspectFacts(p.facts, func(x refine.Expr) bool {
		markObjects(x, mark)
		return true
	})
	markNamed(p.facts, mark)
	for again := true; again; {
		again = false
		n := len(used)
		for _, f := range p.Unit.Node.Files {
			if !used[p.Unit.Graph.Fset.Position(f.Package).Filename] {
				continue
			}
			for id, obj := range p.Unit.Node.Info.Uses {
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

// markObjects calls mark for the objects that one node of an expression names.
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

// markNamed calls mark for the objects in facts that are not in expressions: inhabitants and the
// functions of via directives.
func markNamed(f *facts.Facts, mark func(types.Object)) {
	f.Each(func(tf *refine.TypeFacts) {
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

// inspectFacts visits every expression in the facts.
func inspectFacts(f *facts.Facts, visit func(refine.Expr) bool) {
	f.Each(func(tf *refine.TypeFacts) {
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
