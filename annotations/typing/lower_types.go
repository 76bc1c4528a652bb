package typing

import (
	"go/ast"

	"github.com/rtest-dev/rtest/annotations/syntax"
)

// typ lowers a Go type.
func (l *lowering) typ(e syntax.TypeExpr) ast.Expr {
	switch e := e.(type) {
	case *syntax.NamedType:
		return l.namedType(e)
	case *syntax.PointerType:
		return &ast.StarExpr{Star: e.From, X: l.typ(e.Elem)}
	case *syntax.ArrayType:
		if e.Counted {
			return &ast.ArrayType{Lbrack: e.From, Len: &ast.Ellipsis{Ellipsis: e.From + 1}, Elt: l.typ(e.Elem)}
		}
		return &ast.ArrayType{Lbrack: e.From, Len: l.maybe(e.Len), Elt: l.typ(e.Elem)}
	case *syntax.MapType:
		return &ast.MapType{Map: e.From, Key: l.typ(e.Key), Value: l.typ(e.Elem)}
	case *syntax.FuncType:
		return l.funcType(e)
	case *syntax.StructType:
		fields := &ast.FieldList{Opening: e.From, Closing: e.To - 1}
		for i, n := range e.Names {
			f := &ast.Field{Type: l.typ(e.Types[i])}
			if n.Name != "" {
				f.Names = []*ast.Ident{{NamePos: n.From, Name: n.Name}}
			}
			fields.List = append(fields.List, f)
		}
		return &ast.StructType{Struct: e.From, Fields: fields}
	case *syntax.InterfaceType:
		return &ast.InterfaceType{Interface: e.From, Methods: &ast.FieldList{Opening: e.From, Closing: e.To - 1}}
	}
	return l.bad(syntax.SpanOf(e))
}

func (l *lowering) namedType(e *syntax.NamedType) ast.Expr {
	var x ast.Expr
	if a, _ := l.t.resolveRef(l.sc, &syntax.RefName{Pkg: e.Pkg, Name: e.Name}); a != nil {
		return l.typeName(&ast.Ident{NamePos: e.From, Name: l.sc.Text(e.Span)}, l.t.plainAlias(l.sc, a, e.Span, e.Args))
	}
	if e.Pkg.Name != "" {
		x = l.selector(&syntax.Select{Span: syntax.Span{From: e.Pkg.From, To: e.Name.To}, X: &syntax.Name{Ident: e.Pkg}, Sel: e.Name})
	} else if l.sc.Lookup(e.Name.Name, false) == nil {
		l.t.advise(l.t.Variables.UndefinedType(l.sc, e.Name))
		return l.bad(e.Name.Span)
	} else {
		x = l.name(e.Name, false)
	}
	if len(e.Args) == 0 {
		return x
	}
	var args []ast.Expr
	for _, a := range e.Args {
		args = append(args, l.typ(a))
	}
	if len(args) == 1 {
		return &ast.IndexExpr{X: x, Lbrack: e.Name.To, Index: args[0], Rbrack: e.To - 1}
	}
	return &ast.IndexListExpr{X: x, Lbrack: e.Name.To, Indices: args, Rbrack: e.To - 1}
}

func (l *lowering) funcType(e *syntax.FuncType) ast.Expr {
	list := func(ts []syntax.TypeExpr, variadic bool) *ast.FieldList {
		out := &ast.FieldList{Opening: e.From, Closing: e.To - 1}
		for i, t := range ts {
			x := l.typ(t)
			if variadic && i == len(ts)-1 {
				x = &ast.Ellipsis{Ellipsis: t.Pos(), Elt: x}
			}
			out.List = append(out.List, &ast.Field{Type: x})
		}
		return out
	}
	return &ast.FuncType{Func: e.From, Params: list(e.Params, e.Variadic), Results: list(e.Results, false)}
}
