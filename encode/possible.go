package encode

import (
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/search"
)

// workForPossible is how many steps of propagation the question may take whether conditions can hold.
const workForPossible = 200_000

// A step of propagation, and a node of a form that is made for a question, count for so much of a
// builder's work: what asks too often whether conditions can hold is given up as what has too many terms.
const (
	workOfPropagation = 8
	workOfNode        = 16
)

// possible reports whether some assignment satisfies all conditions, or none was found to be
// impossible within the limit. Its steps count as work of the builder.
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
	s.AnyOrder()
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
