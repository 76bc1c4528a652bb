package prepare

import (
	"context"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/check/aliased"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// poserShared returns what makes the forms of a function whose pointers may meet: those to struct types
// of the package. compared are those whose pointers a precondition compares. It returns nil if there are
// none but those that a directive lets meet.
func (r *Package) poserShared(p *Plan, lifted *Lifting) (pose func(context.Context, int) (*Problem, []types.Type, error), compared []types.Type) {
	list := unshared(p.Shapes, r.Pkg.Types)
	if len(list) == 0 {
		return nil, nil
	}
	pose = func(ctx context.Context, depth int) (*Problem, []types.Type, error) {
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
	return pose, comparesPointers(lifted.Preds, list)
}

// unshared returns the struct types of a package to which pointers in the shapes point.
func unshared(shapes []value.Shape, pkg *types.Package) (list []types.Type) {
	for _, s := range shapes {
		value.Walk(s, func(part value.Shape) {
			ptr, ok := part.(*value.Pointer)
			if !ok {
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

// comparesPointers returns the types of a list to which pointers point that predicates compare with
// each other. Pointers that are compared with nil do not count.
func comparesPointers(preds []encode.Predicate, list []types.Type) (found []types.Type) {
	seen := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		for in := range instructions(fn) {
			switch in := in.(type) {
			case *ssa.BinOp:
				if t := comparedPointers(in); t != nil {
					same := func(u types.Type) bool { return types.Identical(t, u) }
					if slices.ContainsFunc(list, same) && !slices.ContainsFunc(found, same) {
						found = append(found, t)
					}
				}
			case ssa.CallInstruction:
				if callee := in.Common().StaticCallee(); callee != nil {
					visit(callee)
				}
			}
		}
	}
	for _, p := range preds {
		if p.Fn != nil {
			visit(p.Fn)
		}
	}
	return found
}

// instructions yields those of a function and of the literals in it.
func instructions(fn *ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, f := range code.WithAnonymous(fn) {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					if !yield(in) {
						return
					}
				}
			}
		}
	}
}

// comparedPointers returns the type to which two pointers point that are compared, nil if there are
// no two.
func comparedPointers(x *ssa.BinOp) types.Type {
	if x.Op != token.EQL && x.Op != token.NEQ {
		return nil
	}
	for _, v := range []ssa.Value{x.X, x.Y} {
		if _, isNil := v.(*ssa.Const); isNil {
			return nil
		}
	}
	p, ok := x.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	return p.Elem()
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
