package judge

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Runs of a job are bounded by the calls that they take, however long these are.
func TestTurnRuns(t *testing.T) {
	const inputs, turns = 2000, 32
	for _, made := range []int{0, 3, 31} {
		called := 0
		target := &read.Target{State: (*int)(nil), Stages: read.Stages{
			// An input is made by a number of calls.
			Build:     func(_ read.Ref, r *read.Reader) bool { r.States.Calls += made; return true },
			Call:      func(read.Ref) { called++ },
			Variables: func(read.Ref) (inputs, twins, results []any) { return nil, nil, nil },
		}}
		b := wire.NewBoard(make([]int64, wire.BoardSize/8), nil, 0, 0)
		w := NewWorker(&read.Unit{Targets: []read.Target{*target}}, target, b, wire.Job{AfterFailure: -1, Turning: wire.Turning{Turns: turns, TurnAll: true}}, &host.Watch{})
		for range inputs {
			w.runInput(nil)
		}
		each := (turns - 1) * (1 + made)
		whole := (wire.TurnRuns + each - 1) / each
		if want := inputs + whole*(turns-1) + (inputs-whole)*(turnsBehind-1); called != want {
			t.Errorf("with %d calls for an input: %d calls of the function, want %d", made, called, want)
		}
	}
}
