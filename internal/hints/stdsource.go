package hints

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/refine"
)

// A source is the syntax of a package of the standard library. Few of these packages have type
// information, so what their functions compare texts with is read from the syntax.
type source struct {
	pkg *code.Package
	// funcs are the functions and methods by name, of all types.
	funcs map[string][]*ast.FuncDecl
	// tables are the initial values of package variables.
	tables map[string]ast.Expr
	// divisions are the characters by which functions divide texts, as far as they were needed.
	divisions map[*types.Func][][]rune
}

// sourceDepth bounds the calls through which the implementation of a function is followed.
const sourceDepth = 4

// source returns the syntax of a package of the standard library, or nil for other packages.
func (a *Program) source(pkg *code.Package) *source {
	if pkg == nil || pkg.Module != "" || pkg.Syntax == nil {
		return nil
	}
	if s := a.sources[pkg]; s != nil {
		return s
	}
	s := &source{pkg: pkg, funcs: map[string][]*ast.FuncDecl{}, tables: map[string]ast.Expr{}, divisions: map[*types.Func][][]rune{}}
	a.sources[pkg] = s
	for _, f := range pkg.Syntax() {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				s.funcs[d.Name.Name] = append(s.funcs[d.Name.Name], d)
			case *ast.GenDecl:
				s.variables(d)
			}
		}
	}
	return s
}

func (s *source) variables(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR && len(v.Names) == len(v.Values) {
			for i, name := range v.Names {
				s.tables[name.Name] = v.Values[i]
			}
		}
	}
}

// declared returns the declarations of a function, or of a method by the type of its receiver.
func (s *source) declared(fn *types.Func) []*ast.FuncDecl {
	recv := fn.Signature().Recv()
	return slices.DeleteFunc(slices.Clone(s.funcs[fn.Name()]), func(d *ast.FuncDecl) bool {
		if d.Body == nil || (d.Recv == nil) != (recv == nil) {
			return true
		}
		if recv == nil {
			return false
		}
		named, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named)
		return ok && receiverName(d) != named.Obj().Name()
	})
}

// receiverName returns the name of the type of a method's receiver.
func receiverName(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if x, ok := t.(*ast.IndexExpr); ok {
		t = x.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// constructors returns the declarations of the functions that make the receiver of a method. They
// say by what it divides texts.
func (s *source) constructors(fn *types.Func) []*ast.FuncDecl {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	named, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.funcs["New"+named.Obj().Name()]), func(d *ast.FuncDecl) bool { return d.Recv != nil || d.Body == nil })
}

// imported returns the syntax of the package that a name stands for, judging by the last element of
// its path.
func (a *Program) imported(s *source, name string) *source {
	for _, p := range s.pkg.Imports {
		if p.Path[strings.LastIndex(p.Path, "/")+1:] == name {
			return a.source(p)
		}
	}
	return nil
}

// called returns the declarations of the functions that a call may reach: functions of the package
// s and of packages that it imports, and methods of that name. in is their package.
func (a *Program) called(s *source, fun ast.Expr) (in *source, list []*ast.FuncDecl) {
	switch f := fun.(type) {
	case *ast.Ident:
		return s, slices.DeleteFunc(slices.Clone(s.funcs[f.Name]), func(d *ast.FuncDecl) bool { return d.Recv != nil || d.Body == nil })
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			if p := a.imported(s, x.Name); p != nil {
				return p, slices.DeleteFunc(slices.Clone(p.funcs[f.Sel.Name]), func(d *ast.FuncDecl) bool { return d.Recv != nil || d.Body == nil })
			}
		}
		in = s
		if of, ok := f.X.(*ast.CallExpr); ok {
			// A method of the type to which something is converted.
			if sel, ok := of.Fun.(*ast.SelectorExpr); ok {
				if x, ok := sel.X.(*ast.Ident); ok {
					if p := a.imported(s, x.Name); p != nil {
						in = p
					}
				}
			}
		}
		return in, slices.DeleteFunc(slices.Clone(in.funcs[f.Sel.Name]), func(d *ast.FuncDecl) bool { return d.Recv == nil || d.Body == nil })
	}
	return nil, nil
}

// compares reports whether a function of the standard library compares its i-th argument or looks
// it up in something. The receiver of a method counts as the first argument.
func (a *Program) compares(fn *types.Func, i int) bool {
	s := a.source(a.Packages[fn.Pkg()])
	if s == nil {
		return false
	}
	if fn.Signature().Recv() != nil {
		i--
	}
	return i >= 0 && slices.ContainsFunc(s.declared(fn), func(d *ast.FuncDecl) bool { return a.comparesIn(s, d, i, sourceDepth) })
}

// comparesIn reports whether a declared function compares its i-th parameter.
func (a *Program) comparesIn(s *source, d *ast.FuncDecl, i, depth int) bool {
	name := parameterName(d, i)
	if name == "" || name == "_" || depth == 0 {
		return false
	}
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && id.Name == name
	}
	found := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			found = found || usesName(n.Index, name)
		case *ast.BinaryExpr:
			_, literal := n.X.(*ast.BasicLit)
			_, other := n.Y.(*ast.BasicLit)
			found = found || (n.Op == token.EQL || n.Op == token.NEQ) && (is(n.X) || is(n.Y)) && !literal && !other && !isName(n.X, "nil") && !isName(n.Y, "nil")
		case *ast.CallExpr:
			for k, arg := range n.Args {
				if is(arg) && !found {
					found = a.passedOn(s, n.Fun, k, depth)
				}
			}
		}
		return !found
	})
	return found
}

// passedOn reports whether the called function compares its k-th argument.
func (a *Program) passedOn(s *source, fun ast.Expr, k, depth int) bool {
	if sel, ok := fun.(*ast.SelectorExpr); ok && (isName(sel.X, "strings") || isName(sel.X, "bytes") || isName(sel.X, "bytealg")) {
		return k > 0 && searching[sel.X.(*ast.Ident).Name] && sel.Sel.Name != "Repeat" && sel.Sel.Name != "Join" || isName(sel.X, "bytealg")
	}
	in, list := a.called(s, fun)
	return slices.ContainsFunc(list, func(d *ast.FuncDecl) bool { return a.comparesIn(in, d, k, depth-1) })
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// usesName reports whether an expression contains a variable of that name.
func usesName(e ast.Expr, name string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}

// parameterName returns the name of the i-th parameter. If i is too great, it returns the name of
// the last one. It returns "" if there is none.
func parameterName(d *ast.FuncDecl, i int) string {
	var names []string
	for _, f := range d.Type.Params.List {
		for _, name := range f.Names {
			names = append(names, name.Name)
		}
	}
	if i < 0 || len(names) == 0 {
		return ""
	}
	return names[min(i, len(names)-1)]
}
