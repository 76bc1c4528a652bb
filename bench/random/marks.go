package random

import "github.com/rtest-dev/rtest/bench/marks"

func anyMarks(draw Numbers, depth int) any { return someMarks(draw, depth, -depth, -depth) }

func validMarks(draw Numbers, depth int) any { return someMarks(draw, depth, 1, 0) }

func someMarks(draw Numbers, depth, weight, score int) []marks.Mark {
	ms := make([]marks.Mark, draw(0, depth))
	for i := range ms {
		ms[i] = marks.Mark{Weight: draw(weight, depth), Score: draw(score, depth)}
	}
	return ms
}

func preMarks(input any) bool {
	ms := input.([]marks.Mark)
	return marks.Weighted(ms)
}

func callMarks(input any) bool {
	ms := input.([]marks.Mark)
	avg := marks.Average(ms)
	return 0 <= avg && marks.Below(avg, ms)
}

func keyMarks(b []byte, input any) []byte {
	for _, m := range input.([]marks.Mark) {
		b = append(b, byte(m.Weight), byte(m.Score))
	}
	return b
}
