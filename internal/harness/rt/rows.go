package rt

import "slices"

// mostClimbed is how many of the first values of constructors, and how many
// steps, rows begin with.
const mostClimbed = 3

// climbs makes one step with a row of arguments, 0, 1, 2 and so on, upwards and
// downwards, as everybody does who looks at a container that has grown; then the
// other steps, until nothing is left. Random arguments are seldom as many
// different ones.
func (k *walker) climbs(makers, steps []int) {
	var first []*reached
	for _, m := range makers {
		for _, g := range k.near[m] {
			if s := k.step(k.x.root, single(g, g.args[len(g.args)-1]), 0, false); s != nil && len(first) < mostClimbed {
				first = append(first, s)
			}
		}
	}
	k.climbing = true
	defer func() { k.climbing = false }()
	climbed := 0
	for _, up := range steps {
		row := k.rows[up]
		if row == nil || climbed == mostClimbed {
			continue
		}
		climbed++
		for _, s := range first {
			all := len(row.args)
			for _, by := range [...]int{1, -1} {
				at, made, begin := s, 0, 0
				if by < 0 {
					begin = all - 1
				}
				for _, n := range heights(all) {
					at = k.row(at, row, begin+by*made, by, n-made, made)
					made = n
					k.descend(at, up, steps, min(begin, all-n), n)
				}
			}
			k.alternate(s, up, steps)
		}
	}
}

// heights are how many steps of a row of n others follow: what has grown to the
// next power of two is not as what has grown a little more.
func heights(n int) []int {
	list := []int{n/6 - 1, n/6 + 1, n / 3, 2*n/3 - 1, n}
	return slices.DeleteFunc(list, func(h int) bool { return h < 2 })
}

// alternate makes a step and another in turn, as what goes round in a circle is
// found by: until they come to a state where they were before.
func (k *walker) alternate(s *reached, up int, steps []int) {
	row := k.rows[up]
	for _, down := range steps {
		if down == up || len(k.near[down]) == 0 {
			continue
		}
		back := k.rows[down]
		if back == nil {
			g := k.near[down][0]
			back = single(g, g.args[0])
		}
		seen := map[*reached]bool{}
		at := k.row(s, row, 0, 1, 1, 0)
		for i := 1; i < len(row.args) && !seen[at] && k.x.out.Cut == ""; i++ {
			seen[at] = true
			at = k.row(at, row, i, 1, 1, 2*i-1)
			at = k.row(at, back, i-1, 1, 1, 2*i)
		}
	}
}

// descend makes each of the other steps from a state that n calls made, with
// arguments from the low-th of the row on, upwards and downwards.
func (k *walker) descend(top *reached, up int, steps []int, low, n int) {
	for _, down := range steps {
		if down == up {
			continue
		}
		if row := k.rows[down]; row != nil {
			k.row(top, row, low, 1, n, n)
			k.row(top, row, low+n-1, -1, n, n)
		} else if len(k.near[down]) > 0 {
			g := k.near[down][0]
			k.row(top, single(g, g.args[0]), 0, 1, n, n)
		}
	}
}

// row makes n calls, after so many others, with the arguments of a row from the
// begin-th on, each time the next or the one before, and returns the last state.
func (k *walker) row(s *reached, row *group, begin, by, n, after int) *reached {
	for i := range n {
		at := begin + by*i
		if k.x.out.Cut != "" {
			return s
		}
		if to := k.step(s, single(row, row.args[at%len(row.args)]), after+i+1, false); to != nil {
			s = to
		}
	}
	return s
}
