package sched

import "runtime"

// Choose executes one of the cases of a select statement, and returns its index. With a default it returns -1 if
// no case is ready.
func Choose(hasDefault bool, cases ...Case) int { return selectOne(Select, hasDefault, cases...) }

func selectOne(kind Kind, hasDefault bool, cases ...Case) int {
	s := the
	if s.killing {
		return outside(hasDefault, cases)
	}
	g := Point(kind, nil)
	if g == nil {
		return outside(hasDefault, cases)
	}
	ready, n := 0, 0
	for i, c := range cases {
		if c.ready(s) {
			ready |= 1 << i
			n++
		}
	}
	if n > 0 {
		i := nth(ready, s.choices.branch(s, n))
		if len(cases) > 1 {
			s.step(g, mix(g.hash, uint64(i)))
		}
		cases[i].try(s, g)
		return i
	}
	for _, c := range cases {
		c.note(s, g, !hasDefault)
	}
	if hasDefault {
		return -1
	}
	w := &selection{g: g, several: len(cases) > 1}
	for i, c := range cases {
		c.enqueue(s, waiting{c, w, i})
	}
	Wake(kind, w)
	if x, ok := cases[w.index].(interface{ refused(*Scheduler) bool }); ok && x.refused(s) {
		cases[w.index].try(s, g)
	}
	return w.index
}

// refused reports whether the channel was closed while the sender waited.
func (x *Sending[T]) refused(s *Scheduler) bool {
	ch := x.channel(s)
	if ch.closed && !x.sent {
		return true
	}
	return false
}

// nth returns the index of the n-th bit that is set.
func nth(bits, n int) int {
	for i := 0; ; i++ {
		if bits>>i&1 == 1 {
			if n == 0 {
				return i
			}
			n--
		}
	}
}

// outside does a case where no schedule runs: while packages are initialized, and while a
// goroutine unwinds.
func outside(hasDefault bool, cases []Case) int {
	for i, c := range cases {
		if !the.killing && c.outside() {
			return i
		}
	}
	if hasDefault {
		return -1
	}
	if the.killing {
		runtime.Goexit()
	}
	panic("the code under test waits for ever while its package is initialized")
}

// branch chooses one of n cases that can all be done.
func (c *chooser) branch(s *Scheduler, n int) int {
	if n == 1 || s.quiet {
		return 0
	}
	at := len(c.made)
	if at < len(c.prefix) {
		i := min(int(c.prefix[at]), n-1)
		c.made = append(c.made, uint8(i))
		return i
	}
	if c.priorities != nil {
		i := c.priorities.below(n)
		c.made = append(c.made, uint8(i))
		return i
	}
	if !c.pruned {
		for i := 1; i < n; i++ {
			c.open = append(c.open, alternative{at: at, g: uint8(i)})
		}
	}
	c.made = append(c.made, 0)
	return 0
}
