package harness

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"syscall"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/refine"
)

// A Runner runs jobs in a process of its own, one after another. It is not safe for concurrent use.
// A Binary may have many runners.
type Runner struct {
	// Domains are, for each of the unit's Domains, the streams of the values over which quantifiers range, in
	// order. They may change between jobs. A quantifier over a type without them fails as a fault of the
	// contract.
	Domains [][][]int64
	// Doubts maps domains with more values than Domains has to the outcomes that this leaves in doubt, by index.
	Doubts map[int]refine.Lack

	// Answers are the answers from which functions of the next job's target choose, by index in
	// Target.Functions and by the cost of their place. Depth is the depth of the inputs.
	Answers [][]Answers
	Depth   int

	// Observe has reports show each panic as a failure; see Job.
	Observe Observing
	// Dry has reports describe the input without calling the function.
	Dry bool

	// Spare takes as many turns for further processes as are free, and returns their number and what
	// gives them back. It may be nil. See Apart of codegen.Target.
	Spare func() (n int, give func())

	b *Binary
	// divided is the processes among which jobs are divided.
	divided divided
	// proc is the process; it is nil before the first job and after a death. sent are the states
	// that the process has.
	proc *process.Process
	sent sentStates
	// reusable means that no job in proc leaves anything behind, settled that the last one is done.
	reusable, settled bool
	// reached are the blocks that calls have reached.
	reached []bool
	// concluded has for each of the unit's concluding postconditions whether it was reached.
	concluded []bool
}

// Answers are streams of the possible answers of a function, with all results in order, and for each depth the
// number of them that it admits.
type Answers = wire.Answers

// Runner returns a runner. Its process is started when it is needed.
func (b *Binary) Runner() *Runner { return &Runner{b: b} }

// bare reports whether processes of the target are confined. Without a contract, nobody has said
// that the function may be called with made-up arguments.
func (b *Binary) bare(target int) bool { return b.code.Plans[target].Target.Contract.Bare }

// Close ends the runner's process.
func (r *Runner) Close() {
	if r.proc != nil {
		r.proc.Close()
		r.proc = nil
	}
	r.divided.close()
}

// Run runs a job. A process that dies is replaced, and the job goes on after the input that killed
// it; the cause of death is a finding. If the package fails during its initialization, Run fails
// with an *InitFailure. If a confined process tries to reach outside, it fails with a *ReachedOut.
func (r *Runner) Run(ctx context.Context, job Job) (Tally, error) {
	if t, ok, err := r.runDivided(ctx, job); ok {
		return t, err
	}
	over := r.divided.note(r.proc != nil, job)
	t, err := r.newRun(job).runAll(ctx)
	over(t.Called)
	return t, err
}

// runAll runs the job in as many processes as it needs.
func (u *run) runAll(ctx context.Context) (Tally, error) {
	job := u.job
	if job.Streams != nil && job.Form == nil {
		next, stop := iter.Pull(job.Streams)
		defer stop()
		u.next = next
	}
	for {
		over, err := u.runInProcess(ctx)
		if err != nil {
			u.r.Close()
			return u.tally, err
		}
		if over {
			return u.tally, nil
		}
	}
}

// A run is a job that is being run, in one or more processes.
type run struct {
	r       *Runner
	job     Job
	plan    *codegen.Plan
	timeout time.Duration
	// tally and rejected hold the results of the processes before the current one.
	tally    Tally
	rejected int64
	// first is the ordinal of the first finding.
	first int64
	found map[finding]int
	// slots are the indices of the findings of the current process, by its counters.
	slots []int
	// next returns streams. returned are the streams that a process was sent and did not take. pending is the
	// number of streams of the last batch, sent of all batches of the current process. history holds the last
	// streams of the job.
	next          func() ([]int64, bool)
	returned      [][]int64
	pending, sent int64
	history       history
	// resume are the choices with which the next solution begins.
	resume []int64
	// isolated marks a run that finds out which input a process dies of. It takes most solutions,
	// ends at the first death, and does not investigate it.
	isolated bool
	most     int64
	// whole says that the streams are inputs with their choices.
	whole bool
}

// finding returns what a failure of a target means to the user.
func (b *Binary) finding(target int, f wire.Failure) finding {
	return finding{cause: Cause(f.Cause), clause: b.code.Clause(target, f), site: f.Site, kind: b.code.Kind(f.Site, f.Kind)}
}

// A finding identifies findings: failures with equal values of it are one finding.
type finding struct {
	cause  Cause
	clause *refine.Clause
	site   string
	kind   string
}

func (r *Runner) newRun(job Job) *run {
	p := r.b.code.Plans[job.Target]
	u := &run{r: r, job: job, plan: p, resume: job.Resume, found: map[finding]int{}, timeout: job.Timeout, whole: job.Whole && p.Chooses()}
	if u.timeout == 0 {
		u.timeout = r.b.opt.Timeout
	}
	n := len(p.Target.Pre)
	u.tally.Reached, u.tally.Passed = make([]int64, n), make([]int64, n)
	u.tally.Classes = make([]int64, len(p.Target.Contract.Classes))
	return u
}

// request returns the job for the next process. over reports that nothing is left to do.
func (u *run) request() (j wire.Job, over bool) {
	t := &u.tally
	j = wire.Job{
		Target: u.job.Target, Streams: u.job.Form == nil,
		Skip: u.job.Skip + t.Consumed, AfterFailure: u.job.AfterFailure, Stalling: u.job.Stalling, Shard: u.job.Shard, Portion: u.job.Portion,
		Timeout: int64(u.timeout), Memory: cmp.Or(u.job.Memory, u.r.b.opt.Memory),
		End: u.most, Finalize: u.isolated || u.r.b.unit.Pkg.Imports.Finalizes, Settle: u.isolated,
		Depth: int64(u.r.Depth), Exact: u.job.Exact, Resume: u.resume, Whole: u.whole, Sample: u.job.Sample, Samples: u.job.Samples, Draws: u.job.Draws, Answers: u.r.Answers,
		Trail: u.job.Trail, Admitted: u.job.Admitted, Mutant: u.job.Mutant,
		Atoms: u.job.Atoms, Live: u.job.Live, Dry: u.job.Dry, Observe: u.job.Observe,
		Turning: wire.Turning{Turns: u.plan.Target.Chance.Turns(), TurnAll: u.plan.Target.Chance == codegen.ChanceAll},
	}
	if u.job.Trail != TrailNone {
		j.Followed = u.r.b.executable.Followed(u.plan.Target.Contract)
	}
	if u.job.Turns > 0 {
		j.Turns, j.TurnAll = u.job.Turns, true
	}
	if !u.job.Until.IsZero() {
		j.Until, j.Lag = u.job.Until.UnixNano(), int64(u.r.b.clock.Lag())
		if u.r.b.clock.Over(u.job.Until) {
			t.Cut = true
			return j, true
		}
	}
	if u.job.Limit > 0 {
		j.Limit = u.job.Limit - t.Called
		over = over || j.Limit <= 0
	}
	if u.job.Reject > 0 {
		j.Reject = u.job.Reject - u.rejected
		over = over || j.Reject <= 0
	}
	if len(t.Findings) > 0 && u.job.AfterFailure >= 0 {
		j.Failed = true
		j.AfterFailure -= t.Called - u.first
		over = over || j.AfterFailure <= 0
	}
	return j, over
}

// runInProcess runs the job in one process, until it is done or the process dies.
func (u *run) runInProcess(ctx context.Context) (over bool, err error) {
	j, over := u.request()
	if over {
		return true, nil
	}
	r := u.r
	bare := r.b.bare(u.job.Target)
	if r.proc != nil && r.proc.Walled() != (bare && r.b.opt.Launcher.Walls()) {
		r.Close()
	}
	if r.proc == nil {
		if err = r.startFor(ctx, u.job.Target); err != nil {
			return false, err
		}
	}
	r.reusable, r.settled = r.reusable && r.b.leavesNothing(u.job.Target), false
	p := r.proc
	u.slots, u.pending, u.sent = u.slots[:0], 0, 0
	if err := u.send(p, j); err != nil {
		return u.handleDeath(ctx, p, process.Ending{})
	}
	end, err := p.Converse(ctx, u.timeout, func(m process.Message) (bool, error) { return u.answer(p, m) })
	if err != nil {
		if ctx.Err() != nil && p.Refresh() == nil {
			u.addCounters(u.board(p))
		}
		return false, err
	}
	if end.Done != nil {
		return true, u.done(p, end.Done)
	}
	return u.handleDeath(ctx, p, end)
}

// sendDomains sends the values of the types over which quantifiers range.
func (r *Runner) sendDomains(p *process.Process) error {
	if len(r.b.unit.Domains) == 0 {
		return nil
	}
	list := make([]wire.Range, len(r.Domains))
	for i, streams := range r.Domains {
		list[i] = wire.Range{Streams: streams, Doubt: int64(r.Doubts[i])}
	}
	return p.SendJSON(wire.KindDomains, list)
}

// answer handles a message within a job.
func (u *run) answer(p *process.Process, m process.Message) (ok bool, err error) {
	switch m.Kind {
	case wire.KindNeed:
		if err := u.sendBatch(p); err != nil && !errors.Is(err, syscall.EPIPE) {
			return false, err
		}
		// A process that is leaving reads no more, but its earlier messages are still to come.
		return true, nil
	case wire.KindCovered:
		var c wire.Covered
		if err := process.Unmarshal(m, &c); err != nil {
			return false, err
		}
		c.Stream = u.spelled(c.Stream)
		u.tally.Covered = append(u.tally.Covered, Covered(c))
		return true, nil
	case wire.KindObserved:
		o, err := process.Observed(m)
		if err != nil {
			return false, err
		}
		o.Stream = u.spelled(o.Stream)
		u.tally.Observed = append(u.tally.Observed, o)
		return true, nil
	case wire.KindFound:
		var f wire.Found
		if err := process.Unmarshal(m, &f); err != nil {
			return false, err
		}
		for len(u.slots) <= f.Slot {
			u.slots = append(u.slots, -1)
		}
		fd := u.r.b.finding(u.job.Target, f.Failure)
		_, known := u.found[fd]
		i := u.slot(fd, f.Stream, f.Ordinal)
		u.slots[f.Slot] = i
		if fd := &u.tally.Findings[i]; !known {
			fd.Size, fd.Results, fd.Panic = f.Size, f.Results, f.Panic
		}
		u.keepSmaller(i, f)
		if u.job.Joint {
			return true, errFailed
		}
		return true, nil
	}
	return false, nil
}

// slot returns the index of a finding in the tally, and adds it if it is new. ordinal counts the
// calls of the current process.
func (u *run) slot(f finding, stream []int64, ordinal int64) int {
	if i, ok := u.found[f]; ok {
		return i
	}
	i := len(u.tally.Findings)
	u.found[f] = i
	ordinal += u.tally.Called
	if i == 0 {
		u.first, u.tally.First = ordinal, max(1, ordinal)
		if u.job.Found != nil {
			u.job.Found()
		}
	}
	u.tally.Findings = append(u.tally.Findings, Finding{
		Cause: f.cause, Clause: f.clause, Site: f.site, Kind: f.kind, Stream: u.spelled(stream), Unspelled: stream, Ordinal: ordinal,
	})
	return i
}

// addCounters adds the counters of a process to the tally.
func (u *run) addCounters(b *wire.Board) {
	t := &u.tally
	t.Called += b.Called()
	t.Consumed += u.consumed(b)
	t.Resume = u.resume
	t.Dropped += b.Dropped()
	t.Vague += b.Vague()
	t.Changed |= b.Changed()
	t.Declined += b.Declined()
	strange, late := b.Strange()
	t.Strange, t.Late = t.Strange+strange, t.Late+late
	u.rejected += b.Rejected()
	addTo(t.Reached, b.Reached)
	addTo(t.Passed, b.Passed)
	addTo(t.Classes, b.Classes)
	for slot, i := range u.slots {
		if i >= 0 {
			t.Findings[i].Count += b.Counts[slot]
		}
	}
	u.cells(b)
	u.slots = u.slots[:0]
}

func addTo(to, from []int64) {
	for i, n := range from {
		to[i] += n
	}
}

func (u *run) done(p *process.Process, d *wire.Done) error {
	if d.Fault != "" {
		return fmt.Errorf("the harness has a fault: %s", d.Fault)
	}
	if err := p.Refresh(); err != nil {
		return err
	}
	u.r.addReached(p)
	u.addCounters(u.board(p))
	u.tally.Exhausted, u.tally.Cut, u.tally.Open = d.Exhausted, d.Cut, d.Open
	u.tally.Left = u.tally.Left || d.Left
	u.r.settled = !d.Left
	if d.Leaving {
		u.r.Close()
	}
	return nil
}

func (u *run) board(p *process.Process) *wire.Board {
	t := u.plan.Target
	return wire.NewBoard(p.Words(), nil, len(t.Pre), len(t.Contract.Classes))
}
