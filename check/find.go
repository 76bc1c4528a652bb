package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// A Found is the outcome of a search for one input. Failure has the call, or is nil if there is
// none. Other is a call that gave no answer, for example because it panicked, or nil. Result says
// how far the search went. Warnings concern the predicate.
type Found struct {
	Failure, Other *event.Failure
	Result         event.Result
	Warnings       []diag.Diagnostic
}

// Find searches the inputs of a function, with or without a contract, for one that satisfies the
// predicate over its inputs and results. It returns an error if the packages do not have exactly
// one function of that name, or the predicate is wrong.
func Find(ctx context.Context, cfg config.Config, function, predicate string) (Found, error) {
	prog, err := prepare.Load(ctx, cfg)
	if err != nil {
		return Found{}, err
	}
	pkg, contract, err := lookup(prog, function)
	if err != nil {
		return Found{}, err
	}
	wanted, diags := prog.Predicate(contract, predicate)
	if i := slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }); i >= 0 {
		return Found{}, diags[i]
	}
	asked := *contract
	not := *wanted
	not.Kind, not.Text = refine.Ensures, "!("+predicate+")"
	not.Expr = &refine.Unary{X: wanted.Expr, Op: token.NOT, T: wanted.Expr.Type()}
	asked.Post, asked.Panics, asked.Pure, asked.Prop = []*refine.Clause{&not}, nil, nil, false
	given := overInputs(wanted.Expr)
	if given {
		// Only inputs that satisfy it need to be built.
		pre := *wanted
		pre.Kind = refine.Requires
		asked.Pre = append(slices.Clone(asked.Pre), &pre)
	}
	cfg.KeepGoing, cfg.Save, cfg.Run, cfg.Parallel = true, false, nil, 1
	found, err := find(ctx, &run{Package: &prepare.Package{Config: cfg, Prog: prog, Pkg: pkg, Contracts: []*refine.Contract{&asked}}}, func(f *event.Failure) bool {
		// A predicate over inputs alone does not depend on how the call ends.
		return f.Violated == &not || given
	})
	found.Warnings = diags
	return found, err
}

// overInputs reports whether a predicate refers only to inputs that the call cannot change.
func overInputs(e refine.Expr) bool {
	ok := true
	refine.Inspect(e, func(x refine.Expr) bool {
		switch x := x.(type) {
		case *refine.Ref:
			ok = ok && (x.Var.Role == refine.Bound || x.Var.Role == refine.Input && !refersToMemory(x.Var.Type))
		case *refine.Old:
			ok = false
		case *refine.Object:
			_, isVar := x.Obj.(*types.Var)
			ok = ok && !isVar
		case *refine.Builtin:
			ok = ok && x.Name != "calls"
		}
		return ok
	})
	return ok
}

// refersToMemory reports whether a value of the type refers to memory that a call can change.
func refersToMemory(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return refersToMemory(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if refersToMemory(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// find runs the one contract and returns the first failure for which asked is true.
func find(ctx context.Context, r *run, asked func(*event.Failure) bool) (Found, error) {
	var found Found
	var failed error
	r.Yield = func(e event.Event) bool {
		switch e := e.(type) {
		case event.Fault:
			failed = errors.New(e.Message)
		case event.FunctionEnd:
			found.Result = e.Result
			for _, f := range e.Failures {
				switch {
				case found.Failure == nil && asked(f):
					found.Failure = f
				case found.Other == nil && !asked(f):
					found.Other = f
				}
			}
		}
		return true
	}
	r.functions(ctx, &event.PackageEnd{})
	return found, failed
}

// ownName strips the package name from the name of a function in one of the packages. It returns ""
// if there is no such function.
func ownName(prog *prepare.Program, function string) string {
	for _, p := range prog.Packages {
		name, ok := strings.CutPrefix(function, p.Name+".")
		if ok && (slices.ContainsFunc(p.Contracts, func(c *refine.Contract) bool { return c.Name == name }) || len(prog.Bare(p, name)) > 0) {
			return name
		}
	}
	return ""
}

// lookup finds the contract of a function. A function without one gets a contract that demands
// nothing. Instantiations of a generic function are distinguished by their full name.
func lookup(prog *prepare.Program, function string) (*refine.Package, *refine.Contract, error) {
	var pkg *refine.Package
	var found []*refine.Contract
	for _, p := range prog.Packages {
		if p.Broken {
			return nil, nil, errors.New(broken(p))
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

// nearest returns the function that a misspelt name, with or without its package, probably means,
// or "". It prefers functions with a contract.
func nearest(prog *prepare.Program, function string) string {
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
	return cmp.Or(diag.Nearest(function, contracts), diag.Nearest(function, all))
}

// broken says why a package cannot be searched.
func broken(p *refine.Package) string {
	if len(p.Diags) == 0 {
		return p.Path + " does not compile: rtest check says why"
	}
	return fmt.Sprintf("%s does not compile: %v", p.Path, p.Diags[0])
}
