package judge

import (
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// CoverCalls makes w report the inputs whose calls reach something that no call of the job reached
// before, if the package under test has counters. With a profile, the counters are kept on the
// board.
func CoverCalls(p *host.Process, w *Worker) {
	u := p.Unit
	switch {
	case w.job.Dry:
	case u.Goals != nil:
		c := &coverage{p: p, w: w, goals: u.Goals, seen: map[int]bool{}, own: map[int]bool{}}
		w.C, w.On.called = &covered{w.C, c}, c.report
	case u.Hits == nil:
	case u.Profile:
		if at := p.Hits(u.Hits.Len()); at != nil {
			if now := u.Hits.Counters(); &at[0] != &now[0] {
				p.Initial = now
				*u.Hits.On = 0
				u.Hits.Use(at)
			}
			// The parent adds up what jobs reach. Each has what the initialization reached.
			copy(at, p.Initial)
		}
		w.C = &profiled{w.C, u.Hits.On}
	default:
		c := &coverage{p: p, w: w, hits: u.Hits.Counters(), seen: map[int]bool{}, own: map[int]bool{}}
		w.C, w.On.called = &covered{w.C, c}, c.report
	}
}

// profiled is a case whose calls are counted for the profile only.
type profiled struct {
	read.Case
	on *byte
}

// Call calls the function under test.
func (c *profiled) Call() {
	*c.on = 1
	defer func() { *c.on = 0 }()
	c.Case.Call()
}

// A coverage records which counters the calls of a job have reached. A byte of hits is 1 if its
// place was reached once in a call, and 3 if more often. These are two counters: n and n +
// len(hits).
type coverage struct {
	p    *host.Process
	w    *Worker
	hits []byte
	// goals, if not nil, replace the counters.
	goals *read.Goals
	seen  map[int]bool
	// own are those of the input in flight, in all its turns.
	own map[int]bool
	// called says that the input in flight was called.
	called bool
}

// covered is a case whose calls are recorded.
type covered struct {
	read.Case
	coverage *coverage
}

// Call calls the function under test and collects the counters, however the call ends.
func (c *covered) Call() {
	c.coverage.begin()
	defer c.coverage.collect()
	c.Case.Call()
}

func (c *coverage) begin() {
	c.called = true
	if c.goals != nil {
		c.goals.Begin()
	} else {
		clear(c.hits)
	}
}

// collect notes what a call has reached.
func (c *coverage) collect() {
	if c.goals != nil {
		for _, n := range c.goals.Reached() {
			c.own[n] = true
		}
	}
	for i, hit := range c.hits {
		if hit != 0 {
			c.own[i] = true
		}
		if hit > 1 {
			c.own[i+len(c.hits)] = true
		}
	}
}

// report reports the input in flight if one of its calls reached something new, or if each call is
// observed.
func (c *coverage) report() {
	fresh := false
	for n := range c.own {
		fresh = fresh || !c.seen[n]
		c.seen[n] = true
	}
	all := slices.Sorted(maps.Keys(c.own))
	clear(c.own)
	called := c.called
	c.called = false
	if !fresh && (!called || c.w.job.Observe != wire.ObserveCounters) {
		return
	}
	stream, _ := c.w.Board.Stream()
	if err := c.p.Conn.SendJSON(wire.KindCovered, wire.Covered{Stream: stream, Counters: all}); err != nil {
		c.w.On.Fault(err.Error())
	}
}
