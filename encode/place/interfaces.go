package place

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// boxed makes the choice among the inhabitants of an interface.
func (p *Placer) boxed(s *value.Interface, at spot) (sym.Val, error) {
	v := form.Var{Kind: form.Int64}
	if s.Nil {
		v.Choice = append(v.Choice, form.Alt{Value: -1, Level: int32(at.cost)})
	}
	for i, a := range s.Alts {
		if to := at.cost + a.Step; p.fits(a.Shape, to) && (p.room(grows(a), at) || p.mustGrow(s, at)) {
			v.Choice = append(v.Choice, form.Alt{Value: int64(i), Level: int32(to), Size: int32(truth(a.Node))})
		}
	}
	v.Default = v.Choice[0].Value
	i := p.add(at, v)
	n := p.B.Ref(int(i))
	r := &sym.Boxed{}
	// unseen is the condition that calls built the value, so that its dynamic type is unknown.
	unseen := term.No
	parts := p.alternatives(s, v.Choice, at)
	for j, c := range v.Choice {
		is := p.B.Eq(n, p.B.Constant(form.Int64, c.Value))
		if c.Value < 0 {
			r.Alts = append(r.Alts, sym.Content{Guard: is})
			continue
		}
		a := s.Alts[c.Value]
		name := at.name + ".(" + types.TypeString(a.T, func(*types.Package) string { return "" }) + ")"
		e, err := p.make(a.Shape, spot{name: name, parent: i, when: form.Span{Lo: c.Value, Hi: c.Value}, cost: at.cost + a.Step, parts: parts[j]})
		if err != nil {
			return nil, err
		}
		if types.IsInterface(a.T) {
			unseen = p.B.Or(unseen, is)
			continue
		}
		r.Alts = append(r.Alts, sym.Content{Guard: is, T: a.T, Value: e})
	}
	switch {
	case unseen == term.Yes:
		return &sym.Unknown{Guard: term.Yes, Why: WhyCalls}, nil
	case unseen != term.No:
		return &sym.Unknown{Guard: unseen, Why: WhyCalls, Rest: r}, nil
	}
	return r, nil
}

// grows reports whether an inhabitant of an interface is a node, or a pointer to one that is never
// nil. It needs a part of its own.
func grows(a value.Alt) bool {
	p, ok := a.Shape.(*value.Pointer)
	return a.Node || ok && p.NotNil && p.Node
}
