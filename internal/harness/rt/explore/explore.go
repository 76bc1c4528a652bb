package explore

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/judge"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/search"
)

// States finds the states of a builder, breadth first.
func States(p *host.Process, data []byte) error {
	var job wire.Explore
	if err := json.Unmarshal(data, &job); err != nil {
		return err
	}
	x := newExplorer(p, job)
	rest := p.Busy()
	err := x.arguments()
	rest()
	if err == nil {
		x.start()
		for d := 0; d <= job.Depth && job.Walk == nil && x.out.Cut == ""; d++ {
			x.level(d)
		}
		if job.Walk != nil {
			x.walks()
		}
		x.end()
	}
	if err != nil {
		return err
	}
	defer p.Busy()()
	for _, s := range x.numbered {
		x.out.States = append(x.out.States, wire.State{Stream: s.stream, Level: s.level, Size: s.size})
	}
	if err := p.Conn.SendJSON(wire.KindStates, x.out); err != nil {
		return err
	}
	return p.Conn.SendJSON(wire.KindDone, wire.Done{Exhausted: x.out.Cut == "", Fault: x.out.Fault})
}

// An explorer finds the states of one builder.
type explorer struct {
	p       *host.Process
	job     wire.Explore
	builder *read.Builder
	watch   *host.Watch
	groups  []*group
	crews   []*judge.Crew
	dead    map[int64]bool
	// heavy are, by callee, arguments with which calls of a walk ended the
	// process.
	heavy map[int][][]int64
	// known are the states by what tells them apart, all in the order in which
	// they were met; root stands for what there is before any call.
	known map[string]*reached
	root  *reached
	// born are the functions that the first calls put into states, by these.
	born map[string]memory.Functions
	// fresh are those of the level at hand, numbered those of all before.
	fresh, numbered []*reached
	// told is how long the texts of all states were, which were met again counted again.
	told    int64
	ordinal int64
	failed  []int64
	// failing are how the calls failed that are in out.
	failing []wire.Failure
	out     wire.Explored
}

// A group is the inputs of a callee's calls, without the first input of a
// step: as the form gives them, and with all states spelled out, once they
// were used.
type group struct {
	wire.Group
	callee  *read.Callee
	args    [][]int64
	spelled [][]int64
	nested  []int
}

// A reached is one state.
type reached struct {
	stream      []int64
	level, size int
	// settled says that its stream is the way by which it will ever have been
	// reached: it was found outside the depths, by a walk.
	settled bool
	// row says that it was found by a row of steps, brief that one call made it of
	// arguments of which all were tried.
	row, brief bool
	// began is the constructor's call.
	began string
	// made are the functions that steps put into it.
	made memory.Functions
	// edges are what the calls of each group give, once they were made.
	edges map[*group][]edge
	// round is one more than the level whose walk came here last; best is that of
	// its ways with the fewest calls.
	round int
	best  *way
}

// An edge leads to a state by the which-th result of a call with the arg-th
// arguments of its group, and the values at some places for those that are
// drawn.
type edge struct {
	to         *reached
	arg, which int
	places     []int64
}

func newExplorer(p *host.Process, job wire.Explore) *explorer {
	x := &explorer{
		p: p, job: job, builder: &p.Unit.Builders[job.Builder],
		dead: map[int64]bool{}, heavy: map[int][][]int64{}, known: map[string]*reached{}, born: map[string]memory.Functions{}, root: &reached{edges: map[*group][]edge{}},
	}
	for _, n := range job.Dead {
		x.dead[n] = true
	}
	x.out.Depth = -1
	x.failed = make([]int64, len(x.builder.Callees))
	n := len(x.builder.Callees)
	x.out.Refused, x.out.Empty, x.out.Asked = make([]int64, n), make([]int64, n), make([]int64, n)
	return x
}

// arguments reads the forms and lists their solutions.
func (x *explorer) arguments() error {
	for _, g := range x.job.Groups {
		f := x.p.Next()
		if f.Kind != wire.KindForm {
			return fmt.Errorf("message %q where a form is expected", f.Kind)
		}
		fm, err := form.ParseForm(f.Data)
		if err != nil {
			return err
		}
		s, err := search.New(fm)
		if err != nil {
			return err
		}
		s.Options.Stall = stallOfArguments
		callee := &x.builder.Callees[g.Callee]
		head := 0
		if callee.Step {
			head = callee.Head + 2
		}
		out := &group{Group: g, callee: callee}
		if g.Far {
			for _, stream := range sample(x.job.Walk, s, len(x.groups), g) {
				out.args = append(out.args, stream[head:])
			}
		} else {
			x.solutions(s, head, out)
		}
		if s.Stalled() != nil && !g.Far {
			x.cut("the search for arguments gave up")
		}
		out.spelled, out.nested = make([][]int64, len(out.args)), make([]int, len(out.args))
		x.out.Asked[g.Callee] += int64(len(out.args))
		x.groups = append(x.groups, out)
	}
	return nil
}

// solutions lists the solutions of a group's form.
func (x *explorer) solutions(s *search.Solver, head int, out *group) {
	for stream := range s.Solutions() {
		if int64(len(out.args)) >= x.job.Calls {
			x.cut(fmt.Sprintf("there are more than %d arguments for one call", x.job.Calls))
			break
		}
		out.args = append(out.args, slices.Clone(stream[head:]))
	}
}

// stallOfArguments is the number of failures after which the search for
// arguments gives up.
const stallOfArguments = 2_000_000

func (x *explorer) cut(why string) { x.out.Cut = cmp.Or(x.out.Cut, why) }

// start makes a worker for each callee.
func (x *explorer) start() {
	pre, classes := 0, 0
	for _, c := range x.builder.Callees {
		t := &x.p.Unit.Targets[c.Target]
		pre, classes = max(pre, t.Pre), max(classes, t.Classes)
	}
	b := x.p.NewBoard(pre, classes)
	x.watch = x.p.Watch(b, x.job.Timeout, x.job.Memory)
	if x.job.Until != 0 {
		x.watch.EndAt(x.job.Until, x.job.Lag)
	}
	x.watch.Overdue = func() {}
	for i, c := range x.builder.Callees {
		t := &x.p.Unit.Targets[c.Target]
		w := judge.NewWorker(x.p.Unit, t, b, wire.Job{AfterFailure: -1}, x.watch)
		w.Input.States.Keep = true
		w.On.Report = func(f wire.Failure, _ *judge.Ending) { x.failed[i]++; x.noteFailed(i, f) }
		w.On.Refused = func() { x.out.Refused[i]++ }
		w.On.Fault = func(s string) { x.out.Fault = s; x.watch.EndJob() }
		x.crews = append(x.crews, judge.NewCrew(w))
	}
	x.watch.Start()
}

func (x *explorer) end() {
	for _, c := range x.crews {
		c.Close()
	}
	x.p.Settle(x.watch.Timeout, 0, false)
	x.watch.End()
}

// level finds the states of exactly this level: those that at most as many
// steps reach with the arguments that this level has. The calls made before
// are remembered; the walk along them begins anew, because more arguments may
// have made ways shorter.
func (x *explorer) level(d int) {
	steps := d
	if x.job.Steps >= 0 {
		steps = min(steps, x.job.Steps)
	}
	x.fresh = nil
	layer := x.next(&way{to: x.root}, d, nil)
	for n := 1; n <= steps && len(layer) > 0 && x.out.Cut == ""; n++ {
		var after []*way
		for _, s := range layer {
			if x.out.Cut != "" {
				break // Calls that were handed over and not made would be taken for those of s.
			}
			if s.to.best != s && s.to.best.steps == s.steps {
				continue // another way leads as far with fewer calls
			}
			after = x.next(s, d, after)
		}
		layer = after
	}
	for _, s := range x.fresh {
		if s.size != s.best.calls {
			s.stream, s.size = x.stream(s.best), s.best.calls
		}
	}
	slices.SortStableFunc(x.fresh, func(a, b *reached) int { return cmp.Compare(a.size, b.size) })
	x.numbered = append(x.numbered, x.fresh...)
	if x.out.Cut == "" {
		x.out.Depth = d
	}
	x.out.Failed = append(x.out.Failed, slices.Clone(x.failed))
}

// firstInput is the part of a call's stream that is the state from which the step
// is taken.
func firstInput(c *read.Callee, state []int64) []int64 {
	var out []int64
	if c.Head > 0 {
		out = append(out, 1)
	}
	return append(append(out, -1), state...)
}
