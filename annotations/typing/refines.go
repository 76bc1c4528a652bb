package typing

import (
	"slices"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
)

// refinesAnything reports whether some part of a function type is refined.
func (t *Typer) refinesAnything(sc *names.Scope, f *syntax.RefFunc) bool {
	return slices.ContainsFunc(append(f.Params[:len(f.Params):len(f.Params)], f.Results...), func(p syntax.Param) bool {
		return t.refines(sc, p.Type)
	})
}

// refines reports whether r has a condition beyond its Go type.
func (t *Typer) refines(sc *names.Scope, r syntax.RefType) bool {
	switch r := r.(type) {
	case *syntax.RefParen:
		return t.refines(sc, r.X)
	case *syntax.RefSet:
		return true
	case *syntax.RefName:
		a, b := t.resolveRef(sc, r)
		if a != nil {
			return t.aliasRefines(sc, a, r)
		}
		if b != nil && b.Ref != nil {
			defer t.leaveTo(b.Outside)()
			return t.refines(b.RefScope, b.Ref)
		}
		return slices.ContainsFunc(r.TypeArgs, func(a syntax.RefType) bool { return t.refines(sc, a) })
	case *syntax.RefSlice:
		return t.refines(sc, r.Elem)
	case *syntax.RefArray:
		return t.refines(sc, r.Elem)
	case *syntax.RefVariadic:
		return t.refines(sc, r.Elem)
	case *syntax.RefPointer:
		return t.refines(sc, r.Elem)
	case *syntax.RefMap:
		return t.refines(sc, r.Key) || t.refines(sc, r.Elem)
	case *syntax.RefFunc:
		return t.refinesAnything(sc, r)
	case *syntax.RefStruct:
		return slices.ContainsFunc(r.Fields, func(f syntax.Param) bool { return t.refines(sc, f.Type) })
	}
	return false
}

// aliasRefines reports whether an alias with these type arguments has a condition beyond its
// Go type.
func (t *Typer) aliasRefines(sc *names.Scope, a *names.Alias, r *syntax.RefName) bool {
	o := t.outside()
	if a.Bad || !t.enter(a) {
		return false // which was reported
	}
	defer t.leave()
	in := a.Unit.FileScope(a.File, a.Directive)
	for i, p := range a.TypeParams {
		if i < len(r.TypeArgs) {
			in.Names[p.Name.Name] = &names.Binding{Ref: r.TypeArgs[i], RefScope: sc, Outside: o}
		}
	}
	return t.refines(in, a.Type)
}
