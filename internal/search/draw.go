package search

import "github.com/rtest-dev/rtest/internal/form"

// A Draw asks for a sample of the solutions of a form.
type Draw struct {
	// Seed determines the sample. Count is the most solutions to return.
	Seed  uint64
	Count int
	// Foci are values of interest. They take turns: a data variable that can have the focus of a
	// draw gets it with probability 1/2.
	Foci []int64
	// Stall is the number of failures after which a single draw ends; 0 means no limit. Work limits
	// the steps of propagation of all draws together; 0 means no limit. A second has some millions
	// of steps.
	Stall, Work int64
	// Rare says that enumerating solutions takes long. Then Sample does not first check which sizes
	// have few.
	Rare bool
	// Few says that the form may have no more than Count solutions. Then Sample first tries to find
	// them all.
	Few bool
	// Quit is called now and then and ends the sampling when it returns true. It may be nil.
	Quit func() bool
}

// drawMisses is how many draws of one size may fail in a row, in addition to as many as succeeded
// before. drawShapes is how often a draw is repeated because its shape is not new.
const (
	drawMisses = 16
	drawShapes = 2
	// drawModes is the number of ways of drawing that take turns. One makes runs of equal values,
	// one makes values near others of the same draw.
	drawModes = 4
	// drawKept is how many values of one draw others may be near.
	drawKept = 16
	// One value in drawEnds is taken from an end of its domain.
	drawEnds = 8
	// drawTable replaces tableLimit while sampling, because few solutions are looked at.
	drawTable = 256
)

// drawBreaks are the average lengths of runs of equal values, used in turn. 0 means that a run does
// not end.
var drawBreaks = [...]uint64{4, 0, 4, 32}

// Sample returns distinct solutions, spread evenly over the sizes and, within a size, over the
// shapes. A shape is taken again only after several draws gave no new one. A size that has no more
// solutions than its share gives them all.
//
// The solutions are ordered by size. Those of one size come in the order of the draws, or in the
// order of the form if they are all of them. all reports whether the form has no other solutions.
// Solver.Options is ignored.
func (s *Solver) Sample(d Draw) (streams [][]int64, all bool) {
	kept := s.Options
	defer func() { s.Options = kept }()
	s.Options = Options{Stall: d.Stall, Quit: d.Quit}
	s.stop.Stopped = false
	s.propagateFirst()
	if d.Work > 0 {
		s.workLimit = s.work() + d.Work
		defer func() { s.workLimit = 0 }()
	}
	lo, hi := s.Sizes()
	if lo > hi || d.Count <= 0 || s.stop.Stopped {
		return nil, lo > hi
	}
	defer func(limit int) { s.data.limit = limit }(s.data.limit)
	s.data.limit = min(s.data.limit, drawTable)
	if s.predicate != nil {
		defer func(limit int) { s.predicate.collection.limit = limit }(s.predicate.collection.limit)
		s.predicate.collection.limit = min(s.predicate.collection.limit, drawTable)
	}
	m := &sample{solver: s, request: d, totalLimit: s.workLimit, rand: form.SplitMix(d.Seed), seen: map[string]bool{}, shapes: map[string]bool{}}
	for size := lo; ; size++ {
		m.open = append(m.open, &sizeSample{size: size})
		if size == hi {
			break
		}
	}
	sizes := append([]*sizeSample(nil), m.open...)
	if d.Few && m.takeAll() {
		return sizes[0].streams, true
	}
	if !d.Rare {
		m.takeSmallSizes()
	}
	for m.count < d.Count && len(m.open) > 0 && !m.ended() {
		m.drawRound()
	}
	all = true
	for _, z := range sizes {
		if len(z.streams) == 0 && m.count < d.Count {
			z.streams = z.firstMet[:min(len(z.firstMet), d.Count-m.count)]
			m.count += len(z.streams)
		}
		streams = append(streams, z.streams...)
		all = all && z.all
	}
	return streams, all
}

// A sample is the state of one call of Sample.
type sample struct {
	solver       *Solver
	request      Draw
	rand         form.SplitMix
	seen, shapes map[string]bool
	open         []*sizeSample // the sizes that may have further solutions
	count, draws int
	totalLimit   int64 // the Solver.workLimit of all draws together; 0 for no limit
}

// ended reports whether sampling must end.
func (m *sample) ended() bool { return m.solver.outOfWork() || m.mustStop() }

func (m *sample) mustStop() bool { return m.request.Quit != nil && m.request.Quit() }

// withinShare calls do with a limit on its work, the same for each of the parts, so that no size
// uses up the budget of the others. It reports whether the limit sufficed.
func (m *sample) withinShare(parts int, do func()) bool {
	if m.totalLimit == 0 {
		do()
		return true
	}
	m.solver.workLimit = min(m.totalLimit, m.solver.work()+m.request.Work/int64(2*parts))
	do()
	enough := !m.solver.outOfWork()
	m.solver.workLimit = m.totalLimit
	return enough
}

// A sizeSample is the sample of one size.
type sizeSample struct {
	size    int32
	streams [][]int64
	misses  int
	// firstMet are solutions found in order; they are used if no draw succeeds.
	firstMet [][]int64
	// all says that streams are all solutions of the size.
	all bool
}

// takeAll enumerates the solutions. If there are at most d.Count, it takes them and returns true.
func (m *sample) takeAll() bool {
	var all [][]int64
	more := false
	enough := m.withinShare(1, func() {
		for x := range m.solver.Solutions() {
			if more = len(all) == m.request.Count; more {
				break
			}
			all = append(all, append([]int64(nil), x...))
		}
	})
	if more || !enough || m.solver.Stalled() != nil {
		return false
	}
	m.open[0].streams, m.count = all, len(all)
	return true
}

// takeSmallSizes enumerates each size and takes all solutions of those that have no more than their
// share.
func (m *sample) takeSmallSizes() {
	part := max(1, m.request.Count/len(m.open))
	if e := m.solver.predicate; e != nil {
		// More than part+1 solutions are never needed, so sorting more would be wasted.
		defer func(limit int) { e.collection.limit = limit }(e.collection.limit)
		e.collection.limit = min(e.collection.limit, part+1)
	}
	var left []*sizeSample
	for i, z := range m.open {
		if m.mustStop() {
			left = append(left, m.open[i:]...)
			break
		}
		m.solver.Options.Size, m.solver.Options.OneSize = z.size, true
		var all [][]int64
		more := false
		enough := m.withinShare(len(m.open), func() {
			for x := range m.solver.Solutions() {
				if more = len(all) == part; more {
					break
				}
				all = append(all, append([]int64(nil), x...))
			}
		})
		if more || !enough || m.solver.Stalled() != nil {
			z.firstMet = all
			left = append(left, z)
			continue
		}
		z.streams, z.all = all, true
		m.count += len(all)
	}
	m.open = left
}

// drawRound draws one solution of each size that is left, in a random order of the sizes.
func (m *sample) drawRound() {
	for i := len(m.open) - 1; i > 0; i-- {
		j := m.rand.Below(uint64(i + 1))
		m.open[i], m.open[j] = m.open[j], m.open[i]
	}
	var left []*sizeSample
	for _, z := range m.open {
		if m.count < m.request.Count && (m.ended() || m.draw(z)) {
			left = append(left, z)
		}
	}
	m.open = left
}

// draw adds one more solution of a size. It reports whether the size may have others.
func (m *sample) draw(z *sizeSample) bool {
	for again := 0; ; again++ {
		var got []int64
		var shape string
		some := false
		m.withinShare(len(m.open), func() { got, shape, some = m.drawOnce(z.size) })
		switch {
		case !some:
			z.all = true
			return false
		case got == nil && m.solver.outOfWork():
			return true
		case got == nil || m.seen[streamKey(got)]:
			z.misses++
			return z.misses < drawMisses+len(z.streams)
		case m.shapes[shape] && again < drawShapes:
			continue
		}
		m.seen[streamKey(got)], m.shapes[shape] = true, true
		z.streams = append(z.streams, got)
		z.misses = 0
		m.count++
		return true
	}
}

// drawOnce draws a solution; got is nil if the draw failed too often. some is false if the size has
// no solution.
func (m *sample) drawOnce(size int32) (got []int64, shape string, some bool) {
	s := m.solver
	dr := &drawing{rand: &m.rand}
	turn := m.draws
	if n := len(m.request.Foci); n > 0 {
		dr.focus, dr.focused = m.request.Foci[m.draws%n], true
		turn += m.draws / n // so that each focus is drawn in each mode
	}
	dr.runs, dr.near = turn%drawModes == drawModes-1, turn%drawModes == drawModes-2
	if dr.runs {
		dr.runLength = drawBreaks[m.draws/drawModes%len(drawBreaks)]
	}
	m.draws++
	s.stats, s.stall, s.drawing, s.stop.Stopped = Stats{}, nil, dr, false
	s.yield = func(x []int64) bool {
		got = append([]int64{}, x...)
		shape = streamKey(append([]int64{int64(size)}, s.path...))
		return false
	}
	over := s.searchSize(size)
	s.drawing, s.yield = nil, nil
	return got, shape, got != nil || !over || dr.partial
}

func streamKey(x []int64) string {
	b := make([]byte, 0, 3*len(x))
	for _, v := range x {
		u := uint64(v)<<1 ^ uint64(v>>63)
		for ; u >= 0x80; u >>= 7 {
			b = append(b, byte(u)|0x80)
		}
		b = append(b, byte(u))
	}
	return string(b)
}
