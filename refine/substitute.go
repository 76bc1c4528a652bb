package refine

import (
	"go/types"
	"slices"
)

// Substitute replaces the type parameters in t that subst contains.
func Substitute(t types.Type, subst map[*types.TypeParam]types.Type) types.Type {
	sub := func(t types.Type) types.Type { return Substitute(t, subst) }
	switch t := t.(type) {
	case *types.TypeParam:
		if s := subst[t]; s != nil {
			return s
		}
	case *types.Alias:
		if t.TypeArgs().Len() > 0 {
			return sub(types.Unalias(t))
		}
	case *types.Slice:
		return types.NewSlice(sub(t.Elem()))
	case *types.Array:
		return types.NewArray(sub(t.Elem()), t.Len())
	case *types.Pointer:
		return types.NewPointer(sub(t.Elem()))
	case *types.Map:
		return types.NewMap(sub(t.Key()), sub(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), sub(t.Elem()))
	case *types.Struct:
		return substituteStruct(t, subst)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, substituteTuple(t.Params(), subst), substituteTuple(t.Results(), subst), t.Variadic())
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return t
		}
		var args []types.Type
		for a := range t.TypeArgs().Types() {
			args = append(args, sub(a))
		}
		if inst, err := types.Instantiate(nil, t.Origin(), args, false); err == nil {
			return inst
		}
	case *types.Interface:
		return substituteInterface(t, subst)
	}
	return t
}

// Substituted returns the types with type parameters replaced.
func Substituted(ts []types.Type, subst map[*types.TypeParam]types.Type) []types.Type {
	var out []types.Type
	for _, t := range ts {
		out = append(out, Substitute(t, subst))
	}
	return out
}

func substituteStruct(t *types.Struct, subst map[*types.TypeParam]types.Type) types.Type {
	var fields []*types.Var
	var tags []string
	for i := range t.NumFields() {
		f := t.Field(i)
		fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), Substitute(f.Type(), subst), f.Embedded()))
		tags = append(tags, t.Tag(i))
	}
	return types.NewStruct(fields, tags)
}

func substituteTuple(t *types.Tuple, subst map[*types.TypeParam]types.Type) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), v.Name(), Substitute(v.Type(), subst)))
	}
	return types.NewTuple(vars...)
}

func substituteInterface(t *types.Interface, subst map[*types.TypeParam]types.Type) types.Type {
	var methods []*types.Func
	for m := range t.ExplicitMethods() {
		sig := Substitute(m.Signature(), subst).(*types.Signature)
		methods = append(methods, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), sig))
	}
	var embedded []types.Type
	for i := range t.NumEmbeddeds() {
		e := t.EmbeddedType(i)
		if u, ok := e.(*types.Union); ok {
			var terms []*types.Term
			for term := range u.Terms() {
				terms = append(terms, types.NewTerm(term.Tilde(), Substitute(term.Type(), subst)))
			}
			e = types.NewUnion(terms)
		} else {
			e = Substitute(e, subst)
		}
		embedded = append(embedded, e)
	}
	out := types.NewInterfaceType(methods, embedded)
	if t.IsImplicit() {
		out.MarkImplicit()
	}
	return out.Complete()
}

// Parametric reports whether t contains a type parameter.
func Parametric(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		return slices.ContainsFunc(slices.Collect(t.TypeArgs().Types()), Parametric)
	default:
		return slices.ContainsFunc(TypeParts(t), Parametric)
	}
}
