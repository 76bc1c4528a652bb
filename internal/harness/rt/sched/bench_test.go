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

func BenchmarkGuardedMap(b *testing.B) {
	n := 0
	for b.Loop() {
		x := &sched.Exploration{Main: guarded}
		for range 3 {
			x.Level(func() bool { return true })
		}
		n += x.Schedules
	}
	b.ReportMetric(float64(n)/float64(b.N), "schedules/op")
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "schedules/s")
}
