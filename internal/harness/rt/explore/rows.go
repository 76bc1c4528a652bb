package explore

import "slices"

// maxClimbed is how many first values of constructors, and how many steps, rows are made of.
const maxClimbed = 3

// maxPierced is the greatest number of elements of a container in which every place is pierced.
const maxPierced = 16

// A ladder is a row: arguments of a step that are taken in order, with 0, 1, 2 and so on for one of them. If a
// second integer varies too, second lists the arguments for each value of the first, and the row has the first
// of each list.
type ladder struct {
	*group
	second [][][]int64
}

// ladderOf makes the ladder of arguments in which one or two numbers vary, the second fastest.
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
			first, r.second = append(first, a), append(r.second, nil)
		}
		last := &r.second[len(r.second)-1]
		*last = append(*last, a)
	}
	all := *g
	all.args = first
	r.group = &all
	return r
}

// An ascent is an order in which the arguments of a row are taken: their indices in the row, and for each the
// index among the arguments with that first integer, or nil for the first of these.
type ascent struct{ places, second []int }

// ascents returns the orders in which containers are filled: ascending, descending and scattered, and ascending
// with the second integers descending or scattered.
func (r *ladder) ascents() []ascent {
	n := len(r.args)
	up, scattered := make([]int, n), make([]int, n)
	for i := range n {
		up[i], scattered[i] = i, i*stride(n)%n
	}
	down := slices.Clone(up)
	slices.Reverse(down)
	list := []ascent{{places: up}, {places: down}, {places: scattered}}
	if r.second != nil {
		list = append(list, ascent{up, down}, ascent{up, scattered})
	}
	return list
}

// stride returns a number coprime to n, near n times the golden section, so that each multiple of it modulo n is
// far from the preceding ones.
func stride(n int) int {
	s := max(1, n*38/100)
	for gcd(s, n) != 1 {
		s++
	}
	return s
}

// gcd returns the greatest common divisor.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// arguments returns the i-th arguments of an ascent.
func (r *ladder) arguments(o ascent, i int) []int64 {
	at := o.places[i]
	if o.second == nil {
		return r.args[at]
	}
	list := r.second[at]
	return list[o.second[i]*len(list)/len(r.args)]
}

// climbRows makes one step with a row of arguments, in several orders, to grow a container. Then it
// makes the other steps until nothing is left. Random arguments seldom have so many different
// values.
func (k *walker) climbRows(makers, steps []int) {
	var first []*stateNode
	for _, m := range makers {
		for _, g := range k.near[m] {
			if s := k.step(k.x.root, singleArgument(g, g.args[len(g.args)-1]), 0, false); s != nil && len(first) < maxClimbed {
				first = append(first, s)
			}
		}
	}
	k.inRow = true
	defer func() { k.inRow = false }()
	climbed := 0
	for _, up := range steps {
		r := k.rows[up]
		if r == nil || climbed == maxClimbed {
			continue
		}
		climbed++
		for _, s := range first {
			for i, o := range r.ascents() {
				at, made := s, 0
				for _, n := range rowHeights(len(r.args)) {
					if i > 1 && n > len(r.args)/3 {
						break // Long rows serve growth, which does not depend on the order.
					}
					for ; made < n; made++ {
						at = k.callOrStay(at, r.group, r.arguments(o, made), made+1)
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

// among returns the n-th of the arguments that are first in the row, with each of the first second integers.
func (r *ladder) among(n int) *group {
	i := n % r.short()
	if r.second == nil {
		return singleArgument(r.group, r.args[i])
	}
	list := r.second[i]
	return singleArgument(r.group, list[n/r.short()%min(len(list), r.short())])
}

// short returns the number of steps of a short row.
func (r *ladder) short() int { return min(len(r.args), len(r.args)/6+1) }

// rowHeights returns after how many steps of a row of n the other steps are made. A container just
// grown to a power of two differs from one that grew a little more.
func rowHeights(n int) []int {
	list := []int{n/6 - 1, n/6 + 1, n / 3, 2*n/3 - 1, n}
	return slices.DeleteFunc(list, func(h int) bool { return h < 2 })
}

// alternate takes two steps in turn, until they reach a state for the second time. That finds faults of ring
// buffers, for example.
func (k *walker) alternate(s *stateNode, up int, steps []int) {
	r := k.rows[up]
	for _, down := range steps {
		if down == up || len(k.near[down]) == 0 {
			continue
		}
		back := k.leastArguments(down)
		seen := map[*stateNode]bool{}
		at := k.callOrStay(s, r.group, r.args[0], 1)
		for i := 1; i < len(r.args) && !seen[at] && k.mayContinue(); i++ {
			seen[at] = true
			at = k.callOrStay(at, r.group, r.args[i], 2*i)
			at = k.callOrStay(at, back, back.args[(i-1)%len(back.args)], 2*i+1)
		}
	}
}

// leastArguments returns the row of a step if it has one, else its least arguments.
func (k *walker) leastArguments(step int) *group {
	if r := k.rows[step]; r != nil {
		return r.group
	}
	g := k.near[step][0]
	return singleArgument(g, g.args[0])
}

// descend takes each of the other steps from the state top, which len(places) calls made. Its arguments come
// from their rows at these places: ascending, descending, and in the order of places.
func (k *walker) descend(top *stateNode, up int, steps, places []int) {
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
		g := k.leastArguments(down)
		for i, order := range orders {
			if i > 0 && k.rows[down] == nil {
				break
			}
			s := top
			for i, at := range order {
				s = k.callOrStay(s, g, g.args[at%len(g.args)], len(places)+i+1)
			}
		}
	}
}

// scattered reports whether places are neither ascending nor descending.
func scattered(places []int) bool {
	down := func(a, b int) int { return b - a }
	return !slices.IsSorted(places) && !slices.IsSortedFunc(places, down)
}

// pierce makes one call of each step that has a row, with arguments from within what the container
// holds, and then the other steps. Often only later calls show what one removal leaves wrong.
func (k *walker) pierce(top *stateNode, up int, steps, places []int) {
	n := len(places)
	pierced := []int{n / 4, n / 2, n - 2}
	if n <= maxPierced {
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
			s := k.callOrStay(top, g, g.args[at%len(g.args)], n+1)
			s = k.callOrStay(s, g, g.args[places[at]%len(g.args)], n+2)
			for _, then := range steps {
				if then == up || then == once || k.rows[then] == nil && len(k.near[then]) == 0 {
					continue
				}
				of, s := k.leastArguments(then), s
				for i := range n {
					s = k.callOrStay(s, of, of.args[i%len(of.args)], n+3+i)
				}
			}
		}
	}
}

// callOrStay makes the n-th call and returns the state after it. It returns the state before if the
// call fails or the limits are reached.
func (k *walker) callOrStay(s *stateNode, g *group, args []int64, n int) *stateNode {
	if !k.mayContinue() {
		return s
	}
	if to := k.step(s, singleArgument(g, args), n, false); to != nil {
		return to
	}
	return s
}
