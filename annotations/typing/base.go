package typing

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/annotations/advise"
	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// Base returns the Go type that r refines, or nil after reporting an error. The context is the
// Go type declared at that place, or nil; a refined struct{…} takes its type from it.
func (t *Typer) Base(sc *names.Scope, r syntax.RefType, context types.Type) types.Type {
	switch r := r.(type) {
	case *syntax.RefParen:
		return t.Base(sc, r.X, context)
	case *syntax.RefSet:
		return t.Base(sc, r.Base, context)
	case *syntax.RefName:
		return t.baseName(sc, r, context)
	case *syntax.RefSlice:
		return t.baseSlice(sc, r.Elem, context)
	case *syntax.RefVariadic:
		return t.baseSlice(sc, r.Elem, context)
	case *syntax.RefArray:
		a, _ := Under[*types.Array](context)
		n, elem := t.length(sc, r), t.Base(sc, r.Elem, elemOf(a))
		if n < 0 || elem == nil {
			return nil
		}
		return named(context, types.NewArray(elem, n))
	case *syntax.RefPointer:
		p, _ := Under[*types.Pointer](context)
		if elem := t.Base(sc, r.Elem, elemOf(p)); elem != nil {
			return types.NewPointer(elem)
		}
	case *syntax.RefMap:
		return t.baseMap(sc, r, context)
	case *syntax.RefStruct:
		if context != nil {
			return context
		}
		return t.baseStruct(sc, r)
	case *syntax.RefFunc:
		return t.baseFunc(sc, r, context)
	}
	return nil
}

// Under returns the underlying type of t as a T. It returns the zero T when t is nil or its
// underlying type is no T.
func Under[T types.Type](t types.Type) (T, bool) {
	var none T
	if t == nil {
		return none, false
	}
	u, ok := t.Underlying().(T)
	return u, ok
}

// elemOf returns c.Elem(), or nil when c is nil.
func elemOf[T interface {
	comparable
	Elem() types.Type
}](c T) types.Type {
	var none T
	if c == none {
		return nil
	}
	return c.Elem()
}

// named returns the context if it is a named type whose underlying type is t, and t otherwise.
// So a refined []T also fits a named slice type.
func named(context, t types.Type) types.Type {
	if context != nil && types.Identical(context.Underlying(), t) {
		return context
	}
	return t
}

func (t *Typer) baseSlice(sc *names.Scope, r syntax.RefType, context types.Type) types.Type {
	s, _ := Under[*types.Slice](context)
	elem := t.Base(sc, r, elemOf(s))
	if elem == nil {
		return nil
	}
	return named(context, types.NewSlice(elem))
}

func (t *Typer) baseMap(sc *names.Scope, r *syntax.RefMap, context types.Type) types.Type {
	var kc, ec types.Type
	if m, ok := Under[*types.Map](context); ok {
		kc, ec = m.Key(), m.Elem()
	}
	k, e := t.Base(sc, r.Key, kc), t.Base(sc, r.Elem, ec)
	if k == nil || e == nil {
		return nil
	}
	if !types.Comparable(k) {
		t.Errorf(syntax.SpanOf(r.Key), codes.TypeError, "invalid map key type %s", t.u.TypeName(k))
		return nil
	}
	return named(context, types.NewMap(k, e))
}

func (t *Typer) baseStruct(sc *names.Scope, r *syntax.RefStruct) types.Type {
	var fields []*types.Var
	bad := t.Repeated(ParamNames(r.Fields), "field")
	in := sc.Inner()
	for _, f := range r.Fields {
		typ := t.Base(in, f.Type, nil)
		bad = bad || typ == nil
		in.Bind(&refine.Variable{Name: f.Name.Name, Type: cmp.Or[types.Type](typ, types.Typ[types.Invalid]), Role: refine.Bound}, names.SourceOf(f.Name.Span))
		fields = append(fields, types.NewField(f.Name.From, sc.Unit.Node.Types, f.Name.Name, typ, false))
	}
	if bad {
		return nil
	}
	return types.NewStruct(fields, nil)
}

func (t *Typer) baseFunc(sc *names.Scope, r *syntax.RefFunc, context types.Type) types.Type {
	sig, _ := Under[*types.Signature](context)
	variadic := false
	in := sc.Inner()
	list := func(ps []syntax.Param, tuple *types.Tuple) (*types.Tuple, bool) {
		var vars []*types.Var
		for i, p := range ps {
			var c types.Type
			if i < tuple.Len() {
				c = tuple.At(i).Type()
			}
			if _, ok := p.Type.(*syntax.RefVariadic); ok {
				variadic = true
			}
			typ := t.Base(in, p.Type, c)
			if typ == nil {
				return nil, false
			}
			if p.Name.Name != "" {
				in.Bind(&refine.Variable{Name: p.Name.Name, Type: typ, Role: refine.Bound}, names.SourceOf(p.Name.Span))
			}
			vars = append(vars, types.NewParam(p.Name.From, nil, p.Name.Name, typ))
		}
		return types.NewTuple(vars...), true
	}
	var pt, rt *types.Tuple
	if sig != nil {
		pt, rt = sig.Params(), sig.Results()
	}
	if t.Repeated(ParamNames(append(r.Params[:len(r.Params):len(r.Params)], r.Results...)), "parameter") {
		return nil
	}
	params, ok1 := list(r.Params, pt)
	results, ok2 := list(r.Results, rt)
	if !ok1 || !ok2 {
		return nil
	}
	return named(context, types.NewSignatureType(nil, nil, nil, params, results, variadic))
}

// length evaluates the length of an array type. It reports an error and returns a negative
// number when that is not a constant length.
func (t *Typer) length(sc *names.Scope, r *syntax.RefArray) int64 {
	x := t.Expr(sc, r.Len, types.Typ[types.Int])
	if x == nil {
		return -1
	}
	if c, ok := x.(*refine.Const); ok {
		if n, ok := refine.Int64(c.Value); ok && n >= 0 {
			return n
		}
		t.Errorf(syntax.SpanOf(r.Len), codes.NotConstant, "invalid array length %s", sc.Text(syntax.SpanOf(r.Len)))
		return -1
	}
	t.Errorf(syntax.SpanOf(r.Len), codes.NotConstant, "array length %s must be a constant", sc.Text(syntax.SpanOf(r.Len)))
	return -1
}

// baseName returns the Go type of a name: an alias, a type parameter or a Go type.
func (t *Typer) baseName(sc *names.Scope, r *syntax.RefName, context types.Type) types.Type {
	a, b := t.resolveRef(sc, r)
	switch {
	case a != nil:
		return t.aliasBaseIn(sc, a, r, context)
	case b != nil && b.Expr == nil:
		return t.bindingType(b)
	}
	if r.HasArgs {
		t.unknownAlias(sc, r)
		return nil
	}
	return t.plainType(sc, r)
}

// plainType returns the Go type that a name means.
func (t *Typer) plainType(sc *names.Scope, r *syntax.RefName) types.Type {
	if typ := hiddenType(sc, r); typ != nil {
		return typ
	}
	l := t.lowering(sc)
	n := &syntax.NamedType{Span: r.Span, Pkg: r.Pkg, Name: r.Name}
	if len(r.TypeArgs) > 0 {
		n.To = r.Name.To
	}
	g := l.namedType(n)
	var args []ast.Expr
	for _, a := range r.TypeArgs {
		typ := t.Base(sc, a, nil)
		if typ == nil {
			return nil
		}
		args = append(args, l.typeName(&ast.Ident{NamePos: a.Pos(), Name: sc.Text(syntax.SpanOf(a)) + " "}, typ))
	}
	switch len(args) {
	case 0:
	case 1:
		g = &ast.IndexExpr{X: g, Lbrack: r.Name.To, Index: args[0], Rbrack: r.To - 1}
	default:
		g = &ast.IndexListExpr{X: g, Lbrack: r.Name.To, Indices: args, Rbrack: r.To - 1}
	}
	if !l.check(g) || l.failed {
		return nil
	}
	tv := l.info.Types[g]
	if !tv.IsType() {
		t.Errorf(r.Span, codes.NotType, "%s is not a type", sc.Text(r.Span))
		return nil
	}
	if !t.instantiated(r.Span, tv.Type) {
		return nil
	}
	return tv.Type
}

// hiddenType returns the type that a name means in a place where only a type can stand, even
// when an input or a field has the same name and hides it. Go allows such a declaration too.
func hiddenType(sc *names.Scope, r *syntax.RefName) types.Type {
	if r.Pkg.Name != "" || len(r.TypeArgs) > 0 {
		return nil
	}
	if b, ok := sc.Lookup(r.Name.Name, false).(*names.Binding); !ok || b == nil || b.Expr == nil {
		return nil
	}
	_, obj := sc.Unit.Node.Types.Scope().LookupParent(r.Name.Name, token.NoPos)
	tn, ok := obj.(*types.TypeName)
	if !ok {
		return nil
	}
	if n, ok := types.Unalias(tn.Type()).(*types.Named); ok && n.TypeParams().Len() > 0 {
		return nil // without arguments it is no type
	}
	return tn.Type()
}

// unknownAlias reports Name(args) where Name is not an alias.
func (t *Typer) unknownAlias(sc *names.Scope, r *syntax.RefName) {
	name := sc.Text(syntax.Span{From: cmp.Or(r.Pkg.From, r.Name.From), To: r.Name.To})
	x, _ := sc.Lookup(r.Pkg.Name, true).(names.Object)
	pkg, _ := x.Object.(*types.PkgName)
	switch {
	case r.Pkg.Name == "" && sc.Lookup(r.Name.Name, false) != nil,
		pkg != nil && pkg.Imported().Scope().Lookup(r.Name.Name) != nil:
		t.Errorf(r.Name.Span, codes.NotAlias, "%s is not an alias, so it takes no arguments", name)
	case sc.IsLost(r.Name.Name), sc.IsLost(r.Pkg.Name):
	case pkg != nil:
		t.advise(advise.UndefinedIn(t.u, pkg.Imported(), r.Pkg.Name, r.Name))
	case r.Pkg.Name != "" && x.Object == nil:
		t.advise(t.Variables.UndefinedOperand(sc, r.Pkg, r.Name))
	default:
		t.Unknown(r.Name.Span, "undefined: "+name, diag.Nearest(r.Name.Name, slices.Sorted(maps.Keys(sc.Unit.Aliases))))
	}
}

// aliasBase returns the Go type that an alias refines.
func (t *Typer) aliasBase(sc *names.Scope, a *names.Alias, r *syntax.RefName) types.Type {
	return t.aliasBaseIn(sc, a, r, nil)
}

func (t *Typer) aliasBaseIn(sc *names.Scope, a *names.Alias, r *syntax.RefName, context types.Type) types.Type {
	in, _, ok := t.openAlias(sc, a, r)
	if !ok {
		return nil
	}
	defer t.leave()
	return t.Base(in, a.Type, context)
}

// bindingType returns the type that a type parameter stands for.
func (t *Typer) bindingType(b *names.Binding) types.Type {
	if b.Ref != nil {
		defer t.leaveTo(b.Outside)()
		return t.Base(b.RefScope, b.Ref, nil)
	}
	return b.Type
}

// at returns x with the source position src. An expression that a name stands for gets the position
// of the name.
func at(x refine.Expr, src refine.Source) refine.Expr {
	switch x := x.(type) {
	case *refine.Ref:
		return &refine.Ref{Source: src, Var: x.Var, Name: x.Name}
	case *refine.Const:
		c := *x
		c.Source = src
		return &c
	}
	return x
}
