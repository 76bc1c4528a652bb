package check

import (
	"context"
	"fmt"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/prove"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
)

// A goalTally holds the lines that describe watched goals, by outcome.
type goalTally struct {
	reached                   map[int]bool
	solved                    prove.Reaching
	covered, impossible, open []string
}

// add adds a goal, by its number.
func (t *goalTally) add(goal int, text string) {
	switch {
	case t.reached[goal]:
		t.covered = append(t.covered, "    covered: "+text)
	case t.solved.Never[goal]:
		t.impossible = append(t.impossible, "    impossible: "+text)
	default:
		t.open = append(t.open, "    open: "+text)
	}
}

func (t *goalTally) all() int { return len(t.covered) + len(t.impossible) + len(t.open) }

// note returns the sentence that counts the goals of a function. They are units of something.
func (t *goalTally) note(s *loop.Subject, unit, of string) string {
	impossible := "impossible"
	if len(t.impossible) > 0 && t.solved.Space != event.ForAll {
		impossible = fmt.Sprintf("impossible up to depth %d", s.Limits.Depth)
	}
	return fmt.Sprintf("%s: of %s of %s %d are covered, %d are %s, %d are open.",
		s.Contract.Name, diag.Count(t.all(), unit), of, len(t.covered), len(t.impossible), impossible, len(t.open))
}

// solveLeft solves for those of the goals that no input has reached.
func (k *cover) solveLeft(ctx context.Context, goals []int) (prove.Reaching, error) {
	left := slices.DeleteFunc(slices.Clone(goals), func(goal int) bool { return k.reached[goal] })
	found, err := k.solveGoals(ctx, left)
	if err != nil {
		return found, fmt.Errorf("solving for goals of the code: %w", err)
	}
	return found, nil
}

// solveGoals adds inputs that reach some of these watched goals, and returns those that no call reaches
// over all data of the shapes of the bounds.
func (k *cover) solveGoals(ctx context.Context, goals []int) (found prove.Reaching, err error) {
	if len(goals) == 0 || !k.solves() {
		return found, nil
	}
	code, err := k.watchedCode(ctx)
	if err != nil {
		return found, err
	}
	c := k.solvable(code)
	if c == nil {
		return found, nil
	}
	if found, err = c.Watched(ctx, goals); err != nil {
		return found, err
	}
	_, err = k.addSolved(ctx, found.Inputs)
	return found, err
}

// solves reports whether inputs may be solved for.
func (k *cover) solves() bool {
	s := k.subject
	return !k.chooses && s.Limits.Prove != event.ProveNot && s.Engine.Solver
}

// solvable returns the code of the function, or nil if it cannot be executed symbolically.
func (k *cover) solvable(code map[string]prepare.Proving) *prove.Code {
	s := k.subject
	p := code[s.Contract.Name]
	if p.Follow == nil || p.Unknown != "" {
		return nil
	}
	return &prove.Code{Follow: p.Follow, Target: prove.Target{
		Depth: s.Limits.Depth, Budget: s.Limits.ProveBudget, Solver: true,
		Place: func(token.Pos) token.Position { return token.Position{} },
	}}
}

// addSolved adds those of the inputs that reach something new when they are run. All reports whether the
// preconditions admit them all.
func (k *cover) addSolved(ctx context.Context, streams [][]int64) (all bool, err error) {
	all = true
	for _, x := range streams {
		in, counters, ok, err := runInput(ctx, k.subject, k.run, x)
		if err != nil {
			return false, err
		}
		if ok && addAll(k.reached, counters) {
			k.add(in, counters)
		}
		all = all && ok
	}
	return all, nil
}

// watchedCode loads the package with copies of its files in which goals are watched, once.
func (c *chooser) watchedCode(ctx context.Context) (map[string]prepare.Proving, error) {
	return c.load(ctx, func(path string) (map[string][]byte, []byte, error) {
		return c.binary.WatchedSources(path, encode.WatchPackage)
	})
}

// code loads the package as it is, once.
func (c *chooser) code(ctx context.Context) (map[string]prepare.Proving, error) {
	return c.load(ctx, func(string) (map[string][]byte, []byte, error) { return map[string][]byte{}, nil, nil })
}

// load loads the package with copies of its files, which are the same for all functions.
func (c *chooser) load(ctx context.Context, copies func(path string) (map[string][]byte, []byte, error)) (map[string]prepare.Proving, error) {
	if c.copied == nil {
		code, err := c.copiedCode(ctx, encode.WatchPackage, false, copies)
		if err != nil {
			return nil, err
		}
		c.copied = &code
	}
	return *c.copied, nil
}
