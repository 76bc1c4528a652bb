package place

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// function makes the variable of a function: -1 for nil, otherwise the cost of the path to it, which
// bounds its answers. The answers have no variables: they are chosen when the function is called.
func (p *Placer) function(s *value.Func, at spot) sym.Val {
	v := form.Var{Kind: form.Int64}
	if s.Nil {
		v.Choice = append(v.Choice, form.Alt{Value: -1, Level: int32(at.cost)})
	}
	v.Choice = append(v.Choice, form.Alt{Value: int64(at.cost), Level: int32(at.cost)})
	v.Default = v.Choice[0].Value
	isNil := term.No
	i := p.add(at, v)
	if s.Nil {
		isNil = p.B.Eq(p.B.Ref(int(i)), p.B.Number(-1))
	}
	if p.beyond != nil && p.beyond.Answered {
		p.beyond.out = append(p.beyond.out, p.B.And(p.realized(i), p.B.Not(isNil)))
	}
	return &sym.Callable{Alts: []sym.Callee{{Guard: p.B.Not(isNil), Why: WhyAsked}, {Guard: isNil}}}
}

// drawn returns the value of an input drawn from others. It has no variable.
func (p *Placer) drawn(s *value.Drawn) sym.Val {
	return p.hidden(s.T, WhyDrawn)
}

// hidden returns an unknown value of type t.
func (p *Placer) hidden(t types.Type, why string) sym.Val {
	u := &sym.Unknown{Guard: term.Yes, Why: why}
	v := p.Zero(t)
	if a, ok := v.(sym.Aggregate); ok {
		for j := range a {
			a[j] = u
		}
		return a
	}
	return u
}

// WhyDrawn and WhyAsked are the Why of an Opaque for inputs that are known only when others are built,
// or when they are called. Their predicates filter natively by design.
const (
	WhyDrawn = "an input drawn from others is known only when these are built"
	WhyAsked = "a function that is an input has its answers only when it is called"
)
