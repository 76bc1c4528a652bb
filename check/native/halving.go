// Package native runs inputs of a function to observe its code: which inputs reach a place, and what calls of
// other packages return. It takes inputs and returns observations. It judges nothing.
package native

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/build"
)

// A halving finds the inputs that reach blocks of the code by binary search. It uses a process that reports
// which blocks all of its calls together reached.
type halving struct {
	binary *harness.Binary
	job    harness.Job
	inputs [][]int64
	// blocks are those of the places, first the answers.
	blocks, first []int
}

// FirstReaching returns a function that finds, for each entry, the index of the first input whose call reaches
// its block. It gives -1 if no input does, or the entry has no block.
func FirstReaching(s *prepare.Function, binary *harness.Binary) func(context.Context, [][]int64, []event.Entry) ([]int, error) {
	return func(ctx context.Context, inputs [][]int64, entries []event.Entry) ([]int, error) {
		if s.First != nil {
			inputs = slices.Clone(inputs)
			for i := range inputs {
				inputs[i] = s.First(inputs[i])
			}
		}
		r := &halving{binary: binary, job: jobFor(s), inputs: inputs}
		var wanted []int
		for i, p := range entries {
			r.blocks = append(r.blocks, blockAt(binary.Blocks(), p))
			if r.first = append(r.first, -1); r.blocks[i] >= 0 {
				wanted = append(wanted, i)
			}
		}
		return r.first, r.find(ctx, 0, len(inputs), wanted)
	}
}

// jobFor returns a job for inputs outside the bounds whose calls are only observed.
func jobFor(s *prepare.Function) harness.Job {
	return harness.Job{
		Target: s.Index, AfterFailure: -1, Wear: loop.Wear,
		Timeout: min(s.Limits.Timeout, loop.FarTimeout), Memory: min(s.Limits.Memory, loop.FarMemory),
	}
}

// blockAt returns the index of the innermost block of an entry, or -1.
func blockAt(blocks []build.Block, e event.Entry) int {
	at := -1
	for i, b := range blocks {
		if b.Missing != e.Missing || b.File != e.Filename || e.Offset < b.Start.Offset || b.End.Offset <= e.Offset {
			continue
		}
		if at < 0 || b.End.Offset-b.Start.Offset < blocks[at].End.Offset-blocks[at].Start.Offset {
			at = i
		}
	}
	return at
}

// find looks among the inputs from lo to hi.
func (r *halving) find(ctx context.Context, lo, hi int, wanted []int) error {
	if len(wanted) == 0 || lo >= hi {
		return nil
	}
	reached, err := r.run(ctx, lo, hi)
	if err != nil {
		return err
	}
	wanted = slices.DeleteFunc(slices.Clone(wanted), func(i int) bool { return reached == nil || !reached[r.blocks[i]] })
	if hi-lo == 1 {
		for _, i := range wanted {
			r.first[i] = lo
		}
		return nil
	}
	mid := (lo + hi) / 2
	if err := r.find(ctx, lo, mid, wanted); err != nil {
		return err
	}
	return r.find(ctx, mid, hi, slices.DeleteFunc(wanted, func(i int) bool { return r.first[i] >= 0 }))
}

// run returns which blocks the inputs from lo to hi reach.
func (r *halving) run(ctx context.Context, lo, hi int) ([]bool, error) {
	runner := r.binary.Runner()
	defer runner.Close()
	job := r.job
	job.Streams = slices.Values(r.inputs[lo:hi])
	_, err := runner.Run(ctx, job)
	return runner.Reached(), err
}
