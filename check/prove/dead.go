package prove

import (
	"context"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"golang.org/x/tools/go/ssa"
)

// Dead returns the positions of code in the function that no input of its types reaches, whatever the
// preconditions, and those among them that are mistakes. It returns the first statement of each
// outermost unreachable block. Code written for other builds, or to fail loudly if it is reached, is
// not a mistake. unreached reports whether no call so far reached a position.
func (c *Code) Dead(ctx context.Context, unreached func(token.Position) bool) (dead, mistakes []token.Position, err error) {
	d, err := c.follow(ctx, false, false)
	if d == nil || err != nil || d.claims.Extent != encode.AllInputs {
		return nil, nil, err
	}
	fn := d.tested()
	if fn == nil || fn.Origin() != nil && fn.Origin() != fn {
		return nil, nil, nil
	}
	var wanted []int
	some := false
	for i, x := range d.claims.Deeds {
		if x.Kind != encode.Comes || x.In.Parent() != fn || x.Pos.IsValid() && !unreached(c.Place(x.Pos)) {
			continue
		}
		wanted = append(wanted, i)
		some = some || x.Pos.IsValid()
	}
	if !some {
		return nil, nil, nil
	}
	if err := d.solve(ctx, wanted); err != nil {
		return nil, nil, err
	}
	code, err := d.byCode(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, i := range wanted {
		x := d.claims.Deeds[i]
		if !d.never[i] || !x.Pos.IsValid() || !code[doingOf(x)] {
			continue
		}
		dead = append(dead, c.Place(x.Pos))
		if block := x.In.Block(); d.outermost(block) && !meant(block) {
			mistakes = append(mistakes, c.Place(x.Pos))
		}
	}
	return dead, mistakes, nil
}

// tested returns the function under test, or nil if the user did not write its body.
func (d *deeds) tested() *ssa.Function {
	if len(d.claims.Deeds) == 0 {
		return nil
	}
	fn := d.claims.Deeds[0].In.Parent()
	if fn.Synthetic != "" || fn.Parent() != nil {
		return nil
	}
	return fn
}

// outermost reports whether an unreached block follows a block that is not known to be unreached.
func (d *deeds) outermost(b *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if i, ok := d.blocks[p]; ok && !d.never[i] {
			return true
		}
	}
	return false
}

// meant reports whether an unreachable block is intended: it panics, the compiler requires it at the
// end of the function, or its condition depends on the build, on a package variable, or on an error
// that another function may return some day.
func meant(b *ssa.BasicBlock) bool {
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Panic:
		return true
	case *ssa.Return:
		if isLastReturn(b) {
			return true
		}
		for _, x := range last.Results {
			if isError(x.Type()) && !isNil(x) {
				return true
			}
		}
	}
	for _, p := range b.Preds {
		branch, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if _, fixed := branch.Cond.(*ssa.Const); fixed || depends(branch.Cond, map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}

// isLastReturn reports whether no return of the function stands behind the end of the block.
func isLastReturn(b *ssa.BasicBlock) bool {
	at := b.Instrs[len(b.Instrs)-1].Pos()
	for _, o := range b.Parent().Blocks {
		for _, in := range o.Instrs {
			if _, ok := in.(*ssa.Return); ok && in.Pos() > at {
				return false
			}
		}
	}
	return true
}

// depends reports whether a condition has operands that differ in other builds, or may change later.
func depends(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Global:
		return true
	case *ssa.Const:
		return isError(x.Type()) || wide(x)
	case *ssa.Convert:
		if ofBuild(x.Type()) || ofBuild(x.X.Type()) {
			return true
		}
	}
	if isError(v.Type()) {
		return true
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	return slices.ContainsFunc(in.Operands(nil), func(o *ssa.Value) bool { return *o != nil && depends(*o, seen) })
}

// ofBuild reports whether the size of a type depends on the build.
func ofBuild(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Int || b.Kind() == types.Uint || b.Kind() == types.Uintptr)
}

// wide reports whether a constant is a bound of its type, whose size depends on the build.
func wide(c *ssa.Const) bool {
	if c.Value == nil || c.Value.Kind() != constant.Int || !ofBuild(c.Type()) {
		return false
	}
	n, exact := constant.Int64Val(c.Value)
	const most = 1<<31 - 1
	return !exact || n >= most || n <= -most
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
