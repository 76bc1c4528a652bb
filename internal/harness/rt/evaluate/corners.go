package evaluate

import (
	"cmp"
	"reflect"
)

// mostCorners is how many assignments have extreme integers.
const mostCorners = 216

// cornerAssignments calls do with indices of values of some sorts, until it returns false or the limit is reached: each integer is the least one, the
// greatest one or a small one, and the other values are small. A difference of two integers, as 0 and the least one, may only
// be wrong for these. It returns how many there were.
func (u *Universe) cornerAssignments(sorts []int, limit int64, do func([]int) bool) (n int64) {
	sizes, extremes := make([]int, len(sorts), len(sorts)+1), make([][]int, len(sorts))
	none := true
	for i, sort := range sorts {
		extremes[i] = u.extremes(sort)
		none = none && len(extremes[i]) == 0
		sizes[i] = 1 + len(extremes[i])
	}
	if none {
		return 0
	}
	at := make([]int, len(sorts))
	assignments(append(sizes, fewValues), min(limit, mostCorners), func(chosen []int) bool {
		for i, sort := range sorts {
			if k := chosen[i]; k > 0 {
				at[i] = extremes[i][k-1]
			} else {
				at[i] = min(chosen[len(sorts)], len(u.values[sort])-1)
			}
		}
		n++
		return do(at)
	})
	return n
}

// extremes returns the indices of the least and the greatest integer of a sort, none for other types.
func (u *Universe) extremes(sort int) []int {
	of, all := u.calls[u.ask.Sorts[sort].Target].inputs[0].of, u.all(sort)
	if !isInteger(of.t) {
		return nil
	}
	least, greatest := 0, 0
	for n, id := range all {
		if compareIntegers(of.values[id], of.values[all[least]]) < 0 {
			least = n
		}
		if compareIntegers(of.values[id], of.values[all[greatest]]) > 0 {
			greatest = n
		}
	}
	return []int{least, greatest}
}

// compareIntegers compares two integers of one type.
func compareIntegers(a, b reflect.Value) int {
	if a.CanInt() {
		return cmp.Compare(a.Int(), b.Int())
	}
	return cmp.Compare(a.Uint(), b.Uint())
}
