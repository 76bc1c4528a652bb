package usage

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strings"
)

// kinds returns the kinds that the values of an expression may have, if they are written out somewhere. It
// returns 0 if nothing is known.
func (u *Usage) kinds(e expression) Kinds {
	if e.expr == nil || u.busy[e.expr] {
		return 0
	}
	u.busy[e.expr] = true
	defer delete(u.busy, e.expr)
	if c := constantOf(e.expr); c != nil {
		return ofConstant(c)
	}
	switch x := e.expr.(type) {
	case *ast.ParenExpr:
		return u.kinds(expression{x.X, e.in})
	case *ast.Ident:
		return u.ofName(x, e.in)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return Reference | u.kinds(expression{x.X, e.in})
		}
		if k := u.kinds(expression{x.X, e.in}); x.Op == token.SUB && k&Numbers != 0 {
			return k&^Zero | Negative
		}
	case *ast.FuncLit:
		return Function
	case *ast.CompositeLit:
		return u.ofLiteral(x, e.in)
	case *ast.SelectorExpr:
		return u.ofSelector(x, e.in)
	case *ast.CallExpr:
		return u.ofCall(x, e.in)
	case *ast.BinaryExpr:
		if x.Op == token.ADD && (u.kinds(expression{x.X, e.in})|u.kinds(expression{x.Y, e.in}))&Text != 0 {
			return Text
		}
	case *ast.IndexExpr:
		return u.elements(expression{x.X, e.in}, false, "")
	}
	return 0
}

// constantOf returns the value of an expression of literals; nil for others.
func constantOf(e ast.Expr) (c constant.Value) {
	switch x := e.(type) {
	case *ast.BasicLit:
		c = constant.MakeFromLiteral(x.Value, x.Kind, 0)
	case *ast.ParenExpr:
		return constantOf(x.X)
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" {
			return constant.MakeBool(x.Name == "true")
		}
	case *ast.UnaryExpr:
		if of := constantOf(x.X); of != nil && (x.Op == token.SUB || x.Op == token.ADD) && of.Kind() != constant.String {
			c = constant.UnaryOp(x.Op, of, 0)
		}
	case *ast.BinaryExpr:
		c = binaryConstant(x)
	}
	if c == nil || c.Kind() == constant.Unknown {
		return nil
	}
	return c
}

func binaryConstant(x *ast.BinaryExpr) constant.Value {
	l, r := constantOf(x.X), constantOf(x.Y)
	if l == nil || r == nil || l.Kind() == constant.Bool {
		return nil
	}
	const widest = 1024
	n, small := constant.Uint64Val(constant.ToInt(r))
	switch x.Op {
	case token.ADD, token.SUB, token.MUL:
		if (l.Kind() == constant.String) == (r.Kind() == constant.String) && (x.Op == token.ADD || l.Kind() != constant.String) {
			return constant.BinaryOp(l, x.Op, r)
		}
	case token.SHL:
		if l.Kind() == constant.Int && small && n < widest {
			return constant.Shift(l, x.Op, uint(n))
		}
	}
	return nil
}

// ofName returns the kinds of the value that a name refers to.
func (u *Usage) ofName(id *ast.Ident, in *scope) (k Kinds) {
	if id.Name == "nil" {
		return Nil
	}
	bindings, in := in.lookup(id.Name)
	for _, b := range bindings {
		switch {
		case b.from != nil:
			if !u.busy[*b.from] {
				u.busy[*b.from] = true
				k |= u.passed(*b.from)
				delete(u.busy, *b.from)
			}
		case b.ranged:
			k |= u.elements(expression{b.expr, in}, b.keyed, "")
		case b.expr != nil:
			k |= u.kinds(expression{b.expr, in})
		default:
			k |= b.kinds
		}
	}
	return k
}

func (u *Usage) ofLiteral(x *ast.CompositeLit, in *scope) (k Kinds) {
	empty := len(x.Elts) == 0
	name := typeName(x.Type)
	isList := elementType(x.Type) != nil || u.other[name]
	switch {
	case isList && empty:
		return EmptyList
	case isList:
		// Numbers in the literal have these kinds.
		for _, e := range x.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			k |= u.kinds(expression{e, in}) & Numbers
		}
		return List | k
	case empty:
		return Unset
	}
	return Struct
}

// ofSelector returns the kinds of a field, or of a number that package math names.
func (u *Usage) ofSelector(x *ast.SelectorExpr, in *scope) (k Kinds) {
	id, ok := x.X.(*ast.Ident)
	if !ok {
		return 0
	}
	if id.Name == "math" && strings.HasPrefix(x.Sel.Name, "M") {
		if strings.HasPrefix(x.Sel.Name, "Min") {
			return Extreme | Negative
		}
		return Extreme
	}
	bindings, in := in.lookup(id.Name)
	for _, b := range bindings {
		switch {
		case b.ranged:
			k |= u.elements(expression{b.expr, in}, b.keyed, x.Sel.Name)
		case b.expr != nil:
			k |= u.fieldOf(b.expr, nil, x.Sel.Name, in)
		}
	}
	return k
}

// elements returns the kinds of the elements of a list, or of a field of them. Keyed asks for the keys of a map.
func (u *Usage) elements(list expression, keyed bool, name string) (k Kinds) {
	switch x := list.expr.(type) {
	case *ast.Ident:
		if u.busy[x] {
			return 0
		}
		u.busy[x] = true
		defer delete(u.busy, x)
		bindings, in := list.in.lookup(x.Name)
		for _, b := range bindings {
			switch {
			case b.expr == nil:
			case b.ranged:
			default:
				k |= u.elements(expression{b.expr, in}, keyed, name)
			}
		}
	case *ast.CompositeLit:
		_, isMap := x.Type.(*ast.MapType)
		for _, e := range x.Elts {
			kv, pair := e.(*ast.KeyValueExpr)
			switch {
			case keyed && !(isMap && pair):
				return Zero | Small
			case keyed:
				e = kv.Key
			case pair:
				e = kv.Value
			}
			if name == "" {
				k |= u.kinds(expression{e, list.in})
			} else {
				k |= u.fieldOf(e, elementType(x.Type), name, list.in)
			}
		}
	case *ast.BasicLit:
		return Zero | Small
	}
	return k
}

// fieldOf returns the kinds of a field of a struct literal. If the field is left out, they are those of the zero
// value of its type.
func (u *Usage) fieldOf(e, typ ast.Expr, name string, in *scope) Kinds {
	if ref, ok := e.(*ast.UnaryExpr); ok {
		e = ref.X
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return 0
	}
	if lit.Type != nil {
		typ = lit.Type
	}
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
				return u.kinds(expression{kv.Value, in})
			}
		} else if nthField(u.structOf(typ), i) == name {
			return u.kinds(expression{e, in})
		}
	}
	if t := u.structOf(typ); t != nil {
		for _, f := range t.Fields.List {
			for _, n := range f.Names {
				if n.Name == name {
					return zeroOf(f.Type)
				}
			}
		}
	}
	return 0
}

// calledName returns the name of the called function, or "".
func calledName(x *ast.CallExpr) string {
	switch fun := ast.Unparen(x.Fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// ofCall returns the kinds of the results of conversions, builtin functions and some functions of the standard
// library.
func (u *Usage) ofCall(x *ast.CallExpr, in *scope) Kinds {
	if u.functions[calledName(x)] {
		return Result
	}
	arg := func() Kinds { return u.kinds(expression{x.Args[0], in}) }
	if fun, ok := x.Fun.(*ast.SelectorExpr); ok && (fun.Sel.Name == "NaN" || fun.Sel.Name == "Inf") {
		return NotFinite
	}
	if len(x.Args) == 0 {
		return 0
	}
	switch fun := ast.Unparen(x.Fun).(type) {
	case *ast.ArrayType:
		if k := arg(); k&(Text|EmptyText) != 0 {
			return k&^(Text|EmptyText) | listLike(k)
		}
		return arg()
	case *ast.Ident:
		switch fun.Name {
		case "new":
			return Reference | Unset
		case "make":
			if len(x.Args) > 1 {
				if k := u.kinds(expression{x.Args[1], in}); k&^Zero != 0 {
					return List
				}
			}
			return EmptyList
		case "len", "cap":
			return Small
		case "append":
			return List
		}
		if basic[fun.Name] || u.other[fun.Name] {
			return arg()
		}
	case *ast.SelectorExpr:
		id, ok := fun.X.(*ast.Ident)
		switch {
		case !ok:
		case id.Name == "strings" && fun.Sel.Name == "Repeat":
			return Text
		case id.Name == "strings" && (fun.Sel.Name == "Split" || fun.Sel.Name == "Fields"):
			return List
		case u.other[fun.Sel.Name]:
			return arg()
		}
	}
	return 0
}

// listLike returns the kinds of the bytes of texts.
func listLike(k Kinds) (l Kinds) {
	if k&Text != 0 {
		l = List
	}
	if k&EmptyText != 0 {
		l |= EmptyList
	}
	return l
}

var basic = map[string]bool{
	"int": true, "int8": true, "int16": true, "int32": true, "int64": true, "uint": true, "uint8": true, "uint16": true, "uint32": true,
	"uint64": true, "uintptr": true, "float32": true, "float64": true, "byte": true, "rune": true, "string": true,
}
