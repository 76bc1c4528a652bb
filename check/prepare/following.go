package prepare

import (
	"context"
	"errors"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/encode"
	"golang.org/x/tools/go/ssa"
)

// follow finds the possible behaviour of the function under test with an input. It also returns the question for
// inputs that satisfy the preconditions. It executes the calls that build values if possible. Otherwise these
// values are states within the bounds with unknown content.
func (r *Package) follow(ctx context.Context, p *Plan, lifted *Lifting, opt encode.Options) (*encode.Aims, *beyond.Problem, error) {
	opt.Calls, opt.Interp = r.Built.Classes, lifted.interp
	own := r.ownFunctions(p.Contract.Func)
	in := encode.Inputs{Names: p.Contract.InputNames(), Shapes: p.Shapes, Vars: lifted.Vars}
	if building, _ := r.Built.Building(p.Shapes, own); building != nil {
		opt := opt
		opt.Building, opt.Interp = building, nil
		preds, at := lifted.all(true)
		in.Preds = plain(preds)
		aims, err := encode.Follow(ctx, in, lifted.follow, own, opt)
		if err == nil && len(aims.List) > 0 {
			opaque := lifted.native(true)
			for _, o := range aims.Opaque {
				if o.Pred < len(at) {
					opaque[at[o.Pred]] = o.Why
				}
			}
			return aims, &beyond.Problem{Form: aims.Base(), Opaque: opaque}, nil
		}
		if err != nil && !errors.Is(err, encode.ErrTooLarge) {
			return nil, nil, err
		}
	}
	in.Preds = lifted.predsFor(opt.Beyond)
	aims, err := encode.Follow(ctx, in, lifted.follow, own, opt)
	if err != nil {
		return nil, nil, err
	}
	return aims, &beyond.Problem{Form: aims.Base(), Opaque: lifted.opaque(aims.Opaque, opt)}, nil
}

// ownFunctions returns a predicate for the user's own functions. If the tested function belongs to
// a module, these are the functions of that module and of the module with the contract. If it
// belongs to the standard library, they are those of its package and of the module with the
// contract.
func (r *Package) ownFunctions(tested *types.Func) func(*ssa.Function) bool {
	paths := []string{r.Pkg.Types.Path(), tested.Pkg().Path()}
	modules := slices.DeleteFunc([]string{r.Pkg.Module, r.Prog.ModuleOf(tested.Pkg())}, func(m string) bool { return m == "" })
	return func(fn *ssa.Function) bool {
		path := packageOf(fn)
		return slices.Contains(paths, path) || slices.ContainsFunc(modules, func(m string) bool { return strings.HasPrefix(path+"/", m+"/") })
	}
}

// packageOf returns the path of the package that declares a function.
func packageOf(fn *ssa.Function) string {
	for fn.Origin() != nil || fn.Parent() != nil {
		if fn.Pkg != nil {
			break
		}
		if fn.Origin() != nil {
			fn = fn.Origin()
		} else {
			fn = fn.Parent()
		}
	}
	if fn.Pkg == nil {
		return ""
	}
	return fn.Pkg.Pkg.Path()
}
