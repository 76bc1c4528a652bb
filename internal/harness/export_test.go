package harness

import "time"

// Divide makes the runner divide its next job among n processes more, if it may be divided at all.
func (r *Runner) Divide(target, n int) {
	r.Spare = func() (int, func()) { return n, func() {} }
	r.divided.target, r.divided.took = target, time.Hour
}

// Divided reports whether the last job went through in several processes.
func (r *Runner) Divided() bool { return len(r.divided.others) > 0 }

// Idle returns how many processes wait for a runner.
func (b *Binary) Idle() int { return len(b.idle.list) }

// EndIdle ends them.
func (b *Binary) EndIdle() { b.idle.close() }
