package place

import (
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// A Class is the states of one level and one size of a type built by calls: those numbered First to
// Last, both included.
type Class struct {
	Level, Size int
	First, Last int64
	// Far marks states outside the depths. They occur only in an encoding Beyond a depth less than
	// their level.
	Far bool
}

// classes returns the classes of a shape that are within the depth when the path to the value has the
// given cost. indices has the index of each among the classes of the builder.
func (p *Placer) classes(s *value.Calls, cost int) (all []Class, indices []int64) {
	if s.Given {
		return []Class{{}}, []int64{0}
	}
	if p.Options.Calls == nil {
		return nil, nil
	}
	list := p.Options.Calls(s)
	far := p.beyond != nil && p.beyond.Calls && slices.ContainsFunc(list, func(c Class) bool { return c.Far && c.Level > p.beyond.Within })
	for i, c := range list {
		in := cost+c.Level <= p.depth && !far
		if c.Far {
			in = far && c.Level > p.beyond.Within
		}
		if n := len(all); in && far && n > 0 && all[n-1].Size == c.Size && all[n-1].Last+1 == c.First {
			all[n-1].Last = c.Last // How far outside a state is makes no difference.
		} else if in {
			all, indices = append(all, c), append(indices, int64(i))
		}
	}
	return all, indices
}

// calls makes the choice of a state: of its class, then of its number in the class. Unless the calls
// are executed, only the process that builds the state knows its value.
func (p *Placer) calls(s *value.Calls, at spot) (sym.Val, error) {
	if c := p.construction(s, at); c != nil {
		v, err := p.sequence(c, c.Steps, at)
		if err != nil {
			return nil, err
		}
		return p.Options.Constructor.Load(v, s.T, p.present(at)), nil
	}
	all, indices := p.classes(s, at.cost)
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no call makes a value of type %s", at.name, s.T)
	}
	choice := form.Var{Kind: form.Int64}
	for i, c := range all {
		choice.Choice = append(choice.Choice, form.Alt{Value: indices[i], Level: int32(at.cost + c.Level), Size: int32(c.Size)})
	}
	choice.Default = indices[0]
	i := p.add(at, choice)
	for k, c := range all {
		number := spot{name: at.name + " (state)", parent: i, when: form.Span{Lo: indices[k], Hi: indices[k]}, cost: at.cost}
		p.add(number, form.Var{
			Kind: form.Int64, Dom: []form.Span{{Lo: c.First, Hi: c.Last}}, Ascending: true,
			Level: int32(at.cost), Default: c.First,
		})
	}
	return p.hidden(s.T, WhyCalls), nil
}

// WhyCalls is the Why of an Opaque for a value built by calls. Its predicate filters natively by
// design.
const WhyCalls = "a value built by calls is known only when these are made"
