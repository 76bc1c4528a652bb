package loop

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/minimize"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
)

// Limits of the inputs beyond the bounds that are examined for a call that never returns. Such an input has at most smallParts
// parts and numbers up to smallNumber, so that no search through subsets of its parts takes long. It is called
// endless if an input with one part less takes at most 1/suddenly of the time allowed. Of a function mostSudden inputs
// are examined.
const (
	smallParts  = 20
	smallNumber = 1 << 8
	suddenly    = 200
	mostSudden  = 4
	mostNearest = 16
)

// sudden reports whether a call with an input beyond the bounds took too much although the input is small and
// one with a part less takes next to nothing.
func (o *beyondRun) sudden(ctx context.Context, f harness.Finding, tried []beyond.Input) (bool, error) {
	if f.Stream == nil || len(tried) == 0 || o.Parse == nil || o.Chooses || o.suddens >= mostSudden || tried[len(tried)-1].Size > smallParts {
		return false, nil
	}
	roots := o.Parse(f.Stream)
	if roots == nil || !small(roots) {
		return false, nil
	}
	o.suddens++
	near := minimize.Nearest(roots, mostNearest)
	for len(near) > 0 {
		t, err := o.run.Run(ctx, harness.Job{
			Target: o.Index, Streams: slices.Values(near), Until: o.until,
			Timeout: o.Limits.Timeout / suddenly, Memory: min(o.Limits.Memory, FarMemory),
		})
		if err != nil {
			return false, fmt.Errorf("inputs like one that takes too much: %w", err)
		}
		if t.Called > int64(len(t.Findings)) {
			return true, nil
		}
		if t.Cut || t.Exhausted || t.Consumed == 0 {
			return false, nil
		}
		near = near[t.Consumed:]
	}
	return false, nil
}

// small reports whether all numbers of an input are at most smallNumber, and nothing of it is given by functions.
func small(roots []*decode.Node) bool {
	is := true
	decode.Each(roots, func(n *decode.Node) {
		switch n.Shape.(type) {
		case *value.Int:
			is = is && form.Magnitude(n.Own[0]) <= smallNumber
		case *value.Float, *value.Complex, *value.Func, *value.Drawn:
			is = false
		}
	})
	return is
}

// endless reports whether a call with such an input never returns: it stays in a loop, or calls itself
// until the stack is full.
func endless(f *event.Failure) bool {
	return f.Report != nil && f.Report.Loops || prepare.ExhaustsStack(f.Cause, f.Panic)
}
