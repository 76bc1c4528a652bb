package typing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// ir translates a checked Go expression into a refine.Expr. The context is the type that an
// untyped operand takes, or nil.
func (l *lowering) ir(e ast.Expr, context types.Type) refine.Expr {
	tv := l.info.Types[e]
	typ := l.typeOf(e, context)
	src := names.SourceOf(e)
	if tv.Value != nil && !l.hasOpen(e) {
		lit, _ := ast.Unparen(e).(*ast.BasicLit)
		char := lit != nil && lit.Kind == token.CHAR
		c := &refine.Const{Source: src, T: typ, Value: converted(tv.Value, typ), Obj: l.declaredConstant(e), Char: char}
		if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && tv.Value.Kind() != constant.Bool {
			// Otherwise the text of [3]int{1, 2, 3} would be [3]int{…}.
			if text := types.ExprString(b); !strings.Contains(text, "…") {
				c.Terms, c.Op = text, b.Op
			}
		}
		return c
	}
	switch e := e.(type) {
	case *ast.Ident:
		return l.irIdent(e, typ)
	case *ast.ParenExpr:
		return l.ir(e.X, context)
	case *ast.SelectorExpr:
		return l.irSelector(e, typ)
	case *ast.IndexExpr:
		if l.info.Types[e.X].IsValue() && !isGeneric(l.info.Types[e.X].Type) {
			return &refine.Index{Source: src, X: l.ir(e.X, nil), I: l.ir(e.Index, indexContext(l.info.Types[e.X].Type)), T: typ}
		}
		return l.ir(e.X, nil)
	case *ast.IndexListExpr:
		return l.ir(e.X, nil)
	case *ast.SliceExpr:
		intType := types.Typ[types.Int]
		return &refine.Slice{Source: src, X: l.ir(e.X, nil), Low: l.irMaybe(e.Low, intType), High: l.irMaybe(e.High, intType), Max: l.irMaybe(e.Max, intType), T: typ}
	case *ast.TypeAssertExpr:
		return &refine.Assert{Source: src, X: l.ir(e.X, nil), T: typ}
	case *ast.StarExpr:
		return &refine.Deref{Source: src, X: l.ir(e.X, nil), T: typ}
	case *ast.UnaryExpr:
		return l.irUnary(e, typ)
	case *ast.BinaryExpr:
		return l.irBinary(e, typ)
	case *ast.CallExpr:
		return l.irCall(e, typ)
	case *ast.CompositeLit:
		return l.irComposite(e, typ)
	}
	l.unsupported(e)
	return nil
}

func (l *lowering) irMaybe(e ast.Expr, context types.Type) refine.Expr {
	if e == nil {
		return nil
	}
	return l.ir(e, context)
}

// declaredConstant returns the package-level constant that e names, or nil.
func (l *lowering) declaredConstant(e ast.Expr) *types.Const {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	}
	if id == nil {
		return nil
	}
	c, ok := l.info.Uses[id].(*types.Const)
	if !ok || c.Pkg() == nil {
		return nil
	}
	return c
}

func (l *lowering) unsupported(e ast.Expr) {
	s := syntax.Span{From: e.Pos(), To: e.End()}
	l.Errorf(s, codes.Form, "%s is not allowed in a predicate: write a helper function", l.sc.Text(s))
}

// typeOf returns the type of a checked expression. An untyped expression takes the type of the
// context; an untyped nil without a context keeps its untyped type.
func (l *lowering) typeOf(e ast.Expr, context types.Type) types.Type {
	t := l.info.Types[e].Type
	b, ok := t.(*types.Basic)
	if !ok || b.Info()&types.IsUntyped == 0 {
		return t
	}
	if context == nil || b.Kind() != types.UntypedNil && types.IsInterface(context) {
		return types.Default(t)
	}
	return context
}

// hasOpen reports whether e is constant only because a conditional expression inside it stands
// for a constant.
func (l *lowering) hasOpen(e ast.Expr) bool {
	if len(l.open) == 0 {
		return false
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && l.open[id] {
			found = true
		}
		return !found
	})
	return found
}

// converted returns the constant v in the representation of the type t.
func converted(v constant.Value, t types.Type) constant.Value {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return v
	}
	switch {
	case b.Info()&types.IsInteger != 0:
		return constant.ToInt(v)
	case b.Info()&types.IsFloat != 0:
		return constant.ToFloat(v)
	case b.Info()&types.IsComplex != 0:
		return constant.ToComplex(v)
	}
	return v
}

func (l *lowering) irIdent(e *ast.Ident, typ types.Type) refine.Expr {
	if use := l.uses[e]; use != nil {
		x := use(typ)
		if x == nil {
			l.failed = true
		}
		return x
	}
	src := names.SourceOf(e)
	switch obj := l.objs[e.Name].(type) {
	case *types.Nil:
		return &refine.Nil{Source: src, T: typ}
	case *types.Var, *types.Func:
		return l.object(e, obj, typ)
	}
	l.unsupported(e)
	return nil
}

func (l *lowering) object(id *ast.Ident, obj types.Object, typ types.Type) refine.Expr {
	x := &refine.Object{Source: names.SourceOf(id), Obj: obj, T: typ}
	if inst, ok := l.info.Instances[id]; ok {
		x.T = inst.Type
		for t := range inst.TypeArgs.Types() {
			x.TypeArgs = append(x.TypeArgs, t)
		}
	}
	return x
}

func (l *lowering) irSelector(e *ast.SelectorExpr, typ types.Type) refine.Expr {
	sel := l.info.Selections[e]
	if sel == nil {
		obj := l.info.Uses[e.Sel]
		x, ok := l.object(e.Sel, obj, typ).(*refine.Object)
		if pkg, named := e.X.(*ast.Ident); ok && named {
			x.Source, x.Package = names.SourceOf(e), pkg.Name
		}
		return x
	}
	switch sel.Kind() {
	case types.FieldVal:
		return &refine.Field{Source: names.SourceOf(e), X: l.ir(e.X, nil), Sel: sel, T: typ}
	case types.MethodVal:
		return &refine.Method{Source: names.SourceOf(e), X: l.ir(e.X, nil), Sel: sel, T: typ}
	case types.MethodExpr:
		return &refine.Object{Source: names.SourceOf(e), Obj: sel.Obj(), T: typ}
	}
	l.unsupported(e)
	return nil
}

func isGeneric(t types.Type) bool {
	sig, ok := t.(*types.Signature)
	return ok && sig.TypeParams().Len() > 0
}

// indexContext returns the type that an untyped index takes.
func indexContext(t types.Type) types.Type {
	if m, ok := t.Underlying().(*types.Map); ok {
		return m.Key()
	}
	return types.Typ[types.Int]
}

func (l *lowering) irUnary(e *ast.UnaryExpr, typ types.Type) refine.Expr {
	if e.Op == token.ARROW {
		l.unsupported(e)
		return nil
	}
	return &refine.Unary{Source: names.SourceOf(e), Op: e.Op, X: l.ir(e.X, typ), T: typ}
}

func (l *lowering) irBinary(e *ast.BinaryExpr, typ types.Type) refine.Expr {
	src := names.SourceOf(e)
	switch e.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		x, y := l.operands(e.X, e.Y)
		return AsType(&refine.Compare{Source: src, Op: e.Op, X: x, Y: y}, typ)
	case token.SHL, token.SHR:
		return &refine.Arith{Source: src, Op: e.Op, X: l.ir(e.X, typ), Y: l.ir(e.Y, types.Typ[types.Uint]), T: typ}
	}
	return &refine.Arith{Source: src, Op: e.Op, X: l.ir(e.X, typ), Y: l.ir(e.Y, typ), T: typ}
}

// operands translates both sides of a comparison. An untyped side takes the type of the other.
func (l *lowering) operands(x, y ast.Expr) (refine.Expr, refine.Expr) {
	tx, ty := l.info.Types[x].Type, l.info.Types[y].Type
	if IsUntyped(tx) {
		if IsUntyped(ty) {
			ty = types.Default(ty)
		}
		return l.ir(x, ty), l.ir(y, ty)
	}
	return l.ir(x, nil), l.ir(y, tx)
}

// IsUntyped reports whether t is the type of an untyped constant or of nil.
func IsUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

func (l *lowering) irCall(e *ast.CallExpr, typ types.Type) refine.Expr {
	src := names.SourceOf(e)
	fun := l.info.Types[e.Fun]
	if fun.IsType() {
		return &refine.Convert{Source: src, X: l.ir(e.Args[0], convertContext(fun.Type, l.info.Types[e.Args[0]].Type)), T: fun.Type}
	}
	if fun.IsBuiltin() {
		return l.irBuiltin(e, typ)
	}
	sig, ok := fun.Type.Underlying().(*types.Signature)
	if !ok {
		l.unsupported(e)
		return nil
	}
	call := &refine.Call{Source: src, Fun: l.ir(e.Fun, nil), Spread: e.Ellipsis.IsValid(), T: typ}
	if l.failed {
		return nil
	}
	if inst, ok := call.Fun.Type().Underlying().(*types.Signature); ok {
		sig = inst
	}
	for i, a := range e.Args {
		call.Args = append(call.Args, l.ir(a, refine.ParamType(sig, i, call.Spread)))
	}
	return call
}

// convertContext returns the type that an untyped operand of a conversion takes.
func convertContext(to, operand types.Type) types.Type {
	b, ok := operand.(*types.Basic)
	if ok && b.Kind() == types.UntypedNil {
		return to
	}
	return nil
}

func (l *lowering) irBuiltin(e *ast.CallExpr, typ types.Type) refine.Expr {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok {
		l.unsupported(e)
		return nil
	}
	b := &refine.Builtin{Source: names.SourceOf(e), Name: id.Name, Spread: e.Ellipsis.IsValid(), T: typ}
	switch id.Name {
	case "len", "cap", "min", "max", "append", "real", "imag", "complex", "new", "make":
	default:
		l.unsupported(e)
		return nil
	}
	for i, a := range e.Args {
		if i == 0 && (id.Name == "make" || id.Name == "new") && l.info.Types[a].IsType() {
			b.TypeArg = l.info.Types[a].Type
			continue
		}
		b.Args = append(b.Args, l.ir(a, l.builtinContext(id.Name, e, i, typ)))
	}
	return b
}

func (l *lowering) builtinContext(name string, e *ast.CallExpr, i int, typ types.Type) types.Type {
	switch name {
	case "min", "max":
		return typ
	case "make":
		return types.Typ[types.Int]
	case "append":
		if i == 0 {
			return typ
		}
		if s, ok := typ.Underlying().(*types.Slice); ok && !e.Ellipsis.IsValid() {
			return s.Elem()
		}
	}
	return nil
}

func (l *lowering) irComposite(e *ast.CompositeLit, typ types.Type) refine.Expr {
	src := names.SourceOf(e)
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		lit := l.irElements(e, src, p.Elem())
		return &refine.Unary{Source: src, Op: token.AND, X: lit, T: typ}
	}
	return l.irElements(e, src, typ)
}

func (l *lowering) irElements(e *ast.CompositeLit, src refine.Source, typ types.Type) refine.Expr {
	c := &refine.Composite{Source: src, T: typ}
	next := int64(0)
	keyed := len(e.Elts) > 0 && anyKeyed(e.Elts)
	for i, el := range e.Elts {
		key, value := ast.Expr(nil), el
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			key, value = kv.Key, kv.Value
		}
		switch u := typ.Underlying().(type) {
		case *types.Struct:
			f := fieldOf(u, i, key)
			if key != nil {
				c.Keys = append(c.Keys, &refine.Const{Source: names.SourceOf(key), T: types.Typ[types.String], Value: constant.MakeString(f.Name())})
			}
			c.Values = append(c.Values, l.ir(value, f.Type()))
		case *types.Map:
			c.Keys = append(c.Keys, l.ir(key, u.Key()))
			c.Values = append(c.Values, l.ir(value, u.Elem()))
		case interface{ Elem() types.Type }:
			if key != nil {
				next, _ = constant.Int64Val(constant.ToInt(l.info.Types[key].Value))
			}
			if keyed {
				c.Keys = append(c.Keys, &refine.Const{Source: names.SourceOf(value), T: types.Typ[types.Int], Value: constant.MakeInt64(next)})
			}
			next++
			c.Values = append(c.Values, l.ir(value, u.Elem()))
		}
	}
	return c
}

func anyKeyed(elts []ast.Expr) bool {
	for _, el := range elts {
		if _, ok := el.(*ast.KeyValueExpr); ok {
			return true
		}
	}
	return false
}

func fieldOf(s *types.Struct, i int, key ast.Expr) *types.Var {
	if id, ok := key.(*ast.Ident); ok {
		for f := range s.Fields() {
			if f.Name() == id.Name {
				return f
			}
		}
	}
	return s.Field(i)
}
