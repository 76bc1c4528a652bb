package automaton

import "math"

// A class is what all places share whose variables and nodes are alike.
type class struct {
	// states are what the places above see of a place: the values of its exports. absent are these
	// values if the place is not realized.
	states [][]known
	absent []known
	// alts are the alternatives with their transitions.
	alts    []classAlt
	width   int      // length of a transition
	kids    []*class // the classes of the places below
	initial *view
	memo    memo
	// data are, by data variable, its values and the tuples that contain each of them.
	data []classTuples
}

// A tupleSet is a set of tuples of values of a place's data.
type tupleSet uint64

type classTuples struct {
	values []int64
	with   []tupleSet
}

// A known is a value, or the fact that it is unknown.
type known struct {
	is    bool
	value int64
}

// A classAlt is an alternative of a class. A transition holds the state of each place below, -1 if
// it is not realized, then the tuple of its data and its own state.
type classAlt struct {
	size        int32
	level       bool // the alternative, or some of its data, may have the exact level
	transitions []int16
	groups      []classGroup
}

// A classGroup is the transitions that begin with the same state, up to index end. Once something
// is decided, most states of a place are impossible, and their groups are skipped.
type classGroup struct {
	state int16
	end   int
}

// classWork bounds the number of nodes computed for classes, with quit called every classLook of
// them. classStates bounds the states of a class. dataValues bounds the values of a data variable
// that are distinguished, dataTuples the tuples of a place.
const (
	classWork   = 1 << 20
	classLook   = 1 << 18
	classStates = 1 << 9
	dataValues  = 8
	dataTuples  = 64
)

// classes makes each class once.
type classes struct {
	plan     *Plan
	places   []place
	known    map[string]*class
	number   map[*class]int
	workLeft int64
	// quit is called now and then and gives up when it returns true; it may be nil.
	quit func() bool
}

// of returns the class of a place; the places below must have theirs. It returns nil if the class
// would be too large.
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

// sizes computes the sizes of the states from those of the places below, for a decided alternative,
// or -1 for none.
func (c *class) sizes(taken int, kids []*view, out []sizes) (work int64) {
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
				if s, ok := first.sum(t[min(n, 1):n], kids); ok {
					out[t[n+1]].join(s)
				}
			}
		}
	}
	return work / automatonPace
}

// automatonPace is how many numbers of transitions take as much work as revising a cell.
const automatonPace = 32

// sum adds the sizes of the states in a transition after the first. It returns false if one of them
// is impossible.
func (s sizes) sum(states []int16, kids []*view) (sizes, bool) {
	ok := true
	for j := 0; j < len(states) && ok; j++ {
		s, ok = s.with(states[j], kids[j+1])
	}
	return s, ok
}

// with adds the sizes of a state of a place. A state of -1 adds nothing. It returns false if the
// state is impossible.
func (s sizes) with(state int16, of *view) (sizes, bool) {
	if state < 0 {
		return s, true
	}
	k := of.sizes[state]
	if k.lo > k.hi {
		return s, false
	}
	return s.plus(k), true
}
