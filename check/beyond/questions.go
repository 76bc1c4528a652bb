package beyond

import (
	"math"

	"github.com/rtest-dev/rtest/encode"
)

const (
	// At least one in callsPart inputs has values of more calls.
	callsPart = 4
	// One in contentsPart inputs is left for the others if values built by calls have contents.
	contentsPart = 8
	// cornersMost is the greatest number of integers in an input for which corners are tried.
	cornersMost = 4
	// MaxNodes and MaxSteps limit an encoding.
	MaxNodes, MaxSteps = 500_000, 5_000_000
)

// An asker collects the questions of the strategies, in the order of the table.
type asker struct {
	target *Target
	// near is the question for values around the constants of the code. base is the same without
	// words.
	near, base encode.Beyond
	depth      int
	// total is the number of inputs of all strategies, share that of the current one. by is its name.
	total, share int
	by           string
	questions    []*Question
}

// ask returns the questions of all strategies.
func (t *Target) ask() []*Question {
	q := t.asker()
	for _, s := range strategies() {
		if s.ask != nil {
			q.by, q.share = s.name, q.total/s.part
			s.ask(q)
		}
	}
	return q.questions
}

// asker returns an asker that has not asked yet.
func (t *Target) asker() *asker {
	near := Around(t.Hints, t.Depth, t.Seed)
	q := &asker{target: t, near: near, base: near, depth: t.Depth, total: int(min(t.Beyond, math.MaxInt32))}
	q.base.Words = nil
	return q
}

// add asks for count inputs of a depth.
func (q *asker) add(depth, count int, b encode.Beyond) *Question {
	opt := encode.Options{Depth: depth, Beyond: &b, Limits: encode.Limits{MaxNodes: MaxNodes, MaxSteps: MaxSteps}}
	f := &Question{by: q.by, opt: opt, count: count, foci: q.near.Ints, draws: uint64(len(q.questions))}
	f.again(count, int64(q.total))
	q.questions = append(q.questions, f)
	return f
}

// askConstants asks for structures within the bounds with other values. It gets what all other
// strategies leave.
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

// askCorners asks for integers each of which is 0, 1, -1 or an extreme.
func askCorners(q *asker) {
	if 1 < q.target.Integers && q.target.Integers <= cornersMost {
		b := q.near
		b.Ints, b.Reach = nil, 1
		q.add(q.depth, q.share, b)
	}
}

// askAnswers asks for inputs within the bounds whose functions return values outside them.
func askAnswers(q *asker) {
	if q.target.Answered {
		b := q.near
		b.Answered = true
		q.add(q.depth, q.share, b)
	}
}

// Evenly returns n elements of a list at equal distances, or all.
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
