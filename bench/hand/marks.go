package hand

import "github.com/rtest-dev/rtest/bench/marks"

// Marks averages all lists of at most n marks with weights 1..n and scores
// 0..n.
func Marks(n int) (count int, err error) {
	list := make([]marks.Mark, 0, n)
	room := make([]marks.Mark, n)
	var extend func()
	extend = func() {
		in := room[:copy(room, list)]
		if !marks.Weighted(in) {
			err = failure(in)
		}
		if avg := marks.Average(in); avg < 0 || !marks.Below(avg, in) {
			err = failure(in)
		}
		count++
		if len(list) == n {
			return
		}
		for weight := 1; weight <= n; weight++ {
			for score := 0; score <= n; score++ {
				list = append(list, marks.Mark{Weight: weight, Score: score})
				extend()
				list = list[:len(list)-1]
			}
		}
	}
	extend()
	return count, err
}
