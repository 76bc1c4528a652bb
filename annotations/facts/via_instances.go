package facts

import (
	"go/types"
	"maps"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// inferred returns the type arguments with which a generic constructor returns the builder's type.
// It returns nil if some cannot be inferred.
func (b *factBuilder) inferred(sig *types.Signature) []types.Type {
	found := b.knownArguments(sig)
	var targs []types.Type
	for tp := range sig.TypeParams().TypeParams() {
		if found[tp] == nil {
			return nil
		}
		targs = append(targs, found[tp])
	}
	return targs
}

// knownArguments returns the type arguments of a generic constructor that follow from results and
// parameters of the builder's type.
func (b *factBuilder) knownArguments(sig *types.Signature) map[*types.TypeParam]types.Type {
	found := map[*types.TypeParam]types.Type{}
	n, ok := b.t.(*types.Named)
	if !ok {
		return found
	}
	for _, tuple := range []*types.Tuple{sig.Results(), sig.Params()} {
		for v := range tuple.Variables() {
			r, ok := types.Unalias(refine.Pointed(v.Type())).(*types.Named)
			if !ok || r.Origin() != n.Origin() {
				continue
			}
			if bound := maps.Clone(found); generics.Matches(r, n, bound) {
				found = bound
			}
		}
	}
	return found
}

// instanceCall adds type arguments to the call of a generic constructor, so that it makes the
// builder's type. It returns the call unchanged if Go infers them. The type arguments are names in
// the returned scope. If they cannot be inferred, instanceCall reports that and returns nil.
func (b *factBuilder) instanceCall(sc *names.Scope, call *syntax.Call) (*names.Scope, syntax.Expr) {
	quiet := b.ty.Quietly()
	f, ok := quiet.Function(sc, call.Fun)
	if !ok {
		return sc, call
	}
	fn, targs := f.Func, f.TypeArgs
	if fn == nil || len(targs) > 0 || fn.Signature().TypeParams().Len() == 0 || quiet.Expr(sc, call, nil) != nil {
		return sc, call
	}
	sig := fn.Signature()
	found := b.knownArguments(sig)
	if len(found) == 0 {
		return sc, call
	}
	for i := range min(len(call.Args), sig.Params().Len()) {
		if x := quiet.Expr(sc, call.Args[i], nil); x != nil {
			if bound := maps.Clone(found); generics.Matches(sig.Params().At(i).Type(), x.Type(), bound) {
				found = bound
			}
		}
	}
	in, index := sc.Inner(), &syntax.Index{Span: syntax.SpanOf(call.Fun), X: call.Fun}
	for tp := range sig.TypeParams().TypeParams() {
		if found[tp] == nil {
			instead, lacks := b.callWithArguments(sc, call, sig.TypeParams(), found)
			b.Unit.Errorf(syntax.Span{From: call.Fun.End(), To: call.Fun.End()}, codes.TypeArguments, "in call to %s, cannot infer %s: write %s%s",
				sc.Text(syntax.SpanOf(call.Fun)), tp.Obj().Name(), instead, lacks)
			return nil, nil
		}
		name := syntax.Ident{Span: syntax.SpanOf(call.Fun), Name: "type argument " + tp.Obj().Name()}
		in.Names[name.Name] = &names.Binding{Type: found[tp]}
		index.Indices = append(index.Indices, &syntax.Name{Ident: name})
	}
	instance := *call
	instance.Fun = index
	return in, &instance
}

// callWithArguments returns the call with type arguments. Known ones are written as the names of the type's own,
// others as types that the function admits. Lacks says how to replace the dots for an argument that is not
// known.
func (b *factBuilder) callWithArguments(sc *names.Scope, call *syntax.Call, tparams *types.TypeParamList, found map[*types.TypeParam]types.Type) (text, lacks string) {
	some, _ := generics.DefaultBeside(tparams, found)
	if some == nil {
		some = generics.Satisfying(b.Unit, tparams, found)
	}
	n := b.t.(*types.Named)
	var args []string
	for i := range tparams.Len() {
		t, text := found[tparams.At(i)], ""
		for j := range n.TypeArgs().Len() {
			if t != nil && types.Identical(t, n.TypeArgs().At(j)) {
				text = n.Origin().TypeParams().At(j).Obj().Name()
			}
		}
		switch {
		case text != "":
		case t != nil:
			text = b.Unit.TypeName(t)
		case some != nil:
			text = b.Unit.TypeName(some[i])
		default:
			text = "…"
			lacks += ", with a type that satisfies " + b.Unit.TypeName(tparams.At(i).Constraint())
		}
		args = append(args, text)
	}
	return sc.Text(syntax.SpanOf(call.Fun)) + "[" + strings.Join(args, ", ") + "]" + sc.Text(syntax.Span{From: call.Fun.End(), To: call.End()}), lacks
}
