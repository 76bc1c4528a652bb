package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"

	"github.com/rtest-dev/rtest/refine"
)

// callers maps each function or package-level variable of a package to the functions and variables
// whose declarations mention it.
type callers map[types.Object][]types.Object

// newCallers reads the declarations of a package.
func newCallers(p *refine.Package) callers {
	c := callers{}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				c.add(p, fd.Name, fd)
			}
		}
	}
	for v := range variables(p) {
		for _, name := range v.Names {
			c.add(p, name, v)
		}
	}
	return c
}

// variables yields the declarations of package-level variables.
func variables(p *refine.Package) iter.Seq[*ast.ValueSpec] {
	return func(yield func(*ast.ValueSpec) bool) {
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				g, ok := d.(*ast.GenDecl)
				if !ok || g.Tok != token.VAR {
					continue
				}
				for _, s := range g.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && !yield(v) {
						return
					}
				}
			}
		}
	}
}

// add records the names that a declaration mentions.
func (c callers) add(p *refine.Package, name *ast.Ident, decl ast.Node) {
	by := p.Info.Defs[name]
	if by == nil {
		return
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch o := p.Info.Uses[id].(type) {
		case *types.Func:
			c[o.Origin()] = append(c[o.Origin()], by)
		case *types.Var:
			if o.Parent() == p.Types.Scope() {
				c[o] = append(c[o], by)
			}
		}
		return true
	})
}

// leadingTo returns the functions that may lead to one of the goals. A method may be called
// wherever an interface method of its name is.
func (c callers) leadingTo(goals []types.Object) map[*types.Func]bool {
	leading, seen := map[*types.Func]bool{}, map[types.Object]bool{}
	for len(goals) > 0 {
		o := goals[0]
		goals = goals[1:]
		if seen[o] {
			continue
		}
		seen[o] = true
		goals = append(goals, c[o]...)
		fn, ok := o.(*types.Func)
		if !ok {
			continue
		}
		leading[fn] = true
		if fn.Signature().Recv() == nil {
			continue
		}
		for called, by := range c {
			if m, ok := called.(*types.Func); ok && m.Name() == fn.Name() && m.Signature().Recv() != nil && types.IsInterface(m.Signature().Recv().Type()) {
				goals = append(goals, by...)
			}
		}
	}
	return leading
}
