package control

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// behind rewrites the selection of a method that is found by its name when the code runs. It returns false for others.
func (x *fileWriter) behind(e *ast.SelectorExpr) bool {
	switch {
	case !x.isByName(e):
		return false
	case x.deferred != nil && e == x.deferred.Fun:
		return true // deferStmt has done so.
	}
	fun, made := ".Behind(", e == x.made
	if !made { // What the call reads is read when the function is called.
		fun = ".HeldBehind("
		x.open(x.offset(e.Pos()), scheduler+".Bound(")
	}
	x.open(x.offset(e.X.Pos()), scheduler+fun)
	x.close(x.offset(e.X.End()), x.named(e)+")")
	if !made {
		x.close(x.offset(e.End()), ")")
	}
	return true
}

// isByName reports whether a method is selected that is only known when the code runs, or that is found by embedded fields that the package
// cannot name.
func (x *fileWriter) isByName(e *ast.SelectorExpr) bool {
	sel := x.Info.Selections[e]
	if sel == nil || sel.Kind() != types.MethodVal {
		return false
	}
	if types.IsInterface(sel.Obj().(*types.Func).Signature().Recv().Type()) {
		return true
	}
	return !direct(sel) && x.path(sel) == nil && (isPointer(x.Info.TypeOf(e.X)) || x.place(e.X))
}

// named rewrites the operand of a selection for which isByName is true. It returns the other arguments of a call of Behind.
func (x *fileWriter) named(e *ast.SelectorExpr) string {
	switch sel := x.Info.Selections[e]; {
	case x.path(sel) != nil:
		x.operand(e)
	case !direct(sel) && !isPointer(x.Info.TypeOf(e.X)) && x.place(e.X):
		x.open(x.offset(e.X.Pos()), "&")
		x.address(e.X)
	default:
		x.value(e.X)
	}
	return x.method(e)
}

// method returns the arguments of a call of Behind that say which method is called, and where.
func (x *fileWriter) method(e *ast.SelectorExpr) string {
	path := x.Types.Path()
	if to, ok := x.Moved[path]; ok {
		path = to
	}
	return ", " + strconv.Quote(MethodText(x.Info.Selections[e].Obj().(*types.Func), path)) + ", " + x.site(e.Sel.Pos())
}

// asFunction rewrites a method of a type that is used as a function. What the method accesses is accessed when the function is called.
func (x *fileWriter) asFunction(e *ast.SelectorExpr, sel *types.Selection) {
	f := sel.Obj().(*types.Func)
	access := ""
	if r, watched := ReceiverOf(x.Types, sel.Recv(), sel.Index(), f); watched && !r.Instead && isPointer(sel.Recv()) {
		if access = scheduler + "." + r.Access + "("; !r.Pointer {
			access += "&"
		}
		access += "v" + r.Path + ", " + x.site(e.Sel.Pos()) + ")"
	} else if !watched && (isPointer(sel.Recv()) && copies(sel) || types.IsInterface(f.Signature().Recv().Type())) {
		access = scheduler + ".Behind(v" + x.method(e) + ")"
	}
	if access != "" {
		x.open(x.offset(e.Pos()), scheduler+".Expr(")
		x.close(x.offset(e.End()), ", func(v "+x.text(e.X)+") { "+access+" })")
	}
}

// MethodText returns what the scheduler finds a method by. A method that is not exported is one of a package with a path.
func MethodText(f *types.Func, path string) string {
	if f.Exported() {
		return f.Name()
	}
	var copied, pointed []string
	scope := f.Pkg().Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() {
			continue
		}
		n, ok := t.Type().(*types.Named)
		for i := 0; ok && i < n.NumMethods(); i++ {
			switch m := n.Method(i); {
			case m.Name() != f.Name():
			case isPointer(m.Signature().Recv().Type()):
				pointed = append(pointed, name)
			default:
				copied = append(copied, name)
			}
		}
	}
	return strings.Join([]string{f.Name(), path, strings.Join(copied, ","), strings.Join(pointed, ",")}, " ")
}
