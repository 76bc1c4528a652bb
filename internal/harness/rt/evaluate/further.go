package evaluate

import "slices"

// grownCalls is how often a target is called for further values, grownValues how many of its results
// are taken.
const (
	grownCalls  = 60
	grownValues = 20
)

// withFurther returns the values by sort, each followed by the further ones: those that the parent asks for, and
// those that the targets of Grow make of them.
func (u *Universe) withFurther() [][]uint32 {
	if u.further != nil {
		return u.further
	}
	for i, s := range u.ask.Sorts {
		u.further = append(u.further, slices.Clone(u.values[i]))
		u.addFurther(i, u.build(s.Target, s.Further))
	}
	for _, target := range u.ask.Grow {
		u.grow(u.calls[target])
	}
	return u.further
}

// addFurther adds values of a sort that it does not have.
func (u *Universe) addFurther(sort int, ids []uint32) {
	known := map[uint32]bool{undefined: true}
	for _, id := range u.further[sort] {
		known[id] = true
	}
	for _, id := range ids {
		if !known[id] {
			known[id] = true
			u.further[sort] = append(u.further[sort], id)
		}
	}
}

// grow adds what a call gives to the further values of its type.
func (u *Universe) grow(c *call) {
	from, to, ok := u.sorts(c)
	if !ok {
		return
	}
	var grown []uint32
	args := make([]uint32, len(from))
	u.drawFurther(from, grownCalls, func(at []int) bool {
		for i, n := range at {
			args[i] = u.further[from[i]][n]
		}
		if id := u.apply(c, args); id != undefined && !slices.Contains(u.further[to], id) && !slices.Contains(grown, id) {
			grown = append(grown, id)
		}
		return len(grown) < grownValues
	})
	u.addFurther(to, grown)
}

// fewValues is the number of small values combined with a further value, firstValues the number of further
// values that are combined with each other.
const fewValues, firstValues = 8, 16

// stride is the difference of the numbers that mix makes random ones of.
const stride = 0x9e3779b97f4a7c15

// furtherAssignments calls do with indices of further values, until it returns false or the limit is reached.
// First, each further value of each variable is combined with small values of the others, for up to a third of
// the limit. Then two variables of a type have any two of its first values, see firstPairs. Finally all
// variables have any value.
func (u *Universe) furtherAssignments(slots []int, limit int64, do func([]int) bool) {
	sorts := make([]int, len(slots))
	most := 0
	for i, s := range slots {
		sorts[i] = u.ask.Slots[s]
		most = max(most, u.furtherOf(sorts[i]))
	}
	if most == 0 {
		return
	}
	at := make([]int, len(slots))
	state, left := uint64(limit), limit
	small := func() {
		for k, sort := range sorts {
			state += stride
			at[k] = int(mix(state) % uint64(min(fewValues, len(u.values[sort]))))
		}
	}
	for n := range most {
		for i, sort := range sorts {
			if n >= u.furtherOf(sort) || len(slots) > 1 && left <= limit-limit/3 {
				continue
			}
			small()
			at[i] = len(u.values[sort]) + n
			if left--; !do(at) {
				return
			}
		}
	}
	for k, sort := range sorts {
		for i := range k {
			if sorts[i] != sort {
				continue
			}
			for _, pair := range u.firstPairs(sorts, sort) {
				small()
				at[i], at[k] = pair[0], pair[1]
				for m, other := range sorts {
					if m != i && m != k && other == sort && pair[2] >= 0 {
						at[m] = pair[2]
					}
				}
				if left--; left < 0 || !do(at) {
					return
				}
			}
		}
	}
	if len(slots) > 1 {
		u.drawFurther(sorts, left, do)
	}
}

// firstPairs returns indices of two values of a sort, small ones and the first further ones, not both small. If
// more than two variables have the sort, each pair comes three times: the others have a small value, which is
// -1, or one of the two.
func (u *Universe) firstPairs(sorts []int, sort int) (list [][3]int) {
	some, first := len(u.values[sort]), min(firstValues, u.furtherOf(sort))
	others := len(slices.DeleteFunc(slices.Clone(sorts), func(s int) bool { return s != sort })) > 2
	if others {
		first = min(first, firstValues/2)
	}
	small := min(some, fewValues/2)
	value := func(n int) int {
		if n < small {
			return n
		}
		return some + n - small
	}
	for i := range small + first {
		for k := range small + first {
			if i < small && k < small {
				continue
			}
			list = append(list, [3]int{value(i), value(k), -1})
			if others {
				list = append(list, [3]int{value(i), value(k), value(i)}, [3]int{value(i), value(k), value(k)})
			}
		}
	}
	return list
}

// furtherOf is how many further values a sort has.
func (u *Universe) furtherOf(sort int) int { return len(u.further[sort]) - len(u.values[sort]) }

// drawFurther calls do with indices of values of some sorts, until it returns false or the count is
// reached. Half of the variables have a value near one that another of their type has.
func (u *Universe) drawFurther(sorts []int, count int64, do func([]int) bool) {
	at := make([]int, len(sorts))
	state := uint64(len(sorts))
	next := func(n int) int {
		state += stride
		return int(mix(state) % uint64(n))
	}
	for range count {
		for i, sort := range sorts {
			size := len(u.further[sort])
			at[i] = next(size)
			if like := slices.Index(sorts[:i], sort); like >= 0 && next(2) == 0 {
				at[i] = min(max(0, at[like]+next(2*fewValues)-fewValues), size-1)
			}
		}
		if !do(at) {
			return
		}
	}
}
