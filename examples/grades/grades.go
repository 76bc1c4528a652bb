// Package grades is a small library for marking exams. Three of its functions
// were written without a thought for the edge of their input.
package grades

import "sort"

//rtest:type Pos = {v int | 0 < v}
//rtest:type Rng(n int) = {v int | 0 <= v && v < n}

// Rescale maps s from [0,r1) to [0,r2).
//
//rtest:sig (r1 Pos, r2 int, s Rng(r1)) (Rng(r2))
func Rescale(r1, r2, s int) int { return s * r2 / r1 }

// RescaleRange is Rescale with the demand that the new range is not empty, and
// that the product does not overflow.
//
//rtest:sig (r1 Pos, r2 Pos, s Rng(r1)) (Rng(r2))
//rtest:requires max(r1, r2) < 1<<31
func RescaleRange(r1, r2, s int) int { return s * r2 / r1 }

// A Mark is a score with the weight it has in the average.
type Mark struct{ Weight, Score int }

// Average is the weighted average of the marks, rounded towards zero. Weights
// may be anything but negative, and so may their sum.
//
//rtest:sig (marks []{m Mark | 0 <= m.Weight}) (int)
//rtest:requires len(marks) > 0
func Average(marks []Mark) int {
	total, weights := 0, 0
	for _, m := range marks {
		total += m.Weight * m.Score
		weights += m.Weight
	}
	return total / weights
}

// AveragePositive is Average for marks that all count. It holds for all small
// numbers; what rtest finds beyond its bounds is that the products overflow.
//
//rtest:sig (marks []{m Mark | 0 < m.Weight}) (avg int)
//rtest:requires len(marks) > 0
//rtest:ensures exists m in marks: avg <= m.Score
//rtest:ensures exists m in marks: m.Score <= avg
func AveragePositive(marks []Mark) (avg int) {
	total, weights := 0, 0
	for _, m := range marks {
		total += m.Weight * m.Score
		weights += m.Weight
	}
	return total / weights
}

// AverageAny is Average for weights of either sign, as long as there is one:
// it is wrong to think that they then have a sum.
//
//rtest:requires exists m in marks: m.Weight != 0
func AverageAny(marks []Mark) int {
	total, weights := 0, 0
	for _, m := range marks {
		total += m.Weight * m.Score
		weights += m.Weight
	}
	return total / weights
}

// Best returns the k highest scores, the highest first.
//
//rtest:requires 0 <= k
//rtest:ensures len(result) == k && sortedDown(result)
//rtest:ensures forall x in result: count(result, x) <= count(scores, x)
func Best(k int, scores []int) []int {
	s := append([]int(nil), scores...)
	sort.Sort(sort.Reverse(sort.IntSlice(s)))
	return s[:k]
}

// BestOf is Best for at least k scores.
//
//rtest:requires 0 <= k <= len(scores)
//rtest:ensures len(result) == k && sortedDown(result)
//rtest:ensures forall x in result: count(result, x) <= count(scores, x)
func BestOf(k int, scores []int) []int {
	s := append([]int(nil), scores...)
	sort.Sort(sort.Reverse(sort.IntSlice(s)))
	return s[:k]
}

func sortedDown(xs []int) bool {
	for i := 1; i < len(xs); i++ {
		if xs[i-1] < xs[i] {
			return false
		}
	}
	return true
}
