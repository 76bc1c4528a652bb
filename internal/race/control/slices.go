package control

import (
	"go/ast"
	"go/types"
)

// watchedElements returns the type of the elements of a slice that goroutines may share, or nil.
func (x *fileWriter) watchedElements(e ast.Expr) types.Type {
	s, ok := under(x.Info.TypeOf(e)).(*types.Slice)
	if !ok || uncontrolledType(s.Elem()) {
		return nil
	}
	return s.Elem()
}

func (x *fileWriter) isString(e ast.Expr) bool {
	b, ok := under(x.Info.TypeOf(e)).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isText reports whether an expression is a string, or what may be one or a slice of bytes.
func (x *fileWriter) isText(e ast.Expr) bool {
	_, slice := under(x.Info.TypeOf(e)).(*types.Slice)
	return !slice && !x.Info.Types[e].IsNil()
}

// sliceBuiltin rewrites calls of builtin functions that read or write elements of slices. It
// returns false for other calls.
func (x *fileWriter) sliceBuiltin(name string, e *ast.CallExpr) bool {
	first := e.Args[0]
	if x.watchedElements(first) == nil {
		return false
	}
	site := ", " + x.site(first.Pos())
	switch {
	case name == "append" && len(e.Args) > 1:
		x.appending(e, site)
	case name == "copy":
		fun := ".Copy"
		if x.isText(e.Args[1]) {
			fun = ".CopyText"
		}
		x.rename(e, fun)
		x.value(first)
		x.value(e.Args[1])
		x.close(x.offset(e.Args[1].End()), site)
	case name == "clear":
		x.rename(e, ".ClearAll")
		x.value(first)
		x.close(x.offset(first.End()), site)
	default:
		return false
	}
	return true
}

// rename makes a call one of the scheduler.
func (x *fileWriter) rename(e *ast.CallExpr, fun string) {
	x.replace(x.offset(e.Pos()), x.offset(e.Fun.End()), scheduler+fun)
}

// appending rewrites append. The slice is computed first, then the values; only then elements are
// accessed.
func (x *fileWriter) appending(e *ast.CallExpr, site string) {
	first, method := e.Args[0], ").Append("
	text := e.Ellipsis.IsValid() && x.isText(e.Args[1])
	switch {
	case text:
		x.rename(e, ".AppendText")
	default:
		x.rename(e, ".A")
	}
	x.value(first)
	if e.Ellipsis.IsValid() {
		method = ").AppendAll("
		x.replace(x.offset(e.Ellipsis), x.offset(e.Ellipsis)+3, "")
	}
	if text {
		x.close(x.offset(first.End()), site)
	} else {
		x.close(x.offset(first.End()), site+method)
		x.dropComma(first)
	}
	for _, a := range e.Args[1:] {
		x.value(a)
	}
}

// dropComma removes the comma after an argument.
func (x *fileWriter) dropComma(e ast.Expr) {
	comma := x.offset(e.End())
	for x.Text[comma] != ',' {
		comma++
	}
	x.replace(comma, comma+1, "")
}
