package judge

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Code that depends on the order of a map, or on which case a select takes, may succeed once and fail the next
// time. If the parent asks for it, an input runs several times until it fails; each run is a turn. Each turn
// inserts the entries of its maps in another order. Go's iteration over a small map begins at a random entry,
// usually at the first inserted. So an order that matters occurs in some turn.
//
// After TurnRuns calls in such runs without a failure, inputs have only turnsBehind turns. Calls that build
// values of an input count as well.
const (
	turnsBehind = 2
	// coverRuns replaces TurnRuns in jobs that report what each input reaches.
	coverRuns = 1 << 18
)

// repeatInTurns runs the input in flight again, after it has been judged once.
func (w *Worker) repeatInTurns(stream []int64) {
	n := w.job.Turns
	if n <= 1 || w.Unfold != nil || !w.job.TurnAll && !w.Input.Several {
		return
	}
	limit := wire.TurnRuns
	if w.On.called != nil {
		limit = coverRuns
	}
	if w.count.remaining < 0 && w.count.turned >= limit {
		n = min(n, turnsBehind)
	}
	for turn := 1; turn < n && !w.Now.failed && w.Now.pending == nil && !read.IsRefused() && !w.watch.Ended(); turn++ {
		w.runTurn(stream, turn)
		w.count.turned += 1 + w.Input.States.Calls
	}
}

// runTurn runs the input in flight once more. It counts as the same input.
func (w *Worker) runTurn(stream []int64, turn int) {
	counts, classes := w.Board.Counters(nil), slices.Clone(w.Board.Classes)
	defer func() {
		w.Board.Recount(counts)
		copy(w.Board.Classes, classes)
	}()
	w.Board.NextRun() // The watch gives each call its time.
	w.Now.promised = false
	w.Input.Turn, w.twin.Turn = turn, turn
	w.at(wire.Building, 0)
	w.Input.Reset(stream, w.Target.Pairs)
	if w.C.Build(&w.Input) && w.admit() {
		w.attempt(stream)
	}
}
