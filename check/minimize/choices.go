package minimize

import "slices"

// Choices returns choices at run time in which one is the first possible, or nearer to it, than
// before. The first possibility is the simplest.
func Choices(of []int64) (list [][]int64) {
	const first = 16
	for i, c := range of {
		var less []int64
		for n := range min(c, first) {
			less = append(less, n)
		}
		for d := c / 2; d > 0; d /= 2 {
			if c-d >= first {
				less = append(less, c-d)
			}
		}
		for _, n := range less {
			list = append(list, slices.Concat(of[:i], []int64{n}, of[i+1:]))
		}
	}
	return list[:min(len(list), Tries)]
}
