package read

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An answerFact holds a property of each answer, by function shape and cost: 1 for true, -1 for false, 0 for
// unknown.
type answerFact map[[2]int][]int8

// answerFacts are whether each answer satisfies the invariants of its type, and whether it is the
// zero value.
type answerFacts struct{ valid, zero answerFact }

// answers returns the answers from which the function chooses.
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
	return q.Valid == nil || q.table.once(q.table.callbacks.known.valid, a, i, q.Valid)
}

// once returns the result of is for the i-th answer. It calls is once for each answer of a job.
func (t *answerTable) once(known answerFact, a wire.Answers, i int, is func(*Reader) bool) bool {
	at := [2]int{t.shape, t.cost}
	if len(known[at]) < len(a.Streams) {
		known[at] = append(known[at], make([]int8, len(a.Streams)-len(known[at]))...)
	}
	fact := &known[at][i]
	if *fact == 0 {
		*fact = -1
		if is((&recordedAnswer{stream: a.Streams[i]}).reader()) {
			*fact = 1
		}
	}
	return *fact > 0
}
