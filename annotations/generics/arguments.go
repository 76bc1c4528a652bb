package generics

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/refine"
)

// Satisfies checks type arguments against their constraints. The index is that of the first
// violation.
func Satisfies(tparams *types.TypeParamList, targs []types.Type) (int, error) {
	renamed := copyParams(tparams)
	_, err := types.Instantiate(nil, types.NewSignatureType(nil, nil, renamed, nil, nil, false), targs, true)
	if err == nil {
		return 0, nil
	}
	if e, ok := err.(*types.ArgumentError); ok {
		return e.Index, e.Err
	}
	return 0, err
}

// copyParams returns new type parameters with the constraints of the given ones, because a type
// parameter can be declared only once.
func copyParams(tparams *types.TypeParamList) []*types.TypeParam {
	subst := map[*types.TypeParam]types.Type{}
	var list []*types.TypeParam
	for tp := range tparams.TypeParams() {
		n := types.NewTypeParam(types.NewTypeName(tp.Obj().Pos(), tp.Obj().Pkg(), tp.Obj().Name(), nil), nil)
		subst[tp] = n
		list = append(list, n)
	}
	i := 0
	for tp := range tparams.TypeParams() {
		list[i].SetConstraint(refine.Substitute(tp.Constraint(), subst))
		i++
	}
	return list
}

// Default returns a type argument for each type parameter: int if its constraint admits it, else
// the first admissible of string, float64 and bool. A parameter with a core type gets that type,
// after the others.
func Default(tparams *types.TypeParamList) ([]types.Type, string) {
	return DefaultBeside(tparams, nil)
}

// DefaultBeside is Default where some type arguments are known.
func DefaultBeside(tparams *types.TypeParamList, known map[*types.TypeParam]types.Type) ([]types.Type, string) {
	subst := maps.Clone(known)
	if subst == nil {
		subst = map[*types.TypeParam]types.Type{}
	}
	targs := make([]types.Type, tparams.Len())
	for i := range targs {
		tp := tparams.At(i)
		if targs[i] = known[tp]; targs[i] != nil {
			continue
		}
		if core := CoreType(tp); core != nil {
			continue
		}
		for _, kind := range []types.BasicKind{types.Int, types.String, types.Float64, types.Bool} {
			cand := types.Typ[kind]
			iface, ok := refine.Substitute(tp.Constraint(), map[*types.TypeParam]types.Type{tp: cand}).Underlying().(*types.Interface)
			if ok && types.Satisfies(cand, iface) {
				targs[i], subst[tp] = cand, cand
				break
			}
		}
		if targs[i] == nil {
			only := onlyType(tp.Constraint())
			if only == nil {
				return nil, "no type is known for the type parameter " + tp.Obj().Name()
			}
			targs[i], subst[tp] = only, only
		}
	}
	for range targs {
		for i := range targs {
			if core := CoreType(tparams.At(i)); core != nil && known[tparams.At(i)] == nil {
				targs[i] = refine.Substitute(core, subst)
				subst[tparams.At(i)] = targs[i]
			}
		}
	}
	if i, err := Satisfies(tparams, targs); err != nil {
		return nil, "no type is known for the type parameter " + tparams.At(i).Obj().Name()
	}
	return targs, ""
}

// Satisfying returns type arguments that satisfy all constraints and include found, or nil if it
// finds none.
func Satisfying(u *names.Unit, tparams *types.TypeParamList, found map[*types.TypeParam]types.Type) []types.Type {
	search := &argumentSearch{tparams: tparams, found: found, candidates: argumentTypes(u), left: maxArguments}
	return search.from(nil)
}

// argumentTypes returns the types tried as type arguments: predeclared ones, then those of the
// package and pointers to them.
func argumentTypes(u *names.Unit) []types.Type {
	var list []types.Type
	for _, kind := range []types.BasicKind{types.Int, types.String, types.Float64, types.Bool} {
		list = append(list, types.Typ[kind])
	}
	scope := u.Node.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() == 0 {
			list = append(list, n)
		}
	}
	for _, t := range list[4:] {
		list = append(list, types.NewPointer(t))
	}
	for _, n := range OutsideTypes(u) {
		list = append(list, n, types.NewPointer(n))
	}
	return list
}

// An argumentSearch looks for type arguments that satisfy all constraints.
type argumentSearch struct {
	tparams    *types.TypeParamList
	found      map[*types.TypeParam]types.Type
	candidates []types.Type
	left       int
}

// from completes the first type arguments to a whole list, or returns nil.
func (s *argumentSearch) from(first []types.Type) []types.Type {
	if len(first) == s.tparams.Len() {
		if s.left--; s.left < 0 {
			return nil
		}
		if _, err := Satisfies(s.tparams, first); err != nil {
			return nil
		}
		return first
	}
	candidates := s.candidates
	if t := s.found[s.tparams.At(len(first))]; t != nil {
		candidates = []types.Type{t}
	} else if core := CoreType(s.tparams.At(len(first))); core != nil {
		subst := map[*types.TypeParam]types.Type{}
		for i, t := range first {
			subst[s.tparams.At(i)] = t
		}
		candidates = []types.Type{refine.Substitute(core, subst)}
	}
	for _, c := range candidates {
		if targs := s.from(append(first[:len(first):len(first)], c)); targs != nil {
			return targs
		}
	}
	return nil
}

// OutsideTypes returns common types of the standard library, then the exported types of the
// packages that u imports. None is generic or an interface.
func OutsideTypes(u *names.Unit) []types.Type {
	var out []types.Type
	add := func(pkg *types.Package, name string) {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || !tn.Exported() {
			return
		}
		if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() == 0 && !slices.Contains(out, tn.Type()) {
			out = append(out, n)
		}
	}
	for _, name := range commonTypes() {
		dot := strings.LastIndexByte(name, '.')
		if pkg := u.StandardPackage(name[:dot]); pkg != nil {
			add(pkg, name[dot+1:])
		}
	}
	imports := slices.Clone(u.Node.Types.Imports())
	slices.SortFunc(imports, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	for _, pkg := range imports {
		for _, name := range pkg.Scope().Names() {
			add(pkg, name)
		}
	}
	return out
}

// commonTypes returns the types of the standard library that are proposed as inhabitants of an
// interface or as type arguments, in order.
func commonTypes() []string {
	return []string{
		"bytes.Buffer", "strings.Reader", "bytes.Reader", "strings.Builder", "sort.IntSlice", "sort.StringSlice",
		"time.Duration", "time.Time", "math/big.Int", "net/netip.Addr", "container/list.List",
	}
}

// maxArguments limits the lists of type arguments that are tried.
const maxArguments = 2000
