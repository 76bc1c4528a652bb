package harness

import (
	"context"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A death is the end of a process in the middle of a job.
type death struct {
	failure wire.Failure
	// stream is the input in flight. late means that there was none.
	stream []int64
	late   bool
	// sure says that the goroutine that failed is known to be the one that ran the input.
	sure bool
	// reason is the cause of death, stack the user's frames.
	reason string
	stack  []string
}

// handleDeath records the cause of death of a process, so that the run can go on with another
// process.
func (u *run) handleDeath(ctx context.Context, p *process.Process, end process.Ending) (over bool, err error) {
	if u.job.Joint {
		return false, errFailed
	}
	p.Wait()
	if err := p.ReachedOut(false); err != nil {
		return false, err
	}
	if err := p.Refresh(); err != nil {
		return false, err
	}
	b := u.board(p)
	d := u.r.b.death(p, u.plan, b, end)
	if d.late && b.Taken() == 0 {
		return false, p.Unready()
	}
	from := u.tally.Consumed
	u.r.addReached(p)
	u.addCounters(b)
	if err := u.giveBack(u.tally.Consumed - from); err != nil {
		return false, err
	}
	// Inputs of other parts are found by the runs of these parts.
	other := u.isUncounted(b) || b.Foreign() && !d.late
	u.r.Close()
	if other {
		return false, nil
	}
	f := u.r.b.finding(u.job.Target, d.failure)
	if _, known := u.found[f]; known || u.isolated || d.sure && !d.late && !u.missedShortDeadline(f) {
		u.count(f, d.reason, d.stream)
		return u.isolated || u.job.Fragile || u.exceedsWear(), nil
	}
	err = u.investigate(ctx, d, f, from)
	return u.job.Fragile || u.exceedsWear(), err
}

// HeavyDeath is how many deaths a death counts for that takes the time of a hanging call, or all
// memory.
const HeavyDeath = 8

// exceedsWear reports whether more processes have died than the job allows.
func (u *run) exceedsWear() bool {
	var n int64
	for _, d := range u.tally.Deaths {
		switch u.tally.Findings[d.Finding].Cause {
		case CauseTimeout, CauseMemory:
			n += HeavyDeath
		case CauseCrash, CauseContract, CauseCallback, CauseEnsures, CauseInvariant, CauseMutation, CausePanic, CauseNoPanic:
			n++
		}
	}
	return u.job.Wear > 0 && n >= u.job.Wear
}

// count adds an input to a finding. reason is why its process died.
func (u *run) count(f finding, reason string, stream []int64) {
	_, known := u.found[f]
	i := u.slot(f, stream, 0)
	u.tally.Findings[i].Count++
	if !known {
		u.tally.Findings[i].Panic = reason
	}
	u.tally.Deaths = append(u.tally.Deaths, Death{Finding: i, Stream: u.spelled(stream)})
}

// investigate finds out whether the input in flight caused a death, or else an earlier input in the same
// process, which began with solution from. If none did, the finding has no input. There is no finding for memory
// that was used up gradually, or for a short deadline missed once.
func (u *run) investigate(ctx context.Context, d death, f finding, from int64) error {
	if !d.late {
		t, err := u.rerun(ctx, [][]int64{d.stream})
		if err != nil {
			return err
		}
		for _, found := range t.Findings {
			own := finding{found.Cause, found.Clause, found.Site, found.Kind}
			if found.Stream != nil {
				u.count(own, found.Panic, found.Stream)
			}
		}
		if len(t.Findings) > 0 {
			return nil
		}
		if f.cause == CauseMemory {
			u.tally.Worn++
			return nil
		}
	}
	found, stream, err := u.culprit(ctx, from, u.tally.Consumed, f.cause)
	if err != nil {
		return err
	}
	if found != nil && stream != nil {
		f, d.reason = finding{found.Cause, found.Clause, found.Site, found.Kind}, found.Panic
	} else if u.missedShortDeadline(f) {
		return nil
	}
	u.count(f, d.reason, stream)
	return nil
}

// missedShortDeadline reports whether a call missed a deadline so short that a busy machine makes
// calls miss it.
func (u *run) missedShortDeadline(f finding) bool {
	return f.cause == CauseTimeout && u.job.Timeout <= wire.ShortDeadline
}

// culprit searches the solutions from lo up to hi of the job for one after which a process dies
// that runs it alone. It halves the range at each step. It returns what the process dies of and the
// solution's stream, or nil if there is none.
func (u *run) culprit(ctx context.Context, lo, hi int64, cause Cause) (*Finding, []int64, error) {
	found, err := u.causeOfDeath(ctx, lo, hi, cause)
	for found != nil && err == nil && hi-lo > 1 {
		mid := lo + (hi-lo)/2
		late, end := u.causeOfDeath(ctx, mid, hi, cause)
		if late != nil {
			lo, found, err = mid, late, end
			continue
		}
		if err = end; err == nil {
			hi = mid
			found, err = u.causeOfDeath(ctx, lo, hi, cause)
		}
	}
	if found == nil || err != nil {
		return nil, nil, err
	}
	stream, err := u.solution(ctx, lo)
	return found, stream, err
}

// causeOfDeath returns what a process dies of that runs the solutions from lo up to hi, or nil if
// it does not die for the given cause. A process that crashed late may, when it is run alone, show
// that a clause is to blame.
func (u *run) causeOfDeath(ctx context.Context, lo, hi int64, cause Cause) (*Finding, error) {
	t, err := u.runPart(ctx, lo, hi, nil, false)
	for i := range t.Findings {
		f := &t.Findings[i]
		died := slices.ContainsFunc(t.Deaths, func(d Death) bool { return d.Finding == i })
		if f.Cause == cause || cause == CauseCrash && f.Cause == CauseContract && died {
			return f, err
		}
	}
	return nil, err
}

// runPart runs the solutions from lo up to hi, or streams, in a process of their own. With whole
// set, streams are inputs with their choices.
func (u *run) runPart(ctx context.Context, lo, hi int64, streams [][]int64, whole bool) (Tally, error) {
	r := u.r.b.Runner()
	r.Domains, r.Doubts, r.Answers, r.Depth = u.r.Domains, u.r.Doubts, u.r.Answers, u.r.Depth
	defer r.Close()
	job := Job{Target: u.job.Target, Sample: u.job.Sample, Samples: u.job.Samples, Draws: u.job.Draws, AfterFailure: -1, Timeout: u.job.Timeout, Until: u.job.Until, Stalling: Stalling{Stall: u.job.Stall}, Shard: u.job.Shard}
	if !whole {
		job.Portion = u.job.Portion
	}
	switch {
	case streams != nil:
	case u.job.Form != nil:
		job.Form, job.Skip = u.job.Form, u.job.Skip+lo
	default:
		begin := u.tally.Consumed - u.history.count
		if lo < begin {
			lo = begin
		}
		if hi <= lo {
			return Tally{}, nil
		}
		var err error
		if streams, err = u.history.part(lo-begin, hi-begin); err != nil {
			return Tally{}, err
		}
	}
	if streams != nil {
		job.Streams = func(yield func([]int64) bool) {
			for _, s := range streams {
				if !yield(s) {
					return
				}
			}
		}
	}
	job.Whole = whole
	sub := r.newRun(job)
	sub.isolated = true
	if job.Form != nil {
		sub.most = hi - lo
	}
	return sub.runAll(ctx)
}

// rerun runs streams in a process of their own.
func (u *run) rerun(ctx context.Context, streams [][]int64) (Tally, error) {
	return u.runPart(ctx, 0, int64(len(streams)), streams, true)
}

// solution returns the stream of solution n of the job.
func (u *run) solution(ctx context.Context, n int64) ([]int64, error) {
	if u.job.Form == nil {
		begin := u.tally.Consumed - u.history.count
		streams, err := u.history.part(n-begin, n-begin+1)
		if err != nil {
			return nil, err
		}
		if u.plan.Chooses() {
			return wire.Join(streams[0], nil), nil
		}
		return streams[0], nil
	}
	t, err := u.runPart(ctx, n, n+1, nil, false)
	if err != nil || len(t.Findings) == 0 {
		return nil, err
	}
	return t.Findings[0].Stream, nil
}

// death determines what a process died of, from its last words, the board and its output.
func (b *Binary) death(p *process.Process, plan *codegen.Plan, board *wire.Board, end process.Ending) death {
	stage, index := board.Stage()
	d := death{late: stage == wire.Idle, failure: wire.Failure{Cause: wire.Crash, Stage: stage, Index: index, Clause: -1}}
	var ok bool
	if d.stream, ok = board.Stream(); !ok {
		d.stream = nil
	}
	switch {
	case end.Killed != nil:
		d.failure, d.late = end.Killed.Failure, false
		d.sure = end.Killed.Own
		d.stack = b.stableStack(end.Killed.Place)
		if d.failure.Cause == wire.Timeout && end.Killed.Place.Waits {
			d.failure.Kind = Waits
		}
	case end.Silent:
		d.failure.Cause, d.sure, d.reason = wire.Timeout, true, "the process does not answer"
		if end.Stopped {
			// The call stopped the process, but the signal took effect a little later.
			d.reason, d.failure.Stage = "the process was stopped by a signal", wire.Calling
		}
	case end.Garbled:
		d.reason = "it writes to the descriptors of rtest"
		if stage != wire.Building {
			// The call wrote, but that was noticed a little later.
			d.failure.Stage = wire.Calling
		}
	case board.Severed():
		d.sure, d.reason = true, "it closes the descriptors of rtest"
	default:
		b.autopsy(p, plan, &d)
	}
	if f := board.Broken(); f != nil && !d.late {
		d.failure, d.sure = *f, true
		return d
	}
	if s := d.failure.Stage; s != wire.Calling && s != wire.Building && !d.late {
		d.failure.Cause = wire.Contract
	} else {
		d.failure.Stage, d.failure.Index = wire.Calling, 0
	}
	return d
}

// autopsy reads the output of a process that died by itself.
func (b *Binary) autopsy(p *process.Process, plan *codegen.Plan, d *death) {
	reason, dump := lastWords(p.Output())
	d.reason = reason
	if reason == "" {
		d.reason = p.State()
	}
	if isRefusedMemory(reason, dump) {
		d.failure.Cause = wire.Memory
	}
	own := b.module()
	if reason == dataRace {
		d.stack = stack.Lines(own.UserFrames(stack.ParseRace(dump)))
		return
	}
	all := stack.ParseStacks(dump)
	if len(all) == 0 {
		return
	}
	g := all[0]
	if strings.HasPrefix(reason, "SIG") {
		// Any goroutine may have got the signal.
		for _, other := range all {
			if other.Worker {
				g = other
			}
		}
	}
	d.sure = g.Worker && d.failure.Cause != wire.Memory
	frames := own.UserFrames(own.Inner(g.Frames))
	if strings.HasPrefix(reason, "SIG") && !g.Worker {
		frames = nil
	}
	d.stack = stack.Lines(frames)
	// If goroutines interfere, the place varies.
	if len(frames) > 0 && (strings.HasPrefix(reason, "panic: ") || strings.Contains(reason, "stack overflow")) {
		d.failure.Site, d.failure.Kind = frames[0].Site(), stack.PanicKind(reason)
	}
	if d.failure.Stage == wire.Checking && stack.Strange(g.Frames, codegen.RuntimeName(plan.Target.Contract)) {
		d.failure.Stage = wire.Calling
	}
}

// Waits is the kind of a call that does not return because it waits for something that does
// not happen.
const Waits = "waits"

// dataRace is the reason of a death by the race detector.
const dataRace = "data race"

// lastWordsBegin are the beginnings of the runtime's output when it dies.
var lastWordsBegin = [...]string{
	"fatal error: ", "panic: ", "runtime: goroutine stack exceeds", "runtime: out of memory", "unexpected fault address", "SIG",
}

// lastWords finds what the runtime wrote when it died: the reason and the dump of goroutines.
func lastWords(out string) (reason, dump string) {
	if i := strings.LastIndex(out, stack.RaceWarning); i >= 0 {
		return dataRace, out[i:]
	}
	at := -1
	for _, word := range lastWordsBegin {
		i := strings.LastIndex(out, "\n"+word)
		if i < 0 && strings.HasPrefix(out, word) {
			i = 0
		}
		if i >= 0 && strings.Contains(out[i:], "\ngoroutine ") && (at < 0 || i < at) {
			at = i
		}
	}
	if at < 0 {
		return "", ""
	}
	dump = strings.TrimPrefix(out[at:], "\n")
	reason, _, _ = strings.Cut(dump, "\n")
	if i := strings.Index(dump, "fatal error: "); i >= 0 {
		reason, _, _ = strings.Cut(dump[i:], "\n")
	}
	return reason, dump
}

// module returns the user's module, which identifies the user's stack frames.
func (b *Binary) module() stack.Module {
	p := b.unit.Pkg
	return stack.Module{Path: p.Module, Dir: p.ModuleDir}
}
