package harness

import (
	"context"
	"sync"

	"github.com/rtest-dev/rtest/internal/harness/process"
)

// Starting a process takes longer than the tests of most functions. So one runner hands its process to the next,
// if the calls in it leave nothing behind that later calls could observe: see leavesNothing.

// idleProcesses are processes of a binary that wait for their next runner.
type idleProcesses struct {
	mu   sync.Mutex
	list []*process.Process
}

// take returns a process that waits, or nil.
func (i *idleProcesses) take() *process.Process {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := len(i.list)
	if n == 0 {
		return nil
	}
	p := i.list[n-1]
	i.list = i.list[:n-1]
	return p
}

func (i *idleProcesses) put(p *process.Process) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.list = append(i.list, p)
}

// close ends all that wait.
func (i *idleProcesses) close() {
	for p := i.take(); p != nil; p = i.take() {
		p.Close()
	}
}

// leavesNothing reports whether calls of a target neither depend on earlier calls in their process nor influence
// later ones, as far as the code shows.
func (b *Binary) leavesNothing(target int) bool {
	p := b.code.Plans[target]
	return p.Target.Apart && !p.Chooses() && p.Target.Chance.Turns() <= 1 && !b.bare(target) && !b.opt.Build.Counters.PerCall()
}

// start starts the runner's process.
func (r *Runner) start(ctx context.Context, walled bool) (err error) {
	r.sent = nil
	r.proc, err = r.b.program.Start(ctx, walled)
	return err
}

// startFor starts the runner's process for jobs of a target, or takes one that waits.
func (r *Runner) startFor(ctx context.Context, target int) error {
	if r.b.leavesNothing(target) {
		if r.proc = r.b.idle.take(); r.proc != nil {
			r.sent, r.reusable, r.settled = nil, true, true
			return nil
		}
	}
	r.reusable = true
	return r.start(ctx, r.b.bare(target))
}

// Release ends the use of the runner. Its process is kept for other runners if nothing is left of
// its jobs; otherwise it ends.
func (r *Runner) Release() {
	if r.proc != nil && r.reusable && r.settled && len(r.sent) == 0 && r.proc.SharesMemory() {
		r.b.idle.put(r.proc)
		r.proc = nil
	}
	for _, o := range r.divided.others {
		o.Release()
	}
	r.Close()
}
