package control

import (
	"go/ast"
	"go/token"
	"go/types"
)

// text returns the rewritten expression, for use in another place.
func (x *fileWriter) text(e ast.Expr) string {
	kept := x.edits
	x.edits = nil
	x.value(e)
	out := x.apply(x.Text, x.offset(e.Pos()), x.offset(e.End()))
	x.edits = kept
	return string(out)
}

// placeText is text for a variable that is assigned to.
func (x *fileWriter) placeText(e ast.Expr) string {
	kept := x.edits
	x.edits = nil
	x.address(e)
	out := x.apply(x.Text, x.offset(e.Pos()), x.offset(e.End()))
	x.edits = kept
	return string(out)
}

// value rewrites an expression whose value is used.
func (x *fileWriter) value(e ast.Expr) {
	if e == nil {
		return
	}
	if tv, ok := x.Info.Types[e]; ok && tv.IsType() {
		x.typeExpr(e)
		return
	}
	if x.place(e) {
		x.open(x.offset(e.Pos()), "(*"+scheduler+".R(&")
		x.address(e)
		x.close(x.offset(e.End()), ", "+x.site(e.Pos())+"))")
		return
	}
	x.inside(e)
}

// address rewrites the parts of a variable that is not itself read.
func (x *fileWriter) address(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		x.address(e.X)
	case *ast.SelectorExpr:
		if x.movedName(e) {
			return
		}
		x.operand(e)
	case *ast.IndexExpr:
		if _, ok := under(x.Info.TypeOf(e.X)).(*types.Array); ok {
			x.address(e.X)
		} else if x.isMap(e.X) {
			x.inside(e)
			return
		} else {
			x.value(e.X)
		}
		x.value(e.Index)
	case *ast.StarExpr:
		x.value(e.X)
	case *ast.Ident:
	default:
		x.value(e)
	}
}

// inside rewrites the parts of an expression that is no shared variable.
func (x *fileWriter) inside(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		x.value(e.X)
	case *ast.Ident:
		x.leave(e, x.Info.Uses[e])
	case *ast.FuncLit:
		x.signature(e.Type)
		x.function(e.Type, e.Body)
	case *ast.CompositeLit:
		x.composite(e)
	case *ast.SelectorExpr:
		x.selector(e)
	case *ast.IndexExpr:
		if x.isMap(e.X) {
			x.element(e, ".Get(")
			return
		}
		x.value(e.X)
		x.value(e.Index)
	case *ast.IndexListExpr:
		x.value(e.X)
	case *ast.SliceExpr:
		if _, ok := under(x.Info.TypeOf(e.X)).(*types.Array); ok {
			x.address(e.X)
		} else {
			x.value(e.X)
		}
		x.value(e.Low)
		x.value(e.High)
		x.value(e.Max)
	case *ast.TypeAssertExpr:
		x.value(e.X)
		if e.Type != nil {
			x.typeExpr(e.Type)
		}
	case *ast.CallExpr:
		x.call(e)
	case *ast.StarExpr:
		x.value(e.X)
	case *ast.UnaryExpr:
		x.unary(e, ".Recv(")
	case *ast.BinaryExpr:
		x.value(e.X)
		x.value(e.Y)
	}
}

// element rewrites the element of a map.
func (x *fileWriter) element(e *ast.IndexExpr, method string) {
	x.open(x.offset(e.Pos()), scheduler+".M(")
	x.value(e.X)
	x.replace(x.offset(e.Lbrack), x.offset(e.Lbrack)+1, ", "+x.site(e.Lbrack)+")"+method)
	x.value(e.Index)
	x.replace(x.offset(e.Rbrack), x.offset(e.Rbrack)+1, ")")
}

func (x *fileWriter) unary(e *ast.UnaryExpr, receive string) {
	switch e.Op {
	case token.AND:
		if _, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
			x.value(e.X)
		} else {
			x.address(e.X)
		}
	case token.ARROW:
		x.replace(x.offset(e.OpPos), x.offset(e.OpPos)+2, scheduler+receive)
		x.value(e.X)
		x.close(x.offset(e.End()), ")")
	default:
		x.value(e.X)
	}
}

// twoValues rewrites an expression that gives a value and whether there is one.
func (x *fileWriter) twoValues(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		x.twoValues(e.X)
		return
	case *ast.IndexExpr:
		if x.isMap(e.X) {
			x.element(e, ".Get2(")
			return
		}
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			x.unary(e, ".Recv2(")
			return
		}
	}
	x.value(e)
}

func (x *fileWriter) composite(e *ast.CompositeLit) {
	if e.Type != nil {
		x.typeExpr(e.Type)
	}
	t := under(x.Info.TypeOf(e))
	if p, ok := t.(*types.Pointer); ok {
		t = under(p.Elem())
	}
	_, isMap := t.(*types.Map)
	for _, el := range e.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			x.value(el)
			continue
		}
		if isMap {
			x.value(kv.Key)
		}
		x.value(kv.Value)
	}
}

// selector rewrites the selection of a method, or of a field of a value that is not shared.
func (x *fileWriter) selector(e *ast.SelectorExpr) {
	if x.movedName(e) {
		return
	}
	sel := x.Info.Selections[e]
	if sel == nil {
		return
	}
	if sel.Kind() == types.MethodExpr {
		x.typeExpr(e.X)
		x.asFunction(e, sel)
		return
	}
	if !x.leave(e, sel.Obj()) && (x.receiver(e, sel) || x.sorter(e, sel) || x.behind(e)) {
		return
	}
	x.operand(e)
}

// call rewrites a call.
func (x *fileWriter) call(e *ast.CallExpr) {
	if tv, ok := x.Info.Types[e.Fun]; ok && tv.IsBuiltin() {
		if x.builtin(e) {
			return
		}
		for i, a := range e.Args {
			if _, array := under(x.Info.TypeOf(a)).(*types.Array); array && i == 0 {
				x.address(a)
				continue
			}
			x.value(a)
		}
		return
	}
	x.arguments(e)
}

// builtin rewrites calls of builtin functions on channels, maps and slices.
func (x *fileWriter) builtin(e *ast.CallExpr) bool {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok || len(e.Args) == 0 {
		return false
	}
	first := e.Args[0]
	at := x.offset(e.Pos())
	switch {
	case id.Name == "close":
		x.replace(at, x.offset(e.Fun.End()), scheduler+".CloseChan")
		x.value(first)
	case (id.Name == "len" || id.Name == "cap") && x.isChan(first):
		method := map[string]string{"len": ".Len", "cap": ".Cap"}[id.Name]
		if c, ok := under(x.Info.TypeOf(first)).(*types.Chan); ok && c.Dir() == types.SendOnly {
			method += "Out"
		}
		x.replace(at, x.offset(e.Fun.End()), scheduler+method)
		x.value(first)
	case (id.Name == "len" || id.Name == "clear") && x.isMap(first):
		method := map[string]string{"len": ".Len(", "clear": ".Clear("}[id.Name]
		x.replace(at, x.offset(e.Fun.End()), scheduler+".M")
		x.value(first)
		x.close(x.offset(first.End()), ", "+x.site(first.Pos())+")"+method)
	case id.Name == "delete":
		x.replace(at, x.offset(e.Fun.End()), scheduler+".M")
		x.value(first)
		x.close(x.offset(first.End()), ", "+x.site(first.Pos())+").Delete(")
		x.dropComma(first)
		x.value(e.Args[1])
	default:
		return x.sliceBuiltin(id.Name, e)
	}
	return true
}
