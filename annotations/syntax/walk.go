package syntax

import "go/token"

// A Node is an Expr, a TypeExpr, or a RefType.
type Node interface {
	Pos() token.Pos
	End() token.Pos
	String() string
}

// Inspect calls f for n and, if f returns true, for the nodes below it. It visits nodes before
// their parts, in source order.
func Inspect(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	for _, part := range parts(n) {
		Inspect(part, f)
	}
}

// parts returns the nodes directly below n, without nil ones.
func parts(n Node) []Node {
	switch n := n.(type) {
	case *TypeValue:
		return nodes(n.TypeExpr)
	case Expr:
		return exprParts(n)
	case TypeExpr:
		return typeParts(n)
	case RefType:
		return refParts(n)
	}
	return nil
}

func exprParts(e Expr) []Node {
	switch e := e.(type) {
	case *Name, *Literal, *TypeValue, *Bad:
	case *Paren:
		return nodes(e.X)
	case *Select:
		return nodes(e.X)
	case *Index:
		return append(nodes(e.X), list(e.Indices)...)
	case *Slice:
		return nodes(e.X, e.Low, e.High, e.Max)
	case *Assert:
		return nodes(e.X, e.Type)
	case *Call:
		return append(nodes(e.Fun), list(e.Args)...)
	case *Composite:
		out := nodes(e.Type)
		for _, elem := range e.Elems {
			out = append(out, nodes(elem.Key, elem.Value)...)
		}
		return out
	case *Star:
		return nodes(e.X)
	case *Unary:
		return nodes(e.X)
	case *Binary:
		return nodes(e.X, e.Y)
	case *Chain:
		return list(e.Operands)
	case *Implies:
		return nodes(e.X, e.Y)
	case *Iff:
		return nodes(e.X, e.Y)
	case *Cond:
		return nodes(e.C, e.A, e.B)
	case *In:
		return nodes(e.X, e.Over)
	case *Is:
		return nodes(e.X, e.Type)
	case *Range:
		return nodes(e.Low, e.High)
	case *Quant:
		return nodes(e.Over, e.Type, e.Body)
	case *List:
		return list(e.Elems)
	}
	return nil
}

func typeParts(t TypeExpr) []Node {
	switch t := t.(type) {
	case *NamedType:
		return list(t.Args)
	case *PointerType:
		return nodes(t.Elem)
	case *ArrayType:
		return nodes(t.Len, t.Elem)
	case *MapType:
		return nodes(t.Key, t.Elem)
	case *FuncType:
		return append(list(t.Params), list(t.Results)...)
	case *StructType:
		return list(t.Types)
	case *InterfaceType:
	}
	return nil
}

func refParts(t RefType) []Node {
	switch t := t.(type) {
	case *RefSet:
		return nodes(t.Base, t.Pred)
	case *RefName:
		return append(list(t.TypeArgs), list(t.Args)...)
	case *RefSlice:
		return nodes(t.Elem)
	case *RefArray:
		return nodes(t.Len, t.Elem)
	case *RefPointer:
		return nodes(t.Elem)
	case *RefMap:
		return nodes(t.Key, t.Elem)
	case *RefVariadic:
		return nodes(t.Elem)
	case *RefFunc:
		return append(paramParts(t.Params), paramParts(t.Results)...)
	case *RefStruct:
		return paramParts(t.Fields)
	case *RefParen:
		return nodes(t.X)
	case *RefBad:
	}
	return nil
}

// paramParts returns the types of a list. Names that were grouped share one type, which occurs
// once.
func paramParts(params []Param) []Node {
	var out []Node
	for i, p := range params {
		if i == 0 || p.Type != params[i-1].Type {
			out = append(out, p.Type)
		}
	}
	return out
}

func goParamParts(params []GoParam) []Node {
	var out []Node
	for i, p := range params {
		if i == 0 || p.Type != params[i-1].Type {
			out = append(out, p.Type)
		}
	}
	return out
}

// nodes returns the non-nil nodes of ns.
func nodes(ns ...Node) []Node {
	var out []Node
	for _, n := range ns {
		if n != nil {
			out = append(out, n)
		}
	}
	return out
}

func list[T Node](ns []T) []Node {
	out := make([]Node, len(ns))
	for i, n := range ns {
		out[i] = n
	}
	return out
}

// Operands returns the expressions directly below e in source order, without types.
func Operands(e Expr) []Expr {
	var out []Expr
	for _, n := range exprParts(e) {
		if x, ok := n.(Expr); ok {
			out = append(out, x)
		}
	}
	return out
}

// Unparen returns e without enclosing parentheses.
func Unparen(e Expr) Expr {
	for {
		p, ok := e.(*Paren)
		if !ok {
			return e
		}
		e = p.X
	}
}

// UnparenType returns a refined type without enclosing parentheses.
func UnparenType(r RefType) RefType {
	for {
		p, ok := r.(*RefParen)
		if !ok {
			return r
		}
		r = p.X
	}
}
