package sched_test

import (
	"fmt"
	"slices"
	"testing"
	stdtime "time"

	stdcontext "context"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/atomic"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/context"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/time"
)

// races explores two sequences of one call and counts the schedules with a race.
func races(t *testing.T, setup func() (a, b func())) int {
	t.Helper()
	n := 0
	explore(t, func() {
		a, b := setup()
		sched.Together([][]func(){{a}, {b}})
	}, func() string {
		if len(sched.Races()) > 0 {
			n++
		}
		return ""
	})
	return n
}

// TestOrders has pairs of calls that use a variable one after the other, ordered by each thing that
// orders, and none of them races.
func TestOrders(t *testing.T) {
	for name, setup := range map[string]func(x *int) (a, b func()){
		"mutex": func(x *int) (a, b func()) {
			mu := &sync.Mutex{}
			f := func() { mu.Lock(); sched.P(x, 1).Set(1); mu.Unlock() }
			return f, f
		},
		"rwmutex": func(x *int) (a, b func()) {
			mu := &sync.RWMutex{}
			return func() { mu.Lock(); sched.P(x, 1).Set(1); mu.Unlock() }, func() { mu.RLock(); _ = *sched.R(x, 2); mu.RUnlock() }
		},
		"channel as a semaphore": func(x *int) (a, b func()) {
			c := make(chan bool, 1)
			f := func() { sched.To(c).Send(true); sched.P(x, 1).Set(1); sched.Recv(c) }
			return f, f
		},
		"message": func(x *int) (a, b func()) {
			c := make(chan bool, 3)
			return func() { sched.P(x, 1).Set(1); sched.To(c).Send(true) }, func() { sched.Recv(c); sched.P(x, 2).Set(2) }
		},
		"meeting": func(x *int) (a, b func()) {
			c := make(chan bool)
			return func() { sched.Recv(c); sched.P(x, 1).Set(1) }, func() { sched.P(x, 2).Set(2); sched.To(c).Send(true) }
		},
		"close": func(x *int) (a, b func()) {
			c := make(chan bool)
			return func() { sched.P(x, 1).Set(1); sched.CloseChan(c) }, func() { sched.Recv(c); sched.P(x, 2).Set(2) }
		},
		"wait group": func(x *int) (a, b func()) {
			w := &sync.WaitGroup{}
			w.Add(1)
			return func() { sched.P(x, 1).Set(1); w.Done() }, func() { w.Wait(); sched.P(x, 2).Set(2) }
		},
		"once": func(x *int) (a, b func()) {
			o := &sync.Once{}
			f := func() { o.Do(func() { sched.P(x, 1).Set(1) }); _ = *sched.R(x, 2) }
			return f, f
		},
		"atomic flag": func(x *int) (a, b func()) {
			flag := &atomic.Bool{}
			return func() { sched.P(x, 1).Set(1); flag.Store(true) }, func() {
				if flag.Load() {
					sched.P(x, 2).Set(2)
				}
			}
		},
		"go": func(x *int) (a, b func()) {
			return func() {
				done := make(chan bool)
				sched.P(x, 1).Set(1)
				sched.Go(func() { sched.P(x, 2).Set(2); sched.CloseChan(done) })
				sched.Recv(done)
				sched.P(x, 3).Set(3)
			}, func() {}
		},
		"context": func(x *int) (a, b func()) {
			ctx, cancel := context.WithCancel(stdcontext.Background())
			return func() { sched.P(x, 1).Set(1); cancel() }, func() { sched.Recv(ctx.Done()); sched.P(x, 2).Set(2) }
		},
		"timer": func(x *int) (a, b func()) {
			return func() {
				sched.P(x, 1).Set(1)
				done := make(chan bool)
				time.AfterFunc(stdtime.Second, func() { sched.P(x, 2).Set(2); sched.CloseChan(done) })
				sched.Recv(done)
			}, func() {}
		},
		"condition": func(x *int) (a, b func()) {
			mu := &sync.Mutex{}
			c := sync.NewCond(mu)
			ready := false
			return func() { sched.P(x, 1).Set(1); mu.Lock(); ready = true; mu.Unlock(); c.Signal() }, func() {
				mu.Lock()
				for !ready {
					c.Wait()
				}
				mu.Unlock()
				sched.P(x, 2).Set(2)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			if n := races(t, func() (a, b func()) { return setup(new(int)) }); n > 0 {
				t.Errorf("%d schedules race", n)
			}
		})
	}
}

// TestUnordered has pairs of which nothing orders the accesses.
func TestUnordered(t *testing.T) {
	for name, setup := range map[string]func(x *int) (a, b func()){
		"other mutexes": func(x *int) (a, b func()) {
			m, n := &sync.Mutex{}, &sync.Mutex{}
			return func() { m.Lock(); sched.P(x, 1).Set(1); m.Unlock() }, func() { n.Lock(); sched.P(x, 1).Set(1); n.Unlock() }
		},
		"two readers": func(x *int) (a, b func()) {
			mu := &sync.RWMutex{}
			f := func() { mu.RLock(); sched.P(x, 1).Set(1); mu.RUnlock() }
			return f, f
		},
		"after the message": func(x *int) (a, b func()) {
			c := make(chan bool, 1)
			return func() { sched.To(c).Send(true); sched.P(x, 1).Set(1) }, func() { sched.Recv(c); sched.P(x, 2).Set(2) }
		},
		"atomic and plain": func(x *int) (a, b func()) {
			var n int64
			return func() { atomic.AddInt64(&n, 1) }, func() { _ = *sched.R(&n, 2) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			if races(t, func() (a, b func()) { return setup(new(int)) }) == 0 {
				t.Error("no schedule races")
			}
		})
	}
}

func TestWriterKeepsReadersOut(t *testing.T) {
	got := explore(t, func() {
		mu := &sync.RWMutex{}
		twice := func() { mu.RLock(); defer mu.RUnlock(); mu.RLock(); defer mu.RUnlock() }
		sched.Together([][]func(){{twice}, {func() { mu.Lock(); defer mu.Unlock() }}})
	}, func() string { return "done" })
	expect(t, got, "done", "stuck")
}

func TestSignalIsLost(t *testing.T) {
	got := explore(t, func() {
		mu := &sync.Mutex{}
		c := sync.NewCond(mu)
		sched.Together([][]func(){{func() { mu.Lock(); c.Wait(); mu.Unlock() }}, {c.Signal}})
	}, func() string { return "done" })
	expect(t, got, "done", "stuck")
}

func TestPanicOfGoroutine(t *testing.T) {
	got := explore(t, func() {
		sched.Together([][]func(){{func() { sched.Go(func() { panic("p") }) }}, {func() {}}})
	}, func() string { return "done" })
	expect(t, got, "crashed")
}

func TestSpinningEnds(t *testing.T) {
	got := explore(t, func() {
		flag := &atomic.Bool{}
		sched.Together([][]func(){{func() {
			for !flag.Load() {
			}
		}}, {func() { flag.Store(true) }}})
	}, func() string { return "done" })
	expect(t, got, "done")
}

func TestLivelock(t *testing.T) {
	got := explore(t, func() {
		flag := &atomic.Bool{}
		sched.Together([][]func(){{func() {
			for !flag.Load() {
				sched.Gosched()
			}
		}}})
	}, func() string { return "done" })
	expect(t, got, "endless")
}

// TestSameSchedules explores a program twice: the choices are the same, in the same order.
func TestSameSchedules(t *testing.T) {
	all := func() (out []string) {
		x := &sched.Exploration{Main: guarded}
		for range 3 {
			x.Level(func() bool { out = append(out, string(sched.Choices())); return true })
		}
		x.Random(20, 3, func() bool { out = append(out, string(sched.Choices())); return true })
		return out
	}
	first, second := all(), all()
	if len(first) != len(second) {
		t.Fatalf("%d schedules, and then %d", len(first), len(second))
	}
	met := map[string]bool{}
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("schedule %d is %v, and then %v", i, []byte(first[i]), []byte(second[i]))
		}
		if i < len(first)-20 && met[first[i]] {
			t.Errorf("schedule %d comes twice", i)
		}
		met[first[i]] = true
	}
}

// TestCauses records calls that a mutex, a channel and a start of a goroutine order.
func TestCauses(t *testing.T) {
	for name, tt := range map[string]struct {
		setup func(x *int) (a, b func())
		want  []string
	}{
		"mutex": {func(x *int) (a, b func()) {
			mu := &sync.Mutex{}
			f := func() { mu.Lock(); sched.P(x, 1).Set(1); mu.Unlock() }
			return f, f
		}, []string{"1 unlocks before 2 locks"}},
		"message": {func(x *int) (a, b func()) {
			c := make(chan bool, 3)
			return func() { sched.To(c).Send(true) }, func() { sched.Recv(c) }
		}, []string{"1 sends before 2 receives"}},
		"readers": {func(x *int) (a, b func()) {
			mu := &sync.RWMutex{}
			f := func() { mu.RLock(); _ = *sched.R(x, 2); mu.RUnlock() }
			return f, f
		}, nil},
	} {
		x := &sched.Exploration{Main: func() {
			a, b := tt.setup(new(int))
			sched.Together([][]func(){{a}, {b}})
		}}
		events, _ := x.Replay(nil)
		var got []string
		for i, list := range sched.Causes(events) {
			for _, k := range list {
				if e, from := events[i], events[k]; from.Goroutine != 0 && e.Goroutine != 0 {
					got = append(got, fmt.Sprintf("%d %v before %d %v", from.Sequence, from.Kind, e.Sequence, e.Kind))
				}
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
