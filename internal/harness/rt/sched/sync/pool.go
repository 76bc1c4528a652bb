package sync

import "github.com/rtest-dev/rtest/internal/harness/rt/sched"

// A Pool keeps values for others. It gives back the last value that was put into it.
type Pool struct {
	// New makes a value where the pool is empty.
	New func() any

	object sched.Object
	values []any
}

func (p *Pool) fresh() {
	if p.object.Fresh() {
		p.values = nil
	}
}

// Get takes a value from the pool.
func (p *Pool) Get() any {
	g := sched.Point(sched.PoolGet, nil)
	p.fresh()
	if g != nil {
		p.object.Changed(g)
		p.object.Acquire(g)
	}
	if n := len(p.values); n > 0 {
		x := p.values[n-1]
		p.values = p.values[:n-1]
		return x
	}
	if p.New != nil {
		return p.New()
	}
	return nil
}

// Put puts a value into the pool.
func (p *Pool) Put(x any) {
	if x == nil {
		return
	}
	g := sched.Point(sched.PoolPut, nil)
	p.fresh()
	if g != nil {
		p.object.Changed(g)
		p.object.Release(g)
	}
	p.values = append(p.values, x)
}
