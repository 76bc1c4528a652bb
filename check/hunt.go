package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
)

// mutantInputs bounds the inputs of a function with which each of its mutants runs.
const mutantInputs = 20_000

// A hunt looks, depth by depth, for inputs with which mutants of one function fail.
type hunt struct {
	*chooser
	s   *loop.Subject
	run engine.Runner
	// live are the numbers of the mutants that still run. runs has the state of each.
	live []int
	runs map[int]*mutantRun
	// problem is that of the depth at hand.
	depth   int
	problem *prepare.Problem
	// failing is the first failure of the unchanged function.
	failing *harness.Finding
}

// A mutantRun is the state of one mutant.
type mutantRun struct {
	// tried counts the inputs. done is the greatest depth with all inputs tried, -1 for none. spent means that
	// the budget ended.
	tried int64
	done  int
	spent bool
	// reached means that an input reaches its place. killer is the first input that it handles differently from
	// the code.
	reached bool
	killer  []int64
}

func newHunt(c *chooser, s *loop.Subject, run engine.Runner, mutants []int) *hunt {
	h := &hunt{chooser: c, s: s, run: run, live: slices.Clone(mutants), runs: map[int]*mutantRun{}}
	for _, m := range mutants {
		h.runs[m] = &mutantRun{done: -1}
	}
	return h
}

// pose makes the inputs of the current depth. It records in failing whether the unchanged function fails for one
// of them.
func (h *hunt) pose(ctx context.Context) error {
	err := h.s.Bind(ctx, h.depth)
	if err != nil {
		return err
	}
	if h.problem, err = h.s.Pose(ctx, h.depth); err != nil {
		return fmt.Errorf("depth %d: %w", h.depth, err)
	}
	b, err := h.s.Engine.Run(ctx, h.run, h.job(0, h.budget()), h.problem.Form)
	if err != nil {
		return err
	}
	for i, f := range b.Findings {
		if f.Stream != nil && !h.s.IsPrecondition(f.Clause) {
			h.failing = &b.Findings[i]
			break
		}
	}
	return nil
}

// budget returns how many inputs a mutant is run with.
func (h *hunt) budget() int64 {
	if limit := h.s.Limits.Inputs; limit > 0 {
		return min(limit, mutantInputs)
	}
	return mutantInputs
}

// job runs inputs with a mutant until one fails.
func (h *hunt) job(mutant int, limit int64) harness.Job {
	return harness.Job{
		Target: h.s.Index, Limit: limit, AfterFailure: 0, Wear: loop.Wear, Timeout: h.s.Limits.Timeout, Reject: loop.Rejects * limit,
		Exact: h.s.Answers != nil, Mutant: mutant,
	}
}

// next returns the first input of the depth with which a live mutant fails, and the mutant. It returns nil if
// there is none. It does not repeat mutants whose depth was tried.
func (h *hunt) next(ctx context.Context) (stream []int64, mutant int, err error) {
	for _, m := range h.live {
		t := h.runs[m]
		left := h.budget() - t.tried
		if t.done >= h.depth || t.spent {
			continue
		}
		if left <= 0 {
			t.spent = true
			continue
		}
		b, err := h.s.Engine.Run(ctx, h.run, h.job(m, left), h.problem.Form)
		if err != nil {
			return nil, 0, err
		}
		t.note(b.Tally)
		for _, f := range b.Findings {
			if f.Stream != nil && !h.s.IsPrecondition(f.Clause) {
				return f.Stream, m, nil
			}
		}
		if b.Exhausted && len(b.Open) == 0 && len(b.Findings) == 0 {
			t.done = h.depth
		} else {
			t.spent = true
		}
	}
	return nil, 0, nil
}

// note adds the result of a job to the state of a mutant.
func (t *mutantRun) note(tally harness.Tally) {
	t.tried += tally.Called
	for _, in := range tally.Covered {
		switch in.Counters[0] {
		case harness.MutantReached:
			t.reached = true
		case harness.MutantKilled:
			if t.killer == nil {
				t.killer = in.Stream
			}
		}
	}
}

// killedBy returns those of the mutants that fail for an input.
func (h *hunt) killedBy(ctx context.Context, inputs [][]int64, mutants []int) (killed []int, err error) {
	for _, m := range mutants {
		job := h.job(m, 0)
		job.Exact, job.Whole, job.Streams = false, h.chooses, slices.Values(inputs)
		tally, err := h.run.Run(ctx, job)
		if err != nil {
			return nil, err
		}
		fails := func(f harness.Finding) bool { return !h.s.IsPrecondition(f.Clause) }
		if slices.ContainsFunc(tally.Findings, fails) {
			killed = append(killed, m)
		}
	}
	return killed, nil
}

// kill removes mutants from the live ones.
func (h *hunt) kill(mutants ...int) {
	h.live = slices.DeleteFunc(h.live, func(n int) bool { return slices.Contains(mutants, n) })
}

// spent reports whether a live mutant has untried inputs because its budget ended.
func (h *hunt) spent() bool {
	return slices.ContainsFunc(h.live, func(m int) bool { return h.runs[m].spent })
}
