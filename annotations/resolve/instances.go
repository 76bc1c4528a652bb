package resolve

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/internal/diag"
)

// instances returns the instantiations of s to test. A function that is not generic has one.
// Unsupported says why there is none.
func (p *Package) instances(s *subject) (list []*generics.Instance, unsupported string) {
	if s.promoted != nil {
		return promotedInstance(p.Unit, s.promoted)
	}
	tparams := generics.TypeParams(s.fn)
	if tparams.Len() == 0 {
		rejectWith(p.Unit, s)
		inst, _ := generics.Instantiate(p.Unit, s.fn, nil)
		return []*generics.Instance{inst}, ""
	}
	lists := append([][]types.Type{}, s.typeArgs...)
	wrong := false
	for i, src := range s.sources {
		for _, d := range src.dirs {
			if w, ok := d.Body.(*syntax.With); ok {
				targs := p.withTypes(src, d, w, tparams)
				wrong = wrong || targs == nil
				if targs != nil {
					p.warnTwice(src, lists[len(s.typeArgs):], w, targs)
					lists = append(lists, targs)
				}
				if targs != nil && src.appliesOnlyTo != nil {
					s.sources[i].appliesOnlyTo = append(s.sources[i].appliesOnlyTo, targs)
				}
			}
		}
	}
	if len(lists) == 0 && !wrong && s.general() {
		targs, why := generics.Default(tparams)
		if targs == nil {
			return nil, why
		}
		lists = append(lists, targs)
	}
	lists = append(lists, s.implementsFor...)
	for i, targs := range lists {
		if slices.ContainsFunc(lists[:i], func(other []types.Type) bool { return slices.EqualFunc(targs, other, types.Identical) }) {
			continue
		}
		inst, err := generics.Instantiate(p.Unit, s.fn, targs)
		if err != nil {
			at := syntax.Span{From: s.pos, To: s.pos}
			p.Unit.Errorf(at, codes.TypeArguments, "%s", err.Error())
			continue
		}
		list = append(list, inst)
	}
	return list, ""
}

// warnTwice warns of type arguments that an earlier with lists.
func (p *Package) warnTwice(src source, above [][]types.Type, w *syntax.With, targs []types.Type) {
	same := func(other []types.Type) bool { return generics.Identical(other, targs) }
	if src.unit != p.Unit || len(w.Types) == 0 || !slices.ContainsFunc(above, same) {
		return
	}
	at := syntax.Span{From: w.Types[0].Pos(), To: w.Types[len(w.Types)-1].End()}
	p.Unit.Report(at, diag.Warning, codes.Twice, "", "a with above lists these type arguments already")
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

// withTypes resolves a with directive. If it is wrong, withTypes reports that and returns nil.
func (p *Package) withTypes(src source, d *syntax.Directive, w *syntax.With, tparams *types.TypeParamList) []types.Type {
	t := typing.NewTyper(p.Unit)
	sc := src.unit.FileScope(src.file, d)
	if n := tparams.Len(); len(w.Types) != n {
		at := syntax.Span{From: d.TextAt(len(d.Text) - 1), To: d.TextAt(len(d.Text))}
		if len(w.Types) > n {
			at = syntax.SpanOf(w.Types[n])
		}
		p.Unit.Errorf(at, codes.TypeArguments, "got %s, want %d", diag.Count(len(w.Types), "type argument"), n)
		return nil
	}
	var targs []types.Type
	for _, e := range w.Types {
		targ := t.GoType(sc, e)
		if targ == nil {
			return nil
		}
		targs = append(targs, targ)
	}
	if i, err := generics.Satisfies(tparams, targs); err != nil {
		p.Unit.Errorf(syntax.SpanOf(w.Types[i]), codes.TypeArguments, "%s", err.Error())
		return nil
	}
	return targs
}
