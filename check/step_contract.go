package check

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness"
)

// A wayCall is one call on the way to a value, as an input of the callee itself.
type wayCall struct {
	callee *states.Callee
	stream []int64
	// open is set where the callee chooses something while it runs: such an
	// input is not made anew.
	open bool
}

func (c wayCall) key() string { return fmt.Sprint(c.callee.Target, c.stream) }

// ways lists the calls by which the values in an input are built.
func (s *subject) ways(solution []int64) (list []wayCall) {
	decode.Each(s.Parse(solution), func(n *decode.Node) {
		if c, ok := n.Callee.(*states.Callee); ok && c.Literal == nil {
			list = append(list, wayCall{callee: c, stream: decode.Write(n.Kids), open: len(n.Tail) > 0 || prepare.Functional(c.Shapes)})
		}
	})
	return list
}

// keepsContracts tells whether each of the calls satisfies the precondition of its
// callee and keeps the rest of its contract, so that a finding behind them is
// that of the function under test. Those in right are known to.
func (l *loop) keepsContracts(ctx context.Context, calls []wayCall, right map[string]bool) (bool, error) {
	by := map[int][][]int64{}
	var fresh []wayCall
	for _, c := range calls {
		if right[c.key()] || slices.ContainsFunc(fresh, func(o wayCall) bool { return o.key() == c.key() }) {
			continue
		}
		if c.open {
			return false, nil
		}
		fresh = append(fresh, c)
		by[c.callee.Target] = append(by[c.callee.Target], c.stream)
	}
	for _, target := range slices.Sorted(maps.Keys(by)) {
		t, err := l.run.Run(ctx, harness.Job{
			Target: target, Streams: slices.Values(by[target]), AfterFailure: -1, Timeout: l.Limits.Timeout, Until: l.until,
		})
		if err != nil {
			return false, fmt.Errorf("calls on the way: %w", err)
		}
		if t.Cut || t.Called != int64(len(by[target])) || len(t.Findings) > 0 {
			return false, nil
		}
	}
	for _, c := range fresh {
		right[c.key()] = true
	}
	return true, nil
}
