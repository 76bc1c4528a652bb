package rt

import "bytes"

// cover makes w report the inputs whose calls reach what no call of the job has
// reached before, where the package under test has counters.
func (p *process) cover(w *worker) {
	if len(p.unit.Hits) > 0 {
		w.c = &covered{w.c, &coverage{p: p, w: w, hits: p.unit.Hits, seen: make([]bool, len(p.unit.Hits))}}
	}
}

// A coverage knows which counters the calls of a job have reached. A counter is
// a byte that is not zero when its place was reached.
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
	for i := next(c.hits, 0); i >= 0; i = next(c.hits, i+1) {
		all = append(all, i)
		if !c.seen[i] {
			c.seen[i], fresh = true, true
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

// next returns the first counter from i on that was reached, or -1.
func next(hits []byte, i int) int {
	n := bytes.IndexByte(hits[i:], 1)
	if n < 0 {
		return -1
	}
	return i + n
}
