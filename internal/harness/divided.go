package harness

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A job may be divided among parallel processes, each with a shard of the form. The outcome is that of one
// process. If all processes complete their shards without anything to report, their counters are added up. If
// one has a finding, dies, stalls or reaches a limit, all results are dropped, and the job runs in one process.
// That happens at most once in the test of a function that fails, and takes less time than the run that follows.

const (
	// dividedFrom is how long a job takes after which the next one is divided. The solutions of a depth
	// are mostly many times as many as those of the one before. It is about what starting a process
	// takes.
	dividedFrom = 8 * time.Millisecond
	// dividedLong is the expected time from which the next job is divided, if jobs grow as they did.
	// dividedKnown is the least time of the last job that allows such a prediction.
	dividedLong  = 8 * dividedFrom
	dividedKnown = time.Millisecond
)

// errFailed ends the parts of a job that has to run in one process.
var errFailed = errors.New("a part of a job did not go through")

// divided is the processes among which the jobs of a runner are divided.
type divided struct {
	others []*Runner
	// target is that of the last job, took how long this job took, 0 if that is not known. inputs is how
	// many inputs it had, and before the job before it, 0 if that had another target.
	target         int
	took           time.Duration
	inputs, before int64
}

func (d *divided) close() {
	for _, o := range d.others {
		o.Close()
	}
}

// note measures a job, until the function that it returns is called with the number of its inputs. A job
// for which the process has to be started first says nothing of how long others take.
func (d *divided) note(started bool, job Job) (over func(inputs int64)) {
	start := time.Now()
	return func(inputs int64) {
		if d.before = d.inputs; d.target != job.Target {
			d.before = 0
		}
		d.target, d.took, d.inputs = job.Target, time.Since(start), inputs
		if !started || job.Form == nil || job.Dry {
			d.took = 0
		}
	}
}

// isWorth reports whether the next job probably takes much longer than starting a process.
func (d *divided) isWorth() bool {
	if d.took >= dividedFrom || d.took < dividedKnown || d.before == 0 {
		return d.took >= dividedFrom
	}
	return float64(d.took)*float64(d.inputs) >= float64(dividedLong)*float64(d.before)
}

// divides reports whether a job may be divided, and is worth it.
func (r *Runner) divides(job Job) bool {
	p := r.b.code.Plans[job.Target]
	counts := r.b.opt.Build.Counters.PerCall() || job.Observe != wire.ObserveNothing || job.Trail != TrailNone || job.Mutant != 0
	special := job.Dry || job.Live || job.Exact || job.Whole || job.Sample != 0 || job.Turns > 1
	begun := job.Skip > 0 || job.Resume != nil || job.Shard.Of > 1 || job.Portion.Of > 1
	return r.Spare != nil && job.Form != nil && p.Target.Apart && !p.Chooses() && p.Target.Chance.Turns() <= 1 &&
		!counts && !special && !begun && r.divided.target == job.Target && r.divided.isWorth()
}

// runDivided runs a job in several processes. ok is false if none is free, or the job has to run in
// one.
func (r *Runner) runDivided(ctx context.Context, job Job) (t Tally, ok bool, err error) {
	if !r.divides(job) {
		return t, false, nil
	}
	n, give := r.Spare()
	defer give()
	if n == 0 {
		return t, false, nil
	}
	reached, concluded := slices.Clone(r.reached), slices.Clone(r.concluded)
	parts := runParts(ctx, r.sideBySide(n), job)
	t = parts[0].tally
	rejected, failed, found := parts[0].rejected, parts[0].failed, parts[0].tally
	for _, p := range parts[1:] {
		t.add(p.tally)
		rejected, failed = rejected+p.rejected, failed || p.failed
		if len(found.Findings) == 0 {
			found = p.tally
		}
	}
	if ctx.Err() != nil {
		r.Close()
		return t, true, ctx.Err()
	}
	if failed || job.Limit > 0 && t.Called > job.Limit || job.Reject > 0 && rejected >= job.Reject {
		// Coverage of these processes does not count.
		r.Close()
		r.divided = divided{}
		r.reached, r.concluded = reached, concluded
		t, err = r.newRun(job).runAll(ctx)
		if t.Cut && len(t.Findings) == 0 && len(found.Findings) > 0 {
			t, t.Exhausted, t.Cut = found, false, true // There was no time to find it again.
		}
		return t, true, err
	}
	for _, o := range r.divided.others[:n] {
		r.mergeReached(o)
	}
	return t, true, nil
}

// sideBySide returns the runner and n others.
func (r *Runner) sideBySide(n int) []*Runner {
	runs := []*Runner{r}
	for i := range n {
		if i == len(r.divided.others) {
			r.divided.others = append(r.divided.others, r.b.Runner())
		}
		o := r.divided.others[i]
		o.Domains, o.Doubts, o.Answers, o.Depth, o.Observe = r.Domains, r.Doubts, r.Answers, r.Depth, r.Observe
		runs = append(runs, o)
	}
	return runs
}

// A part is the outcome of one shard of a job. failed means that it neither completed nor used up its time.
type part struct {
	tally    Tally
	rejected int64
	failed   bool
}

// runParts runs a job in several runners, a shard in each. They end when one of them fails.
func runParts(ctx context.Context, runs []*Runner, job Job) []part {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	parts := make([]part, len(runs))
	var all fault.Group
	for i, r := range runs {
		job := job
		job.Shard = form.Shard{Index: i + 1, Of: len(runs)}
		job.Handover, job.Joint = true, true
		all.Go(func() {
			u := r.newRun(job)
			over, err := u.runInProcess(ctx)
			t := &u.tally
			through := over && (t.Exhausted || t.Cut) && !t.Left && len(t.Open)+len(t.Findings) == 0
			parts[i] = part{tally: *t, rejected: u.rejected, failed: err != nil || !through}
			if parts[i].failed {
				stop()
			}
		})
	}
	all.Wait()
	return parts
}

// add adds the counters of another part of a job.
func (t *Tally) add(o Tally) {
	t.Called, t.Consumed, t.Vague, t.Declined = t.Called+o.Called, t.Consumed+o.Consumed, t.Vague+o.Vague, t.Declined+o.Declined
	t.Dropped, t.Strange, t.Late = t.Dropped+o.Dropped, t.Strange+o.Strange, t.Late+o.Late
	t.Changed |= o.Changed
	t.Exhausted, t.Cut = t.Exhausted && o.Exhausted, t.Cut || o.Cut
	addTo(t.Reached, o.Reached)
	addTo(t.Passed, o.Passed)
	addTo(t.Classes, o.Classes)
}
