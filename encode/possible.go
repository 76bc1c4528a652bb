package encode

import (
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/search"
)

// workForPossible is how many steps of propagation the question may take whether conditions can hold.
const workForPossible = 200_000

// possible reports whether some assignment satisfies all conditions, or none was found to be
// impossible within the limit.
func possible(b *term.Builder, conds []term.Term, depth int) bool {
	root := b.And(conds...)
	if root == term.No {
		return false
	}
	f := b.Form(root, depth)
	f.Below = true
	s, err := search.New(f)
	if err != nil {
		return true
	}
	s.Options.Most, s.Options.Work = 1, workForPossible
	s.Options.Quit = func() bool { return b.Ctx != nil && b.Ctx.Err() != nil }
	for range s.Solutions() {
		return true
	}
	return s.Stalled() != nil || b.Ctx != nil && b.Ctx.Err() != nil
}
