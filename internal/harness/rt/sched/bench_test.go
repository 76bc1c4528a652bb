package sched_test

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
)

type guardedMap struct {
	mu sync.Mutex
	m  map[string]int
}

func (g *guardedMap) Put(k string, v int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	sched.M(*sched.R(&g.m, 1), 2).Set(k, v)
}

func (g *guardedMap) Get(k string) (int, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return sched.M(*sched.R(&g.m, 3), 4).Get2(k)
}

// guarded is a program of two sequences of two calls on a map behind a mutex.
func guarded() {
	g := &guardedMap{m: map[string]int{}}
	put, get := func() { g.Put("a", 1) }, func() { g.Get("a") }
	sched.Together([][]func(){{put, get}, {put, get}})
}

func BenchmarkGuardedMap(b *testing.B) { measure(b, guarded) }

func BenchmarkPool(b *testing.B) { measure(b, pooled) }

// TestFewSchedules bounds the schedules of two programs with at most two preemptions.
func TestFewSchedules(t *testing.T) {
	for most, main := range map[int]func(){6: guarded, 890: pooled} {
		x := &sched.Exploration{Main: main}
		for range 3 {
			x.Level(func() bool { return true })
		}
		if x.Schedules > most {
			t.Errorf("%d schedules, and not %d", x.Schedules, most)
		}
	}
}

// measure explores a program with at most two preemptions.
func measure(b *testing.B, main func()) {
	n := 0
	for b.Loop() {
		x := &sched.Exploration{Main: main}
		for range 3 {
			x.Level(func() bool { return true })
		}
		n += x.Schedules
	}
	b.ReportMetric(float64(n)/float64(b.N), "schedules/op")
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "schedules/s")
}

// A pool has a goroutine that sums what is submitted.
type pool struct {
	mu, sums sync.Mutex
	jobs     chan int
	closed   bool
	sum      int
	done     sync.WaitGroup
}

func newPool() *pool {
	p := &pool{jobs: make(chan int, 1)}
	p.done.Go(func() {
		for {
			j, ok := sched.Recv2(p.jobs)
			if !ok {
				break
			}
			p.sums.Lock()
			sched.P(&p.sum, 1).Set(*sched.R(&p.sum, 2) + j)
			p.sums.Unlock()
		}
	})
	return p
}

func (p *pool) submit(j int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if *sched.R(&p.closed, 3) {
		return false
	}
	sched.To(p.jobs).Send(j)
	return true
}

func (p *pool) close() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !*sched.R(&p.closed, 4) {
		sched.P(&p.closed, 5).Set(true)
		sched.CloseChan(p.jobs)
		p.done.Wait()
	}
	p.sums.Lock()
	defer p.sums.Unlock()
	return *sched.R(&p.sum, 6)
}

// pooled is a program of two sequences of two calls with a goroutine, channels and locks.
func pooled() {
	p := newPool()
	submit, stop := func() { p.submit(1) }, func() { p.close() }
	sched.Together([][]func(){{submit, submit}, {submit, stop}})
}
