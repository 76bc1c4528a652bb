package explore

import "slices"

// mostClimbed is how many of the first values of constructors, and how many
// steps, rows begin with.
const mostClimbed = 3

// mostPierced is how many elements a container has at most in which each place is
// pierced.
const mostPierced = 16

// A ladder is a row, arguments of a step that are taken in order: 0, 1, 2 and so on for one
// of them. Where another integer is varied beside it, beside has the arguments
// that belong to each in order of this one, of which the row has the first.
type ladder struct {
	*group
	beside [][][]int64
}

// ladderOf makes the ladder of arguments in which one or two numbers vary, the latter
// fastest.
func ladderOf(g *group) *ladder {
	r := &ladder{group: g}
	varied := slices.Collect(func(yield func(int) bool) {
		for at := range g.args[0] {
			if slices.ContainsFunc(g.args, func(a []int64) bool { return at >= len(a) || a[at] != g.args[0][at] }) && !yield(at) {
				return
			}
		}
	})
	if len(varied) != 2 {
		return r
	}
	var first [][]int64
	for i, a := range g.args {
		if i == 0 || a[varied[0]] != g.args[i-1][varied[0]] {
			first, r.beside = append(first, a), append(r.beside, nil)
		}
		last := &r.beside[len(r.beside)-1]
		*last = append(*last, a)
	}
	all := *g
	all.args = first
	r.group = &all
	return r
}

// An ascent is in which order the arguments of a row are taken: their places in
// it, and which of those that are varied beside each, nil for the first.
type ascent struct{ places, beside []int }

// ascents are in which orders containers are filled: upwards, downwards and
// scattered, the values beside these falling and scattered too.
func (r *ladder) ascents() []ascent {
	n := len(r.args)
	up, scattered := make([]int, n), make([]int, n)
	for i := range n {
		up[i], scattered[i] = i, i*stride(n)%n
	}
	down := slices.Clone(up)
	slices.Reverse(down)
	list := []ascent{{places: up}, {places: down}, {places: scattered}}
	if r.beside != nil {
		list = append(list, ascent{up, down}, ascent{up, scattered})
	}
	return list
}

// stride is a number without common divisor with n, near to the golden section
// of it: multiples of it are far from those just before.
func stride(n int) int {
	s := max(1, n*38/100)
	for common(s, n) != 1 {
		s++
	}
	return s
}

// common is the greatest common divisor.
func common(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// arguments are the i-th of an ascent.
func (r *ladder) arguments(o ascent, i int) []int64 {
	at := o.places[i]
	if o.beside == nil {
		return r.args[at]
	}
	list := r.beside[at]
	return list[o.beside[i]*len(list)/len(r.args)]
}

// climbs makes one step with a row of arguments, in several orders, as everybody
// does who looks at a container that has grown; then the other steps, until
// nothing is left. Random arguments are seldom as many different ones.
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
		r := k.rows[up]
		if r == nil || climbed == mostClimbed {
			continue
		}
		climbed++
		for _, s := range first {
			for i, o := range r.ascents() {
				at, made := s, 0
				for _, n := range heights(len(r.args)) {
					if i > 1 && n > len(r.args)/3 {
						break // Long rows are for growth, which is the same in any order.
					}
					for ; made < n; made++ {
						at = k.make(at, r.group, r.arguments(o, made), made+1)
					}
					k.descend(at, up, steps, o.places[:n])
					if n <= len(r.args)/3 {
						k.pierce(at, up, steps, o.places[:n])
					}
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
	r := k.rows[up]
	for _, down := range steps {
		if down == up || len(k.near[down]) == 0 {
			continue
		}
		back := k.least(down)
		seen := map[*reached]bool{}
		at := k.make(s, r.group, r.args[0], 1)
		for i := 1; i < len(r.args) && !seen[at] && k.goesOn(); i++ {
			seen[at] = true
			at = k.make(at, r.group, r.args[i], 2*i)
			at = k.make(at, back, back.args[(i-1)%len(back.args)], 2*i+1)
		}
	}
}

// least is the row of a step that has one, else its least arguments.
func (k *walker) least(step int) *group {
	if r := k.rows[step]; r != nil {
		return r.group
	}
	g := k.near[step][0]
	return single(g, g.args[0])
}

// descend makes each of the other steps from a state that as many calls made as
// there are places, with the arguments at these in the other rows: upwards,
// downwards, and in the order in which the places are.
func (k *walker) descend(top *reached, up int, steps, places []int) {
	sorted := slices.Sorted(slices.Values(places))
	back := slices.Clone(sorted)
	slices.Reverse(back)
	orders := [][]int{sorted, back}
	if scattered(places) {
		orders = append(orders, places)
	}
	for _, down := range steps {
		if down == up || k.rows[down] == nil && len(k.near[down]) == 0 {
			continue
		}
		g := k.least(down)
		for i, order := range orders {
			if i > 0 && k.rows[down] == nil {
				break
			}
			s := top
			for i, at := range order {
				s = k.make(s, g, g.args[at%len(g.args)], len(places)+i+1)
			}
		}
	}
}

// scattered tells whether places go neither upwards nor downwards.
func scattered(places []int) bool {
	down := func(a, b int) int { return b - a }
	return !slices.IsSorted(places) && !slices.IsSortedFunc(places, down)
}

// pierce makes one call of each step that has a row, with arguments from within
// what the container holds, or for which it has places, and then the other steps:
// what one removal leaves amiss is often seen only by those after it.
func (k *walker) pierce(top *reached, up int, steps, places []int) {
	n := len(places)
	pierced := []int{n / 4, n / 2, n - 2}
	if n <= mostPierced {
		pierced = make([]int, n)
		for at := range pierced {
			pierced[at] = at
		}
	}
	for _, once := range steps {
		if once == up || k.rows[once] == nil {
			continue
		}
		g := k.rows[once].group
		for _, at := range pierced {
			s := k.make(top, g, g.args[at%len(g.args)], n+1)
			s = k.make(s, g, g.args[places[at]%len(g.args)], n+2)
			for _, then := range steps {
				if then == up || then == once || k.rows[then] == nil && len(k.near[then]) == 0 {
					continue
				}
				of, s := k.least(then), s
				for i := range n {
					s = k.make(s, of, of.args[i%len(of.args)], n+3+i)
				}
			}
		}
	}
}

// make makes one call, which is the n-th, and returns the state after it: the
// one before where it fails or too many were made.
func (k *walker) make(s *reached, g *group, args []int64, n int) *reached {
	if !k.goesOn() {
		return s
	}
	if to := k.step(s, single(g, args), n, false); to != nil {
		return to
	}
	return s
}
