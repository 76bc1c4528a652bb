package harness

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
)

// An Exploration asks for the states of a type built by calls.
type Exploration struct {
	Builder int
	// Depth is the greatest level of the states, Steps the greatest number of
	// steps, -1 for as many as the level allows.
	Depth, Steps int
	// Groups are the inputs of the calls, in the order of the callees.
	Groups []Group
	// Calls and States are how many calls are made and how many states are
	// kept before the search gives up.
	Calls, States int64
	// Until, on the clock of the binary, ends the search, the zero time never.
	Until time.Time
	// Bare says that only functions without a contract need the states: the process
	// is confined, and Explore fails with a *ReachedOut as Run does.
	Bare bool
	// Walk, when it is not nil, asks for some states outside the depths. They
	// are kept beside the others, with numbers from FarStates on.
	Walk *Walk
}

// A Group is inputs of one callee, by the index of it, of which a state of the
// level From may come.
type Group struct {
	Callee, From int
	Form         *form.Form
	// Far says that the form's are outside the depths: some are drawn. Row says
	// that they are rows: walks take all of them, in order. All says that those of a far
	// group are all tried by themselves, as far as there are few, and are not for walks.
	// Few says that a far group may have no more than are drawn.
	Far, Row, All, Few bool
}

// A Walk asks for states outside the depths; its fields are documented there.
type Walk = wire.Walk

// Explored is the states of a type: of the level Depth and below all of them.
// The binary keeps them, and inputs refer to them by their numbers, which are
// their indices and stay the same when more are found.
type Explored struct {
	States []State
	Depth  int
	// Cut is why there may be more, or empty.
	Cut string
	// Failed counts, by level and callee, the calls up to that level that
	// panicked or broke a contract.
	Failed [][]int64
	// Refused counts, by callee, the calls in which a function that was an input
	// did not do what its contract demands.
	Refused []int64
	// Empty counts, by callee, the calls that gave no value: nil, or an error;
	// Asked how many inputs there were for it; of a constructor those that its
	// precondition admits.
	Empty, Asked []int64
	// Dead counts the calls that ended the process.
	Dead int
	// Unequal is what some states hold for which they equal no other (a channel),
	// Captured a function that steps make anew each time, so that what it
	// captured may differ among values taken for equal; both may be empty.
	Unequal, Captured string
	// Failing are some calls of a walk that failed.
	Failing []FailedCall
}

// A FailedCall is a call on the way to values that failed, with the stream of its
// inputs.
type FailedCall = wire.FailedCall

// walkMemory is how much a process may take that looks for states outside the
// depths. New memory is slow where the machine is a virtual one.
const walkMemory = 128 << 20

// walkTimeout is how long a call may take there, as calls do outside the bounds.
const walkTimeout = 100 * time.Millisecond

// maxDead is how many calls of one exploration may end the process.
const maxDead = 16

// TimeRanOut is the Cut of an exploration that its Until ended.
const TimeRanOut = wire.TimeRanOut

// Explore finds the states of a type and keeps them for the inputs of later
// jobs. It is not for concurrent use. Calls that end the process are left out.
func (b *Binary) Explore(ctx context.Context, e Exploration) (Explored, error) {
	r := b.Runner()
	defer r.Close()
	for {
		found, died, err := r.explore(ctx, e)
		if err != nil {
			return Explored{}, err
		}
		dead := b.states.dead[e.grave()]
		switch {
		case !died:
			if found.States != nil {
				b.states.set(e.Builder, found.States, e.Walk != nil)
			}
			out := Explored{
				Depth: found.Depth, Cut: found.Cut, Failed: found.Failed, Refused: found.Refused, Empty: found.Empty, Asked: found.Asked,
				Dead: len(dead), Unequal: found.Unequal, Captured: found.Captured, Failing: found.Failing,
			}
			for _, s := range found.States {
				out.States = append(out.States, State{s.Level, s.Size})
			}
			return out, nil
		case len(dead) >= maxDead:
			return Explored{Depth: -1, Dead: len(dead), Cut: fmt.Sprintf("%d calls ended the process", len(dead))}, nil
		}
		r.Close()
	}
}

// explore asks a process; died tells that it ended in the middle.
func (r *Runner) explore(ctx context.Context, e Exploration) (found *wire.Explored, died bool, err error) {
	if err = r.start(ctx, e.Bare); err != nil {
		return nil, false, err
	}
	timeout := r.b.opt.Timeout
	if e.Walk != nil {
		timeout = min(timeout, walkTimeout)
	}
	job := wire.Explore{
		Builder: e.Builder, Depth: e.Depth, Steps: e.Steps, Dead: r.b.states.dead[e.grave()],
		Calls: e.Calls, States: e.States, Walk: e.Walk, Timeout: int64(timeout), Memory: r.b.opt.Memory,
	}
	if e.Walk != nil {
		// There are few states, and calls that ask for too much are left out.
		job.Memory = min(job.Memory, walkMemory)
	}
	if !e.Until.IsZero() {
		job.Until, job.Lag = e.Until.UnixNano(), int64(r.b.clock.Lag())
	}
	for _, g := range e.Groups {
		job.Groups = append(job.Groups, wire.Group{Callee: g.Callee, From: g.From, Far: g.Far, Row: g.Row, All: g.All, Few: g.Few})
	}
	if err := r.sendExploration(job, e.Groups); err == nil {
		end, err := r.proc.Converse(ctx, timeout, func(m process.Message) (bool, error) {
			if m.Kind != wire.KindStates {
				return false, nil
			}
			found = new(wire.Explored)
			return true, process.Unmarshal(m, found)
		})
		if err != nil {
			return nil, false, err
		}
		if end.Killed != nil && end.Killed.Cause == wire.Memory && (e.Walk == nil || r.called() == 0) {
			return &wire.Explored{Depth: -1, Cut: "they take too much memory"}, false, nil
		}
		if end.Done != nil && found != nil {
			if found.Fault != "" {
				return nil, false, fmt.Errorf("the harness has a fault: %s", found.Fault)
			}
			return found, false, nil
		}
	}
	return nil, true, r.buried(e.grave())
}

// grave is under what the calls of an exploration are noted that ended the
// process: those of a walk apart, which makes others in the same places.
func (e *Exploration) grave() int {
	if e.Walk != nil {
		return ^e.Builder
	}
	return e.Builder
}

func (r *Runner) sendExploration(job wire.Explore, groups []Group) error {
	var shapes []value.Shape
	for _, c := range r.b.unit.Builders[job.Builder].Callees {
		shapes = append(shapes, r.b.unit.Targets[c.Target].Shapes...)
	}
	if err := r.b.sendStates(r.proc, &r.sent, shapes); err != nil {
		return err
	}
	if err := r.sendDomains(r.proc); err != nil {
		return err
	}
	if err := r.proc.SendJSON(wire.KindExplore, job); err != nil {
		return err
	}
	for _, g := range groups {
		if err := r.proc.Send(wire.KindForm, g.Form.AppendBinary(nil)); err != nil {
			return err
		}
	}
	return nil
}

// called is how many calls the process has made.
func (r *Runner) called() int64 { return wire.NewBoard(r.proc.Words(), nil, 0, 0).Taken() }

// buried notes the call during which the process ended.
func (r *Runner) buried(grave int) error {
	p := r.proc
	p.Wait()
	if err := p.ReachedOut(false); err != nil {
		return err
	}
	if err := p.Refresh(); err != nil {
		return err
	}
	b := wire.NewBoard(r.proc.Words(), nil, 0, 0)
	if b.Taken() == 0 {
		return p.Unready()
	}
	l := r.b.states
	l.dead[grave] = append(l.dead[grave], b.Ordinal())
	slices.Sort(l.dead[grave])
	return nil
}
