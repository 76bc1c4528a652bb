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
	// Depth is the greatest level of the states. Steps is the greatest number of steps, or -1 for
	// as many as the level allows.
	Depth, Steps int
	// Groups are the inputs of the calls, in the order of the callees.
	Groups []Group
	// Calls and States bound the calls made and the states kept before the search gives up.
	Calls, States int64
	// Until, on the clock of the binary, ends the search. The zero time means never.
	Until time.Time
	// Bare says that only functions without a contract need the states. The process is then
	// confined, and Explore may fail with a *ReachedOut as Run does.
	Bare bool
	// Walk, if not nil, asks for some states outside the depths. They are kept separately, with numbers from
	// FarStates on.
	Walk *Walk
}

// A Group is a set of inputs of the callee with this index. Its calls may give states of level From
// and above.
type Group struct {
	Callee, From int
	Form         *form.Form
	// Far says that the inputs are outside the depths, so only some are drawn. Row says that walks
	// take all of them, in order. All says that the inputs of a far group are each tried separately
	// if they are few, and not used for walks. Few says that a far group may have no more inputs
	// than are drawn.
	Far, Row, All, Few bool
}

// A Walk asks for states outside the depths. Package wire documents its fields.
type Walk = wire.Walk

// Explored is the states of a type, complete up to level Depth. The binary keeps them. Inputs refer
// to them by their numbers, which are their indices and do not change when more states are found.
type Explored struct {
	States []State
	Depth  int
	// Cut says why there may be more states. It is empty if there are none.
	Cut string
	// Failed counts the calls that panicked or broke a contract, by level and callee. The counts of
	// a level include the levels below.
	Failed [][]int64
	// Refused counts, by callee, the calls in which a function input violated its contract, or was
	// called against it.
	Refused []int64
	// Empty counts, by callee, the calls that gave nil or an error instead of a value. Asked counts
	// the inputs of each callee; of a constructor, those that its precondition admits.
	Empty, Asked []int64
	// Dead counts the calls that ended the process.
	Dead int
	// Unequal is what some states hold that makes them equal no other, for example a channel.
	// Captured is a function that each call of a step creates anew, so that states taken for equal
	// may differ in the variables it captured. Both may be empty.
	Unequal, Captured string
	// Failing are some of the calls of walks that failed.
	Failing []FailedCall
}

// A FailedCall is a call that failed while values were built, with the stream of its inputs.
type FailedCall = wire.FailedCall

// walkMemory is how much memory a process may take that searches for states outside the depths. New
// memory is slow on virtual machines.
const walkMemory = 128 << 20

// walkTimeout bounds a call of such a search, like other calls outside the bounds.
const walkTimeout = 100 * time.Millisecond

// maxDead is how many calls of one exploration may end the process.
const maxDead = 16

// TimeRanOut is the Cut of an exploration that its Until ended.
const TimeRanOut = wire.TimeRanOut

// Explore finds the states of a type and keeps them for the inputs of later jobs. It skips calls
// that end the process, and ends behind the last of maxDead such calls. It is not safe for concurrent use.
func (b *Binary) Explore(ctx context.Context, e Exploration) (Explored, error) {
	r := b.Runner()
	defer r.Close()
	for {
		found, died, err := r.explore(ctx, e)
		if err != nil {
			return Explored{}, err
		}
		dead := b.states.dead[e.deathKey()]
		switch {
		case !died:
			if found.States != nil {
				b.states.replace(e.Builder, found.States, e.Walk != nil)
			}
			out := Explored{
				Depth: found.Depth, Cut: found.Cut, Failed: found.Failed, Refused: found.Refused, Empty: found.Empty, Asked: found.Asked,
				Dead: len(dead), Unequal: found.Unequal, Captured: found.Captured, Failing: found.Failing,
			}
			for i, c := range out.Failing {
				out.Failing[i].Stream = b.Spell(b.unit.Builders[e.Builder].Callees[c.Callee].Target, c.Stream)
			}
			for _, s := range found.States {
				out.States = append(out.States, State{s.Level, s.Size})
			}
			return out, nil
		case len(dead) > maxDead:
			return Explored{Depth: -1, Dead: len(dead), Cut: fmt.Sprintf("%d calls ended the process", len(dead))}, nil
		}
		r.Close()
	}
}

// explore asks a process for the states. died reports that the process ended before it answered.
func (r *Runner) explore(ctx context.Context, e Exploration) (found *wire.Explored, died bool, err error) {
	if err = r.start(ctx, e.Bare); err != nil {
		return nil, false, err
	}
	timeout := r.b.opt.Timeout
	if e.Walk != nil {
		timeout = min(timeout, walkTimeout)
	}
	job := wire.Explore{
		Builder: e.Builder, Depth: e.Depth, Steps: e.Steps, Dead: r.b.states.dead[e.deathKey()],
		Calls: e.Calls, States: e.States, Walk: e.Walk, Timeout: int64(timeout), Memory: r.b.opt.Memory,
	}
	if e.Walk != nil {
		// There are few states, and calls that need too much memory are skipped.
		job.Memory = min(job.Memory, walkMemory)
	}
	if n := len(job.Dead); n >= maxDead {
		job.Last = job.Dead[n-1]
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
	return nil, true, r.recordDeath(e.deathKey())
}

// deathKey returns the key under which calls that ended the process are recorded. A walk has a key of
// its own, because its calls have other ordinals.
func (e *Exploration) deathKey() int {
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

// called returns how many calls the process has made.
func (r *Runner) called() int64 { return wire.NewBoard(r.proc.Words(), nil, 0, 0).Taken() }

// recordDeath records the call during which the process ended.
func (r *Runner) recordDeath(grave int) error {
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
