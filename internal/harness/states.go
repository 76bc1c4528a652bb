package harness

import (
	"slices"
	"sync"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
)

// spelled returns the stream of a finding with the calls of every state spelled out.
func (u *run) spelled(stream []int64) []int64 {
	b := u.r.b
	if len(b.unit.Builders) == 0 || stream == nil {
		return stream
	}
	shapes, states := u.plan.Target.Shapes, b.states.all()
	if !u.plan.Chooses() {
		return spell(shapes, stream, states)
	}
	solution, choices, ok := wire.Split(stream)
	if !ok {
		return stream
	}
	return wire.Join(spell(shapes, solution, states), choices)
}

// Spell returns a stream of a target with the calls of every state spelled out, so that its meaning
// does not depend on the states that were found.
func (b *Binary) Spell(target int, stream []int64) []int64 {
	if len(b.unit.Builders) == 0 {
		return stream
	}
	return spell(b.code.Plans[target].Target.Shapes, stream, b.states.all())
}

// FarStates is the number of the first state outside the depths.
const FarStates = wire.FarStates

// A State is one value built by calls: the least depth whose bounds admit it, and its number of
// calls.
type State struct{ Level, Size int }

// A stateLibrary holds the states of the unit's builders, which all runners share.
type stateLibrary struct {
	mu     sync.Mutex
	states []wire.Known
	// dead are the ordinals of calls that ended a process, by Exploration.deathKey.
	dead map[int][]int64
}

func (l *stateLibrary) replace(builder int, states []wire.State, far bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := slices.Clone(l.states)
	for len(next) <= builder {
		next = append(next, wire.Known{})
	}
	if far {
		next[builder].Far = states
	} else {
		next[builder].Near = states
	}
	l.states = next
}

// all returns the states by builder. The caller must not change them.
func (l *stateLibrary) all() []wire.Known {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.states
}

// sentStates holds how many states a process was sent: at 2*i the states of builder i of all depths, at 2*i+1
// those outside the depths.
type sentStates []int

// sendStates sends the states to which streams of the shapes and of the domains may refer, unless
// the process has them.
func (b *Binary) sendStates(p *process.Process, sent *sentStates, shapes []value.Shape) error {
	wanted := map[int]bool{}
	visit := func(s value.Shape) {
		if c, ok := s.(*value.Calls); ok && !c.Given {
			wanted[c.Builder] = true
		}
	}
	for _, s := range shapes {
		value.Walk(s, visit)
	}
	for _, d := range b.unit.Domains {
		value.Walk(d.Shape, visit)
	}
	for i, states := range b.states.all() {
		if !wanted[i] {
			continue
		}
		for k, list := range [2][]wire.State{states.Near, states.Far} {
			at := 2*i + k
			if len(*sent) <= at {
				*sent = append(*sent, make(sentStates, at+1-len(*sent))...)
			}
			if (*sent)[at] == len(list) {
				continue
			}
			if err := p.SendJSON(wire.KindTable, wire.Table{Builder: i, States: list, Far: k == 1}); err != nil {
				return err
			}
			(*sent)[at] = len(list)
		}
	}
	return nil
}

// spell returns a stream of inputs of these shapes with the calls of every state spelled out.
func spell(shapes []value.Shape, stream []int64, states []wire.Known) []int64 {
	return decode.Spell(shapes, stream, func(builder int, number int64) ([]int64, bool) {
		if builder >= len(states) {
			return nil, false
		}
		state, ok := states[builder].At(number)
		if !ok {
			return nil, false
		}
		return state.Stream, true
	})
}
