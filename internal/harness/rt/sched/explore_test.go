package sched_test

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/atomic"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
)

// explore runs all schedules of a program with at most two preemptions, and returns how often each
// result of result comes after them.
func explore(t *testing.T, main func(), result func() string) map[string]int {
	t.Helper()
	out := map[string]int{}
	x := &sched.Exploration{Main: main}
	for range 3 {
		x.Level(func() bool {
			if sched.Diverged() {
				t.Error("a schedule cannot be repeated")
			}
			r := ""
			switch sched.End() {
			case sched.Stuck:
				r = "stuck"
			case sched.Endless:
				r = "endless"
			case sched.Crashed:
				r = "crashed"
			default:
				r = result()
			}
			out[r]++
			return true
		})
	}
	return out
}

func expect(t *testing.T, got map[string]int, want ...string) {
	t.Helper()
	for _, w := range want {
		if got[w] == 0 {
			t.Errorf("no schedule gives %q; all give %v", w, got)
		}
		delete(got, w)
	}
	for r := range got {
		t.Errorf("a schedule gives %q", r)
	}
}

func TestLostUpdate(t *testing.T) {
	var n atomic.Int64
	inc := func() { n.Store(n.Load() + 1) }
	got := explore(t, func() {
		n = atomic.Int64{}
		sched.Together([][]func(){{inc}, {inc}})
	}, func() string { return string('0' + rune(n.Load())) })
	expect(t, got, "1", "2")
}

func TestMutexKeepsUpdates(t *testing.T) {
	var mu sync.Mutex
	n := 0
	inc := func() {
		mu.Lock()
		defer mu.Unlock()
		v := *sched.R(&n, 1)
		sched.P(&n, 2).Set(v + 1)
	}
	got := explore(t, func() {
		n = 0
		sched.Together([][]func(){{inc, inc}, {inc}})
		if len(sched.Races()) > 0 {
			t.Error("accesses under a lock race")
		}
	}, func() string { return string('0' + rune(n)) })
	expect(t, got, "3")
}

func TestLockOrderDeadlock(t *testing.T) {
	var a, b sync.Mutex
	both := func(x, y *sync.Mutex) func() {
		return func() {
			x.Lock()
			defer x.Unlock()
			y.Lock()
			defer y.Unlock()
		}
	}
	got := explore(t, func() {
		sched.Together([][]func(){{both(&a, &b)}, {both(&b, &a)}})
	}, func() string { return "done" })
	expect(t, got, "done", "stuck")
}

func TestChannels(t *testing.T) {
	sum := 0
	got := explore(t, func() {
		c, done := make(chan int), make(chan bool, 1)
		sum = 0
		producer := func() {
			sched.To(c).Send(1)
			sched.To(c).Send(2)
			sched.CloseChan(c)
		}
		consumer := func() {
			for {
				v, ok := sched.Recv2(c)
				if !ok {
					break
				}
				sum += v
			}
			sched.To(done).Send(true)
		}
		sched.Together([][]func(){{producer}, {consumer}})
		sched.Recv(done)
	}, func() string { return string('0' + rune(sum)) })
	expect(t, got, "3")
}

func TestSelectTriesEachCase(t *testing.T) {
	which := 0
	got := explore(t, func() {
		a, b := make(chan int, 1), make(chan int, 1)
		a <- 1
		b <- 1
		sched.Together([][]func(){{func() { which = sched.Choose(false, sched.From(a), sched.From(b)) }}})
	}, func() string { return string('0' + rune(which)) })
	expect(t, got, "0", "1")
}

func TestPlainAccessesRace(t *testing.T) {
	n, races := 0, 0
	explore(t, func() {
		sched.Together([][]func(){{func() { sched.P(&n, 1).Set(1) }}, {func() { _ = *sched.R(&n, 2) }}})
		races += len(sched.Races())
	}, func() string { return "" })
	if races == 0 {
		t.Error("no race is found")
	}
}

// TestUnstartedCallsAreNotMade has schedules end by a panic. Calls that have not begun then are not made.
func TestUnstartedCallsAreNotMade(t *testing.T) {
	made, then := 0, 0
	x := &sched.Exploration{Main: func() {
		made, then = 0, 0
		call := func() { made++ }
		sched.Together([][]func(){{func() { sched.Go(func() { then = made; panic("p") }) }}, {call, call}, {call}})
	}}
	x.Level(func() bool {
		if made != then || sched.End() != sched.Crashed {
			t.Errorf("%d calls are made, of which %d before the panic", made, then)
		}
		return true
	})
}

func TestGoroutinesThatWaitAreLeft(t *testing.T) {
	left := 0
	explore(t, func() {
		c := make(chan int)
		sched.Together([][]func(){{func() { sched.Go(func() { sched.Recv(c) }) }}})
	}, func() string {
		left += len(sched.Left())
		return ""
	})
	if left == 0 {
		t.Error("the goroutine that waits is not left")
	}
}

// TestLongSpin has a goroutine that looks at many things, and then waits in a loop that looks at many others.
func TestLongSpin(t *testing.T) {
	var many, others [50]atomic.Int64
	var flag atomic.Bool
	got := explore(t, func() {
		many, others, flag = [50]atomic.Int64{}, [50]atomic.Int64{}, atomic.Bool{}
		wait := func() {
			for i := range many {
				many[i].Load()
			}
			for !flag.Load() {
				for i := range others {
					others[i].Load()
				}
			}
		}
		sched.Together([][]func(){{wait}, {func() { flag.Store(true) }}})
	}, func() string { return "done" })
	expect(t, got, "done")
}

// TestNumbersOfGoroutines has calls that start goroutines of their own. The order in which they start does not matter to what
// follows, so that schedules which differ in nothing else are run once.
func TestNumbersOfGoroutines(t *testing.T) {
	call := func() {
		c := make(chan int, 1)
		for range 2 {
			sched.Go(func() { sched.To(c).Send(1) })
		}
		sched.Recv(c)
		sched.Recv(c)
	}
	complete := 0
	explore(t, func() {
		sched.Together([][]func(){{call}, {call}})
	}, func() string {
		if !sched.IsRepeated() {
			complete++
		}
		return ""
	})
	if complete > 240 { // There were 320 when goroutines had no names but their numbers.
		t.Errorf("%d schedules run to their end", complete)
	}
}

// TestCosts checks that accesses to memory and steps cost as much as schedules, and are seen while a schedule runs.
func TestCosts(t *testing.T) {
	for _, test := range []struct {
		name            string
		step            func()
		spent, progress int
	}{
		{"accesses", func() { sched.R(new(int), 1) }, 100_000 / 2_000, 5},
		{"steps", sched.Gosched, 100_000 / 200, 90},
	} {
		before, within := sched.Progress(), int64(0)
		x := &sched.Exploration{Main: func() {
			for range 100_000 {
				test.step()
			}
			within = sched.Progress() - before
		}}
		x.Level(func() bool { return false })
		if x.Spent < test.spent || within < int64(test.progress) {
			t.Errorf("%s: they cost as much as %d schedules, and %d of them are seen; want %d and %d", test.name, x.Spent, within, test.spent, test.progress)
		}
	}
}
