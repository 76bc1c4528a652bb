// Package samples describes the inputs with which functions are tested.
//
// It takes packages. It returns, for each function with a contract, some of its inputs as values, and the
// distribution of all inputs within the bounds: over depths and sizes, and for each part of an input over its
// constructors, lengths, signs and values. It calls functions only to count the branches that inputs take, or to
// get the answers of functions among the inputs. The package writes no text.
//
// A caller passes the configuration of a check, whose bounds and budgets apply. Packages gives the functions of
// all packages, Function one, with or without a contract. It counts nothing beyond the bounds.
package samples

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"iter"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/refine"
)

// A Want asks for data besides the distributions.
type Want struct {
	// First is how many of the first inputs are wanted, Spread how many that are spread over depths
	// and sizes.
	First, Spread int
	// Branches asks which branches of the function inputs take, so it is called.
	Branches bool
}

// A Function is what one function is tested with.
type Function struct {
	Package, Name string
	Pos           token.Position
	// Verdict is Exhausted if all inputs within the bounds are counted. It is Spent or Undecided,
	// with Reason and Help, if only some are, and Vacuous, Unsupported or Skipped if there are none.
	Verdict      event.Verdict
	Reason, Help string
	Limits       event.Limits
	// Inputs are those wanted, in the order in which they are tested.
	Inputs []Input
	// Total counts all inputs. Depths and Sizes count them by depth and size.
	Total  int64
	Depths []Depth
	Sizes  []Share
	// Parameters describe the values of the inputs, the receiver first.
	Parameters []Parameter
	// Opaque are the preconditions that are not constraints of the search, with the number of inputs that pass.
	Opaque []event.Opaque
	// Branches are, if wanted, the branches of the function and of its callees in the package, in source order.
	// Called counts the inputs with known branches. Lost counts those whose call ended its process, and those
	// left out because too many did.
	Branches     []Branch
	Called, Lost int64
}

// An Input is one input.
type Input struct {
	// Number is its place among all inputs, from 1.
	Number      int64
	Depth, Size int
	// Call is the call as the package of the function writes it, Args its arguments, Values the same
	// as trees.
	Call   string
	Args   []event.Arg
	Values []*tree.Value
}

// A Depth counts the inputs of one depth. All means that there are no others.
type Depth struct {
	Depth  int
	Inputs int64
	All    bool
}

// A Share counts what has a name.
type Share struct {
	Name  string
	Count int64
}

// A Parameter describes the values of one parameter, part by part: the parameter itself first, then its parts.
// Parts of recursive values are counted together, under the name of their type (Tree.Left).
type Parameter struct {
	Name, Type string
	Parts      []Part
}

// A Part is a place in the values of a parameter.
type Part struct {
	Name, Type string
	Aspects    []Aspect
}

// An Aspect counts what a part is in one regard; each occurrence of the part has one of the shares.
// Kind is one of the Kinds below. Total is the sum of the shares. Least and Greatest are those of
// numbers, else empty.
type Aspect struct {
	Kind            string
	Total           int64
	Shares          []Share
	Least, Greatest string
}

// The kinds of aspects.
const (
	KindSize        = "size"        // the size of the whole parameter
	KindConstructor = "constructor" // nil or a type, of pointers and interfaces
	KindLength      = "length"      // of texts, slices and maps; nil and empty ones apart
	KindSign        = "sign"        // negative, zero or positive; NaN and infinite
	KindValue       = "value"       // of bools and listed values
	KindCalls       = "calls"       // the number of calls that built the value
	KindCall        = "call"        // each call that builds a value, by its function
	KindMemory      = "memory"      // separate from that of earlier parameters, or shared with it
)

// A Branch is an outcome of a condition, or a case, with the number of inputs whose call takes it at
// least once.
type Branch struct {
	Pos token.Position
	// Func is the function, Text the condition or case, Is its outcome: "is true".
	Func, Text, Is string
	Inputs         int64
}

// Find returns what one function of the packages of a configuration is tested with. A function
// without a contract is one whose contract demands nothing. It is an error if there is not exactly
// one function of that name.
func Find(ctx context.Context, cfg config.Config, function string, want Want) (*Function, error) {
	prog, err := prepare.Load(ctx, cfg)
	if err != nil {
		return nil, err
	}
	pkg, contract, err := prepare.Lookup(prog, function)
	if err != nil {
		return nil, err
	}
	all, err := inPackage(ctx, cfg, prog, pkg, []*refine.Contract{contract}, want)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Packages yields descriptions of the functions with contracts, package by package, or an error. Functions that
// cfg.Run excludes are left out.
func Packages(ctx context.Context, cfg config.Config, want Want) iter.Seq2[[]*Function, error] {
	return func(yield func([]*Function, error) bool) {
		prog, err := prepare.Load(ctx, cfg)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, pkg := range prog.Packages {
			var chosen []*refine.Contract
			for _, c := range pkg.Contracts {
				if cfg.Selects(pkg.Path, c.Name) {
					chosen = append(chosen, c)
				}
			}
			if len(chosen) == 0 && !pkg.Broken {
				continue
			}
			if !yield(inPackage(ctx, cfg, prog, pkg, chosen, want)) {
				return
			}
		}
	}
}

// inPackage looks at functions of one package.
func inPackage(ctx context.Context, cfg config.Config, prog *prepare.Program, pkg *refine.Package, contracts []*refine.Contract, want Want) ([]*Function, error) {
	if pkg.Broken {
		return nil, errors.New(prepare.WhyBroken(pkg))
	}
	cfg.Save, cfg.Prune, cfg.KeepGoing, cfg.Limits.Prove, cfg.Limits.Beyond = false, false, true, event.ProveNot, 0
	p := &prepare.Package{Config: cfg, Prog: prog, Pkg: pkg, Contracts: observe.Unjudged(prog, pkg, contracts)}
	if want.Branches {
		p.Watch = build.CountConditions
	}
	var mistake error
	p.Yield = func(e event.Event) bool {
		if m, ok := e.(event.Mistake); ok && mistake == nil && m.Severity == diag.Error {
			mistake = m.Diagnostic
		}
		return true
	}
	if runnable, _ := p.Mistakes(ctx); !runnable && mistake != nil {
		return nil, fmt.Errorf("the contracts of %s have errors: %w", pkg.Path, mistake)
	}
	u, err := observe.Assemble(ctx, p)
	if err != nil {
		return nil, err
	}
	defer u.Close()
	var out []*Function
	for _, plan := range u.Plans {
		f := &Function{
			Package: pkg.Path, Name: plan.Contract.Name, Pos: plan.Contract.Pos, Limits: plan.Limits,
			Verdict: plan.Fixed.Verdict, Reason: plan.Fixed.Reason, Help: plan.Fixed.Help,
		}
		if plan.Function != nil {
			s := &sampling{Function: f, want: want, plan: plan, pkg: p, unit: u}
			if _, err := prepare.Caught(func() (any, error) { return nil, s.run(ctx) }); err != nil {
				return nil, fmt.Errorf("inputs of %s: %w", f.Name, err)
			}
		}
		out = append(out, f)
	}
	return out, nil
}
