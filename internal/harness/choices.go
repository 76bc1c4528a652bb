package harness

import (
	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/internal/value"
)

// Choices tells whether inputs of the target have choices that are made when
// they run: what a drawn input is, what a function answers.
func (t *Target) Choices() bool {
	for _, s := range t.Shapes {
		if _, ok := s.(*value.Drawn); ok {
			return true
		}
	}
	return len(t.Functions()) > 0
}

// noted tells whether the contract asks with what a function was called, or
// demands something of one that an expression gives.
func (t *Target) noted() bool {
	if len(t.Contract.AskedAbout()) > 0 {
		return true
	}
	for i, v := range t.Contract.Inputs() {
		if _, chosen := t.Shapes[i].(*value.Func); !chosen && callbackOf(t.Contract, v) != nil {
			return true
		}
	}
	return false
}

// Plain returns a stream of a target without choices as its shapes read it:
// where functions are noted, inputs go about as those with choices do.
func (t *Target) Plain(stream []int64) []int64 {
	if t.Choices() || !t.noted() {
		return stream
	}
	if solution, _, ok := rt.Split(stream); ok {
		return solution
	}
	return stream
}

// JoinChoices returns the stream of an input with choices: a solution and the
// first choices, behind which the first of each is taken.
func JoinChoices(solution, choices []int64) []int64 { return rt.Join(solution, choices) }

// First returns the stream of the first input of a solution: where something is
// chosen or noted when an input runs, with the first of each choice.
func (t *Target) First(solution []int64) []int64 {
	if t.Choices() || t.noted() {
		return rt.Join(solution, nil)
	}
	return solution
}

// SplitChoices undoes JoinChoices; ok is false where the stream is none.
func SplitChoices(stream []int64) (solution, choices []int64, ok bool) { return rt.Split(stream) }

// consumed returns how many solutions a process has done with, and notes the
// choices with which the one behind them begins.
func (u *run) consumed(b *rt.Board) int64 {
	n := b.Taken()
	if !u.plan.chooses() || n == 0 {
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
func (u *run) repeated(b *rt.Board) bool {
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

// spelled returns the stream of a finding with the calls of every state in it
// spelled out.
func (u *run) spelled(stream []int64) []int64 {
	b := u.r.b
	if len(b.unit.Builders) == 0 || stream == nil {
		return stream
	}
	shapes, states := u.plan.target.Shapes, b.states.all()
	if !u.plan.chooses() {
		return spell(shapes, stream, states)
	}
	solution, choices, ok := rt.Split(stream)
	if !ok {
		return stream
	}
	return rt.Join(spell(shapes, solution, states), choices)
}

// better takes a smaller input into a finding.
func (u *run) better(i int, f found) {
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
	solution, _, ok = rt.Split(stream)
	return solution, ok
}
