package prove

import (
	"context"
	"go/token"
	"regexp"

	"github.com/rtest-dev/rtest/encode"
	"golang.org/x/tools/go/ssa"
)

// mostNative is of how many goals it is looked at whether inputs reach them when they are run.
const mostNative = 40

// run runs the inputs that were looked at, where none is known to reach a goal: what cannot be followed
// may still be executed, and what is shown to be impossible must not be.
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

// begins is where a statement begins that is executed exactly where a goal is reached: the first of a
// block to which nothing else leads. A block that goes on with the condition, or with that of the next
// case, begins no statement.
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

// statements are the names that package ssa gives to blocks which begin with a statement.
var statements = regexp.MustCompile(`^(if|for|range\w*|switch|typeswitch|select)\.(then|else|body|done)$`)

// statementBehind is where the first instruction of a block stands that has a place, if that is behind
// another one.
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
