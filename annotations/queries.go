package annotations

import (
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/facts"
	"github.com/rtest-dev/rtest/annotations/resolve"
	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/usage"
	"github.com/rtest-dev/rtest/refine"
)

// Code returns a new SSA form of a package and its imports, for analyses of the functions under
// test.
func (p *Program) Code(pkg *refine.Package) *code.Program { return facts.CodeOf(p.resolved[pkg].Unit) }

// ImportsStandard reports whether a package imports nothing outside the standard library.
func (p *Program) ImportsStandard(pkg *refine.Package) bool {
	for _, m := range p.resolved[pkg].Unit.Node.Meta.Imports {
		if m.Module != nil {
			return false
		}
	}
	return true
}

// Usage returns what the module does with its functions and types.
func (p *Program) Usage() *usage.Usage {
	p.makeUsed.Do(func() {
		var files []usage.File
		p.graph.ModuleText(func(name string, text []byte) { files = append(files, usage.File{Name: name, Text: text}) })
		p.used = usage.Of(files)
	})
	return p.used
}

// Callee returns the contract for a call of a via directive in the package; see [resolve.Package.Callee].
func (p *Program) Callee(pkg *refine.Package, b *refine.Callee) (c *refine.Contract, own bool) {
	return p.resolved[pkg].Callee(b)
}

// Predicate resolves a predicate over the inputs and results of c that is in no file. The clause
// has the kind ensures. It is nil if there are errors; their positions are in a file named
// "predicate".
func (p *Program) Predicate(c *refine.Contract, text string) (*refine.Clause, []diag.Diagnostic) {
	r := p.packageUnder(c)
	if r == nil {
		return nil, []diag.Diagnostic{{Code: codes.UnknownContract, Message: c.Name + " is not a contract of the loaded packages"}}
	}
	return r.Predicate(c, text)
}

// Bare returns contracts that demand nothing for the function of pkg with the given name and a
// body, one for each instantiation. It returns none if there is no such function.
func (p *Program) Bare(pkg *refine.Package, name string) []*refine.Contract {
	return p.resolved[pkg].Bodies(name)
}

// Effect says what a call of the function of c, which is in pkg, does outside its process. It returns "" if no
// effect is known.
func (p *Program) Effect(pkg *refine.Package, c *refine.Contract) string {
	return p.resolved[pkg].Effect(c)
}

// Functions returns the names of the functions of pkg that have a body.
func (p *Program) Functions(pkg *refine.Package) []string { return p.resolved[pkg].Functions() }

// packageUnder returns the package that has the contract c or its function, or nil.
func (p *Program) packageUnder(c *refine.Contract) *resolve.Package {
	for _, pkg := range p.Packages {
		if slices.Contains(pkg.Contracts, c) {
			return p.resolved[pkg]
		}
	}
	for _, pkg := range p.Packages {
		if c.Func != nil && pkg.Types != nil && pkg.Types == c.Func.Pkg() {
			return p.resolved[pkg]
		}
	}
	return nil
}
