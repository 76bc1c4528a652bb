package concurrent

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
)

// A guardedMap is a map behind a mutex, as it is rewritten.
type guardedMap struct {
	mu sync.Mutex
	m  map[string]int
}

func (g *guardedMap) put(k string, v int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	sched.M(*sched.R(&g.m, 1), 2).Set(k, v)
}

func (g *guardedMap) get(k string) (int, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return sched.M(*sched.R(&g.m, 3), 4).Get2(k)
}

func (g *guardedMap) remove(k string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	sched.M(*sched.R(&g.m, 5), 6).Delete(k)
}

// guarded is the subject of a map behind a mutex.
func guarded() *Subject {
	step := func(text string, do func(r *Record, g *guardedMap)) Call {
		return Call{Name: text, Text: text, Concurrent: true, Do: func(r *Record) { do(r, r.Self.(*guardedMap)) }}
	}
	return &Subject{
		Name:   "Map",
		Makers: []Call{{Name: "New", Text: "New()", Do: func(r *Record) { r.Self = &guardedMap{m: map[string]int{}} }}},
		Steps: []Call{
			step("put", func(r *Record, g *guardedMap) { g.put("a", 1) }),
			step("get", func(r *Record, g *guardedMap) { v, ok := g.get("a"); r.Results(v, ok) }),
			step("remove", func(r *Record, g *guardedMap) { g.remove("a") }),
		},
	}
}

// BenchmarkGuardedMap runs and judges all schedules with at most two preemptions of all cases with two sequences of
// two calls of a map behind a mutex. The bound is 100 000 schedules a second.
func BenchmarkGuardedMap(b *testing.B) {
	shapes = shapes[len(shapes)-1:]
	schedules := 0
	for b.Loop() {
		s := &search{subject: guarded(), points: map[int32]bool{}, Limits: Limits{Prefix: 2, States: 12, Preemptions: 2, Random: 5, Schedules: 1_000_000, CaseSchedules: 20_000}}
		r := s.run(nil)
		if len(r.Findings) > 0 || r.Unsupported != "" || r.Exhausted < 2 {
			b.Fatalf("%+v", r)
		}
		schedules += r.Schedules
	}
	b.ReportMetric(float64(schedules)/b.Elapsed().Seconds(), "schedules/s")
}
