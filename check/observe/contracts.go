package observe

import (
	"errors"
	"fmt"

	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// ContractOf returns the contract of a function, or one that demands nothing.
func ContractOf(prog *prepare.Program, pkg *refine.Package, name string) (*refine.Contract, error) {
	var found []*refine.Contract
	var names []string
	for _, c := range pkg.Contracts {
		if c.Name == name && !c.Bare {
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		found = Bare(prog, pkg, name)
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		names = prog.Functions(pkg)
		if near := diag.NearestFunction(name, names); near != "" {
			return nil, fmt.Errorf("%s has no function %s; did you mean %s?", pkg.Path, name, near)
		}
		return nil, fmt.Errorf("%s has no function %s", pkg.Path, name)
	}
	return nil, fmt.Errorf("%s has several instantiations, as %s; name one of them", name, found[0].Name)
}

// Only returns the package of a program, which must compile and be the only one.
func Only(prog *prepare.Program) (*refine.Package, error) {
	var found *refine.Package
	for _, p := range prog.Packages {
		if p.External {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("functions are those of one package; the patterns match %s and %s", found.Path, p.Path)
		}
		found = p
	}
	if found == nil {
		return nil, errors.New("no package has that name")
	}
	return found, Mistakes(found)
}

// Mistakes returns the first error of a package.
func Mistakes(p *refine.Package) error {
	for _, d := range p.Diags {
		if p.Broken || d.Severity == diag.Error {
			return d
		}
	}
	return nil
}

// Bare returns contracts of a function that demand nothing, and say so.
func Bare(prog *prepare.Program, pkg *refine.Package, name string) (list []*refine.Contract) {
	for _, c := range prog.Bare(pkg, name) {
		bare := *c
		bare.Bare = true
		list = append(list, &bare)
	}
	return list
}

// Unjudged copies contracts without their conditions on results, so that no call fails.
func Unjudged(prog *prepare.Program, pkg *refine.Package, contracts []*refine.Contract) []*refine.Contract {
	out := make([]*refine.Contract, len(contracts))
	for i, c := range contracts {
		free := *c
		free.Post, free.Panics, free.Pure, free.Prop = nil, nil, nil, false
		Fence(prog, pkg, &free)
		out[i] = &free
	}
	return out
}

// Fence makes a contract that demands nothing one that is skipped if its function may reach beyond
// the process.
func Fence(prog *prepare.Program, pkg *refine.Package, c *refine.Contract) {
	if c.Bare {
		FenceAlways(prog, pkg, c)
	}
}

// FenceAlways is Fence, applied also to a contract that no user wrote.
func FenceAlways(prog *prepare.Program, pkg *refine.Package, c *refine.Contract) {
	if c.Skipped {
		return
	}
	if effect := prog.Effect(pkg, c); effect != "" {
		c.Skip, c.Skipped, c.Effects = effect, true, true
	}
}
