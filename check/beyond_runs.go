package check

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/form"
)

// Behind deeperJobs jobs all others of one depth are run in one.
const deeperJobs = 64

// alike is how many of the first inputs are by as much deeper than the bounds, and of one
// strategy where strategies are measured.
func (o *beyondRun) alike(inputs []beyond.Input) int {
	n := slices.IndexFunc(inputs, func(f beyond.Input) bool {
		return o.deeper(f) != o.deeper(inputs[0]) || o.Measure && f.By != inputs[0].By
	})
	if n < 0 {
		return len(inputs)
	}
	return n
}

// deeper is by how much the structure of an input is deeper than the bounds, 0 where it
// need not be.
func (o *beyondRun) deeper(f beyond.Input) int { return o.questions[f.Question].Deeper }

// enough tells whether a deeper input is not to be tried because one failed, and not all
// that fail are asked for.
func (o *beyondRun) enough(f beyond.Input) bool {
	return o.deeper(f) > 0 && !o.Keep && !o.Measure && o.confirmed()
}

// behind is how many inputs behind a failure are tried in one job, as harness.Job has it:
// none, but all where so many deeper inputs failed that each of them takes too long.
func (o *beyondRun) behind() int64 {
	if o.jobs < deeperJobs {
		return 0
	}
	return -1
}

// all runs inputs that are by as much deeper than the bounds, and counts those that are.
func (o *beyondRun) all(ctx context.Context, inputs []beyond.Input) error {
	o.left, o.jobs = inputs, 0
	before := o.Beyond
	for len(o.left) > 0 && o.hung < farHung && !o.enough(inputs[0]) {
		if o.Cut != "" {
			o.late += len(o.left)
			break
		}
		if o.heavy > farLosses {
			o.omitted += len(o.left)
			break
		}
		o.progress(event.PhaseBeyond, o.Depth)
		if err := o.runUntilFailure(ctx); err != nil {
			return err
		}
	}
	if more := o.deeper(inputs[0]); more > 0 && o.Beyond > before {
		o.Deeper.Inputs += o.Beyond - before
		o.Deeper.Depth = o.Limits.Depth + more
	}
	return nil
}

// tooFar tells whether an input asks as much as one that took too long, or more:
// where a number of that is outside the bounds, this one's is the same or
// farther out, and it is no smaller.
func tooFar(fm *form.Form, f, than beyond.Input, depth int) bool {
	if f.Size < than.Size || !slices.Equal(f.At, than.At) {
		return false
	}
	for i, v := range than.Data {
		size := form.Magnitude
		if fm.Vars[than.At[i]].Kind == form.Uint64 {
			size = func(v int64) uint64 { return uint64(v) }
		}
		if size(v) <= uint64(depth) || isFarState(v) && v == f.Data[i] {
			continue
		}
		if isFarState(v) {
			return false
		}
		if w := f.Data[i]; (v < 0) != (w < 0) || size(w) < size(v) {
			return false
		}
	}
	return true
}
