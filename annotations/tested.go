package annotations

import (
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/refine"
)

// A tested is a package under test as its contracts are resolved.
type tested struct {
	u       *names.Unit
	pkg     *refine.Package
	facts   *facts
	effects *effectIndex
	// forwards are what other packages are asked for.
	forwards *refine.Forwards
}

func newTested(u *names.Unit, pkg *refine.Package) *tested {
	p := &tested{u: u, pkg: pkg, effects: &effectIndex{u: u}, forwards: refine.NewForwards(u.Graph.ForwardFolder)}
	p.facts = &facts{u: u, pkg: pkg, effects: p.effects}
	pkg.Forwards = p.forwards
	return p
}
