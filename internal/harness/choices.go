package harness

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// JoinChoices returns the stream of an input with choices: a solution and its first choices. Each
// choice after these takes its first value.
func JoinChoices(solution, choices []int64) []int64 { return wire.Join(solution, choices) }

// SplitChoices undoes JoinChoices. ok is false if stream does not come from it.
func SplitChoices(stream []int64) (solution, choices []int64, ok bool) { return wire.Split(stream) }

// consumed returns how many solutions a process has finished, and records the choices with which
// the next one begins.
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

// isUncounted reports whether the input in flight of a dead process does not count, because it is of a smaller
// depth or of another part. Otherwise it counts the input as called.
func (u *run) isUncounted(b *wire.Board) bool {
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

// keepSmaller replaces the input of a finding by a smaller one.
func (u *run) keepSmaller(i int, f wire.Found) {
	t := &u.tally.Findings[i]
	if f.Size < t.Size {
		t.Size, t.Stream, t.Ordinal = f.Size, u.spelled(f.Stream), f.Ordinal+u.tally.Called
		t.Unspelled = f.Stream
		t.Results, t.Panic = f.Results, f.Panic
	}
}

// Solution returns the part of a stream with choices that a constructor reads. ok is false if there
// is none.
func Solution(stream []int64) (solution []int64, ok bool) {
	solution, _, ok = wire.Split(stream)
	return solution, ok
}
