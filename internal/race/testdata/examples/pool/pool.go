// Package pool has pools of workers.
package pool

import "sync"

// Stuck closes under the lock that its worker needs.
//
//rtest:via NewStuck(), Submit, Close
//rtest:concurrent Submit, Close
type Stuck struct {
	mu     sync.Mutex
	jobs   chan int
	closed bool
	sum    int
	done   sync.WaitGroup
}

// NewStuck starts a pool.
func NewStuck() *Stuck {
	p := &Stuck{jobs: make(chan int, 1)}
	p.done.Go(func() {
		for j := range p.jobs {
			p.mu.Lock()
			p.sum += j
			p.mu.Unlock()
		}
	})
	return p
}

// Submit has a job done.
func (p *Stuck) Submit(j int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.jobs <- j
	return true
}

// Close waits until all is done, and returns the sum.
func (p *Stuck) Close() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.closed = true
		close(p.jobs)
		p.done.Wait()
	}
	return p.sum
}

// Pool has a lock of its own for the sum.
//
//rtest:via New(), Submit, Close
//rtest:concurrent Submit, Close
type Pool struct {
	mu, sums sync.Mutex
	jobs     chan int
	closed   bool
	sum      int
	done     sync.WaitGroup
}

// New starts a pool.
func New() *Pool {
	p := &Pool{jobs: make(chan int, 1)}
	p.done.Go(func() {
		for j := range p.jobs {
			p.sums.Lock()
			p.sum += j
			p.sums.Unlock()
		}
	})
	return p
}

// Submit has a job done.
func (p *Pool) Submit(j int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.jobs <- j
	return true
}

// Close waits until all is done, and returns the sum.
func (p *Pool) Close() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.closed = true
		close(p.jobs)
		p.done.Wait()
	}
	p.sums.Lock()
	defer p.sums.Unlock()
	return p.sum
}
