package resolve

import (
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/refine"
)

// helpWith proposes type arguments for a generic function whose constraints no predeclared types
// satisfy: types of the package, of its imports and of the standard library.
func (p *Package) helpWith(tparams *types.TypeParamList) string {
	var names []string
	if targs := generics.Satisfying(p.Unit, tparams, nil); targs != nil {
		for _, t := range targs {
			names = append(names, refine.TypeName(t, p.Unit.Node.Types))
		}
		return "//rtest:with [" + strings.Join(names, ", ") + "]"
	}
	for tp := range tparams.TypeParams() {
		names = append(names, tp.Obj().Name()+" "+types.TypeString(tp.Constraint(), types.RelativeTo(p.Unit.Node.Types)))
	}
	return "write types that satisfy the constraints, and list them after //rtest:with, in brackets: one each for " + strings.Join(names, ", ")
}

// reportGeneral reports those mistakes in the contract of a generic function that do not depend on
// type arguments. It is called if there are none to test it with.
func (p *Package) reportGeneral(s *subject) {
	tparams := generics.TypeParams(s.fn)
	targs, _ := generics.Default(tparams)
	if targs == nil {
		targs = generics.Own(tparams)
	}
	inst, err := generics.Instantiate(p.Unit, s.fn, targs)
	if err != nil {
		return
	}
	p.Unit.KeepGeneral(func() { p.contract(s, inst, false) })
}

// reportIdle reports the mistakes of a subject that is not tested.
func (p *Package) reportIdle(s *subject) {
	for _, src := range s.sources {
		for tp := range src.tparams.TypeParams() {
			if generics.CoreType(tp) != nil {
				// It is unknown here what Go allows of a type parameter with a core type.
				p.Unit.KeepGeneral(func() { p.contracts(s) })
				return
			}
		}
	}
	p.contracts(s)
}
