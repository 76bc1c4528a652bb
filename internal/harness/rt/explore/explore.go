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
	// deaths are, by callee, the calls of a walk that ended the process.
	deaths map[int][]death
	// known are the states by their keys. root is the state before any call.
	known map[string]*stateNode
	root  *stateNode
	// constructorFunctions are the functions that first calls put into states, by these calls.
	constructorFunctions map[string]memory.Functions
	// newStates are the states of the current level, numbered those of all earlier levels.
	newStates, numbered []*stateNode
	// keyBytes is the total length of the keys computed so far, repeated ones included.
	keyBytes int64
	ordinal  int64
	failed   []int64
	// failures are the failures of the calls in out.Failing.
	failures []wire.Failure
	out      wire.Explored
}

// A group is the inputs of a callee's calls, without the first input of a step. args are as the
// form gives them. spelled are the same with all states spelled out; they are set when the inputs
// are first used.
type group struct {
	wire.Group
	callee  *read.Callee
	args    [][]int64
	spelled [][]int64
	nested  []int
}

// A stateNode is one state.
type stateNode struct {
	stream      []int64
	level, size int
	// streamFixed says that its stream will not change, because a walk found the state outside the
	// depths.
	streamFixed bool
	// byRow says that a row of steps found the state. singleCall says that one call made it, with
	// arguments that were all tried.
	byRow, singleCall bool
	// constructorCall identifies the constructor's call.
	constructorCall string
	// stepFunctions are the functions that steps put into the state.
	stepFunctions memory.Functions
	// edges are the results of the calls of each group, once these were made.
	edges map[*group][]edge
	// walkedLevel is one more than the level of the last walk that came here. best is the path of
	// that walk with the fewest calls.
	walkedLevel int
	best        *path
}

// An edge leads to a state by the which-th result of a call with the arg-th arguments of its group.
// places are the indices of drawn inputs.
type edge struct {
	to         *stateNode
	arg, which int
	places     []int64
}

func newExplorer(p *host.Process, job wire.Explore) *explorer {
	x := &explorer{
		p: p, job: job, builder: &p.Unit.Builders[job.Builder],
		dead: map[int64]bool{}, deaths: map[int][]death{}, known: map[string]*stateNode{}, constructorFunctions: map[string]memory.Functions{}, root: &stateNode{edges: map[*group][]edge{}},
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

// stallOfArguments is how many failures the search for arguments may have before it gives up.
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
	x.watch.End()
	x.p.Settle(x.watch.Timeout, 0, false)
}

// level finds the states of exactly level d: those that at most d steps reach with the arguments of
// that level. Calls made before are remembered. The walk along them begins anew, because more
// arguments may have made paths shorter.
func (x *explorer) level(d int) {
	steps := d
	if x.job.Steps >= 0 {
		steps = min(steps, x.job.Steps)
	}
	x.newStates = nil
	layer := x.next(&path{to: x.root}, d, nil)
	for n := 1; n <= steps && len(layer) > 0 && x.out.Cut == ""; n++ {
		var after []*path
		for _, s := range layer {
			if x.out.Cut != "" {
				break // Calls that were handed over but not made would be taken for those of s.
			}
			if s.to.best != s && s.to.best.steps == s.steps {
				continue // another path leads as far with fewer calls
			}
			after = x.next(s, d, after)
		}
		layer = after
	}
	for _, s := range x.newStates {
		if s.size != s.best.calls {
			s.stream, s.size = x.stream(s.best), s.best.calls
		}
	}
	slices.SortStableFunc(x.newStates, func(a, b *stateNode) int { return cmp.Compare(a.size, b.size) })
	x.numbered = append(x.numbered, x.newStates...)
	if x.out.Cut == "" {
		x.out.Depth = d
	}
	x.out.Failed = append(x.out.Failed, slices.Clone(x.failed))
}

// firstInput returns the part of a call's stream for the state from which the step is taken.
func firstInput(c *read.Callee, state []int64) []int64 {
	var out []int64
	if c.Head > 0 {
		out = append(out, 1)
	}
	return append(append(out, -1), state...)
}
