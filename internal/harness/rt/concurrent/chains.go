package concurrent

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// Chains are calls that were made one after the other from one beginning, each by a goroutine of its own.
//
// Where no call of an order has a point at which another goroutine could go on, and nothing races, each case whose sequences give this
// order has this schedule, whichever sequence makes which call. A case all of whose orders are like that has no other schedules, and
// nothing to judge: no two of its calls overlap.
type chains struct {
	maker  int
	prefix []int
	// known has what is known of each order of up to three calls, longest of those of four.
	known, longest map[uint64]chain
	// points is the number of points at which they were run.
	points int
	// trials run orders, by their length.
	trials [mostCalls + 1]*chainTrial
}

// A chain is what came of the calls of an order. Results identifies what they returned, and state the value after few of them.
type chain struct {
	plain          bool
	results, state uint64
}

// A chainTrial runs orders of some length.
type chainTrial struct {
	*trial
	*sched.Exploration
}

// Orders have up to mostCalls calls; cases with up to fewCalls are run as they are. Keys have chainBits for each call of an order.
// One of up to steadied calls is made twice, because the code may keep a state outside the value.
const (
	mostCalls = 4
	fewCalls  = 2
	chainBits = 16
	steadied  = 2
)

// isPlain reports whether the case has no other schedules than those in which its calls are made one after the other, and none of
// these needs to be judged. It runs what is not known yet. Cases with few calls are run as they are.
func (s *search) isPlain(p plan) bool {
	if p.count() <= fewCalls || p.count() > mostCalls || len(p.sequences) < 2 || len(s.subject.Steps) >= 1<<chainBits-1 {
		return false
	}
	w := s.chainsOf(p)
	at := make([]int, len(p.sequences))
	return s.extendChain(w, p, at, make([]int, 0, mostCalls), 0)
}

// extendChain reports whether all orders of the case that begin with some calls are plain.
func (s *search) extendChain(w *chains, p plan, at, calls []int, key uint64) bool {
	for i, seq := range p.sequences {
		if at[i] == len(seq) {
			continue
		}
		next := append(calls, seq[at[i]])
		k := key<<chainBits | uint64(seq[at[i]]+1)
		if x := s.chain(w, next, key, k); !x.plain {
			return false
		}
		at[i]++
		ok := s.extendChain(w, p, at, next, k)
		if at[i]--; !ok {
			return false
		}
	}
	return true
}

// chainsOf returns the chains of the beginning of a case. They are forgotten when accesses become points.
func (s *search) chainsOf(p plan) *chains {
	i := slices.IndexFunc(s.chains, func(w *chains) bool { return w.maker == p.maker && slices.Equal(w.prefix, p.prefix) })
	if i < 0 {
		i = len(s.chains)
		s.chains = append(s.chains, &chains{maker: p.maker, prefix: p.prefix, points: -1})
	}
	w := s.chains[i]
	if s.chains[0] != w { // The next case has the same beginning, mostly.
		s.chains[0].longest = nil
		s.chains[0], s.chains[i] = w, s.chains[0]
	}
	if w.points != len(s.points) {
		w.points, w.known, w.longest = len(s.points), map[uint64]chain{}, nil
	}
	if w.longest == nil {
		w.longest = map[uint64]chain{}
	}
	return w
}

// chain returns what is known of an order of calls, all but the last of which are plain. Head and key identify it without the last one
// and with it.
func (s *search) chain(w *chains, calls []int, head, key uint64) chain {
	list := w.known
	if len(calls) == mostCalls {
		list = w.longest
	}
	x, met := list[key]
	if !met {
		x = s.runChain(w, calls, w.known[head].results)
		for n := 1; n < steadied && len(calls) <= steadied && x.plain; n++ {
			x.plain = s.runChain(w, calls, w.known[head].results) == x
		}
		list[key] = x
	}
	return x
}

// runChain makes the calls of an order. Those before the last one have to return what they did without it.
func (s *search) runChain(w *chains, calls []int, results uint64) chain {
	t := w.trials[len(calls)]
	if t == nil {
		p := plan{maker: w.maker, prefix: w.prefix}
		for _, c := range calls {
			p.sequences = append(p.sequences, []int{c})
		}
		t = &chainTrial{newTrial(s.subject, p), nil}
		t.twins, t.chained, t.checking = nil, true, true
		t.Exploration = &sched.Exploration{Main: t.main}
		w.trials[len(calls)] = t
	}
	copy(t.calls, calls)
	t.invalid = false
	sched.SetPoints(s.points)
	before := t.Spent
	t.First()
	s.report.Schedules++
	s.spent += t.Spent - before
	x := chain{plain: !t.invalid && sched.IsPlain(len(calls))}
	h := uint64(0)
	for i := range calls {
		if i == len(calls)-1 && h != results {
			x.plain = false
		}
		h = combine(h, t.records[i].hash)
	}
	if x.plain {
		s.breaches(t.breach())
	}
	x.results, x.state = h, t.state
	return x
}
