package automaton

import "math"

// A class is what places have in common whose variables and nodes are alike.
type class struct {
	// states are what the places above see: the values of their exports; absent
	// is what they see where the place is not realized.
	states [][]known
	absent []known
	// alts are the alternatives with their transitions.
	alts  []classAlt
	width int      // of a transition
	kids  []*class // of the places that hang on it
	all   *seen
	memo  memo
	// data are the data variables, with the tuples in which each has one of its
	// values.
	data []classTuples
}

// A tupleSet is a set of tuples of values of the data of a place.
type tupleSet uint64

const allTuples = ^tupleSet(0)

type classTuples struct {
	values []int64
	with   []tupleSet
}

// A known is a value, or that it is not known.
type known struct {
	is    bool
	value int64
}

// A classAlt is an alternative of a class. A transition holds the state of each
// place that hangs on it, -1 where it is not realized, then the tuple of its data
// and its own state.
type classAlt struct {
	size        int32
	level       bool // it has the exact level, or some of its data may have it
	transitions []int16
	groups      []classGroup
}

// A classGroup are the transitions that begin with the same state, up to the
// number end. Most states of a place are not to be had once some is decided.
type classGroup struct {
	state int16
	end   int
}

// classWork is how many nodes may be computed for classes, and classStates how
// many states one may have; classLook are computed between two questions whether to go on. dataValues is how many values of a data variable, and
// dataTuples how many of all of a place, are told apart.
const (
	classWork   = 1 << 20
	classLook   = 1 << 18
	classStates = 1 << 9
	dataValues  = 8
	dataTuples  = 64
)

// classes makes each class once.
type classes struct {
	plan   *Plan
	places []place
	known  map[string]*class
	number map[*class]int
	left   int64
	// quit is asked now and then whether to give up; nil is never.
	quit func() bool
}

// of gives the class of a place, behind those of the places that hang on it; nil
// where it would be too large.
func (c *classes) of(at int32) *class {
	m := newClassMaker(c, at)
	if !m.ok {
		return nil
	}
	key := string(m.key())
	if k := c.known[key]; k != nil {
		return k
	}
	k := m.make()
	if k == nil {
		return nil
	}
	if c.number == nil {
		c.number = map[*class]int{}
	}
	c.known[key], c.number[k] = k, len(c.number)
	return k
}

// sizes finds the sizes of the states from those of what hangs on the place,
// where an alternative was taken or, with -1, none was, and the data have one of
// these tuples.
func (c *class) sizes(taken int, tuples tupleSet, kids []*seen, out []sizes) (work int64) {
	for i := range out {
		out[i] = noSizes
	}
	n := c.width - 2
	for i := range c.alts {
		if taken >= 0 && taken != i {
			continue
		}
		alt := &c.alts[i]
		own := sizes{alt.size, alt.size, math.MaxInt32, -1}
		if alt.level {
			own.levelLo, own.levelHi = alt.size, alt.size
		}
		from := 0
		work += int64(len(alt.groups) * c.width)
		for _, g := range alt.groups {
			t := alt.transitions[from:g.end]
			from = g.end
			first, ok := own, true
			if n > 0 {
				first, ok = own.with(g.state, kids[0])
			}
			if !ok {
				continue
			}
			work += int64(len(t))
			for ; len(t) > 0; t = t[c.width:] {
				if tuples>>t[n]&1 == 0 {
					continue
				}
				if s, ok := first.sum(t[min(n, 1):n], kids); ok {
					out[t[n+1]].join(s)
				}
			}
		}
	}
	return work / automatonPace
}

// automatonPace is how many numbers of transitions are as much work as a cell
// revised.
const automatonPace = 32

// sum adds the sizes of the states that a transition takes behind the first; not
// ok where one of them is not to be had.
func (s sizes) sum(states []int16, kids []*seen) (sizes, bool) {
	ok := true
	for j := 0; j < len(states) && ok; j++ {
		s, ok = s.with(states[j], kids[j+1])
	}
	return s, ok
}

// with adds the sizes of a state of a place, of none where it is not realized.
func (s sizes) with(state int16, of *seen) (sizes, bool) {
	if state < 0 {
		return s, true
	}
	k := of.sizes[state]
	if k.lo > k.hi {
		return s, false
	}
	return s.plus(k), true
}
