package concurrent

import (
	"encoding/json"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/atomic"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/time"
)

// A shared is what the calls of the subjects of TestLevels use.
type shared struct {
	a, b  sync.Mutex
	cond  *sync.Cond
	n     atomic.Int64
	armed atomic.Bool
	m     map[string]int
	queue chan int
	late  int
}

// hidden is a state outside the values.
var hidden int64

// steps are the calls of the subjects, by name.
var steps = map[string]func(r *Record, x *shared){
	"add":  func(r *Record, x *shared) { x.n.Add(1) },
	"load": func(r *Record, x *shared) { r.Results(x.n.Load()) },
	"lose": func(r *Record, x *shared) { x.n.Store(x.n.Load() + 1) },
	"both": func(r *Record, x *shared) { x.a.Lock(); x.b.Lock(); x.n.Add(1); x.b.Unlock(); x.a.Unlock() },
	"back": func(r *Record, x *shared) { x.b.Lock(); x.a.Lock(); x.n.Add(1); x.a.Unlock(); x.b.Unlock() },
	"put":  func(r *Record, x *shared) { x.a.Lock(); defer x.a.Unlock(); sched.M(x.m, 1).Set("a", len(x.m)) },
	"get":  func(r *Record, x *shared) { x.a.Lock(); defer x.a.Unlock(); r.Results(sched.M(x.m, 3).Get2("a")) },
	"late": func(r *Record, x *shared) { // It races only if there is an element.
		x.a.Lock()
		n := sched.M(x.m, 4).Len()
		x.a.Unlock()
		if n > 0 {
			sched.P(&x.late, 5).Set(n)
		}
	},
	"look": func(r *Record, x *shared) { r.Results(sched.M(x.m, 2).Get2("a")) },
	"send": func(r *Record, x *shared) { sched.To(x.queue).Send(1) },
	"take": func(r *Record, x *shared) { r.Results(sched.Recv(x.queue)) },
	"wait": func(r *Record, x *shared) {
		x.a.Lock()
		for x.n.Load() == 0 {
			x.cond.Wait()
		}
		x.a.Unlock()
	},
	"wake":   func(r *Record, x *shared) { x.a.Lock(); x.n.Add(1); x.a.Unlock(); x.cond.Signal() },
	"forget": func(r *Record, x *shared) { x.n.Add(1) },
	"start":  func(r *Record, x *shared) { sched.Go(func() { x.n.Add(1) }) },
	"leak":   func(r *Record, x *shared) { v := x.n.Add(1); sched.Go(func() { sched.To(x.queue).Send(int(v)) }) },
	"limit": func(r *Record, x *shared) {
		if x.n.Load() < 1 {
			x.n.Add(1)
		}
	},
	"fail": func(r *Record, x *shared) {
		v := x.n.Load()
		if x.n.Add(1) != v+1 {
			panic("another one was faster")
		}
	},
	"fuse": func(r *Record, x *shared) { time.AfterFunc(1, func() { panic("too late") }) },
	"doom": func(r *Record, x *shared) {
		x.n.Store(x.n.Load() + 1)
		time.AfterFunc(1, func() { panic("too late") })
	},
	"arm":   func(r *Record, x *shared) { x.arm(func() { x.n.Add(1) }) },
	"close": func(r *Record, x *shared) { x.arm(func() { sched.CloseChan(x.queue) }) },
	"shut":  func(r *Record, x *shared) { time.AfterFunc(1, func() { sched.CloseChan(x.queue) }) },
	"next":  func(r *Record, x *shared) { hidden++; r.Results(hidden) },
}

// arm sets an alarm if none is set, in two steps.
func (x *shared) arm(f func()) {
	if !x.armed.Load() {
		x.armed.Store(true)
		time.AfterFunc(1, f)
	}
}

// TestLevels compares the findings in some types with those that all sequential runs give: with preconditions, these come
// before all other schedules. The kinds of findings that are wanted are given.
func TestLevels(t *testing.T) {
	for _, c := range []struct {
		steps []string
		want  string
	}{
		{[]string{"add", "load"}, ""},
		{[]string{"lose", "load"}, "linearizability"},
		{[]string{"both", "load"}, ""},
		{[]string{"both", "back"}, "deadlock"},
		{[]string{"put", "load"}, ""},
		{[]string{"put", "look"}, "race"},
		{[]string{"send", "take"}, ""},
		{[]string{"wait", "wake"}, "deadlock"},
		{[]string{"wait", "forget"}, "deadlock"},
		{[]string{"start", "load"}, ""},
		{[]string{"start", "lose", "load"}, "linearizability"},
		{[]string{"leak", "take"}, ""},
		{[]string{"limit", "load"}, "linearizability"},
		{[]string{"fail"}, "panic"},
		{[]string{"fuse", "load"}, ""},
		{[]string{"doom", "load"}, "linearizability"},
		{[]string{"arm", "load"}, "linearizability"},
		{[]string{"close"}, "panic"},
		{[]string{"shut", "send"}, "panic"},
		{[]string{"next"}, "unsupported"},
		{[]string{"next", "add"}, "unsupported"},
	} {
		lazy, eager := searched(c.steps, nil), searched(c.steps, func(*Record) bool { return true })
		if got := kinds(lazy); got != c.want {
			t.Errorf("%v: found %q, and not %q", c.steps, got, c.want)
		}
		if kinds(lazy) != kinds(eager) || lazy.Exhausted != eager.Exhausted || lazy.Cases != eager.Cases || calls(t, lazy) != calls(t, eager) {
			t.Errorf("%v: %+v\nwith all sequential runs %+v", c.steps, lazy, eager)
		}
		if lazy.Schedules > eager.Schedules {
			t.Errorf("%v: %d schedules, and not %d", c.steps, lazy.Schedules, eager.Schedules)
		}
	}
}

// searched returns the report on a type with some steps that have a precondition.
func searched(names []string, holds func(*Record) bool) Report {
	return searchOf(names, holds).run(nil)
}

// searchOf returns the search of a type with some steps that have a precondition.
func searchOf(names []string, holds func(*Record) bool) *search {
	s := &Subject{Name: "T", Makers: []Call{{Name: "New", Text: "New()", Do: func(r *Record) {
		x := &shared{m: map[string]int{}, queue: make(chan int, 1)}
		x.cond = sync.NewCond(&x.a)
		r.Self = x
	}}}}
	for _, name := range names {
		do := steps[name]
		s.Steps = append(s.Steps, Call{Name: name, Text: name, Concurrent: true, Holds: holds, Do: func(r *Record) { do(r, r.Self.(*shared)) }})
	}
	return &search{subject: s, points: map[int32]bool{}, Limits: Limits{Prefix: 1, States: 4, Preemptions: 2, Random: 5, Schedules: 100_000, CaseSchedules: 20_000}}
}

func kinds(r Report) (out string) {
	if r.Unsupported != "" {
		return "unsupported"
	}
	for _, f := range r.Findings {
		out += string(f.Cause)
	}
	return out
}

// calls returns the calls and results of the findings.
func calls(t *testing.T, r Report) (out string) {
	for _, f := range r.Findings {
		if f.Cause == CauseRace {
			continue // Another schedule may show it first.
		}
		text, err := json.Marshal([]any{f.Sequences, f.Orders, f.Schedule.Choices, f.Preemptions})
		if err != nil {
			t.Fatal(err)
		}
		out += string(text)
	}
	return out
}
