package annotations

import (
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/refine"
)

// helpWith proposes type arguments for a generic function for which no
// predeclared types do: types of the package, of those that it imports and of the
// standard library that satisfy the constraints.
func (p *tested) helpWith(tparams *types.TypeParamList) string {
	var names []string
	if targs := satisfyingTypes(p.u, tparams, nil); targs != nil {
		for _, t := range targs {
			names = append(names, refine.TypeName(t, p.u.Node.Types))
		}
		return "//rtest:with [" + strings.Join(names, ", ") + "]"
	}
	for tp := range tparams.TypeParams() {
		names = append(names, tp.Obj().Name()+" "+types.TypeString(tp.Constraint(), types.RelativeTo(p.u.Node.Types)))
	}
	return "write types that satisfy the constraints, and list them behind //rtest:with, in brackets: one each for " + strings.Join(names, ", ")
}

// mistakes reports what is wrong with the contract of a generic function whatever
// its type arguments are, because there are none with which it could be resolved.
func (p *tested) mistakes(s *subject) {
	tparams := typeParams(s.fn)
	targs, _ := defaultTypes(tparams)
	if targs == nil {
		targs = ownTypes(tparams)
	}
	inst, err := instantiate(p.u, s.fn, targs)
	if err != nil {
		return
	}
	p.u.KeepGeneral(func() { p.contract(s, inst, false) })
}

// idle reports the mistakes of a subject that is not tested.
func (p *tested) idle(s *subject) {
	for _, src := range s.sources {
		for tp := range src.tparams.TypeParams() {
			if coreType(tp) != nil {
				// What Go allows of a type parameter with a core type is not known here.
				p.u.KeepGeneral(func() { p.contracts(s) })
				return
			}
		}
	}
	p.contracts(s)
}

// maxArguments bounds the lists of type arguments that are tried.
const maxArguments = 2000

// argumentTypes returns the types that are tried as type arguments: predeclared
// ones, then those of the package and pointers to them.
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
	for _, n := range outsideTypes(u) {
		list = append(list, n, types.NewPointer(n))
	}
	return list
}

// satisfyingTypes returns type arguments that satisfy all constraints, nil where none are
// known; those that are found stay.
func satisfyingTypes(u *names.Unit, tparams *types.TypeParamList, found map[*types.TypeParam]types.Type) []types.Type {
	search := &argumentSearch{tparams: tparams, found: found, candidates: argumentTypes(u), left: maxArguments}
	return search.from(nil)
}

// An argumentSearch looks for type arguments that satisfy all constraints.
type argumentSearch struct {
	tparams    *types.TypeParamList
	found      map[*types.TypeParam]types.Type
	candidates []types.Type
	left       int
}

// from completes the first type arguments to a whole list, nil when that cannot
// be done.
func (s *argumentSearch) from(first []types.Type) []types.Type {
	if len(first) == s.tparams.Len() {
		if s.left--; s.left < 0 {
			return nil
		}
		if _, err := satisfies(s.tparams, first); err != nil {
			return nil
		}
		return first
	}
	candidates := s.candidates
	if t := s.found[s.tparams.At(len(first))]; t != nil {
		candidates = []types.Type{t}
	} else if core := coreType(s.tparams.At(len(first))); core != nil {
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
