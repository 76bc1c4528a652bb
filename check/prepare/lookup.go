package prepare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// Lookup finds the contract of a function in the packages of a program. A function without one gets
// a contract that demands nothing. Instantiations of a generic function are distinguished by their
// full name. It is an error if there is not exactly one such function.
func Lookup(prog *Program, function string) (*refine.Package, *refine.Contract, error) {
	var pkg *refine.Package
	var found []*refine.Contract
	for _, p := range prog.Packages {
		if p.Broken {
			return nil, nil, errors.New(WhyBroken(p))
		}
		of := slices.DeleteFunc(slices.Clone(p.Contracts), func(c *refine.Contract) bool { return c.Name != function })
		if len(of) == 0 {
			of = prog.Bare(p, function)
		}
		if len(of) > 0 {
			pkg, found = p, append(found, of...)
		}
	}
	switch {
	case len(found) == 0:
		if own := ownName(prog, function); own != "" {
			return nil, nil, fmt.Errorf("no function %s; a function of the package goes by its name alone: %s", function, own)
		}
		if near := nearest(prog, function); near != "" {
			return nil, nil, fmt.Errorf("no function %s; did you mean %s?", function, near)
		}
		return nil, nil, fmt.Errorf("no function %s; rtest list shows those with contracts", function)
	case len(found) > 1 && found[0].Func == found[1].Func:
		return nil, nil, fmt.Errorf("%s has several instantiations, as %s; name one of them", function, found[0].Name)
	case len(found) > 1:
		return nil, nil, fmt.Errorf("several packages have a function %s; name one of them", function)
	}
	if i := slices.IndexFunc(pkg.Diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }); i >= 0 {
		return nil, nil, fmt.Errorf("the contracts of %s have errors: %w", pkg.Path, pkg.Diags[i])
	}
	return pkg, found[0], nil
}

// ownName strips the package name from the name of a function in one of the packages. It returns ""
// if there is no such function.
func ownName(prog *Program, function string) string {
	for _, p := range prog.Packages {
		name, ok := strings.CutPrefix(function, p.Name+".")
		if ok && (slices.ContainsFunc(p.Contracts, func(c *refine.Contract) bool { return c.Name == name }) || len(prog.Bare(p, name)) > 0) {
			return name
		}
	}
	return ""
}

// nearest returns the function that a misspelt name, with or without its package, probably means,
// or "". It prefers functions with a contract.
func nearest(prog *Program, function string) string {
	var contracts, all []string
	for _, p := range prog.Packages {
		for _, c := range p.Contracts {
			contracts = append(contracts, c.Name)
		}
		all = append(all, prog.Functions(p)...)
	}
	for _, p := range prog.Packages {
		function = strings.TrimPrefix(function, p.Name+".")
	}
	return cmp.Or(diag.NearestFunction(function, contracts), diag.NearestFunction(function, all))
}

// WhyBroken says why a package cannot be searched.
func WhyBroken(p *refine.Package) string {
	if len(p.Diags) == 0 {
		return p.Path + " does not compile: rtest check says why"
	}
	return fmt.Sprintf("%s does not compile: %v", p.Path, p.Diags[0])
}

// Tell passes on how far a function has come, unless nobody listens just now.
func (u *Unit) Tell(n event.Progress) {
	select {
	case u.Progress <- n:
	default:
	}
}
