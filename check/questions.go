package check

import (
	"math"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
)

// questions are the frames of the strategies that ask for inputs, in the order of the table.
type questions struct {
	*subject
	// near is the question for values around the constants of the code, base the same
	// without its words.
	near, base encode.Beyond
	depth      int
	// total is how many inputs there may be, share how many the strategy may have that
	// asks now; by is its name.
	total, share int
	by           string
	// answered says that functions among the inputs have answers outside the bounds.
	answered bool
	frames   []*frame
}

// questions asks with each strategy for inputs outside the bounds.
func (l *loop) questions(answered bool) []*frame {
	near := l.around(l.limits.Depth)
	q := &questions{
		subject: l.subject, near: near, base: near, depth: l.limits.Depth, answered: answered,
		total: int(min(l.limits.Beyond, math.MaxInt32)),
	}
	q.base.Words = nil
	for _, s := range strategies() {
		if s.ask != nil {
			q.by, q.share = s.name, q.total/s.part
			s.ask(q)
		}
	}
	return q.frames
}

// add asks for so many inputs of a depth.
func (q *questions) add(depth, count int, b encode.Beyond) *frame {
	opt := encode.Options{Depth: depth, Beyond: &b, MaxNodes: farNodes, MaxSteps: farSteps}
	f := &frame{by: q.by, opt: opt, count: count, foci: q.near.Ints, draws: uint64(len(q.frames))}
	f.again(count, int64(q.total))
	q.frames = append(q.frames, f)
	return f
}

// askConstants asks for structures within the bounds with other values. What all others
// leave is its.
func askConstants(q *questions) { q.add(q.depth, q.share, q.near) }

// askCalls asks for values of more calls.
func askCalls(q *questions) {
	if !q.built {
		return
	}
	b := q.near
	b.Calls = true
	count := q.share
	if q.contents {
		count = q.total - q.total/farContents
	}
	q.add(q.depth, count, b)
}

// askCorners asks for integers that are 0, 1, -1, or extremes all.
func askCorners(q *questions) {
	if 1 < q.integers && q.integers <= cornersMost {
		b := q.near
		b.Ints, b.Reach = nil, 1
		q.add(q.depth, q.share, b)
	}
}

// askAnswers asks for inputs within the bounds whose functions answer what is outside them.
func askAnswers(q *questions) {
	if q.answered {
		b := q.near
		b.Answered = true
		q.add(q.depth, q.share, b)
	}
}

// integersOnly is how many integers an input is that is nothing else, 0 for all others.
func integersOnly(shapes []value.Shape) int {
	for _, s := range shapes {
		if x, ok := s.(*value.Int); !ok || x.Ranges != nil {
			return 0
		}
	}
	return len(shapes)
}

// evenly takes n of the elements, evenly.
func evenly[E any](list []E, n int) []E {
	if len(list) <= n {
		return list
	}
	out := make([]E, n)
	for i := range out {
		out[i] = list[i*(len(list)-1)/max(1, n-1)]
	}
	return out
}
