package encode

import (
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/search"
)

// workForPossible limits the propagation steps for the question whether conditions can hold.
const workForPossible = 200_000

// A propagation step, and a node of a form made for such a question, count as this much work of the
// builder. So a predicate that asks too often is given up like one with too many terms.
const (
	workOfPropagation = 8
	workOfNode        = 16
)

// possible reports whether some assignment may satisfy all conditions. It is true if the limit ends the
// search. Its steps count as work of the builder.
func possible(b *term.Builder, conds []term.Term, depth int) bool {
	root := b.And(conds...)
	if root == term.No {
		return false
	}
	f := b.Form(root, depth)
	f.Below = true
	s, err := search.New(withFewNumbers(f))
	if err != nil {
		return true
	}
	s.Options.Most, s.Options.Work = 1, workForPossible
	s.Options.Quit = func() bool { return b.Ctx != nil && b.Ctx.Err() != nil }
	found := false
	for range s.Solutions() {
		found = true
		break
	}
	b.Spend(workOfPropagation*int(s.Stats().Work) + workOfNode*len(f.Nodes))
	return found || s.Stalled() != nil || b.Ctx != nil && b.Ctx.Err() != nil
}
