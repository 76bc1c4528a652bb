package lift

import "github.com/rtest-dev/rtest/encode/term"

// A fork is a branch with two possible sides: under the condition base, c may hold or not.
type fork struct {
	base, c term.Term
	up      *way // leads to the branch
}

// A way records how execution reached a block under the condition PC. With fork, it took one side of
// the fork: that where the condition holds if yes. With parts, it joins several ways. With up, it took
// the only possible side of a branch. Without these, a path began here, or ended for some inputs, as
// after an operation that may panic.
type way struct {
	fork  *fork
	yes   bool
	parts []*way
	up    *way
	PC    term.Term
}

// here returns the way to the current instruction.
func (f *Frame) here() *way {
	if f.way.PC != f.PC {
		f.way = &way{PC: f.PC}
	}
	return f.way
}

// forked makes the successors of the current block wait under c and its negation. It returns the
// lesser of their ranks.
func (f *Frame) forked(c term.Term) int {
	if r := f.B.Follows(f.PC, c); r != term.None {
		c = r
	}
	x, y := f.B.And(f.PC, c), f.B.And(f.PC, f.B.Not(c))
	if x == term.No || y == term.No {
		on := &way{up: f.here(), PC: f.B.Or(x, y)}
		return min(f.jump(0, x, on), f.jump(1, y, on))
	}
	at := &fork{base: f.PC, c: c, up: f.here()}
	return min(f.jump(0, x, &way{fork: at, yes: true, PC: x}), f.jump(1, y, &way{fork: at, PC: y}))
}

// mostWays limits the number of ways that together splits arrivals into.
const mostWays = 64

// join reunites the two sides of each fork if all arrivals then become one. The condition is then the
// one before the fork, and the values depend on the condition of the fork. Without this, the condition
// would be a disjunction that says the same in a longer form and hides what a predicate demands. If
// some sides are missing, the arrivals stay as they are: their own conditions are stronger than the
// one before the fork.
func (f *Frame) join(w []arrival) []arrival {
	if len(w) < 2 {
		return w
	}
	bare := make([]arrival, len(w))
	for i, a := range w {
		bare[i].way = a.way
	}
	// The first run, without values, finds out whether one arrival is left.
	if len(f.together(bare)) > 1 {
		return w
	}
	return f.together(w)
}

// together reunites the sides of forks until none is left with both sides, or there are too many
// arrivals.
func (f *Frame) together(w []arrival) []arrival {
	list := parted(nil, w)
	for len(list) > 1 && len(list) <= mostWays {
		i, j := sides(list)
		if i < 0 {
			break
		}
		x, y := list[i], list[j]
		at := x.way.fork
		up := arrival{cond: at.base, way: at.up, edge: x.edge, vals: f.MergeAll(at.c, x.vals, y.vals)}
		rest := parted(nil, []arrival{up})
		for k, a := range list {
			if k != i && k != j {
				rest = append(rest, a)
			}
		}
		list = rest
	}
	return list
}

// parted appends the arrivals, one for each way that leads to them.
func parted(list, w []arrival) []arrival {
	for _, a := range w {
		at := a.way
		for at.up != nil {
			at = at.up
		}
		a.way = at
		if len(at.parts) == 0 {
			a.cond = at.PC
			list = append(list, a)
			continue
		}
		for _, p := range at.parts {
			a.way = p
			list = parted(list, []arrival{a})
		}
	}
	return list
}

// sides returns the indices of the two sides of one fork, that where its condition holds first. It
// returns -1 if there is no such pair.
func sides(list []arrival) (i, j int) {
	at := map[*fork][2]int{}
	for k, a := range list {
		if a.way.fork == nil {
			continue
		}
		is := at[a.way.fork]
		if a.way.yes {
			is[0] = k + 1
		} else {
			is[1] = k + 1
		}
		if is[0] > 0 && is[1] > 0 {
			return is[0] - 1, is[1] - 1
		}
		at[a.way.fork] = is
	}
	return -1, -1
}

// along returns the way that joins all arrivals under the condition pc.
func along(w []arrival, pc term.Term) *way {
	if len(w) == 1 && w[0].way.PC == pc {
		return w[0].way
	}
	at := &way{PC: pc}
	for _, a := range w {
		at.parts = append(at.parts, a.way)
	}
	return at
}
