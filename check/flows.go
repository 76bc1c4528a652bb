package check

import (
	"context"
	"fmt"
	"go/token"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/prove"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/watch"
)

// flows chooses inputs with which constructed values reach uses that inspect them, and assigned values
// reach uses. For pairs that no input within the bounds reaches, it solves.
func (c *chooser) flows(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	k := newCover(c, s, run)
	k.bare = true
	if err := k.gather(ctx, out); err != nil {
		return err
	}
	pairs := c.binary.Pairs(s.Index)
	var open []int
	for _, p := range pairs {
		if !k.reached[p.Goal()] {
			open = append(open, p.Goal())
		}
	}
	solved, err := k.solvePairs(ctx, open)
	if err != nil {
		return fmt.Errorf("solving for pairs: %w", err)
	}
	impossible := "impossible"
	if solved.Space != event.ForAll {
		impossible = fmt.Sprintf("impossible up to depth %d", s.Limits.Depth)
	}
	constructed := tallyPairs(pairs, func(p watch.Pair) bool { return p.Def.Of == "" }, k.reached, solved.Never)
	scalars := tallyPairs(pairs, func(p watch.Pair) bool { return p.Def.Of != "" }, k.reached, solved.Never)
	if constructed.all() == 0 {
		out.Notes = append(out.Notes, s.Contract.Name+": no constructed value has a use that may inspect it.")
	} else {
		out.Notes = append(out.Notes, constructed.note(s.Contract.Name, impossible, "constructed values and uses that may inspect them"))
		out.Notes = append(out.Notes, constructed.covered...)
	}
	out.Notes = append(append(out.Notes, constructed.impossible...), constructed.open...)
	if scalars.all() > 0 {
		out.Notes = append(out.Notes, scalars.note(s.Contract.Name, impossible, "assignments and uses of variables, fields and elements"))
		out.Notes = append(append(out.Notes, scalars.impossible...), scalars.open...)
	}
	return k.finish(ctx, out)
}

// A pairTally holds the lines that describe pairs, by outcome.
type pairTally struct{ covered, impossible, open []string }

func tallyPairs(pairs []watch.Pair, of func(watch.Pair) bool, reached, never map[int]bool) (t pairTally) {
	for _, p := range pairs {
		if !of(p) {
			continue
		}
		text := fmt.Sprintf("%s -> %s", shortPlace(p.Def), shortPlace(p.Use))
		switch {
		case reached[p.Goal()]:
			t.covered = append(t.covered, "    covered: "+text)
		case never[p.Goal()]:
			t.impossible = append(t.impossible, "    impossible: "+text)
		default:
			t.open = append(t.open, "    open: "+text)
		}
	}
	return t
}

func (t pairTally) all() int { return len(t.covered) + len(t.impossible) + len(t.open) }

func (t pairTally) note(function, impossible, of string) string {
	if len(t.impossible) == 0 {
		impossible = "impossible"
	}
	return fmt.Sprintf("%s: of %s of %s %d are covered, %d are %s, %d are open.",
		function, diag.Count(t.all(), "pair"), of, len(t.covered), len(t.impossible), impossible, len(t.open))
}

// solvePairs adds inputs that reach some of these pairs, and returns those that no call reaches
// over all data of the shapes of the bounds.
func (k *cover) solvePairs(ctx context.Context, pairs []int) (found prove.Bringing, err error) {
	s := k.subject
	if len(pairs) == 0 || k.chooses || s.Limits.Prove == event.ProveNot || !s.Engine.Solver {
		return found, nil
	}
	code, err := k.followedCode(ctx)
	if err != nil {
		return found, err
	}
	p := code[s.Contract.Name]
	if p.Follow == nil || p.Unknown != "" {
		return found, nil
	}
	solved := prove.Code{Follow: p.Follow, Target: prove.Target{
		Depth: s.Limits.Depth, Budget: s.Limits.ProveBudget, Solver: true,
		Place: func(token.Pos) token.Position { return token.Position{} },
	}}
	if found, err = solved.Pairs(ctx, pairs); err != nil {
		return found, err
	}
	for _, x := range found.Inputs {
		in, counters, ok, err := runInput(ctx, s, k.run, x)
		if err != nil {
			return found, err
		}
		if ok && addAll(k.reached, counters) {
			k.add(in, counters)
		}
	}
	return found, nil
}

// followedCode loads the package with copies of its files in which values are followed, once.
func (c *chooser) followedCode(ctx context.Context) (map[string]prepare.Proving, error) {
	if c.followed == nil {
		code, err := c.copiedCode(ctx, encode.WatchPackage, false, func(path string) (map[string][]byte, []byte, error) {
			return c.binary.FlowSources(path, encode.WatchPackage)
		})
		if err != nil {
			return nil, err
		}
		c.followed = &code
	}
	return *c.followed, nil
}
