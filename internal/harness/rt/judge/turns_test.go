package judge

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A countedCase counts its calls. Its input is made by a number of calls.
type countedCase struct {
	read.Stages
	made, called int
}

func (c *countedCase) Build(r *read.Reader) bool { r.States.Calls += c.made; return true }
func (c *countedCase) Call()                     { c.called++ }
func (c *countedCase) Variables() (inputs, twins, results []any) {
	return nil, nil, nil
}

// Runs of a job are bounded by the calls that they take, however long these are.
func TestTurnRuns(t *testing.T) {
	const inputs, turns = 2000, 32
	for _, made := range []int{0, 3, 31} {
		c := (*countedCase)(nil)
		target := &read.Target{Prototype: c}
		b := wire.NewBoard(make([]int64, wire.BoardSize/8), nil, 0, 0)
		w := NewWorker(&read.Unit{Targets: []read.Target{*target}}, target, b, wire.Job{AfterFailure: -1, Turning: wire.Turning{Turns: turns, TurnAll: true}}, &host.Watch{})
		c = read.Generated(w.C).(*countedCase)
		c.made = made
		for range inputs {
			w.runInput(nil)
		}
		each := (turns - 1) * (1 + made)
		whole := (wire.TurnRuns + each - 1) / each
		if want := inputs + whole*(turns-1) + (inputs-whole)*(turnsBehind-1); c.called != want {
			t.Errorf("with %d calls for an input: %d calls of the function, want %d", made, c.called, want)
		}
	}
}
