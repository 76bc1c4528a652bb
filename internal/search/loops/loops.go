// Package loops enumerates solutions that nested loops find without search.
//
// It takes the domains of variables, of at most 64 values each, and relations between a variable and
// earlier ones. It returns the number of solutions, and the solutions row by row, in order. The
// package knows nothing of forms or propagation.
package loops

import "math/bits"

// Loops are solutions that nested loops enumerate. Each loop ranges over the values of a variable that
// the loops around it allow. The consumer runs the loops, so the solutions are never stored.
type Loops struct {
	loops  []loop
	bounds []bound
	keys   []int64 // by loop: the key of its variable
	places []int32 // by loop: the place of its variable in the stream
	n      int     // how many solutions there are
	// exact says that one of the variables must have the exact level.
	exact bool

	// The row has the solutions that differ only in the variable of the innermost loop. values are its
	// values in them, first is the index of the first solution. begun reports that there is a row.
	values []int64
	first  int
	begun  bool
	// run has the values of all keys of the innermost loop, from its base on. It is nil unless they
	// ascend. runs and row are buffers for it and for values.
	run, runs, row []int64
	// outermost is the outermost loop that advance has moved.
	outermost int
}

// A Variable is that of a loop. Its keys are Base + i for the bits i of Set.
type Variable struct {
	Set  uint64
	Base int64
	// Exact are the keys of the set with the exact level.
	Exact uint64
	// Ascending is their order; else they go by magnitude.
	Ascending bool
	// Place is the index of the variable in the stream. Its value is key ^ Mask.
	Place int32
	Mask  int64
}

// A loop goes through the keys of a variable.
type loop struct {
	Variable
	Walk           // what is left of the keys
	bounds   int32 // the first of its bounds, -1 for none
	alone    bool  // no bound of a loop within it has its key
	laterMay bool  // a loop within it may have the exact level
	reached  bool  // its key or that of a loop around it has the exact level
}

// A bound relates the key of a loop to that of a loop around it.
type bound struct {
	relation Relation
	of       int32
	next     int32 // the next bound of the same loop, -1 for none
	offset   int64 // less the base of the loop
}

// A Relation says how a key is related to another one and an offset: it is at least, at most, equal to, or not equal to
// their sum.
type Relation uint8

// The relations.
const (
	AtLeast Relation = iota
	AtMost
	Equals
	Differs
)

// Reset removes all loops. exact says that one of the variables must have the exact level.
func (l *Loops) Reset(exact bool) {
	l.loops, l.bounds, l.keys, l.places = l.loops[:0], l.bounds[:0], l.keys[:0], l.places[:0]
	l.n, l.exact, l.begun = 0, exact, false
}

// Add adds a loop within all others.
func (l *Loops) Add(v Variable) {
	l.loops = append(l.loops, loop{Variable: v, bounds: -1, alone: true})
	l.keys, l.places = append(l.keys, 0), append(l.places, v.Place)
}

// Relate demands a relation of the key of loop k to that of loop of around it and an offset.
func (l *Loops) Relate(k int, r Relation, of int, offset int64) {
	p := &l.loops[k]
	l.bounds = append(l.bounds, bound{r, int32(of), p.bounds, offset - p.Base})
	p.bounds, l.loops[of].alone = int32(len(l.bounds)-1), false
}

// Restrict demands a relation of the key of loop k to a number. It returns false if no key is left.
func (l *Loops) Restrict(k int, r Relation, x int64) bool {
	p := &l.loops[k]
	b := bound{relation: r, offset: x - p.Base}
	p.Set &= b.bits(0)
	return p.Set != 0
}

// allowed returns the keys of loop k, as bits, that the keys of the loops around it allow.
func (l *Loops) allowed(k int) uint64 {
	p := &l.loops[k]
	set := p.Set
	for i := p.bounds; i >= 0; {
		b := &l.bounds[i]
		set &= b.bits(l.keys[b.of])
		i = b.next
	}
	return set
}

// bits returns the keys of the loop that the bound allows when the other key is x, as bits.
func (b *bound) bits(x int64) uint64 {
	i := x + b.offset
	switch b.relation {
	case AtLeast:
		return ^uint64(0) << uint64(max(i, 0))
	case AtMost:
		return ^uint64(0) >> uint64(63-min(i, 63))
	case Equals:
		return 1 << uint64(i)
	}
	return ^(1 << uint64(i))
}

// A counter counts solutions of loops.
type counter struct {
	*Loops
	inexact bool // those in which no variable has the exact level
	// steps is how many keys of loops around others were tried, found how many of the innermost loops.
	steps, found int64
	rare         bool // most keys lead to no solution
}

const (
	// Most is the greatest number of solutions of loops.
	Most = 1 << 40
	// countSteps is the number of keys after which there must be a solution for each countRate of
	// them.
	countSteps = 1 << 12
	countRate  = 8
)

// count returns how many solutions loop k and those within it have. It is negative if they are more than
// Most, or if most keys lead to none.
func (c *counter) count(k int) int64 {
	set := c.allowed(k)
	if c.inexact {
		set &^= c.loops[k].Exact
	}
	if k == len(c.loops)-1 || set == 0 {
		c.found += int64(bits.OnesCount64(set))
		return int64(bits.OnesCount64(set))
	}
	if c.loops[k].alone {
		n, within := int64(bits.OnesCount64(set)), c.count(k+1)
		if within > Most/n {
			return -1
		}
		return n * within
	}
	sum := int64(0)
	for ; set != 0; set &= set - 1 {
		c.keys[k] = c.loops[k].Base + int64(bits.TrailingZeros64(set))
		n := c.count(k + 1)
		c.steps++
		c.rare = c.rare || c.steps > countSteps+countRate*c.found
		if sum += n; n < 0 || sum > Most || c.rare {
			return -1
		}
	}
	return sum
}

// Count counts the solutions. It returns false if they are more than Most, and rare if most keys lead to none. steps is
// how many keys it tried.
func (l *Loops) Count() (ok, rare bool, steps int64) {
	later := false
	for k := len(l.loops) - 1; k >= 0; k-- {
		l.loops[k].laterMay = later
		later = later || l.loops[k].Exact != 0
	}
	c := counter{Loops: l}
	n := c.count(0)
	if n > 0 && l.exact {
		c.inexact = true
		m := c.count(0)
		if n -= m; m < 0 {
			n = -1
		}
	}
	l.n = int(n)
	return n >= 0, c.rare, c.steps
}

// Single returns the values of the only loop.
func (l *Loops) Single() []int64 {
	l.findRun()
	l.fill(l.enter(0))
	return l.values
}

// Len returns the number of solutions, after Count.
func (l *Loops) Len() int { return l.n }

// Places returns the places of the loops in the stream, from the outermost one on.
func (l *Loops) Places() []int32 { return l.places }

// Next advances to the next row, which must exist. It writes the numbers that change into the stream:
// those of the loops from loop k on, except the innermost one, whose values it returns.
func (l *Loops) Next(stream []int64) (k int, values []int64) {
	l.first += len(l.values)
	l.outermost = len(l.loops)
	l.advance(stream, len(l.loops)-2)
	return l.outermost, l.values
}

// Seek moves to the row of solution i and writes the numbers of its first solution into the stream. It
// returns the place of the innermost loop and its values in the row from solution i on.
func (l *Loops) Seek(stream []int64, i int) (place int, values []int64) {
	if !l.begun || i < l.first {
		l.begun, l.first = true, 0
		l.findRun()
		l.loops[0].begin(l.enter(0))
		l.advance(stream, 0)
	}
	for i >= l.first+len(l.values) {
		l.Next(stream)
	}
	return int(l.places[len(l.loops)-1]), l.values[i-l.first:]
}

// enter begins loop k, and returns its keys as bits.
func (l *Loops) enter(k int) uint64 {
	p := &l.loops[k]
	set := l.allowed(k)
	p.reached = !l.exact || k > 0 && l.loops[k-1].reached
	if !p.reached && !p.laterMay {
		set &= p.Exact
	}
	return set
}

// advance moves to the next row, from loop k on. The row must exist.
func (l *Loops) advance(stream []int64, k int) {
	for inner := len(l.loops) - 1; ; {
		p := &l.loops[k]
		x, ok := p.Next()
		if !ok {
			k--
			continue
		}
		l.keys[k], stream[l.places[k]] = x, x^p.Mask
		l.outermost = min(l.outermost, k)
		if l.exact {
			p.reached = k > 0 && l.loops[k-1].reached || p.Exact>>uint64(x-p.Base)&1 != 0
		}
		if k++; k < inner {
			l.loops[k].begin(l.enter(k))
		} else if l.fill(l.enter(k)) {
			return
		} else {
			k--
		}
	}
}

// begin begins the loop with these keys.
func (p *loop) begin(set uint64) {
	if p.Walk = (Walk{}); set != 0 {
		p.Walk = Bits(set, p.Base, p.Ascending)
	}
}

// fill makes the values of the innermost loop. It returns false if there are none.
func (l *Loops) fill(set uint64) bool {
	if set == 0 {
		return false
	}
	if from := bits.TrailingZeros64(set); l.run != nil && (set>>from)&(set>>from+1) == 0 {
		l.values = l.run[from : 64-bits.LeadingZeros64(set)]
		return true
	}
	p := &l.loops[len(l.loops)-1]
	p.begin(set)
	l.row = l.row[:0]
	for x, ok := p.Next(); ok; x, ok = p.Next() {
		l.row = append(l.row, x^p.Mask)
	}
	l.values = l.row
	return true
}

// findRun computes the values of all keys of the innermost loop if they ascend.
func (l *Loops) findRun() {
	p := &l.loops[len(l.loops)-1]
	if l.run = nil; !p.Ascending && p.Base < 0 {
		return
	}
	l.runs = l.runs[:0]
	for i := range 64 - bits.LeadingZeros64(p.Set) {
		l.runs = append(l.runs, (p.Base+int64(i))^p.Mask)
	}
	l.run = l.runs
}
