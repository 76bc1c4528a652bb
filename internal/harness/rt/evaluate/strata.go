package evaluate

import "slices"

// A strata has the values of a sort in groups. The functions of one argument treat the values of a group alike:
// the same of their results are equal to each other, to the value, or to what the function mostly gives.
// Values that only a few functions tell apart are few among all, and are one group among the groups.
type strata struct {
	unary  []*call
	common []uint64
	groups [][]uint32
	// of maps a pattern to the index of its group.
	of map[uint64]int
}

// stratify groups the further values of each sort.
func (u *Universe) stratify() {
	u.strata = make([]*strata, len(u.ask.Sorts))
	for sort, s := range u.ask.Sorts {
		g := &strata{of: map[uint64]int{}}
		of := u.calls[s.Target].inputs[0].of
		for _, target := range u.ask.Grow {
			if c := u.calls[target]; len(c.inputs) == 1 && c.inputs[0].of == of {
				g.unary = append(g.unary, c)
				g.common = append(g.common, u.mostly(c, u.further[sort]))
			}
		}
		for _, id := range u.further[sort] {
			p := u.pattern(g, of, id)
			if _, ok := g.of[p]; !ok {
				g.of[p] = len(g.groups)
				g.groups = append(g.groups, nil)
			}
			g.groups[g.of[p]] = append(g.groups[g.of[p]], id)
		}
		u.strata[sort] = g
	}
}

// mostly returns the observation that a call of one argument gives for most values, the first of several.
func (u *Universe) mostly(c *call, ids []uint32) (most uint64) {
	count, best := map[uint64]int{}, 0
	for _, id := range ids {
		count[u.seenOf(c, id)]++
	}
	for _, id := range ids {
		if seen := u.seenOf(c, id); count[seen] > best {
			most, best = seen, count[seen]
		}
	}
	return most
}

// seenOf returns the observation of the result of a call of one argument.
func (u *Universe) seenOf(c *call, id uint32) uint64 {
	at := u.apply(c, []uint32{id})
	return c.result.of.seen[at]
}

// pattern returns a hash of how the functions of one argument treat a value of a type.
func (u *Universe) pattern(g *strata, of *table, id uint32) uint64 {
	seen := make([]uint64, len(g.unary))
	h := uint64(seed)
	for i, c := range g.unary {
		seen[i] = u.seenOf(c, id)
		class := i
		for k, d := range g.unary[:i] {
			if d.result.of == c.result.of && seen[k] == seen[i] {
				class = k
				break
			}
		}
		h = mix(h^uint64(class)) + seed
		if seen[i] == g.common[i] {
			h++
		}
		if c.result.of == of && seen[i] == of.seen[id] {
			h += 2
		}
	}
	return h
}

// stratum returns the number of a value of a sort for a random number: each group has the same chance, and each
// value of it.
func (u *Universe) stratum(sort int, n uint64) uint32 {
	groups := u.strata[sort].groups
	group := groups[n%uint64(len(groups))]
	return group[n/uint64(len(groups))%uint64(len(group))]
}

// isNew reports whether a list lacks a value that there is.
func isNew(list []uint32, id uint32) bool { return id != undefined && !slices.Contains(list, id) }
