package check

import (
	"context"
	"errors"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// A Found is the outcome of a search for one input. Failure has the call, or is nil if there is
// none. Other is a call that gave no answer, for example because it panicked or the predicate did, or nil.
// Result says how far the search went. Warnings concern the predicate.
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
	pkg, contract, err := prepare.Lookup(prog, function)
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
		return !f.IsUnevaluated() && (f.Violated == &not || given)
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
			ok = ok && (x.Var.Role == refine.Bound || x.Var.Role == refine.Input && !refine.Mutable(x.Var.Type))
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
