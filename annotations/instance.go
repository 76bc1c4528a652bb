package annotations

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// An instance is a function at certain type arguments.
type instance struct {
	targs []types.Type
	// recv is nil for functions.
	recv            types.Type
	params, results *types.Tuple
	variadic        bool
}

// instances returns the instantiations of s that are to be tested. Of a
// function that is not generic there is one. Unsupported says why there is
// none.
func (p *tested) instances(s *subject) (list []*instance, unsupported string) {
	if s.promoted != nil {
		return promotedInstance(p.u, s.promoted)
	}
	tparams := typeParams(s.fn)
	if tparams.Len() == 0 {
		rejectWith(p.u, s)
		inst, _ := instantiate(p.u, s.fn, nil)
		return []*instance{inst}, ""
	}
	lists := append([][]types.Type{}, s.given...)
	wrong := false
	for i, src := range s.sources {
		for _, d := range src.dirs {
			if w, ok := d.Body.(*syntax.With); ok {
				targs := p.withTypes(src, d, w, tparams)
				wrong = wrong || targs == nil
				if targs != nil {
					p.warnTwice(src, lists[len(s.given):], w, targs)
					lists = append(lists, targs)
				}
				if targs != nil && src.only != nil {
					s.sources[i].only = append(s.sources[i].only, targs)
				}
			}
		}
	}
	if len(lists) == 0 && !wrong && s.general() {
		targs, why := defaultTypes(tparams)
		if targs == nil {
			return nil, why
		}
		lists = append(lists, targs)
	}
	lists = append(lists, s.also...)
	for i, targs := range lists {
		if slices.ContainsFunc(lists[:i], func(other []types.Type) bool { return slices.EqualFunc(targs, other, types.Identical) }) {
			continue
		}
		inst, err := instantiate(p.u, s.fn, targs)
		if err != nil {
			at := syntax.Span{From: s.pos, To: s.pos}
			p.u.Errorf(at, codes.TypeArguments, "%s", err.Error())
			continue
		}
		list = append(list, inst)
	}
	return list, ""
}

// warnTwice warns of type arguments that a with above lists already.
func (p *tested) warnTwice(src source, above [][]types.Type, w *syntax.With, targs []types.Type) {
	same := func(other []types.Type) bool { return identicalTypes(other, targs) }
	if src.unit != p.u || len(w.Types) == 0 || !slices.ContainsFunc(above, same) {
		return
	}
	at := syntax.Span{From: w.Types[0].Pos(), To: w.Types[len(w.Types)-1].End()}
	p.u.Report(at, diag.Warning, codes.Twice, "", "a with above lists these type arguments already")
}

// rejectWith reports type arguments for a function that takes none.
func rejectWith(u *names.Unit, s *subject) {
	for _, src := range s.sources {
		for _, d := range src.dirs {
			if _, ok := d.Body.(*syntax.With); ok {
				u.Errorf(d.Verb.Span, codes.TypeArguments, "%s is not generic", s.fn.Name())
			}
		}
	}
}

// typeParams returns the type parameters of a function, or of a method's
// receiver.
func typeParams(fn *types.Func) *types.TypeParamList {
	if sig := fn.Signature(); sig.Recv() != nil {
		return sig.RecvTypeParams()
	} else {
		return sig.TypeParams()
	}
}

// withTypes resolves a with directive; nil when it is wrong, which was
// reported.
func (p *tested) withTypes(src source, d *syntax.Directive, w *syntax.With, tparams *types.TypeParamList) []types.Type {
	t := newTyper(p.u)
	sc := src.unit.FileScope(src.file, d)
	if n := tparams.Len(); len(w.Types) != n {
		at := syntax.Span{From: d.TextAt(len(d.Text) - 1), To: d.TextAt(len(d.Text))}
		if len(w.Types) > n {
			at = syntax.SpanOf(w.Types[n])
		}
		p.u.Errorf(at, codes.TypeArguments, "got %s, want %d", plural(len(w.Types), "type argument"), n)
		return nil
	}
	var targs []types.Type
	for _, e := range w.Types {
		targ := t.goType(sc, e)
		if targ == nil {
			return nil
		}
		targs = append(targs, targ)
	}
	if i, err := satisfies(tparams, targs); err != nil {
		p.u.Errorf(syntax.SpanOf(w.Types[i]), codes.TypeArguments, "%s", err.Error())
		return nil
	}
	return targs
}

// satisfies checks type arguments against their constraints; the index is that
// of the first that does not.
func satisfies(tparams *types.TypeParamList, targs []types.Type) (int, error) {
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

// copyParams returns type parameters of their own with the constraints of the
// given ones, for a type parameter can be declared only once.
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

// instantiate returns fn at the type arguments.
func instantiate(u *names.Unit, fn *types.Func, targs []types.Type) (*instance, error) {
	sig := fn.Signature()
	inst := &instance{targs: targs}
	if sig.Recv() != nil {
		inst.recv = sig.Recv().Type()
	}
	switch {
	case len(targs) == 0:
	case sig.Recv() == nil:
		t, err := types.Instantiate(u.Graph.Context, sig, targs, true)
		if err != nil {
			return nil, err
		}
		sig = t.(*types.Signature)
	default:
		named := types.Unalias(refine.Pointed(inst.recv)).(*types.Named)
		t, err := types.Instantiate(u.Graph.Context, named.Origin(), targs, true)
		if err != nil {
			return nil, err
		}
		for m := range t.(*types.Named).Methods() {
			if m.Name() == fn.Name() {
				sig = m.Signature()
			}
		}
		inst.recv = sig.Recv().Type()
	}
	inst.params, inst.results, inst.variadic = sig.Params(), sig.Results(), sig.Variadic()
	return inst, nil
}

// defaultTypes returns int for every type parameter whose constraint admits it,
// else the first admissible of string, float64 and bool; a parameter with a
// core type takes that, after the others.
func defaultTypes(tparams *types.TypeParamList) ([]types.Type, string) {
	return defaultTypesBeside(tparams, nil)
}

// defaultTypesBeside is defaultTypes where some of them are known.
func defaultTypesBeside(tparams *types.TypeParamList, known map[*types.TypeParam]types.Type) ([]types.Type, string) {
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
		if core := coreType(tp); core != nil {
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
			if core := coreType(tparams.At(i)); core != nil && known[tparams.At(i)] == nil {
				targs[i] = refine.Substitute(core, subst)
				subst[tparams.At(i)] = targs[i]
			}
		}
	}
	if i, err := satisfies(tparams, targs); err != nil {
		return nil, "no type is known for the type parameter " + tparams.At(i).Obj().Name()
	}
	return targs, ""
}

// ownTypes returns the type parameters as types, those with a core type as that.
func ownTypes(tparams *types.TypeParamList) []types.Type {
	var targs []types.Type
	for tp := range tparams.TypeParams() {
		t := types.Type(tp)
		if core := coreType(tp); core != nil {
			t = core
		}
		targs = append(targs, t)
	}
	return targs
}

// bindingOf maps type parameters to type arguments.
func bindingOf(tparams *types.TypeParamList, targs []types.Type) map[*types.TypeParam]types.Type {
	subst := map[*types.TypeParam]types.Type{}
	for i, t := range targs {
		subst[tparams.At(i)] = t
	}
	return subst
}

// bindTypes lets the names of type parameters stand for the type arguments.
func bindTypes(sc *names.Scope, tparams *types.TypeParamList, targs []types.Type) {
	for i, t := range targs {
		if i < tparams.Len() {
			sc.Names[tparams.At(i).Obj().Name()] = &names.Binding{Type: t}
		}
	}
}
