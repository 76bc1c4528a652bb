package lift

import "github.com/rtest-dev/rtest/encode/term"

// A fork is a branch that goes both ways: under base, where c holds and where it does
// not.
type fork struct {
	base, c term.Term
	up      *way // to the branch
}

// A way is how the execution came to a block, beside the condition pc on which it did:
// by one side of a fork, yes where its condition holds; by all of parts; or, where a
// branch goes one way only, as up. None of these is known where a path began, or ended
// for some inputs, as behind what may panic.
type way struct {
	fork  *fork
	yes   bool
	parts []*way
	up    *way
	PC    term.Term
}

// here is the way to the instruction at hand.
func (f *Frame) here() *way {
	if f.way.PC != f.PC {
		f.way = &way{PC: f.PC}
	}
	return f.way
}

// forked makes the successors of the block at hand wait for c and for its negation, and
// returns the least rank of them.
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

// mostWays is how many ways of arrivals are put together.
const mostWays = 64

// join puts the two sides of forks together where all arrive. Then the condition is
// that before the fork, and the values differ by that of the fork; what is found of the
// conditions of both sides is the same in another form, often a longer one, that hides
// what a predicate demands. Where some do not arrive the rest stays as it is: the
// conditions say more of each than that before the fork.
func (f *Frame) join(w []arrival) []arrival {
	if len(w) < 2 {
		return w
	}
	bare := make([]arrival, len(w))
	for i, a := range w {
		bare[i].way = a.way
	}
	// The values are merged only where that comes to an end.
	if len(f.together(bare)) > 1 {
		return w
	}
	return f.together(w)
}

// together puts arrivals together as far as that goes, or they become too many.
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

// parted appends the arrivals, each as one by every side of a fork.
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

// sides finds the two sides of one fork, that where its condition holds first; -1 where
// there are none.
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

// along is the way by all arrivals, on the condition pc.
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
