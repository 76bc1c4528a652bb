package sched_test

import (
	base "context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/atomic"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/context"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/time"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// A world is what the calls of a random program share.
type world struct {
	mu      [2]sync.Mutex
	rw      sync.RWMutex
	n       [2]atomic.Int64
	once    sync.Once
	wg      sync.WaitGroup
	cond    *sync.Cond
	pool    sync.Pool
	m       sync.Map
	ctx     base.Context
	cancel  base.CancelFunc
	timer   *time.Timer
	c       [2]chan int
	plain   [2]int
	results [][]string
}

// increase adds one to a variable that may be shared, and returns what it was.
func increase(p *int) int {
	v := *sched.R(p, 4)
	sched.P(p, 3).Set(v + 1)
	return v
}

// actions are what a call of a random program does, with the words that name them.
var actions = map[string]func(w *world, say func(any)){
	"lock0":    func(w *world, say func(any)) { w.mu[0].Lock() },
	"unlock0":  func(w *world, say func(any)) { w.mu[0].Unlock() },
	"lock1":    func(w *world, say func(any)) { w.mu[1].Lock() },
	"unlock1":  func(w *world, say func(any)) { w.mu[1].Unlock() },
	"rlock":    func(w *world, say func(any)) { w.rw.RLock() },
	"runlock":  func(w *world, say func(any)) { w.rw.RUnlock() },
	"wlock":    func(w *world, say func(any)) { w.rw.Lock() },
	"wunlock":  func(w *world, say func(any)) { w.rw.Unlock() },
	"load0":    func(w *world, say func(any)) { say(w.n[0].Load()) },
	"store0":   func(w *world, say func(any)) { w.n[0].Store(5) },
	"add0":     func(w *world, say func(any)) { say(w.n[0].Add(1)) },
	"cas0":     func(w *world, say func(any)) { say(w.n[0].CompareAndSwap(1, 2)) },
	"load1":    func(w *world, say func(any)) { say(w.n[1].Load()) },
	"add1":     func(w *world, say func(any)) { say(w.n[1].Add(1)) },
	"once":     func(w *world, say func(any)) { w.once.Do(func() { say(w.n[0].Add(1)) }) },
	"addwait":  func(w *world, say func(any)) { w.wg.Add(1) },
	"done":     func(w *world, say func(any)) { w.wg.Done() },
	"wait":     func(w *world, say func(any)) { w.wg.Wait() },
	"send0":    func(w *world, say func(any)) { sched.To(w.c[0]).Send(1) },
	"receive0": func(w *world, say func(any)) { say(sched.Recv(w.c[0])) },
	"send1":    func(w *world, say func(any)) { sched.To(w.c[1]).Send(2) },
	"receive1": func(w *world, say func(any)) { say(sched.Recv(w.c[1])) },
	"either":   func(w *world, say func(any)) { say(sched.Choose(false, sched.From(w.c[0]), sched.From(w.c[1]))) },
	"maybe":    func(w *world, say func(any)) { say(sched.Choose(true, sched.From(w.c[0]), sched.To(w.c[1]).Of(3))) },
	"read":     func(w *world, say func(any)) { say(*sched.R(&w.plain[0], 1)) },
	"write":    func(w *world, say func(any)) { sched.P(&w.plain[0], 2).Set(7) },
	"increase": func(w *world, say func(any)) { say(increase(&w.plain[1])) },
	"start":    func(w *world, say func(any)) { sched.Go(func() { w.n[1].Add(10) }) },
	"startrun": func(w *world, say func(any)) {
		sched.Go(func() { w.mu[0].Lock(); increase(&w.plain[1]); w.mu[0].Unlock() })
	},
	"pause":     func(w *world, say func(any)) { sched.Pause() },
	"yield":     func(w *world, say func(any)) { sched.Gosched() },
	"sleep":     func(w *world, say func(any)) { time.Sleep(1) },
	"signal":    func(w *world, say func(any)) { w.cond.Signal() },
	"broadcast": func(w *world, say func(any)) { w.cond.Broadcast() },
	"take":      func(w *world, say func(any)) { say(w.pool.Get()) },
	"put":       func(w *world, say func(any)) { w.pool.Put(8) },
	"mapload":   func(w *world, say func(any)) { v, ok := w.m.Load("a"); say(v); say(ok) },
	"mapstore":  func(w *world, say func(any)) { w.m.Store("a", 1) },
	"mapadd":    func(w *world, say func(any)) { v, ok := w.m.LoadOrStore("a", 2); say(v); say(ok) },
	"mapcas":    func(w *world, say func(any)) { say(w.m.CompareAndSwap("a", 1, 3)) },
	"maprange":  func(w *world, say func(any)) { w.m.Range(func(k, v any) bool { say(v); return true }) },
	"close":     func(w *world, say func(any)) { sched.CloseChan(w.c[1]) },
	"cancel":    func(w *world, say func(any)) { w.cancel() },
	"err":       func(w *world, say func(any)) { say(w.ctx.Err()) },
	"canceled":  func(w *world, say func(any)) { say(sched.Choose(false, sched.From(w.ctx.Done()), sched.From(w.c[1]))) },
	"stop":      func(w *world, say func(any)) { say(w.timer.Stop()) },
	"reset":     func(w *world, say func(any)) { say(w.timer.Reset(1)) },
	"now":       func(w *world, say func(any)) { say(time.Since(begin)) },
	"timer":     func(w *world, say func(any)) { say(sched.Choose(true, sched.From(w.timer.C), sched.From(w.c[1]))) },
	"await":     func(w *world, say func(any)) { w.mu[1].Lock(); w.cond.Wait(); w.mu[1].Unlock() },
	"try0": func(w *world, say func(any)) {
		ok := w.mu[0].TryLock()
		if say(ok); ok {
			w.mu[0].Unlock()
		}
	},
	"tryread": func(w *world, say func(any)) {
		ok := w.rw.TryRLock()
		if say(ok); ok {
			w.rw.RUnlock()
		}
	},
}

// begin is when the logical clock begins.
var begin = time.Now()

// fewActions are those of programs with longer calls.
var fewActions = []string{"load0", "store0", "add0", "cas0", "load1", "add1", "increase", "read", "write"}

// A program has the words of each call of each sequence.
type program [][]string

// randomProgram has two or three sequences of one or two calls.
func randomProgram(r *rand.Rand) (p program) {
	words := make([]string, 0, len(actions))
	for w := range actions {
		words = append(words, w)
	}
	slices.Sort(words)
	length := 3
	if r.IntN(4) == 0 { // Longer calls, of which many steps concern one object.
		words, length = fewActions, 4
	}
	call := func() string {
		var list []string
		for range 1 + r.IntN(length) {
			list = append(list, words[r.IntN(len(words))])
		}
		// Some calls are guarded.
		switch r.IntN(5) {
		case 0:
			list = append([]string{"lock0"}, append(list, "unlock0")...)
		case 1:
			list = append([]string{"wlock"}, append(list, "wunlock")...)
		case 2:
			list = append([]string{"rlock"}, append(list, "runlock")...)
		}
		return strings.Join(list, " ")
	}
	same := r.IntN(4) == 0
	if r.IntN(3) == 0 {
		p = program{{call()}, {call()}, {call()}}
		if same {
			p[1+r.IntN(2)] = p[0]
		}
		return p
	}
	second := []string{call(), call()}
	p = program{{call(), call()}, second[:1+r.IntN(2)]}
	if same && p[:1].has("start", "startrun") {
		p[0] = p[0][:1] // Otherwise there are too many schedules.
	}
	if same {
		p[1] = p[0]
	}
	return p
}

// twins returns for each sequence the last one before it with the same calls, or -1.
func (p program) twins() (out []int) {
	for i, seq := range p {
		at := i - 1
		for at >= 0 && !slices.Equal(p[at], seq) {
			at--
		}
		out = append(out, at)
	}
	return out
}

// renamings returns the ways to exchange sequences with the same calls: for each call, which one it becomes.
func (p program) renamings() [][]int {
	var starts, same []int
	for _, seq := range p {
		starts = append(starts, len(same))
		for range seq {
			same = append(same, len(same))
		}
	}
	out := [][]int{same}
	for i, seq := range p {
		for j, other := range p[:i] {
			if !slices.Equal(seq, other) {
				continue
			}
			for _, r := range out {
				r = slices.Clone(r)
				for c := range seq {
					r[starts[i]+c], r[starts[j]+c] = r[starts[j]+c], r[starts[i]+c]
				}
				out = append(out, r)
			}
		}
	}
	return out
}

// An outcome is what came of a schedule: how it ended, which calls with which results, and what it left.
type outcome struct {
	ending  sched.Ending
	ended   uint64
	results [][]string
	before  []uint64
	left    string
}

// lastOutcome returns that of the last schedule. The results of calls come first.
func lastOutcome(results [][]string) outcome {
	o := outcome{ending: sched.End(), ended: sched.Ended(), results: results, before: sched.Before()}
	if o.ending == sched.Complete {
		o.left = fmt.Sprint(" left ", len(sched.Left()))
	}
	if sched.Early() {
		o.left += early
	}
	return o
}

// renamed returns the outcome with other names for its calls.
func (o outcome) renamed(names []int) outcome {
	bits := func(set uint64) (out uint64) {
		for i := range 64 {
			to := i
			if i < len(names) {
				to = names[i]
			}
			out |= set >> i & 1 << to
		}
		return out
	}
	r := o
	r.ended, r.results, r.before = bits(o.ended), slices.Clone(o.results), slices.Clone(o.before)
	for i, to := range names {
		r.results[to], r.before[to] = o.results[i], bits(o.before[i])
	}
	return r
}

// key identifies the outcome but for the order of calls.
func (o outcome) key() (key string, before []uint64) {
	before = slices.Clone(o.before)
	key = fmt.Sprint(o.ending, o.ended, o.results)
	if o.ending == sched.Crashed || o.ending == sched.Endless {
		key = fmt.Sprint(o.ending) // What others had done by then is not looked at.
	}
	key += o.left
	if strings.Contains(key, "fatal error") {
		key = "fatal error" // It ends the program.
	}
	if o.ending >= sched.Endless || key == "fatal error" {
		clear(before)
	}
	return key, before
}

// has reports whether the program has one of some words.
func (p program) has(words ...string) bool {
	for _, seq := range p {
		for _, call := range seq {
			for word := range strings.FieldsSeq(call) {
				if slices.Contains(words, word) {
					return true
				}
			}
		}
	}
	return false
}

// outcomes returns what comes of the schedules of a program with at most two preemptions. An outcome is what ended
// and with which results, and for each call those that were over before it.
func (p program) outcomes(unreduced bool) (out map[string][][]uint64, schedules int) {
	out = map[string][][]uint64{}
	w, twins, renamings := &world{}, p.twins(), p.renamings()
	if unreduced {
		renamings = renamings[:1] // All of them come about.
	}
	main := func() {
		*w = world{c: [2]chan int{make(chan int), make(chan int, 1)}}
		w.cond = sync.NewCond(&w.mu[1])
		w.ctx, w.cancel = context.WithCancel(base.Background())
		if p.has("stop", "reset", "timer") {
			w.timer = time.NewTimer(1)
		}
		var sequences [][]func()
		for _, seq := range p {
			var calls []func()
			for _, text := range seq {
				i := len(w.results)
				w.results = append(w.results, nil)
				calls = append(calls, func() {
					defer func() {
						if !sched.Unwinding() {
							if r := recover(); r != nil {
								w.results[i] = append(w.results[i], fmt.Sprint(r))
							}
						}
					}()
					for word := range strings.FieldsSeq(text) {
						actions[word](w, func(x any) { w.results[i] = append(w.results[i], fmt.Sprint(x)) })
					}
				})
			}
			sequences = append(sequences, calls)
		}
		sched.Together(sequences, twins...)
		w.results = append(w.results, []string{fmt.Sprint(w.n[0].Load(), w.n[1].Load(), w.plain)})
	}
	points := map[int32]bool{}
	defer sched.SetPoints(nil)
	for again := true; again; {
		again = false
		clear(out)
		sched.SetPoints(points)
		x := &sched.Exploration{Main: main}
		if unreduced {
			x.Unreduced()
		}
		for range 3 {
			x.Level(func() bool {
				n := len(points)
				sched.AddPoints(points)
				for _, r := range sched.Races() {
					if r.FirstSite > 0 {
						points[r.FirstSite] = true
					}
					if r.SecondSite > 0 {
						points[r.SecondSite] = true
					}
				}
				again = again || len(points) > n
				if sched.IsRepeated() && !unreduced {
					return !again
				}
				o := lastOutcome(w.results)
				for _, names := range renamings {
					key, before := o.renamed(names).key()
					if !slices.ContainsFunc(out[key], func(b []uint64) bool { return slices.Equal(b, before) }) {
						out[key] = append(out[key], before)
					}
				}
				return !again
			})
		}
		schedules = x.Schedules
	}
	return out, schedules
}

// early marks outcomes for which the clock moved early.
const early = ", early"

// covers reports whether each call with an order comes after all that b says it came after.
func covers(a, b []uint64) bool {
	for i := range a {
		if b[i] != ^uint64(0) && b[i]&^a[i] != 0 {
			return false
		}
	}
	return true
}

var from = flag.Int("from", 0, "the number of the first random program")

// compare reports outcomes of a program that come about only with the schedules that are left out, or only without
// them. It returns how many schedules there are, and how many of them are kept.
func (p program) compare(t *testing.T) (most, few int) {
	full, most := p.outcomes(true)
	reduced, few := p.outcomes(false)
	for key, orders := range full {
		for _, o := range orders {
			// Less is demanded of an outcome for which the clock moved early, and less of one with more order: the time may have decided what a call
			// returned that was over. The same steps with less order are no other finding.
			like := slices.Concat(reduced[key], reduced[strings.TrimSuffix(key, early)])
			if !slices.ContainsFunc(like, func(r []uint64) bool { return covers(r, o) }) {
				t.Errorf("%q: no schedule that is kept has the outcome %s with %x, but %x", p, key, o, like)
			}
		}
	}
	for key, orders := range reduced {
		for _, o := range orders {
			// A step that is none of its own can come early for fewer preemptions.
			if !strings.HasSuffix(key, early) && !slices.ContainsFunc(full[key], func(r []uint64) bool { return slices.Equal(r, o) }) {
				t.Errorf("%q: a schedule has the outcome %s with %x, which no schedule has", p, key, o)
			}
		}
	}
	return most, few
}

// TestReduction compares the schedules of random programs with all schedules, without any that is left out: each
// outcome comes about that says as much of the order of calls.
func TestReduction(t *testing.T) {
	n := longtest.Cases(60, 5000)
	all, kept := 0, 0
	for i := range n {
		seed := *from + i
		most, few := randomProgram(rand.New(rand.NewPCG(uint64(seed), 1))).compare(t)
		all, kept = all+most, kept+few
		if t.Failed() {
			t.Fatalf("program %d", seed)
		}
	}
	t.Logf("%d schedules of %d", kept, all)
	if kept*4 > all {
		t.Errorf("%d schedules of %d are kept", kept, all)
	}
}

// TestLocksGivenUp compares the schedules of programs in which one goroutine waits for what another one gives up, which
// then takes further steps, while two preemptions are enough for that only if to wait is none.
func TestLocksGivenUp(t *testing.T) {
	for _, p := range []program{
		{{"lock0 load0 unlock0 load0 add1 load0"}, {"store0 lock0 load1 add0 unlock0"}},
		{{"rlock load0 runlock load0 add1 load0"}, {"store0 wlock load1 add0 wunlock"}},
		{{"wlock load0 wunlock load0 add1 load0"}, {"store0 rlock load1 add0 runlock"}},
		{{"once load0 add1 load0"}, {"store0 once load1 add0"}},
		{{"addwait wait load0"}, {"done addwait add0"}},
		{{"addwait", "wait"}, {"done addwait", "load0"}},
		{{"addwait wait"}, {"done addwait wait"}, {"done"}},
		{{"addwait load0 wait load0 done"}, {"done addwait add0 load0"}},
		{{"addwait wait"}, {"done addwait load0 add0"}},
		{{"addwait wait load0"}, {"done addwait add0 wait"}, {"done load0 add0"}},
		{{"wait load0"}, {"addwait done addwait add0"}, {"done load0 add0"}},
		{{"now load0 add1"}, {"sleep load1 add0"}},
		{{"add1 now load0 add1"}, {"sleep load1 add0"}},
		{{"add0 reset load0 add1 timer now"}, {"sleep load1 add0 now"}},
		{{"add0 sleep now load0"}, {"sleep load1 add0 now"}},
		{{"startrun load0 add1"}, {"startrun load1 add0"}},
		{{"load0 startrun"}, {"add0 startrun load1"}, {"lock0 increase unlock0"}},
		{{"rlock load1 now write runlock"}, {"rlock reset runlock"}, {"runlock rlock receive0"}},
		{{"now"}, {"lock0 receive0 timer unlock0"}, {"rlock timer try0 reset runlock"}},
		{{"wunlock await", "mapstore broadcast write"}, {"wlock err wunlock", "broadcast wlock broadcast"}},
		{{"timer timer try0"}, {"now"}, {"lock0 rlock unlock0"}},
		{{"lock0 addwait unlock0"}, {"lock0 addwait unlock0"}, {"reset startrun now"}},
		{{"lock0 timer unlock0"}, {"lock0 reset wait unlock0"}, {"stop try0"}},
		{{"wlock timer read take wunlock"}, {"either send0"}, {"lock0 now tryread unlock0"}},
		{{"lock0 lock1 load0 unlock1 unlock0 load0 add1 load0"}, {"store0 lock1 load1 add0 unlock1 lock0 add0 unlock0"}},
		{{"load0 lock0 add0 unlock0 load1 add1"}, {"load1 lock0 load0 unlock0 add1"}, {"add0"}},
		{{"load0 lock0 load1 unlock0 add0", "add1"}, {"lock0 load0 unlock0", "load1"}},
		{{"lock0 load0", "add0"}, {"startrun"}},
		{{"lock0 startrun startrun startrun"}, {"add0"}},
		{{"lock0 add0 load1 unlock0"}, {"lock0 unlock0", "add1"}, {"load0"}},
		{{"wlock add0 load1 wunlock"}, {"rlock load0 runlock", "add1"}, {"tryread"}},
		{{"wlock start wunlock"}, {"rlock wlock runlock"}, {"rlock load1 wunlock tryread runlock"}},
		{{"wlock stop wunlock", "lock0 add0 reset load1 unlock0"}, {"once now reset", "increase addwait"}},
		{{"addwait err yield", "close reset"}, {"timer", "reset maybe put"}},
		{{"once load1 add1"}, {"once", "add1"}, {"add0"}},
		{{"load0 send1 add0 load1"}, {"add1 receive1 load0"}},
		{{"load0 startrun add1 load1"}, {"lock0 increase unlock0 add0"}},
		{{"lock0 load0 unlock0 load0 add1"}, {"store0 lock0 load1 unlock0"}, {"add0 lock0 add0 unlock0"}},
	} {
		p.compare(t)
	}
}
