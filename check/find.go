package check

import (
	"context"
	"errors"
	"fmt"
	"go/token"

	"github.com/rtest-dev/rtest/refine"
)

// A Found is what a search for one input came to: Failure holds the call, nil
// when there is none; Result says how far the search went.
type Found struct {
	Failure *Failure
	Result  Result
}

// Find searches the inputs of a function for one with which the predicate over
// its inputs and results holds. It fails when the packages do not hold exactly
// one function of that name, or the predicate is wrong.
func Find(ctx context.Context, cfg Config, function, predicate string) (Found, error) {
	prog, err := load(cfg)
	if err != nil {
		return Found{}, err
	}
	pkg, contract, err := lookup(prog, function)
	if err != nil {
		return Found{}, err
	}
	wanted, diags := prog.Predicate(contract, predicate)
	if len(diags) > 0 {
		return Found{}, diags[0]
	}
	asked := *contract
	not := *wanted
	not.Kind, not.Text = refine.Ensures, "!("+predicate+")"
	not.Expr = &refine.Unary{X: wanted.Expr, Op: token.NOT, T: wanted.Expr.Type()}
	asked.Post, asked.Panics, asked.Pure = []*refine.Clause{&not}, nil, nil
	cfg.KeepGoing, cfg.Save, cfg.Run, cfg.Parallel = true, false, nil, 1
	return find(ctx, &run{Config: cfg, prog: prog, pkg: pkg, contracts: []*refine.Contract{&asked}}, &not)
}

// find runs the one contract and picks the failure of the clause.
func find(ctx context.Context, r *run, clause *refine.Clause) (Found, error) {
	var found Found
	var failed error
	r.yield = func(e Event) bool {
		switch e := e.(type) {
		case Fault:
			failed = errors.New(e.Message)
		case FunctionEnd:
			found.Result = e.Result
			for _, f := range e.Failures {
				if found.Failure == nil && f.clause == clause {
					found.Failure = f
				}
			}
		}
		return true
	}
	r.functions(ctx, &PackageEnd{})
	return found, failed
}

// lookup finds the contract of a function; several instantiations of a generic
// one are told apart by their whole name.
func lookup(prog *program, function string) (*refine.Package, *refine.Contract, error) {
	var pkg *refine.Package
	var contract *refine.Contract
	for _, p := range prog.Packages {
		if p.Broken {
			return nil, nil, fmt.Errorf("%s does not compile: rtest check says why", p.Path)
		}
		for _, c := range p.Contracts {
			if c.Name != function {
				continue
			}
			if contract != nil {
				return nil, nil, fmt.Errorf("several packages have a contract of %s; name one of them", function)
			}
			pkg, contract = p, c
		}
	}
	if contract == nil {
		return nil, nil, fmt.Errorf("no function %s with a contract; rtest list shows them", function)
	}
	return pkg, contract, nil
}
