package facts

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// via resolves one constructor or step.
func (b *factBuilder) via(sc *names.Scope, e syntax.Expr) *refine.Callee {
	v := &refine.Callee{Name: sc.Text(syntax.SpanOf(e)), Pos: b.Unit.Graph.Fset.Position(e.Pos())}
	call, ok := syntax.Unparen(e).(*syntax.Call)
	if ok && b.calledStep(sc, call) {
		return nil
	}
	if ok || isLiteral(e) {
		return b.viaLiteral(sc, e, call, v)
	}
	if name := b.methodName(e); name != "" && !b.namesConstructor(sc, e) && !b.hidesMethod(sc, e) && b.step(v, name) {
		return v
	}
	if b.nearMethod(sc, e) {
		return nil
	}
	return b.viaFunction(sc, e, v)
}

// namesConstructor reports whether e is the bare name of a function that returns the type. Then it
// is no step, even if a method has that name.
func (b *factBuilder) namesConstructor(sc *names.Scope, e syntax.Expr) bool {
	n, ok := syntax.Unparen(e).(*syntax.Name)
	if !ok {
		return false
	}
	obj, ok := sc.Lookup(n.Name, false).(names.Object)
	if !ok {
		return false
	}
	fn, ok := obj.Object.(*types.Func)
	if !ok || fn.Signature().Results().Len() == 0 {
		return false
	}
	made, ok := types.Unalias(refine.Pointed(fn.Signature().Results().At(0).Type())).(*types.Named)
	own, named := b.t.(*types.Named)
	return ok && named && made.Origin() == own.Origin()
}

// hidesMethod reports whether e is the bare name of a function, and the method of that name is
// unexported in another package.
func (b *factBuilder) hidesMethod(sc *names.Scope, e syntax.Expr) bool {
	n, ok := syntax.Unparen(e).(*syntax.Name)
	if !ok || token.IsExported(n.Name) {
		return false
	}
	fn, _ := b.anyMethod(n.Name)
	if fn == nil || fn.Pkg().Path() == b.Unit.Node.Types.Path() {
		return false
	}
	obj, ok := sc.Lookup(n.Name, false).(names.Object)
	if !ok {
		return false
	}
	_, isFunc := obj.Object.(*types.Func)
	return isFunc
}

// calledStep reports a method that is listed with arguments.
func (b *factBuilder) calledStep(sc *names.Scope, call *syntax.Call) bool {
	n, ok := syntax.Unparen(call.Fun).(*syntax.Name)
	if !ok || sc.Lookup(n.Name, false) != nil || !b.step(&refine.Callee{}, n.Name) {
		return false
	}
	b.Unit.Errorf(syntax.SpanOf(call), codes.Via, "%s is a method, a step: list it by its name; its arguments are chosen, and //rtest:values above it lists them", n.Name)
	return true
}

// nearMethod reports an unknown name that is similar to that of a method.
func (b *factBuilder) nearMethod(sc *names.Scope, e syntax.Expr) bool {
	n, ok := syntax.Unparen(e).(*syntax.Name)
	if !ok || sc.Lookup(n.Name, false) != nil {
		return false
	}
	var names []string
	for m := range types.NewMethodSet(types.NewPointer(b.t)).Methods() {
		names = append(names, m.Obj().Name())
	}
	near := diag.Nearest(n.Name, names)
	if near == "" {
		return false
	}
	b.ty.Unknown(n.Ident.Span, "undefined: "+n.Name, near)
	return true
}

// viaLiteral resolves a composite literal or a constructor call with written-out arguments.
func (b *factBuilder) viaLiteral(sc *names.Scope, e syntax.Expr, call *syntax.Call, v *refine.Callee) *refine.Callee {
	in := sc
	if call != nil {
		if in, e = b.instanceCall(sc, call); in == nil {
			return nil
		}
	}
	if v.Literal = b.ty.Expr(in, e, nil); v.Literal == nil {
		return nil
	}
	of := v.Literal.Type()
	t, ok := of.(*types.Tuple)
	failing := ok && t.Len() == 2 && refine.IsError(t.At(1).Type())
	if failing {
		of = t.At(0).Type()
	}
	if b.otherInstance(of) {
		return nil
	}
	if !b.mayHold(of) {
		b.Unit.Errorf(syntax.SpanOf(e), codes.Via, "%s is not a %s", v.Name, b.Unit.TypeName(b.t))
		return nil
	}
	v.Called = call != nil
	if c, ok := v.Literal.(*refine.Call); ok {
		v.Func, v.TypeArgs, v.Args = writtenCall(c)
	}
	if failing && v.Func == nil {
		b.Unit.Errorf(syntax.SpanOf(e), codes.Via, "%s returns an error too, which calls of functions by their names may: write a function that makes the value", v.Name)
		return nil
	}
	return v
}

// writtenCall returns the function of a call and one argument for each of its parameters; that of a
// variadic parameter is a slice. Fn is nil if the call does not name a function.
func writtenCall(c *refine.Call) (fn *types.Func, targs []types.Type, args []refine.Expr) {
	o, ok := c.Fun.(*refine.Object)
	if !ok {
		return nil, nil, nil
	}
	sig, isFunc := o.T.Underlying().(*types.Signature)
	if fn, ok = o.Obj.(*types.Func); !ok || !isFunc {
		return nil, nil, nil
	}
	args = c.Args
	if n := sig.Params().Len() - 1; sig.Variadic() && !c.Spread {
		rest := &refine.Composite{Source: c.Source, T: sig.Params().At(n).Type(), Values: c.Args[n:]}
		args = append(slices.Clone(c.Args[:n]), rest)
	}
	if len(args) != sig.Params().Len() {
		return nil, nil, nil // The call has the form f(g()) with several results of g.
	}
	return fn, o.TypeArgs, args
}

// otherInstance reports whether t, or its target, is the builder's generic type with other type
// arguments. An expression or a function with explicit type arguments makes values of that instance only.
func (b *factBuilder) otherInstance(t types.Type) bool {
	n, ok := types.Unalias(refine.Pointed(t)).(*types.Named)
	own, named := b.t.(*types.Named)
	return ok && named && n.Origin() == own.Origin() && !types.Identical(n, own)
}

// isLiteral reports whether e is T{…} or &T{…}.
func isLiteral(e syntax.Expr) bool {
	e = syntax.Unparen(e)
	if u, ok := e.(*syntax.Unary); ok {
		e = syntax.Unparen(u.X)
	}
	_, ok := e.(*syntax.Composite)
	return ok
}

// methodName returns the name of the method that e names: Insert, (*Tree).Insert or Tree.Insert,
// with or without the type arguments of Tree, whatever its receiver is. It returns "" for other
// expressions.
func (b *factBuilder) methodName(e syntax.Expr) string {
	if n, ok := syntax.Unparen(e).(*syntax.Name); ok {
		return n.Name
	}
	sel, ok := syntax.Unparen(e).(*syntax.Select)
	n, named := b.t.(*types.Named)
	if !ok || !named || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != b.Unit.Node.Types.Path() {
		return ""
	}
	of := syntax.Unparen(sel.X)
	if star, ok := of.(*syntax.Star); ok {
		of = syntax.Unparen(star.X)
	}
	if index, ok := of.(*syntax.Index); ok {
		of = syntax.Unparen(index.X)
	}
	if name, ok := of.(*syntax.Name); !ok || name.Name != n.Obj().Name() {
		return ""
	}
	return sel.Sel.Name
}

// step makes v a step by the type's method of that name. It returns false if there is none.
// Promoted and interface methods get a receiver of the type.
func (b *factBuilder) step(v *refine.Callee, name string) bool {
	if m := b.method(name); m != nil {
		v.Func, v.TypeArgs, v.Step = m.Origin(), b.typeArgs(), true
		return true
	}
	fn, recv := b.anyMethod(name)
	if fn == nil {
		return false
	}
	v.Func, v.Recv, v.Step = fn, recv, true
	if own, ok := types.Unalias(refine.Pointed(fn.Signature().Recv().Type())).(*types.Named); ok && !types.IsInterface(own) {
		v.Func, v.TypeArgs = fn.Origin(), names.TypeList(own.TypeArgs())
	}
	return true
}

// anyMethod returns a method in the method set of the type or of a pointer to it, and the receiver
// type.
func (b *factBuilder) anyMethod(name string) (fn *types.Func, recv types.Type) {
	n, ok := b.t.(*types.Named)
	if !ok {
		return nil, nil
	}
	for _, recv := range []types.Type{b.t, types.NewPointer(b.t)} {
		obj, _, _ := types.LookupFieldOrMethod(recv, false, n.Obj().Pkg(), name)
		if fn, ok := obj.(*types.Func); ok {
			return fn, recv
		}
	}
	return nil, nil
}

func (b *factBuilder) typeArgs() []types.Type {
	if n, ok := b.t.(*types.Named); ok {
		return names.TypeList(n.TypeArgs())
	}
	return nil
}

// method returns a method that the type itself declares, or nil.
func (b *factBuilder) method(name string) *types.Func {
	n, ok := b.t.(*types.Named)
	if !ok {
		return nil
	}
	for m := range n.Methods() {
		if m.Name() == name {
			return m
		}
	}
	return nil
}

// viaFunction resolves a function, or a method expression such as (*Cache).Put.
func (b *factBuilder) viaFunction(sc *names.Scope, e syntax.Expr, v *refine.Callee) *refine.Callee {
	f, ok := b.ty.Function(sc, e)
	if !ok {
		return nil
	}
	if sel := f.Selection; sel != nil {
		fn, ok := sel.Obj().(*types.Func)
		if !ok || !b.mayHold(sel.Recv()) {
			if ok && b.makingMethod(v, fn, sel) {
				return v
			}
			b.Unit.Errorf(syntax.SpanOf(e), codes.Via, "%s is not a method of %s", v.Name, b.Unit.TypeName(b.t))
			return nil
		}
		b.step(v, fn.Name())
		return v
	}
	obj, targs := f.Func, f.TypeArgs
	if obj == nil {
		help := ""
		if v.Name == "new" || v.Name == "make" {
			help = "; a value without calls is written as in Go, new(" + b.Unit.TypeName(b.t) + ")"
		}
		b.Unit.Errorf(syntax.SpanOf(e), codes.Via, "%s is neither a function nor a method of %s%s", v.Name, b.Unit.TypeName(b.t), help)
		return nil
	}
	sig := obj.Signature()
	if sig.TypeParams().Len() > 0 && len(targs) == 0 {
		targs = b.inferred(sig)
	}
	inst, err := generics.Instantiate(b.Unit, obj, targs)
	if err != nil || sig.TypeParams().Len() != len(targs) {
		b.Unit.Errorf(syntax.SpanOf(e), codes.Via, "cannot infer the type arguments of %s: write them", v.Name)
		return nil
	}
	v.Func, v.TypeArgs = obj, targs
	if inst.Params.Len() > 0 && b.isSelf(inst.Params.At(0).Type()) {
		v.Step = true
		return v
	}
	if !b.returnsValue(inst.Results) {
		if len(f.TypeArgs) > 0 && inst.Results.Len() > 0 && b.otherInstance(inst.Results.At(0).Type()) {
			return nil
		}
		b.Unit.Errorf(syntax.SpanOf(e), codes.Via, "%s neither returns a %s nor takes one first", v.Name, b.Unit.TypeName(b.t))
		return nil
	}
	return v
}

// makingMethod makes v a constructor by a method of another type that returns the builder's type,
// like the method of a list that makes its iterator.
func (b *factBuilder) makingMethod(v *refine.Callee, fn *types.Func, sel *types.Selection) bool {
	own, ok := types.Unalias(refine.Pointed(sel.Recv())).(*types.Named)
	if !ok || types.IsInterface(own) || len(sel.Index()) > 1 || sel.Kind() != types.MethodExpr {
		return false
	}
	_, declared := types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer)
	if _, written := types.Unalias(sel.Recv()).(*types.Pointer); declared != written || !b.returnsValue(fn.Signature().Results()) {
		return false
	}
	v.Func, v.TypeArgs = fn.Origin(), names.TypeList(own.TypeArgs())
	return true
}

// returnsValue reports whether results are a value of the type, possibly with an error.
func (b *factBuilder) returnsValue(results *types.Tuple) bool {
	n := results.Len()
	return (n == 1 || n == 2 && refine.IsError(results.At(1).Type())) && b.mayHold(results.At(0).Type())
}

// isSelf reports whether t is the type or a pointer to it.
func (b *factBuilder) isSelf(t types.Type) bool {
	return types.Identical(t, b.t) || types.Identical(t, types.NewPointer(b.t))
}

// mayHold reports whether a value of type t is a value of the builder's type, a pointer to one, or
// an interface that may hold one. If the builder's type is an interface, t may also implement it.
func (b *factBuilder) mayHold(t types.Type) bool {
	if b.isSelf(t) {
		return true
	}
	if own, ok := b.t.Underlying().(*types.Interface); ok && types.Implements(t, own) {
		return true
	}
	iface, ok := t.Underlying().(*types.Interface)
	return ok && (types.Implements(b.t, iface) || types.Implements(types.NewPointer(b.t), iface))
}
