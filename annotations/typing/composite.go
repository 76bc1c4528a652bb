package typing

import (
	"go/ast"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
)

// composite lowers a composite literal. Elided is the type of a literal that leaves its type
// out. A struct literal gets field names: go/types checks the predicate in another package of
// the same path, where a literal without names could not set unexported fields.
func (l *lowering) composite(e *syntax.Composite, elided types.Type) ast.Expr {
	lit := &ast.CompositeLit{Lbrace: e.From, Rbrace: e.To - 1}
	t := elided
	if e.Type != nil {
		lit.Type = l.typ(e.Type)
		lit.Lbrace = e.Type.End()
		t = l.literalType(e.Type)
	}
	if p, ok := Under[*types.Pointer](t); ok && e.Type == nil {
		t = p.Elem()
	}
	if s, ok := Under[*types.Struct](t); ok && len(e.Elems) > 0 && e.Elems[0].Key == nil {
		return l.positional(e, lit, s, t)
	}
	keys, values := literalParts(t)
	if m, ok := e.Type.(*syntax.MapType); ok && t == nil {
		keys, values = l.literalType(m.Key), l.literalType(m.Elem)
	}
	for _, el := range e.Elems {
		v := l.element(el.Value, values)
		if el.Key == nil {
			lit.Elts = append(lit.Elts, v)
			continue
		}
		lit.Elts = append(lit.Elts, &ast.KeyValueExpr{Key: l.key(el.Key, t, keys), Colon: el.Key.End(), Value: v})
	}
	return lit
}

// literalType returns the type of a literal, or nil without a report. It treats [...]T as []T.
func (l *lowering) literalType(e syntax.TypeExpr) types.Type {
	quiet := l.t.quiet
	l.t.quiet = true
	defer func() { l.t.quiet = quiet }()
	return l.t.GoType(l.sc, e)
}

// literalParts returns the types that the keys and the values of a literal may leave out.
func literalParts(t types.Type) (keys, values types.Type) {
	if t == nil {
		return nil, nil
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return u.Key(), u.Elem()
	case *types.Slice:
		return nil, u.Elem()
	case *types.Array:
		return nil, u.Elem()
	}
	return nil, nil
}

func (l *lowering) element(e syntax.Expr, elided types.Type) ast.Expr {
	if c, ok := e.(*syntax.Composite); ok && c.Type == nil {
		return l.composite(c, elided)
	}
	return l.lower(e)
}

// positional lowers a struct literal without field names.
func (l *lowering) positional(e *syntax.Composite, lit *ast.CompositeLit, s *types.Struct, t types.Type) ast.Expr {
	for i, el := range e.Elems {
		if el.Key != nil {
			l.Errorf(syntax.SpanOf(el.Key), codes.TypeError, "mixture of field:value and value elements in struct literal")
			l.lower(el.Value)
			continue
		}
		if i >= s.NumFields() {
			l.check(l.lower(el.Value))
			l.Errorf(syntax.SpanOf(el.Value), codes.TypeError, "too many values in struct literal of type %s", l.t.u.TypeName(t))
			break
		}
		v := l.element(el.Value, s.Field(i).Type())
		if f := s.Field(i); !f.Exported() && f.Pkg().Path() != l.sc.Unit.Node.Types.Path() {
			l.Errorf(syntax.SpanOf(el.Value), codes.TypeError, "implicit assignment to unexported field %s in struct literal of type %s", f.Name(), l.t.u.TypeName(t))
			continue
		}
		name := &ast.Ident{NamePos: v.Pos(), Name: s.Field(i).Name()}
		lit.Elts = append(lit.Elts, &ast.KeyValueExpr{Key: name, Colon: v.Pos(), Value: v})
	}
	if len(e.Elems) < s.NumFields() {
		l.Errorf(syntax.Span{From: e.To - 1, To: e.To}, codes.TypeError, "too few values in struct literal of type %s", l.t.u.TypeName(t))
	}
	return lit
}

// key lowers the key of an element in a literal of type t. In a struct literal the key is a
// field name. In a literal of an unknown type, or of a type without elements, it can be
// anything.
func (l *lowering) key(e syntax.Expr, t, elided types.Type) ast.Expr {
	if n, ok := e.(*syntax.Name); ok && elided == nil && !counted(t) {
		return &ast.Ident{NamePos: n.From, Name: n.Name}
	}
	return l.element(e, elided)
}

// counted reports whether the keys in a literal of type t are indices.
func counted(t types.Type) bool {
	_, slice := Under[*types.Slice](t)
	_, array := Under[*types.Array](t)
	return slice || array
}
