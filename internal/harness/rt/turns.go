package rt

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// What depends on the order of a map, or on which case a select takes, may go well
// once and fail the next time. Where the parent says so, an input is run a number of
// times, until it fails: each time is a turn. In each turn the entries of its maps are
// put in in another order. Go begins a small map at a random entry, mostly at the
// first that was put in, so that an order that matters comes up in some turn.
//
// After TurnRuns calls of a job in such runs in which nothing failed turnsBehind is the
// number of turns of each input. The calls that make a value of the input count as well.
const (
	TurnRuns    = 1 << 15
	turnsBehind = 2
	// coverRuns is TurnRuns where it is asked what each input reaches.
	coverRuns = 1 << 18
)

// turns runs the input in flight, which has been judged once, again.
func (w *worker) turns(stream []int64) {
	n := w.job.Turns
	if n <= 1 || w.unfold != nil || !w.job.TurnAll && !w.input.several {
		return
	}
	limit := TurnRuns
	if w.collected != nil {
		limit = coverRuns
	}
	if w.left < 0 && w.turned >= limit {
		n = min(n, turnsBehind)
	}
	for turn := 1; turn < n && !w.failed && w.pending == nil && !refused.Load() && !w.watch.stop.Load(); turn++ {
		w.turn(stream, turn)
		w.turned += 1 + w.input.nested
	}
}

// turn runs the input in flight once more. It counts as the same input.
func (w *worker) turn(stream []int64, turn int) {
	counts, classes := w.board.Counters(nil), slices.Clone(w.board.Classes)
	defer func() {
		w.board.Recount(counts)
		copy(w.board.Classes, classes)
	}()
	w.board.NextRun() // The watch gives each call its time.
	w.promised = false
	w.input.turn, w.twin.turn = turn, turn
	w.at(wire.Building, 0)
	w.input.reset(stream, w.target.Pairs)
	if w.c.Build(&w.input) && w.admit() {
		w.attempt(stream)
	}
}

// An Order puts entries into a map, in the order of the reader's turn.
type Order[K comparable, V any] struct {
	m       map[K]V
	r       *Reader
	entries []entry[K, V]
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// InOrder returns an order for a map without entries.
func InOrder[K comparable, V any](r *Reader, m map[K]V) Order[K, V] { return Order[K, V]{m: m, r: r} }

// Put puts in an entry.
func (o *Order[K, V]) Put(key K, value V) {
	o.m[key] = value
	if o.r.turn > 0 {
		o.entries = append(o.entries, entry[K, V]{key, value})
	}
}

// End puts all entries in again where the turn asks for another order than that in
// which they came.
func (o *Order[K, V]) End() {
	if len(o.m) < 2 {
		return
	}
	o.r.several = true
	if o.r.turn == 0 {
		return
	}
	clear(o.m)
	for _, i := range permutation(len(o.entries), o.r.turn) {
		o.m[o.entries[i].key] = o.entries[i].value
	}
}

// permutation is the order of n entries in a turn. Of two turns that follow each other
// the second has the reverse order; the first entry is another one in each pair.
func permutation(n, turn int) []int {
	rest := make([]int, n)
	for i := range rest {
		rest[i] = i
	}
	order := make([]int, 0, n)
	for number := turn / 2; len(rest) > 0; {
		i := number % len(rest)
		number /= len(rest)
		order = append(order, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	if turn%2 == 1 {
		slices.Reverse(order)
	}
	return order
}
