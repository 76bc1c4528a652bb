package beyond

import (
	"context"
	"fmt"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/answers"
)

const (
	// continuationRuns limits the number of inputs with whose recorded results a function is followed.
	// continuationBatch is how many of them run at once. One in continuationPart inputs may be found this way.
	continuationRuns, continuationBatch, continuationPart = 16, 4, 2
	// continuationTries is how often an input is solved for that should meet a goal, and does not when it runs.
	continuationTries = 2
)

// A goal identifies an aim across all executions of a function.
type goal struct {
	kind encode.AimKind
	pos  token.Pos
}

// A continuation looks for inputs that reach code after calls that cannot be executed symbolically. It
// runs an input, follows the function with the recorded results of these calls, and solves for what no
// input has done. Inputs found so are run in turn (Godefroid, Klarlund and Sen, "DART: Directed
// Automated Random Testing", 2005).
type continuation struct {
	first *goalSearch
	// met are the goals that inputs reached when they ran, solved how many inputs were solved for that should meet one.
	met    map[goal]bool
	solved map[goal]int
	// next are inputs to run, tried those that ran.
	next  [][]int64
	tried map[string]bool
	runs  int
}

// continueAfterCalls looks for inputs that reach code after calls whose results a search guessed.
func (h *goalSearch) continueAfterCalls(ctx context.Context, f *Question) error {
	if len(h.aims.Lost) == 0 || h.target.Answers == nil {
		return nil
	}
	c := &continuation{first: h, met: map[goal]bool{}, solved: map[goal]int{}, tried: map[string]bool{}}
	c.next = slices.Concat(h.found, h.target.Seeds(), h.drawn)
	h.left = min(h.left+f.count/continuationPart, f.count)
	for c.runs < continuationRuns && h.left > 0 && !h.target.Clock.Expired() {
		batch := c.batch()
		if len(batch) == 0 {
			return nil
		}
		given, err := h.target.Answers(ctx, batch)
		if err != nil {
			return err
		}
		for i, x := range batch {
			if given[i] == nil {
				continue
			}
			if err := c.follow(ctx, f, &answers.Run{Input: x, List: given[i], Instead: h.aims.Lost}); err != nil {
				return err
			}
		}
	}
	return nil
}

// batch returns the next inputs to run.
func (c *continuation) batch() (list [][]int64) {
	for len(c.next) > 0 && len(list) < continuationBatch {
		x := c.next[0]
		c.next = c.next[1:]
		if key := fmt.Sprint(x); !c.tried[key] {
			c.tried[key] = true
			list = append(list, x)
		}
	}
	c.runs += len(list)
	return list
}

// follow follows the function with the recorded results of a run, and looks for inputs that reach new
// goals.
func (c *continuation) follow(ctx context.Context, f *Question, a *answers.Run) error {
	q := *f
	q.opt.Answers, q.opt.Depth = a, max(f.opt.Depth, min(a.Longest(), aimLength))
	g := c.first.sampler
	h, err := g.followed(ctx, &q)
	if h == nil || err != nil {
		return err
	}
	g.Questions = append(g.Questions, &q)
	h.left, h.lost = c.first.left, c.first.lost
	if err := h.keep(h.aims.Solution(a.Input)); err != nil {
		return nil // The input is not a solution of this question.
	}
	for i, met := range h.met {
		x := goal{h.aims.List[i].Kind, h.aims.List[i].Pos}
		c.met[x] = c.met[x] || met
	}
	for i, x := range h.aims.List {
		h.met[i] = c.met[goal{x.Kind, x.Pos}] || c.solved[goal{x.Kind, x.Pos}] >= continuationTries
	}
	before := slices.Clone(h.met)
	if err := h.seekEach(ctx); err != nil {
		return err
	}
	for i, x := range h.aims.List {
		c.solved[goal{x.Kind, x.Pos}] += truth(h.met[i] && !before[i])
	}
	c.first.left, c.first.lost = h.left, h.lost
	c.next = append(h.found, c.next...)
	return nil
}
