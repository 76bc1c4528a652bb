package place

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// function makes the variable of a function: what it costs to get there, from
// which follows how large its answers may be, or -1 for nil. The answers
// themselves are no variables: they are chosen when the function is asked.
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

// drawn is the value of an input that is drawn from others: it has no variable.
func (p *Placer) drawn(s *value.Drawn) sym.Val {
	return p.hidden(s.T, WhyDrawn)
}

// hidden is a value of type t of which nothing is known.
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

// WhyDrawn and WhyAsked are the Why of an Opaque that tells of inputs that are
// known only when others are built, or when they are asked. Their predicates
// are not at fault: they filter natively by design.
const (
	WhyDrawn = "an input drawn from others is known only when these are built"
	WhyAsked = "a function that is an input has its answers only when it is called"
)
