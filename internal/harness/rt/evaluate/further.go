package evaluate

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// grownCalls is how often a target is called for further values, with small arguments and again with further ones.
// grownValues is how many of its results are used each time.
const (
	grownCalls  = 240
	grownValues = 60
)

// withFurther returns the values by sort, followed by the further ones: those that the parent asks
// for, those at edges, and the results of the targets of Grow.
func (u *Universe) withFurther() [][]uint32 {
	if u.further != nil {
		return u.further
	}
	built := 0
	for _, s := range u.ask.Sorts {
		built += len(s.Streams)
	}
	for i, s := range u.ask.Sorts {
		u.further = append(u.further, slices.Clone(u.values[i]))
		u.addFurther(i, u.build(s.Target, s.Further, built))
		built += len(s.Further)
	}
	u.modest, u.wider = false, false
	u.stratify()
	u.addEdges()
	u.addLong()
	u.stratify()
	for _, target := range u.ask.Grow {
		u.grow(u.calls[target])
	}
	u.stratify()
	return u.further
}

// addLong adds texts and lists that consist of several others: longer than those for which code mostly chooses another
// algorithm. Half of them consist of the first values, so that elements are the same.
func (u *Universe) addLong() {
	lengths := [...]int{13, 16, 20, 33, 70}
	state := uint64(len(lengths))
	for sort, s := range u.ask.Sorts {
		of := u.calls[s.Target].inputs[0].of
		if !isSequence(of.t) || len(u.values[sort]) < 2 {
			continue
		}
		var long []uint32
		for i, least := range lengths {
			for k := range 2 {
				id := u.values[sort][0]
				for n := 0; of.values[id].Len() < least && n < 2*least; n++ {
					state += stride
					next := u.stratum(sort, mix(state))
					if k == 0 {
						next = u.values[sort][mix(state)%uint64(min((i+1)*fewValues, len(u.values[sort])))]
					}
					id = of.joined(of.values[id], of.values[next])
				}
				long = append(long, id)
			}
		}
		u.addFurther(sort, long)
	}
}

// addFurther adds values that a sort does not have.
func (u *Universe) addFurther(sort int, ids []uint32) {
	u.further[sort] = u.united(sort, u.further[sort], ids)
}

// united appends those values to a list that it does not have and its sort admits.
func (u *Universe) united(sort int, list, ids []uint32) []uint32 {
	known := map[uint32]bool{undefined: true}
	for _, id := range list {
		known[id] = true
	}
	for _, id := range u.admissible(u.ask.Sorts[sort], ids) {
		if !known[id] {
			known[id] = true
			list = append(list, id)
		}
	}
	return list
}

// grow adds results of a call to the further values of its type: first those of the smallest arguments, which are the listed
// ones and differ most, then those of further values, of which half are odd texts and the like.
func (u *Universe) grow(c *call) {
	from, to, ok := u.sorts(c)
	if !ok {
		return
	}
	first, sizes := make([][]int, len(from)), make([]int, len(from))
	for i, sort := range from {
		first[i], sizes[i] = u.firstValues(sort, len(from)), len(u.values[sort])
	}
	args := make([]uint32, len(from))
	var grown []uint32
	add := func(most int) bool {
		if id := u.apply(c, args); id != undefined && !slices.Contains(u.further[to], id) && !slices.Contains(grown, id) {
			grown = append(grown, id)
			u.noteGreat(c, args, id)
		}
		return len(grown) < most
	}
	assignments(sizes, grownCalls, func(at []int) bool {
		for i, n := range at {
			args[i] = u.values[from[i]][n]
		}
		return add(grownValues)
	})
	state, most := uint64(grownCalls), len(grown)+grownValues
	u.drawFurther(from, grownCalls, func(at []int) bool {
		for i, n := range at {
			args[i] = u.further[from[i]][n]
			switch state += stride; mix(state) % 4 {
			case 0:
				args[i] = u.stratum(from[i], mix(state)/4)
			case 1, 2:
				args[i] = u.further[from[i]][first[i][mix(state)/4%uint64(len(first[i]))]]
			}
		}
		return add(most)
	})
	u.addFurther(to, grown)
}

// fewValues is the number of small values that the other variables have when one has a further value.
const fewValues = 8

// stride is the difference between the numbers that mix turns into random ones.
const stride = 0x9e3779b97f4a7c15

// furtherAssignments calls do with indices of further values until it returns false or the limit is
// reached. Up to a third of the limit, each further value of each variable comes once with small
// values of the others. Then the variables of a type have all combinations of its first values, and integers
// are extreme. Finally all variables have any values.
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
	for first, sort := range sorts {
		of := positions(sorts, sort)
		if len(of) == 1 || of[0] != first {
			continue
		}
		list := u.firstValues(sort, len(of))
		more := assignments(slices.Repeat([]int{len(list)}, len(of)), left, func(chosen []int) bool {
			small()
			for i, k := range of {
				at[k] = list[chosen[i]]
			}
			left--
			return do(at)
		})
		if !more {
			return
		}
	}
	if len(slots) > 1 {
		left -= u.cornerAssignments(sorts, left, do)
		u.drawFurther(sorts, left, do)
	}
}

// positions returns the indices of the variables that have a sort.
func positions(sorts []int, sort int) (of []int) {
	for k, s := range sorts {
		if s == sort {
			of = append(of, k)
		}
	}
	return of
}

// firstValues returns the indices of a few small values of a sort and of its first further ones. There
// are fewer for more variables, because all combinations are tried.
func (u *Universe) firstValues(sort, variables int) (list []int) {
	small, first := 4, 24
	if variables > 2 {
		small, first = 2, 8
	}
	for n := range min(small, len(u.values[sort])) {
		list = append(list, n)
	}
	for n := range min(first, u.furtherOf(sort)) {
		list = append(list, len(u.values[sort])+n)
	}
	return list
}

// furtherOf returns how many further values a sort has for the assignments that are made.
func (u *Universe) furtherOf(sort int) int { return len(u.all(sort)) - len(u.values[sort]) }

// all returns the values of a sort, with the further ones, for the assignments that are made.
func (u *Universe) all(sort int) []uint32 {
	if u.wider {
		return u.admitted(sort, u.wide[sort])
	}
	return u.admitted(sort, u.further[sort])
}

// admitted returns the values of a list for the assignments that are made: without great integers in modest comparisons.
func (u *Universe) admitted(sort int, list []uint32) []uint32 {
	of := u.calls[u.ask.Sorts[sort].Target].inputs[0].of
	if !u.modest || !isWide(of.t) {
		return list
	}
	key := [2]int{sort, len(list)}
	if u.admits[key] == nil {
		if u.admits == nil {
			u.admits = map[[2]int][]uint32{}
		}
		great := func(id uint32) bool { return !u.isSmall(sort, id) && isGreat(of, id) }
		u.admits[key] = slices.DeleteFunc(slices.Clone(list), great)
	}
	return u.admits[key]
}

// drawFurther calls do with indices of values of some sorts until it returns false or count is
// reached. Half of the variables have a value close to that of another variable of their type.
func (u *Universe) drawFurther(sorts []int, count int64, do func([]int) bool) {
	at := make([]int, len(sorts))
	state := uint64(len(sorts))
	next := func(n int) int {
		state += stride
		return int(mix(state) % uint64(n))
	}
	for range count {
		for i, sort := range sorts {
			size := len(u.all(sort))
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

// mostTelling is how many telling values a sort has, tellingTries with how many values of the other variables each
// is tried.
const (
	mostTelling  = 24
	tellingTries = 12
)

// noteTelling remembers the further values of an assignment that told two terms apart. Terms in which one of these
// two takes the place of the other are equal for nearly all values, so that these few have to be tried more often.
func (u *Universe) noteTelling(slots []int, at wire.Assignment) {
	if u.telling == nil {
		u.telling = make([][]uint32, len(u.ask.Sorts))
	}
	for _, slot := range slots {
		sort := u.ask.Slots[slot]
		if len(u.telling[sort]) < mostTelling && !slices.Contains(u.telling[sort], at[slot]) && !slices.Contains(u.values[sort], at[slot]) {
			u.telling[sort] = append(u.telling[sort], at[slot])
		}
	}
}

// tellingAssignments calls do with assignments of variables until it returns false. One variable, or all of its type,
// have a telling value. Of the other values about half are small.
func (u *Universe) tellingAssignments(slots []int, do func(ids []uint32) bool) {
	if u.telling == nil {
		return
	}
	ids := make([]uint32, len(slots))
	state := uint64(len(slots))
	next := func(n int) int {
		state += stride
		return int(mix(state) % uint64(n))
	}
	for i, slot := range slots {
		if u.furtherOf(u.ask.Slots[slot]) == 0 {
			continue
		}
		for _, id := range u.telling[u.ask.Slots[slot]] {
			for n := range tellingTries {
				for k, other := range slots {
					sort := u.ask.Slots[other]
					all := u.all(sort)
					switch {
					case k == i || n == 0 && sort == u.ask.Slots[slot]:
						ids[k] = id
					case n%2 == 0:
						ids[k] = all[next(min(fewValues, len(all)))]
					case n%4 == 1 && len(u.telling[sort]) > 0 && u.furtherOf(sort) > 0:
						ids[k] = u.telling[sort][next(len(u.telling[sort]))]
					default:
						ids[k] = all[next(len(all))]
					}
				}
				if !do(ids) {
					return
				}
				if len(slots) == 1 {
					break
				}
			}
		}
	}
}
