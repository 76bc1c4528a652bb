package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/internal/harness/rt/judge"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// runGroup makes the calls of a group from a state.
func (x *explorer) runGroup(s *stateNode, g *group) []edge {
	r := &groupRun{x: x, s: s, g: g, w: x.crews[g.Callee].Worker, found: map[*stateNode]bool{}}
	if g.callee.Step {
		r.first = firstInput(g.callee, s.stream)
	}
	r.w.On.Passed, r.base = r.recordResult, r.w.Board.Taken()
	r.w.Pairs.Use()
	if u := r.w.Unfold; u != nil && u.Asking != nil {
		u.Asking.Use()
	}
	x.p.Testing(r.w.Target)
	c := x.crews[g.Callee]
	if refused := r.w.Board.Rejected(); !g.callee.Step {
		defer func() { x.out.Asked[g.Callee] -= r.w.Board.Rejected() - refused }()
	}
	for i, args := range g.args {
		x.ordinal++
		if x.job.Last > 0 && x.ordinal > x.job.Last {
			if x.mayContinue(c.Flush()) {
				x.cut(fmt.Sprintf("%d calls ended the process", len(x.dead)))
			}
			return r.edges
		}
		if x.endsProcess(s, g, args) {
			// The calls before it must come first, because the parent counts calls.
			if !x.mayContinue(c.Flush()) {
				return r.edges
			}
			r.w.Board.Spare()
			continue
		}
		r.order = append(r.order, i)
		more := c.Add(slices.Concat(r.first, args))
		if !x.mayContinue(more) {
			return r.edges
		}
	}
	x.mayContinue(c.Flush())
	return r.edges
}

// mayContinue reports whether the search may go on. If not, it records the reason.
func (x *explorer) mayContinue(more bool) bool {
	called := x.called()
	switch {
	case x.out.Fault != "":
		x.cut("the harness has a fault: " + x.out.Fault)
	case !more || x.watch.Ended():
		x.cut(wire.TimeRanOut)
	case called > x.job.Calls:
		x.cut(fmt.Sprintf("they take more than %d calls", x.job.Calls))
	case int64(len(x.known)) > x.job.States:
		x.cut(fmt.Sprintf("there are more than %d of them", x.job.States))
	default:
		return true
	}
	return false
}

// called returns how many calls were made.
func (x *explorer) called() int64 { return x.crews[0].Worker.Board.Taken() }

// A groupRun makes the calls of one group from one state.
type groupRun struct {
	x     *explorer
	s     *stateNode
	g     *group
	w     *judge.Worker
	first []int64
	// order are the indices of the arguments handed over, base is the number of calls before.
	order []int
	base  int64
	edges []edge
	found map[*stateNode]bool
}

// recordResult records what a call gave. It runs on the worker's goroutine.
func (r *groupRun) recordResult() {
	arg := r.order[r.w.Board.Taken()-r.base-1]
	if r.g.spelled[arg] == nil {
		r.g.spelled[arg] = append([]int64{}, r.w.Input.States.Stream[len(r.first):]...)
		r.g.nested[arg] = r.w.Input.States.Calls
	}
	var places []int64
	if u := r.w.Unfold; u != nil {
		for _, at := range u.Drawing.Places {
			places = append(places, int64(at))
		}
	}
	began := r.s.constructorCall
	if r.s == r.x.root {
		began = fmt.Sprint(r.g.Callee, r.g.spelled[arg])
	}
	gave := false
	defer func() {
		if !gave {
			r.x.out.Empty[r.g.Callee]++
		}
	}()
	for which, result := range r.g.callee.Results {
		p := r.g.callee.Take(r.w.C.(*read.Generated).State, result)
		if p == nil {
			continue
		}
		gave = true
		to := r.x.state(p, began, r.s == r.x.root)
		if !r.found[to] {
			r.found[to] = true
			r.edges = append(r.edges, edge{to, arg, which, places})
		}
	}
}

// key returns the text that distinguishes a state from others.
func (x *explorer) key(p any) (text string, funcs bool, opaque string) {
	if x.builder.State == nil {
		return memory.Canon(p)
	}
	f := x.builder.State(p)
	return memory.Meaning(&f)
}

// state returns the state that p points to, or a new one if there is no equal one. first says that
// a first call gave it.
func (x *explorer) state(p any, began string, first bool) *stateNode {
	key, funcs, opaque := x.key(p)
	x.keyBytes += int64(len(key))
	if funcs {
		key += "\x00" + began
	}
	if opaque != "" {
		x.out.Unequal = cmp.Or(x.out.Unequal, opaque)
		key = "\x01" + strconv.Itoa(len(x.known))
	}
	s := x.known[key]
	fresh := s == nil
	if fresh {
		s = &stateNode{constructorCall: began, edges: map[*group][]edge{}}
		x.known[key] = s
	}
	if funcs && x.builder.State == nil {
		x.noteCaptured(p, s, fresh, first)
	}
	return s
}
