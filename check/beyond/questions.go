package beyond

import (
	"math"

	"github.com/rtest-dev/rtest/encode"
)

const (
	// callsPart is of how many parts of the inputs at least one has values of more calls.
	callsPart = 4
	// contentsPart is of how many parts one is left for other inputs where values built by calls
	// have contents.
	contentsPart = 8
	// cornersMost is of how many integers an input is at most that are corners.
	cornersMost = 4
	// MaxNodes and MaxSteps bound an encoding.
	MaxNodes, MaxSteps = 500_000, 5_000_000
)

// An asker asks the questions of the strategies, in the order of the table.
type asker struct {
	target *Target
	// near is the question for values around the constants of the code, base the same
	// without its words.
	near, base encode.Beyond
	depth      int
	// total is how many inputs there may be, share how many the strategy may have that
	// asks now; by is its name.
	total, share int
	by           string
	questions    []*Question
}

// ask asks with each strategy for inputs outside the bounds.
func (t *Target) ask() []*Question {
	near := Around(t.Hints, t.Depth, t.Seed)
	q := &asker{target: t, near: near, base: near, depth: t.Depth, total: int(min(t.Beyond, math.MaxInt32))}
	q.base.Words = nil
	for _, s := range strategies() {
		if s.ask != nil {
			q.by, q.share = s.name, q.total/s.part
			s.ask(q)
		}
	}
	return q.questions
}

// add asks for so many inputs of a depth.
func (q *asker) add(depth, count int, b encode.Beyond) *Question {
	opt := encode.Options{Depth: depth, Beyond: &b, Limits: encode.Limits{MaxNodes: MaxNodes, MaxSteps: MaxSteps}}
	f := &Question{by: q.by, opt: opt, count: count, foci: q.near.Ints, draws: uint64(len(q.questions))}
	f.again(count, int64(q.total))
	q.questions = append(q.questions, f)
	return f
}

// askConstants asks for structures within the bounds with other values. What all others
// leave is its.
func askConstants(q *asker) { q.add(q.depth, q.share, q.near) }

// askCalls asks for values of more calls.
func askCalls(q *asker) {
	if !q.target.Built {
		return
	}
	b := q.near
	b.Calls = true
	count := q.share
	if q.target.Contents {
		count = q.total - q.total/contentsPart
	}
	q.add(q.depth, count, b)
}

// askCorners asks for integers that are 0, 1, -1, or extremes all.
func askCorners(q *asker) {
	if 1 < q.target.Integers && q.target.Integers <= cornersMost {
		b := q.near
		b.Ints, b.Reach = nil, 1
		q.add(q.depth, q.share, b)
	}
}

// askAnswers asks for inputs within the bounds whose functions answer what is outside them.
func askAnswers(q *asker) {
	if q.target.Answered {
		b := q.near
		b.Answered = true
		q.add(q.depth, q.share, b)
	}
}

// Evenly takes n of the elements, at even distances.
func Evenly[E any](list []E, n int) []E {
	if len(list) <= n {
		return list
	}
	out := make([]E, n)
	for i := range out {
		out[i] = list[i*(len(list)-1)/max(1, n-1)]
	}
	return out
}
