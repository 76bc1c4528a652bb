package rewrite

import (
	"go/ast"
	"go/types"
)

// Reach returns the functions of a package that calls of the functions with these keys may reach, including
// these. A method called through an interface may be any method with its name.
func Reach(p Package, roots map[string]bool) map[*ast.FuncDecl]bool {
	decls, methods := map[types.Object]*ast.FuncDecl{}, map[string][]*ast.FuncDecl{}
	var next []*ast.FuncDecl
	for _, f := range p.Files {
		for _, d := range f.Syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			decls[p.Info.Defs[fn.Name]] = fn
			if fn.Recv != nil {
				methods[fn.Name.Name] = append(methods[fn.Name.Name], fn)
			}
			if roots[Key(fn)] {
				next = append(next, fn)
			}
		}
	}
	met := map[*ast.FuncDecl]bool{}
	for len(next) > 0 {
		fn := next[len(next)-1]
		next = next[:len(next)-1]
		if met[fn] {
			continue
		}
		met[fn] = true
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			f, ok := p.Info.Uses[id].(*types.Func)
			if !ok {
				return true
			}
			if d := decls[f.Origin()]; d != nil {
				next = append(next, d)
			} else if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				next = append(next, methods[f.Name()]...)
			}
			return true
		})
	}
	return met
}
