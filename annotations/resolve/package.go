// Package resolve makes the contracts of a package's functions from their directives.
//
// It takes a loaded package and returns [refine.Contract] values. A contract unites the directives,
// sigs, invariants of types, and contracts of implemented interfaces that apply to a function.
// There is one for each list of type arguments with which the function is tested. The package knows
// nothing of how packages are loaded or tested.
package resolve

import (
	"slices"

	"github.com/rtest-dev/rtest/annotations/facts"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// A Package is a package under test whose contracts are resolved.
type Package struct {
	Unit    *names.Unit
	pkg     *refine.Package
	facts   *facts.Facts
	effects *facts.EffectIndex
	// forwards collects the forwarding functions needed in other packages.
	forwards *refine.Forwards
}

// NewPackage returns the Package of a unit. Resolve fills in the contracts of pkg.
func NewPackage(u *names.Unit, pkg *refine.Package) *Package {
	p := &Package{Unit: u, pkg: pkg, effects: facts.NewEffectIndex(u), forwards: refine.NewForwards(u.Graph.ForwardFolder)}
	p.facts = facts.NewFacts(u, pkg, p.effects)
	pkg.Forwards = p.forwards
	return p
}

// Resolve finds the contracts and facts of the package.
func (p *Package) Resolve() {
	pkg := p.pkg
	if pkg.Broken {
		return
	}
	p.Unit.Read()
	p.Unit.Prefetch()
	typing.CheckDeclared(p.Unit)
	p.Unit.AtTypes = names.NewTypeIndex(p.Unit)
	pkg.Facts = p.facts
	p.facts.CheckAll()
	subjects, idle := p.subjects()
	of := make([][]*refine.Contract, len(subjects))
	for i, s := range subjects {
		of[i] = p.contracts(s)
	}
	distinguishNames(subjects, of)
	pkg.Contracts = slices.Concat(of...)
	for _, s := range idle {
		// Only their mistakes matter.
		p.reportIdle(s)
	}
	pkg.Measures = p.measures()
	pkg.UsedTests = p.usedTests()
	pkg.Diags = diag.Sort(append(pkg.Diags, p.Unit.Diags...))
}
