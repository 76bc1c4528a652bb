package place

import (
	"errors"
	"fmt"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// ErrUnfit is the error for a stream that is no input of the variables it is to fix.
var ErrUnfit = errors.New("no input of these variables")

// Pins fix what a known input says of each variable, in the order of the variables.
type Pins []pin

// A pin fixes a variable of a name to a value. A pin that may grow is a lower limit.
type pin struct {
	name        string
	fixed, grow bool
	value       int64
}

// Pins returns the pins for the input with this stream, whose texts may become longer. The placer must have made
// the variables of all inputs. Pins fails with ErrUnfit if the stream is no input of these variables.
func (p *Placer) Pins(stream []int64) (Pins, error) {
	f := p.B.Form(term.Yes, p.Options.Depth)
	vars := make([]int64, len(f.Vars))
	if _, _, err := f.Assign(stream, vars); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	pins := make(Pins, len(vars))
	for i, v := range f.Vars {
		there := v.Parent < 0 || pins[v.Parent].fixed && v.When.Lo <= vars[v.Parent] && vars[v.Parent] <= v.When.Hi
		pins[i] = pin{name: v.Name, fixed: there, value: vars[i]}
	}
	for _, letters := range p.Letters {
		for _, i := range letters {
			pins[f.Vars[i].Parent].grow = true
		}
	}
	return pins, nil
}

// pinned returns variable i of a name as the pins leave it.
func (p Pins) pinned(i int, v form.Var) form.Var {
	if i >= len(p) || !p[i].fixed || p[i].name != v.Name {
		return v
	}
	x := p[i]
	v.Default = x.value
	if len(v.Choice) == 0 {
		v.Dom = []form.Span{{Lo: x.value, Hi: x.value}}
		return v
	}
	var choice []form.Alt
	for _, a := range v.Choice {
		if a.Value == x.value || x.grow && a.Value > x.value {
			choice = append(choice, a)
		}
	}
	v.Choice = choice
	return v
}

// pinnedRef returns the value of a variable, which is a constant if it is pinned.
func (p *Placer) pinnedRef(i int) term.Term {
	t := p.B.Ref(i)
	if n := p.B.Nodes[t]; p.Options.Pins != nil && n.Lo == n.Hi {
		return p.B.Constant(n.Kind, n.Lo)
	}
	return t
}
