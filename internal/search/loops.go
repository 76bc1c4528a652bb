package search

import "math/bits"

// Loops are solutions of a residual that nested loops go through: the last variables are small, and only
// differences relate them. A loop goes through the values of its variable that the values of the loops
// around it allow. Whoever takes the solutions goes through the loops, so that none is written down.
type Loops struct {
	loops  []loop
	bounds []bound
	keys   []int64 // by loop: the key of its variable
	places []int32 // by loop: the place of its variable in the stream
	n      int     // how many solutions there are
	// exact says that one of the variables must have the exact level.
	exact bool

	// The row is the solutions that differ in the variable of the innermost loop only. values are its
	// values in them, first is the index of the first of them. begun says that there is a row.
	values []int64
	first  int
	// run has the values of all keys of the innermost loop, from its base on; it is nil unless they go upwards. runs
	// and row are reused for it and for values.
	run, runs, row []int64
	begun          bool
	// outermost is the outermost loop that advance has moved.
	outermost int
}

// A loop goes through the keys base + i of a variable for the bits i of a set.
type loop struct {
	smallWalk        // what is left of the keys
	set       uint64 // the keys that are allowed, whatever the loops around it have
	exact     uint64 // those of them with the exact level
	base      int64
	bounds    int32 // the first of its bounds, -1 for none
	mask      int64 // key ^ mask is the value
	ascending bool
	alone     bool // no bound of a loop within it has its key
	laterMay  bool // a loop within it may have the exact level
	reached   bool // its key or that of a loop around it has the exact level
}

// A bound relates the key of a loop to that of a loop around it: it is at least, at most, equal to, or
// not equal to the other key and an offset. The offset is less the base of the loop.
type bound struct {
	op     boundOp
	of     int32
	next   int32 // the next bound of the same loop, -1 for none
	offset int64
}

type boundOp uint8

const (
	atLeast boundOp = iota
	atMost
	equals
	differs
)

func (l *Loops) reset() {
	l.loops, l.bounds, l.keys, l.places = l.loops[:0], l.bounds[:0], l.keys[:0], l.places[:0]
	l.n, l.exact, l.begun = 0, false, false
}

// allowed returns the keys of loop k, as bits, that the keys of the loops around it allow.
func (l *Loops) allowed(k int) uint64 {
	p := &l.loops[k]
	set := p.set
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
	switch b.op {
	case atLeast:
		return ^uint64(0) << uint64(max(i, 0))
	case atMost:
		return ^uint64(0) >> uint64(63-min(i, 63))
	case equals:
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
	// loopsMost is the greatest number of solutions of loops.
	loopsMost = 1 << 40
	// countSteps is how many keys are tried before there has to be a solution for each countRate of them.
	countSteps = 1 << 12
	countRate  = 8
)

// count returns how many solutions loop k and those within it have. It is negative if they are more than
// loopsMost, or if most keys lead to none.
func (c *counter) count(k int) int64 {
	set := c.allowed(k)
	if c.inexact {
		set &^= c.loops[k].exact
	}
	if k == len(c.loops)-1 || set == 0 {
		c.found += int64(bits.OnesCount64(set))
		return int64(bits.OnesCount64(set))
	}
	if c.loops[k].alone {
		n, within := int64(bits.OnesCount64(set)), c.count(k+1)
		if within > loopsMost/n {
			return -1
		}
		return n * within
	}
	sum := int64(0)
	for ; set != 0; set &= set - 1 {
		c.keys[k] = c.loops[k].base + int64(bits.TrailingZeros64(set))
		n := c.count(k + 1)
		c.steps++
		c.rare = c.rare || c.steps > countSteps+countRate*c.found
		if sum += n; n < 0 || sum > loopsMost || c.rare {
			return -1
		}
	}
	return sum
}

// Len is the number of solutions.
func (l *Loops) Len() int { return l.n }

// Places are the places of the loops in the stream, from the outermost one on.
func (l *Loops) Places() []int32 { return l.places }

// Next goes on to the next row, which there has to be, and writes the numbers that change into the stream:
// those of the loops from loop k on, except the innermost one, whose values it returns.
func (l *Loops) Next(stream []int64) (k int, values []int64) {
	l.first += len(l.values)
	l.outermost = len(l.loops)
	l.advance(stream, len(l.loops)-2)
	return l.outermost, l.values
}

// seek goes to the row of solution i and writes the numbers of its first solution into the stream. It
// returns the place of the innermost loop and its values in the row from solution i on.
func (l *Loops) seek(stream []int64, i int) (place int, values []int64) {
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
		set &= p.exact
	}
	return set
}

// advance goes on to the next row, from loop k on. There has to be one.
func (l *Loops) advance(stream []int64, k int) {
	for inner := len(l.loops) - 1; ; {
		p := &l.loops[k]
		x, ok := p.next()
		if !ok {
			k--
			continue
		}
		l.keys[k], stream[l.places[k]] = x, x^p.mask
		l.outermost = min(l.outermost, k)
		if l.exact {
			p.reached = k > 0 && l.loops[k-1].reached || p.exact>>uint64(x-p.base)&1 != 0
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
	if p.smallWalk = (smallWalk{}); set != 0 {
		p.smallWalk = walkBits(set, p.base, p.ascending)
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
	for x, ok := p.next(); ok; x, ok = p.next() {
		l.row = append(l.row, x^p.mask)
	}
	l.values = l.row
	return true
}

// findRun makes the values of all keys of the innermost loop if it goes upwards.
func (l *Loops) findRun() {
	p := &l.loops[len(l.loops)-1]
	if l.run = nil; !p.ascending && p.base < 0 {
		return
	}
	l.runs = l.runs[:0]
	for i := range 64 - bits.LeadingZeros64(p.set) {
		l.runs = append(l.runs, (p.base+int64(i))^p.mask)
	}
	l.run = l.runs
}
