package prepare

import (
	"context"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/aliased"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// poserShared returns what makes the forms of a function whose pointers may meet: those to types of
// the package that reach themselves. It returns nil if there are none but those that a directive
// lets meet.
func (r *Package) poserShared(p *Plan, lifted *Lifting) func(context.Context, int) (*Problem, []types.Type, error) {
	list := unshared(p.Shapes, r.Pkg.Types)
	if len(list) == 0 {
		return nil
	}
	return func(ctx context.Context, depth int) (*Problem, []types.Type, error) {
		opt := r.shapeOptions(p.Hints)
		opt.Shared = list
		shapes, err := shape.Shapes(p.Contract, r.Pkg.Facts, opt)
		if err != nil {
			return nil, nil, err
		}
		if _, why := shape.Unsupported(p.Contract.Inputs(), shapes); why != nil {
			return nil, nil, nil
		}
		q, err := r.pose(ctx, p, shapes, lifted, p.Encoding(depth))
		return q, list, err
	}
}

// unshared returns the struct types of a package to which pointers in the shapes point, and which
// reach themselves.
func unshared(shapes []value.Shape, pkg *types.Package) (list []types.Type) {
	for _, s := range shapes {
		value.Walk(s, func(part value.Shape) {
			ptr, ok := part.(*value.Pointer)
			if !ok || !ptr.Node {
				return
			}
			t := ptr.Elem.Shape.Go()
			n, ok := types.Unalias(t).(*types.Named)
			if _, isStruct := ptr.Elem.Shape.(*value.Struct); ok && isStruct && n.Obj().Pkg() == pkg && !slices.ContainsFunc(list, func(u types.Type) bool { return types.Identical(t, u) }) {
				list = append(list, t)
			}
		})
	}
	return list
}

// SharedNames names types as their package writes them.
func SharedNames(list []types.Type, pkg *types.Package) (names []string) {
	for _, t := range list {
		names = append(names, refine.TypeName(refine.OriginOf(t), pkg))
	}
	return names
}

// addAliased adds to the process a second target for each function whose inputs may share memory that it writes
// to, although no directive says so. The function's own target is unchanged, so the tests within the bounds do
// not depend on it.
func (r *Package) addAliased(u *Unit) {
	if !r.Aliases {
		return
	}
	index := 0
	for _, p := range u.Plans {
		if p.Shapes == nil {
			continue
		}
		own := u.Targets.Targets[index]
		index++
		if len(p.Hints.Aliases) == 0 || p.Limits.Beyond == 0 || own.Choices() {
			continue
		}
		shapes := shape.Aliases(p.Shapes, p.Hints.Aliases)
		if shapes == nil {
			continue
		}
		p.Aliased = aliased.Target{Index: len(u.Targets.Targets), Shapes: shapes}
		u.Targets.Targets = append(u.Targets.Targets, &codegen.Target{
			Contract: p.Contract, Shapes: shapes, Hints: p.Hints, Chance: own.Chance,
		})
	}
}
