package prove

import (
	"context"
	"go/token"
	"regexp"

	"github.com/rtest-dev/rtest/encode"
	"golang.org/x/tools/go/ssa"
)

// mostNative limits the goals for which inputs are run natively.
const mostNative = 40

// run runs the drawn inputs natively for goals that none is known to reach. Compiled code executes what the
// symbolic execution cannot follow. A goal that a native run reaches is not impossible.
func (d *deeds) run(ctx context.Context, wanted []int) error {
	if d.Reaching == nil || len(d.drawn) == 0 {
		return nil
	}
	var wanting []int
	var at []token.Position
	for _, i := range wanted {
		if d.by[i] >= 0 || len(wanting) == mostNative {
			continue
		}
		if pos := begins(d.claims.Deeds[i]); pos.IsValid() {
			wanting, at = append(wanting, i), append(at, d.Place(pos))
		}
	}
	if len(wanting) == 0 {
		return nil
	}
	first, err := d.Reaching(ctx, d.drawn, at)
	if err != nil {
		return err
	}
	for k, i := range wanting {
		if first[k] >= 0 {
			d.by[i], d.never[i] = first[k], false
		}
	}
	return nil
}

// begins returns the position of a statement that runs exactly if a goal is reached: the first statement of
// the branch's block, if nothing else leads to that block. It returns token.NoPos for a block that
// continues a condition or holds the condition of the next case.
func begins(x encode.Deed) token.Pos {
	branch, ok := x.In.(*ssa.If)
	if !ok || x.Kind != encode.Holds && x.Kind != encode.Fails {
		return token.NoPos
	}
	to := branch.Block().Succs[0]
	if x.Kind == encode.Fails {
		to = branch.Block().Succs[1]
	}
	if len(to.Preds) != 1 || !statements.MatchString(to.Comment) {
		return token.NoPos
	}
	return statementBehind(to, x.Pos)
}

// statements matches the names that package ssa gives to blocks that begin with a statement.
var statements = regexp.MustCompile(`^(if|for|range\w*|switch|typeswitch|select)\.(then|else|body|done)$`)

// statementBehind returns the position of the first instruction of a block that has one. It returns
// token.NoPos if that position is not after pos.
func statementBehind(b *ssa.BasicBlock, pos token.Pos) token.Pos {
	for _, in := range b.Instrs {
		if _, phi := in.(*ssa.Phi); phi || !in.Pos().IsValid() {
			continue
		}
		if in.Pos() > pos {
			return in.Pos()
		}
		break
	}
	return token.NoPos
}
