package rt

// cover makes w report the inputs whose calls reach what no call of the job has
// reached before, where the package under test has counters.
func (p *process) cover(w *worker) {
	if len(p.unit.Hits) > 0 {
		w.c = &covered{w.c, &coverage{p: p, w: w, hits: p.unit.Hits, seen: make([]bool, 2*len(p.unit.Hits))}}
	}
}

// A coverage knows which counters the calls of a job have reached. A byte of hits
// is 1 when its place was reached once in a call, 3 when it was more often: these
// are two counters, n and n + len(hits).
type coverage struct {
	p    *process
	w    *worker
	hits []byte
	seen []bool
}

// covered is a case whose calls are watched.
type covered struct {
	Case
	coverage *coverage
}

// Call calls the function under test and collects the counters, however the
// call ends.
func (c *covered) Call() {
	clear(c.coverage.hits)
	defer c.coverage.collect()
	c.Case.Call()
}

func (c *coverage) collect() {
	var all []int
	fresh := false
	reach := func(n int) {
		all = append(all, n)
		fresh = fresh || !c.seen[n]
		c.seen[n] = true
	}
	for i, hit := range c.hits {
		if hit != 0 {
			reach(i)
		}
		if hit == 3 {
			reach(i + len(c.hits))
		}
	}
	if !fresh {
		return
	}
	stream, _ := c.w.board.Stream()
	if err := c.p.conn.SendJSON(KindCovered, Covered{Stream: stream, Counters: all}); err != nil {
		c.w.fault(err.Error())
	}
}
