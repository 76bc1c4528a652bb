package sched

// Priorities choose at random as PCT does: each goroutine has a priority, and at some steps,
// chosen beforehand, that of the one at a point sinks below all others.
type priorities struct {
	random uint64
	of     []uint64
	// sinks are the choices at which a priority sinks.
	sinks []int
	taken int
	low   uint64
}

// newPriorities returns priorities that sink at n of the first length choices.
func newPriorities(seed uint64, n, length int) *priorities {
	p := &priorities{random: seed, low: 1 << 20}
	for range n {
		p.sinks = append(p.sinks, p.below(max(length, 1)))
	}
	return p
}

// below returns a random number from 0 up to n, without n.
func (p *priorities) below(n int) int {
	p.random += 0x9e3779b97f4a7c15
	return int(mix(p.random, 7) >> 33 % uint64(n))
}

// first returns the index of the goroutine with the highest priority.
func (p *priorities) first(list []*Goroutine) int {
	for _, g := range list {
		for len(p.of) <= g.id {
			p.of = append(p.of, 1<<20+uint64(p.below(1<<30)))
		}
	}
	for _, at := range p.sinks {
		if at == p.taken {
			p.low--
			p.of[list[0].id] = p.low
		}
	}
	p.taken++
	best := 0
	for i, g := range list {
		if p.of[g.id] > p.of[list[best].id] {
			best = i
		}
	}
	return best
}
