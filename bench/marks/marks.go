// Package marks averages marks.
package marks

// A Mark is a score with the weight that it has in the average.
type Mark struct{ Weight, Score int }

//rtest:type Marks = {ms []Mark | Weighted(ms)}

// Weighted reports whether all weights are positive and all scores are possible.
func Weighted(ms []Mark) bool {
	for _, m := range ms {
		if m.Weight <= 0 || m.Score < 0 {
			return false
		}
	}
	return true
}

// Average is the weighted average, rounded down; that of no mark is 0.
//
//rtest:sig (ms Marks) (avg int)
//rtest:ensures 0 <= avg && Below(avg, ms)
func Average(ms []Mark) (avg int) {
	total, weights := 0, 0
	for _, m := range ms {
		total += m.Weight * m.Score
		weights += m.Weight
	}
	if weights == 0 {
		return 0
	}
	return total / weights
}

// Below reports whether avg is at most the best of the scores.
func Below(avg int, ms []Mark) bool {
	best := 0
	for _, m := range ms {
		best = max(best, m.Score)
	}
	return avg <= best
}
