package loop

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/search"
)

const (
	// pilotMost is the number of candidates that are judged before a budget is spread.
	pilotMost = 1000
	// pilotMargin is the part of a budget that is kept in reserve, because these candidates do not predict
	// everything.
	pilotMargin = 8
	// spreadMost is the greatest number of candidates that are spread; siftMost is that for
	// each input, if it is more. spreadWork bounds the work of finding them.
	spreadMost = 2_000_000
	siftMost   = 16
	spreadWork = 200_000_000
)

// spreadRoom returns how many candidates of some depths, from first on, contain as many inputs
// as the remaining budget.
func (l *loop) spreadRoom(ctx context.Context, first int, problems []*question) (int64, error) {
	room := l.inputRoom()
	if !slices.ContainsFunc(problems, l.filtered) {
		return room, nil
	}
	passed, all, err := l.pilot(ctx, first, problems)
	if err != nil || all == 0 {
		return room, err
	}
	return scaled(room, passed, all, l.spreadable(problems)), nil
}

// filtered reports whether compiled code can reject candidates of a problem that the engines
// let through.
func (l *loop) filtered(p *question) bool {
	return len(p.Opaque) > 0 && (p.Form.Test == nil || l.sifted > 0 || l.Inputs == 0)
}

// pilot lets compiled code judge some candidates of the depths without calls. What it lets
// through at small depths says little about greater ones.
func (l *loop) pilot(ctx context.Context, first int, problems []*question) (passed, all int64, err error) {
	cells, err := l.cells(problems, pilotMost, cellsWork)
	if err != nil {
		return 0, 0, err
	}
	for i := range problems {
		if err := l.Bind(ctx, first+i); err != nil {
			return 0, 0, err
		}
		t, err := l.dry(ctx, first+i, streams(cells[i], beyond.Foci(&l.Hints, l.Limits.Seed), l.expired))
		if err != nil {
			return 0, 0, err
		}
		passed, all = passed+t.Called, all+t.Called+sifted(t)
	}
	return passed, all, nil
}

// dry lets compiled code judge candidates of a depth without calls.
func (l *loop) dry(ctx context.Context, depth int, streams iter.Seq[[]int64]) (harness.Tally, error) {
	t, err := l.run.Run(ctx, harness.Job{
		Target: l.Index, Streams: streams, Dry: true, Sample: l.Limits.Seed | 1, Samples: 1,
		AfterFailure: -1, Wear: Wear, Timeout: l.Limits.Timeout, Until: l.until,
	})
	if err != nil {
		return t, fmt.Errorf("depth %d: %w", depth, err)
	}
	return t, nil
}

// fewPass reports whether compiled code lets so few candidates of a depth through that they
// fit into the budget, although the lesser depths suggest more. It judges all candidates if
// they are few, and otherwise estimates with a margin.
func (l *loop) fewPass(ctx context.Context, depth int, p *question) (bool, error) {
	if len(p.Opaque) == 0 || l.Answers != nil {
		return false, nil
	}
	room := l.inputRoom()
	_, all, err := l.counted(p, pilotMost)
	if err != nil {
		return false, err
	}
	if all {
		s, err := search.New(p.Form)
		if err != nil {
			return false, err
		}
		s.Options = search.Options{Stall: engine.StallHelped, Quit: l.expired}
		t, err := l.dry(ctx, depth, s.Solutions())
		return t.Called <= room, err
	}
	if !l.filtered(p) {
		return false, nil
	}
	passed, judged, err := l.pilot(ctx, depth, []*question{p})
	if err != nil || judged == 0 {
		return false, err
	}
	most := scaled(room-room/pilotMargin, passed, judged, engine.CountMost)
	n, all, err := l.counted(p, most)
	return all && n <= most, err
}

// spreadable returns the greatest number of candidates that are spread with bounded work: no
// more than may be rejected, plus the remaining budget.
func (l *loop) spreadable(problems []*question) int64 {
	room := l.inputRoom()
	most := min(room+(Rejects*l.Limits.Inputs-l.rejected)*int64(max(1, l.Part.Of)), max(spreadMost, siftMost*room))
	for _, p := range problems {
		if s := p.sample; s.work > 0 && len(p.Form.Nodes) > 0 {
			most = min(most, spreadWork/s.work)
		}
	}
	return most
}

// candidates returns how many candidates contain n inputs, judged by those seen so far, but at
// most most.
func (l *loop) candidates(p *question, n, most int64) int64 {
	rejected := l.rejected
	if p.Form.Test != nil {
		rejected = l.sifted // the engine gives nothing that the test rejects
	}
	passed, all := l.Inputs+p.sample.passed, l.Inputs+rejected+p.sample.passed+p.sample.rejected
	if len(p.Opaque) == 0 || all == 0 {
		return n
	}
	return scaled(n, passed, all, most)
}

// scaled returns how many candidates contain n inputs if passed of all passed. The result is at least n, and
// otherwise at most most.
func scaled(n, passed, all, most int64) int64 {
	hi, lo := bits.Mul64(uint64(n), uint64(all))
	if hi > 0 {
		return max(n, most)
	}
	return max(n, min(int64(lo/uint64(max(passed, 1))), most))
}

// foreseen estimates the number of variables in the form of the next depth: as many times more than
// the last one has as that has more than the one before.
func foreseen(problems []*question) int {
	last := len(problems[len(problems)-1].Form.Vars)
	if len(problems) == 1 {
		return last
	}
	return last * max(1, last/max(1, len(problems[len(problems)-2].Form.Vars)))
}

// spentOver returns the text that so many inputs were spread over these depths.
func (l *loop) spentOver(inputs int64, from, to int) string {
	over := between(from, to)
	if from <= l.Depth && l.Depth < to {
		over = fmt.Sprintf("%s, none of %s", between(from, l.Depth), between(l.Depth+1, to))
	}
	switch {
	case l.inputsLeft() == 0:
		return fmt.Sprintf("%s, %d of them spread over the sizes and shapes of %s", l.spentInputs(), inputs, over)
	case l.allRejected():
		return fmt.Sprintf("%s; %d inputs were found, spread over the sizes and shapes of %s", l.spentRejected(), inputs, over)
	}
	return fmt.Sprintf("depth %d does not fit into the budget of %d inputs; %d were found, spread over the sizes and shapes of %s",
		from, l.Limits.Inputs, inputs, over)
}

func between(from, to int) string {
	if from == to {
		return fmt.Sprintf("depth %d", from)
	}
	return fmt.Sprintf("depths %d to %d", from, to)
}
