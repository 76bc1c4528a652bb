package beyond

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/answers"
)

const (
	// continuationRuns limits the number of inputs with whose recorded results a function is followed. Behind
	// continuationIdle in a row that lead to no input there are no more. continuationBatch is how many of them run
	// at once. One in continuationPart inputs may be found this way.
	continuationRuns, continuationIdle, continuationBatch, continuationPart = 16, 4, 4, 2
	// continuationTries is how often an input is solved for that should meet a goal, and does not when it runs,
	// continuationMore how often if that is asked again behind such an input.
	continuationTries, continuationMore = 2, 6
)

// A lead is an input from which a continuation may begin. sought are the aims for which it was solved.
type lead struct {
	input  []int64
	sought []encode.Aim
}

// A continuation looks for inputs that reach code after calls that cannot be executed symbolically. It
// runs an input, follows the function with the recorded results of these calls, and solves for what no
// input has done. Inputs found so are run in turn (Godefroid, Klarlund and Sen, "DART: Directed
// Automated Random Testing", 2005).
type continuation struct {
	first *goalSearch
	// met are the goals that inputs reached when they ran, solved how many inputs were solved for that should meet one.
	// denied counts how often Z3 said that there is none.
	met            map[encode.Aim]bool
	solved, denied map[encode.Aim]int
	// next are inputs to run, tried those that ran.
	next  []lead
	tried map[string]bool
	// runs counts the inputs that ran, idle those since the last from which an input was found.
	runs, idle int
	// each is the number of inputs for one goal.
	each int
}

// continueAfterCalls looks for inputs that reach code after calls whose results a search guessed. Some goals are met
// already.
func (h *goalSearch) continueAfterCalls(ctx context.Context, f *Question, met map[encode.Aim]bool) error {
	if len(h.aims.Lost) == 0 || h.target.Answers == nil {
		return nil
	}
	c := h.continuation(f, slices.Concat(h.found, h.seeds(), h.drawn))
	c.met = met
	for c.runs < continuationRuns && c.idle < continuationIdle && h.left > 0 && !h.target.Clock.Expired() {
		batch := c.batch()
		if len(batch) == 0 {
			return nil
		}
		inputs := make([][]int64, len(batch))
		for i, x := range batch {
			inputs[i] = x.input
		}
		given, err := h.target.Answers(ctx, inputs)
		if err != nil {
			return err
		}
		for i, x := range batch {
			if given[i] == nil {
				continue
			}
			if err := c.follow(ctx, f, x, given[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// continuation returns one that begins with these leads.
func (h *goalSearch) continuation(f *Question, leads []lead) *continuation {
	h.left = min(h.left+f.count/continuationPart, f.count)
	return &continuation{first: h, next: leads, met: map[encode.Aim]bool{}, solved: map[encode.Aim]int{}, denied: map[encode.Aim]int{}, tried: map[string]bool{}, each: aimEach}
}

// seeds returns leads from the inputs within the bounds that did something new.
func (h *goalSearch) seeds() (list []lead) {
	for _, x := range h.target.Seeds() {
		list = append(list, lead{input: x})
	}
	return list
}

// batch returns the next inputs to run.
func (c *continuation) batch() (list []lead) {
	for len(c.next) > 0 && len(list) < continuationBatch {
		x := c.next[0]
		c.next = c.next[1:]
		if key := fmt.Sprint(x.input); !c.tried[key] {
			c.tried[key] = true
			list = append(list, x)
		}
	}
	c.runs += len(list)
	return list
}

// follow follows the function with the recorded results of a run, and looks for inputs that reach new
// goals.
func (c *continuation) follow(ctx context.Context, f *Question, x lead, given []answers.Answer) error {
	a := &answers.Run{Input: x.input, List: given, Instead: c.first.aims.Lost}
	q := *f
	q.opt.Answers, q.opt.Depth = a, max(f.opt.Depth, min(a.Longest(), aimLength))
	c.idle++
	return c.seek(ctx, &q, x)
}

// seek looks for inputs that answer a question and reach new goals. The input of the lead is one of its answers.
func (c *continuation) seek(ctx context.Context, q *Question, x lead) error {
	g := c.first.sampler
	h, err := g.followed(ctx, q)
	if h == nil || err != nil {
		return err
	}
	g.Questions = append(g.Questions, q)
	h.left, h.lost, h.each, h.denied = c.first.left, c.first.lost, c.each, c.denied
	if err := h.keep(h.aims.Solution(x.input)); err != nil {
		return nil // The input is not a solution of this question.
	}
	h.tell(c.met)
	seeks := func(goal encode.Aim) bool {
		tries := continuationTries
		if slices.Contains(x.sought, goal) {
			tries = continuationMore
		}
		return !c.met[goal] && c.solved[goal] < tries
	}
	before := make([]bool, len(h.met))
	for i := range h.met {
		before[i] = !slices.ContainsFunc(h.goalsOf(i), seeks)
	}
	h.met = slices.Clone(before)
	if err := h.seekEach(ctx); err != nil {
		return err
	}
	for i, met := range h.met {
		for _, goal := range h.goalsOf(i) {
			c.solved[goal] += truth(met && !before[i])
		}
	}
	if len(h.found) > 0 {
		c.idle = 0
	}
	c.first.left, c.first.lost = h.left, h.lost
	c.next = append(h.found, c.next...)
	return nil
}

// tell notes the aims that inputs reached.
func (h *goalSearch) tell(met map[encode.Aim]bool) {
	for i, m := range h.met {
		for _, goal := range h.goalsOf(i) {
			met[goal] = met[goal] || m
		}
	}
}

// goalsOf returns the aims that have the condition of goal i.
func (h *goalSearch) goalsOf(i int) []encode.Aim {
	return append([]encode.Aim{h.aims.List[i]}, h.aims.Also[i]...)
}
