package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/internal/harness/rt/judge"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// run makes the calls of a group from a state.
func (x *explorer) run(s *reached, g *group) []edge {
	r := &running{x: x, s: s, g: g, w: x.crews[g.Callee].Worker, met: map[*reached]bool{}}
	if g.callee.Step {
		r.first = firstInput(g.callee, s.stream)
	}
	r.w.On.Passed, r.base = r.then, r.w.Board.Taken()
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
		if x.deadly(g.Callee, args) {
			// The calls before it must come first, because the parent counts calls.
			if !x.within(c.Flush()) {
				return r.edges
			}
			r.w.Board.Spare()
			continue
		}
		r.order = append(r.order, i)
		more := c.Add(slices.Concat(r.first, args))
		if !x.within(more) {
			return r.edges
		}
	}
	x.within(c.Flush())
	return r.edges
}

// deadly reports whether the next call is known to end the process. On a walk, calls come again and
// again, so calls with the same or more extreme arguments count as deadly as well.
func (x *explorer) deadly(callee int, args []int64) bool {
	if x.dead[x.ordinal] {
		if x.job.Walk != nil {
			x.heavy[callee] = append(x.heavy[callee], args)
		}
		return true
	}
	heavy := x.heavy[callee]
	return slices.ContainsFunc(heavy, func(than []int64) bool { return asMuch(args, than) }) || alone(args, heavy)
}

// alone reports whether a single argument is enough to end the process: two calls that ended it had
// such a number at this place, beside different arguments.
func alone(args []int64, heavy [][]int64) bool {
	for i := range args {
		times := 0
		for _, than := range heavy {
			if len(than) == len(args) && great(args[i], than[i]) {
				times++
			}
		}
		if times >= 2 {
			return true
		}
	}
	return false
}

// heavyNumber is the number from which greater numbers are assumed to ask for more.
const heavyNumber = 1 << 16

// farLess is the factor by which a number must be less than a great number that asked for too much,
// to be tried.
const farLess = 1 << 12

// asMuch reports whether args equal than, except that great numbers may be greater, or not much
// less.
func asMuch(args, than []int64) bool {
	if len(args) != len(than) {
		return false
	}
	for i, n := range than {
		if args[i] != n && !great(args[i], n) {
			return false
		}
	}
	return true
}

// great reports whether n is at least about as great as the great number than, of the same sign.
func great(n, than int64) bool {
	return than > heavyNumber && n >= max(heavyNumber, than/farLess) || than < -heavyNumber && n <= min(-heavyNumber, than/farLess)
}

// within reports whether the search may go on. If not, it records the reason.
func (x *explorer) within(more bool) bool {
	called := x.crews[0].Worker.Board.Taken()
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

// A running makes the calls of one group from one state.
type running struct {
	x     *explorer
	s     *reached
	g     *group
	w     *judge.Worker
	first []int64
	// order are the indices of the arguments handed over, base is the number of calls before.
	order []int
	base  int64
	edges []edge
	met   map[*reached]bool
}

// then records what a call gave. It runs on the worker's goroutine.
func (r *running) then() {
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
	began := r.s.began
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
		p := r.g.callee.Take(r.w.C, result)
		if p == nil {
			continue
		}
		gave = true
		to := r.x.state(p, began, r.s == r.x.root)
		if !r.met[to] {
			r.met[to] = true
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
func (x *explorer) state(p any, began string, first bool) *reached {
	key, funcs, opaque := x.key(p)
	x.told += int64(len(key))
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
		s = &reached{began: began, edges: map[*group][]edge{}}
		x.known[key] = s
	}
	if funcs && x.builder.State == nil {
		x.captures(p, s, fresh, first)
	}
	return s
}
