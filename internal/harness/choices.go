package harness

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// JoinChoices returns the stream of an input with choices: a solution and the
// first choices, behind which the first of each is taken.
func JoinChoices(solution, choices []int64) []int64 { return wire.Join(solution, choices) }

// SplitChoices undoes JoinChoices; ok is false where the stream is none.
func SplitChoices(stream []int64) (solution, choices []int64, ok bool) { return wire.Split(stream) }

// consumed returns how many solutions a process has done with, and notes the
// choices with which the one behind them begins.
func (u *run) consumed(b *wire.Board) int64 {
	n := b.Taken()
	if !u.plan.Chooses() || n == 0 {
		return n
	}
	_, u.resume = b.Choices()
	if u.resume != nil && !u.whole {
		return n - 1
	}
	u.resume = nil
	return n
}

// repeated tells whether the input in flight of a dead process is one of a
// lesser depth, which does not count; another one counts as called.
func (u *run) repeated(b *wire.Board) bool {
	pending, level := b.Pending()
	if !pending {
		return false
	}
	if u.job.Exact && level < int64(u.r.Depth) || b.Foreign() {
		return true
	}
	u.tally.Called++
	return false
}

// better takes a smaller input into a finding.
func (u *run) better(i int, f wire.Found) {
	t := &u.tally.Findings[i]
	if f.Size < t.Size {
		t.Size, t.Stream, t.Ordinal = f.Size, u.spelled(f.Stream), f.Ordinal+u.tally.Called
		t.Unspelled = f.Stream
		t.Results, t.Panic = f.Results, f.Panic
	}
}

// Solution returns the part of a stream with choices that a constructor reads;
// ok is false where the stream has none.
func Solution(stream []int64) (solution []int64, ok bool) {
	solution, _, ok = wire.Split(stream)
	return solution, ok
}
