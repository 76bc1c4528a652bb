package read

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// answers are the answers from which the function chooses.
func (t *answerTable) answers() wire.Answers {
	all := t.callbacks.answers
	if t.shape >= len(all) || t.cost >= len(all[t.shape]) {
		return wire.Answers{}
	}
	return all[t.shape][t.cost]
}

// within returns how many of the answers are within the depth.
func (t *answerTable) within(a wire.Answers) int {
	if len(a.Within) == 0 {
		return 0
	}
	return a.Within[min(int64(len(a.Within)-1), t.callbacks.depth)]
}

// level returns the least depth that admits the i-th answer.
func (t *answerTable) level(a wire.Answers, i int) int {
	for d, n := range a.Within {
		if i < n {
			return d
		}
	}
	return len(a.Within)
}

// admits reports whether the i-th answer is an admissible answer to the arguments.
func (q *Asked[A]) admits(args A, a wire.Answers, i int) bool {
	return q.holds(a, i) && (q.Ensure == nil || q.Ensure(args, (&recordedAnswer{stream: a.Streams[i]}).reader()))
}

// holds reports whether the invariants hold for the i-th answer. It evaluates them once for each
// answer.
func (q *Asked[A]) holds(a wire.Answers, i int) bool {
	if q.Valid == nil {
		return true
	}
	k, at := q.table.callbacks, [2]int{q.table.shape, q.table.cost}
	if len(k.valid[at]) < len(a.Streams) {
		k.valid[at] = append(k.valid[at], make([]int8, len(a.Streams)-len(k.valid[at]))...)
	}
	known := &k.valid[at][i]
	if *known == 0 {
		*known = -1
		if q.Valid((&recordedAnswer{stream: a.Streams[i]}).reader()) {
			*known = 1
		}
	}
	return *known > 0
}
