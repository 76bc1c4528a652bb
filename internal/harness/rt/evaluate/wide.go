package evaluate

import (
	"reflect"
	"unicode/utf8"
)

// wideCalls is how often a target is called for wide values with those of a group, of which there are mostGroups. joinedTexts is
// the number of texts or lists that are made of others at random, mostSingle the number of characters of which all pairs are made.
const (
	wideCalls   = 4
	mostGroups  = 64
	joinedTexts = 800
	mostSingle  = 64
)

// withWide makes the values by sort: the further ones, the wide ones that the parent asks for, texts and lists that
// consist of two or three others, and results of the targets of Grow for these.
func (u *Universe) withWide() {
	if u.wide != nil {
		return
	}
	further := u.withFurther()
	u.modest, u.wider = true, true // A call of one that fails for great integers may take much memory.
	built := 0
	for _, s := range u.ask.Sorts {
		built += len(s.Streams) + len(s.Further)
	}
	for i, s := range u.ask.Sorts {
		u.wide = append(u.wide, u.united(i, further[i][:len(further[i]):len(further[i])], u.build(s.Target, s.Wide, built)))
		built += len(s.Wide)
		u.joinWide(i)
	}
	for _, target := range u.ask.Grow {
		u.growWide(u.calls[target])
	}
}

// joinWide adds texts of two characters, and texts or lists that consist of two or three further ones of any group.
func (u *Universe) joinWide(sort int) {
	of := u.calls[u.ask.Sorts[sort].Target].inputs[0].of
	if !isSequence(of.t) {
		return
	}
	var list, single []uint32
	for _, id := range u.wide[sort] {
		if v := of.values[id]; v.Kind() == reflect.String && utf8.RuneCountInString(v.String()) == 1 && len(single) < mostSingle {
			single = append(single, id)
		}
	}
	for _, a := range single {
		for _, b := range single {
			list = append(list, of.joined(of.values[a], of.values[b]))
		}
	}
	state := uint64(sort)
	next := func() uint32 {
		state += stride
		return u.stratum(sort, mix(state))
	}
	for n := range joinedTexts {
		id := of.joined(of.values[next()], of.values[next()])
		if n%2 == 1 {
			id = of.joined(of.values[id], of.values[next()])
		}
		list = append(list, id)
	}
	u.wide[sort] = u.united(sort, u.wide[sort], list)
}

// growWide adds results of a call to the wide values of its type: for each group of values of each argument some, with any values of
// the others. None is great.
func (u *Universe) growWide(c *call) {
	from, to, ok := u.sorts(c)
	if !ok {
		return
	}
	args, r := make([]uint32, len(from)), relating{Universe: u, state: uint64(c.index)}
	var grown []uint32
	for i, sort := range from {
		groups := u.strata[sort].groups
		for _, group := range groups[:min(mostGroups, len(groups))] {
			for n := range wideCalls {
				for k, other := range from {
					args[k] = r.drawOf(other)
				}
				args[i] = group[n%min(2, len(group))]
				if !u.anyGreat(c, args) {
					grown = append(grown, u.kept(c, args))
				}
			}
		}
	}
	u.wide[to] = u.united(to, u.wide[to], grown)
}

// wideAssignments calls do with indices of wide values until it returns false or the limit is reached. Up to half of the
// limit, each wide value of each variable, or one in so many, comes once with values of the others of which half are small.
// Then all variables have any values.
func (u *Universe) wideAssignments(slots []int, limit int64, do func([]int) bool) {
	sorts := make([]int, len(slots))
	for i, s := range slots {
		sorts[i] = u.ask.Slots[s]
	}
	most := 0
	for _, sort := range sorts {
		most = max(most, u.wideOf(sort))
	}
	if most == 0 {
		return
	}
	at, left, state := make([]int, len(sorts)), limit, uint64(most)
	next := func(n int) int {
		state += stride
		return int(mix(state) % uint64(n))
	}
	room := limit
	if len(sorts) > 1 {
		room = limit / 2 / int64(len(sorts))
	}
	for n := 0; n < most; n += 1 + int(int64(most)/(room+1)) {
		for i, sort := range sorts {
			if n >= u.wideOf(sort) || left == 0 {
				continue
			}
			for k, other := range sorts {
				if at[k] = next(len(u.all(other))); next(2) == 0 {
					at[k] = next(min(fewValues, len(u.all(other))))
				}
			}
			at[i] = u.before(sort) + n
			if left--; !do(at) {
				return
			}
		}
	}
	if len(sorts) > 1 {
		u.drawFurther(sorts, left, do)
	}
}

// wideOf returns how many wide values a sort has for the assignments that are made.
func (u *Universe) wideOf(sort int) int { return len(u.all(sort)) - u.before(sort) }

// before returns how many values of a sort are before the wide ones.
func (u *Universe) before(sort int) int { return len(u.admitted(sort, u.further[sort])) }
