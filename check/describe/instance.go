package describe

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// typeArguments returns the bracketed type arguments for the call of a generic function: the
// shortest list from which Go infers the rest. Name, stmts and args are the Go source of the call
// and the statements before it.
func typeArguments(pkg *refine.Package, c *refine.Contract, name string, stmts, args []string) string {
	if c.Recv != nil || len(c.TypeArgs) == 0 {
		return ""
	}
	var names []string
	for _, t := range c.TypeArgs {
		names = append(names, refine.TypeName(t, pkg.Types))
	}
	scope := visiblePackage(pkg.Types)
	for n := range names {
		list := bracketed(names[:n])
		source := "func() {\n" + strings.Join(append(stmts[:len(stmts):len(stmts)], name+list+"("+strings.Join(args, ", ")+")"), "\n") + "\n}"
		if infersArguments(scope, source, c) {
			return list
		}
	}
	return bracketed(names)
}

// TypeArguments returns the number of type arguments in a call of a generic function whose
// arguments are variables of the parameter types. Go infers the rest.
func TypeArguments(c *refine.Contract) int {
	if c.Recv != nil || len(c.TypeArgs) == 0 || c.Func == nil {
		return len(c.TypeArgs)
	}
	const prefix = "rtest_"
	scope := types.NewPackage(c.Func.Pkg().Path(), c.Func.Pkg().Name())
	scope.Scope().Insert(c.Func)
	var names, args []string
	for i, t := range c.TypeArgs {
		names = append(names, prefix+"type"+strconv.Itoa(i))
		scope.Scope().Insert(types.NewTypeName(token.NoPos, scope, names[i], t))
	}
	for i, v := range c.Params {
		args = append(args, prefix+"in"+strconv.Itoa(i))
		scope.Scope().Insert(types.NewVar(token.NoPos, scope, args[i], v.Type))
	}
	list := strings.Join(args, ", ")
	if c.Variadic {
		list += "..."
	}
	for n := range names {
		if infersArguments(scope, "func() { "+c.Func.Name()+bracketed(names[:n])+"("+list+") }", c) {
			return n
		}
	}
	return len(names)
}

func bracketed(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// infersArguments reports whether the last call in a function literal type-checks, and calls the
// contract's function with the contract's type arguments.
func infersArguments(scope *types.Package, source string, c *refine.Contract) bool {
	fset := token.NewFileSet()
	e, err := goparser.ParseExprFrom(fset, "", source, goparser.SkipObjectResolution)
	if err != nil {
		return false
	}
	lit, ok := e.(*ast.FuncLit)
	if !ok || len(lit.Body.List) == 0 {
		return false
	}
	last, ok := lit.Body.List[len(lit.Body.List)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	info := &types.Info{Instances: map[*ast.Ident]types.Instance{}, Types: map[ast.Expr]types.TypeAndValue{}}
	if types.CheckExpr(fset, scope, token.NoPos, lit, info) != nil {
		return false
	}
	call, ok := last.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	got := info.Instances[calledName(call.Fun)].TypeArgs
	if got.Len() != len(c.TypeArgs) {
		return false
	}
	for i, t := range c.TypeArgs {
		if !types.Identical(got.At(i), t) {
			return false
		}
	}
	return true
}

// calledName returns the name of the called function, without package and type arguments.
func calledName(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return calledName(e.X)
	case *ast.IndexListExpr:
		return calledName(e.X)
	}
	return nil
}

// visiblePackage returns a package for type-checking: it contains the names of pkg, and the names
// of all packages that pkg imports directly or indirectly.
func visiblePackage(pkg *types.Package) *types.Package {
	out := types.NewPackage(pkg.Path(), pkg.Name())
	for _, name := range pkg.Scope().Names() {
		out.Scope().Insert(pkg.Scope().Lookup(name))
	}
	seen := map[*types.Package]bool{pkg: true}
	for next := []*types.Package{pkg}; len(next) > 0; next = next[1:] {
		for _, p := range next[0].Imports() {
			if !seen[p] {
				seen[p] = true
				next = append(next, p)
				out.Scope().Insert(types.NewPkgName(token.NoPos, out, p.Name(), p))
			}
		}
	}
	return out
}
