package prove

import (
	"context"
	"go/token"
	"regexp"

	"github.com/rtest-dev/rtest/check/event"
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
	var at []event.Entry
	for _, i := range wanted {
		if d.by[i] >= 0 || len(wanting) == mostNative {
			continue
		}
		if pos, missing := begins(d.claims.Deeds[i]); pos.IsValid() {
			wanting, at = append(wanting, i), append(at, event.Entry{Position: d.Place(pos), Missing: missing})
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
// the branch's block, if nothing else leads to that block. Of the side of an if statement without else, to
// which only the end of its body leads besides, missing is true, and the position is that of the first statement of the body. It
// returns token.NoPos for a block that continues a condition or holds the condition of the next case.
func begins(x encode.Deed) (at token.Pos, missing bool) {
	branch, ok := x.In.(*ssa.If)
	if !ok || x.Kind != encode.Holds && x.Kind != encode.Fails {
		return token.NoPos, false
	}
	to, other := branch.Block().Succs[0], branch.Block().Succs[1]
	if x.Kind == encode.Fails {
		to, other = other, to
	}
	if len(to.Preds) == 1 && statements.MatchString(to.Comment) {
		return statementBehind(to, x.Pos), false
	}
	if to.Comment != "if.done" || other.Comment != "if.then" || len(other.Preds) != 1 {
		return token.NoPos, false
	}
	for _, p := range to.Preds {
		if _, branches := p.Instrs[len(p.Instrs)-1].(*ssa.If); branches && p != branch.Block() {
			return token.NoPos, false
		}
	}
	return statementBehind(other, x.Pos), true
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
