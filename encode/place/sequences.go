package place

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// A Construction describes how the values of a type are built by calls. The variables of a sequence of
// calls are those of its stream, with the last call first.
type Construction struct {
	T types.Type
	// Builder is the builder of the shapes. Steps is the greatest number of steps in a sequence.
	Builder, Steps int
	Callees        []Callee
}

// A Callee is a constructor or a step of a Construction.
type Callee struct {
	Name string
	Step bool
	// Pointer reports that a step is called on a pointer to the value.
	Pointer bool
	// Arguments are the shapes of the arguments, without the value of a step. Depth is their depth.
	Arguments []value.Shape
	Depth     int
	// Gives is the number of things, such as results, of which one becomes the value.
	Gives int
}

// A Constructor knows how values are built by calls, and executes these calls.
type Constructor interface {
	// Construction returns how values of a shape are built within a depth, or nil if the calls are not
	// executed. within is the construction whose arguments they are, or nil.
	Construction(s *value.Calls, depth int, within *Construction) *Construction
	// Call executes a call where pc holds. self is a pointer to the value of a step. which has for
	// each thing that the call yields the condition that it becomes the value. Call returns a pointer
	// to the value, or nil if there is none.
	Call(c *Construction, callee int, self sym.Val, args []sym.Val, which []term.Term, pc term.Term) sym.Val
	// Load returns the value of type t that a pointer points to.
	Load(p sym.Val, t types.Type, pc term.Term) sym.Val
}

// construction returns how values of a shape are built, or nil if the calls are not executed.
func (p *Placer) construction(s *value.Calls, at spot) *Construction {
	if p.Options.Constructor == nil || s.Given {
		return nil
	}
	depth := p.depth - at.cost
	switch {
	case p.within != nil:
		depth = p.left - at.cost
	case p.beyond != nil:
		depth = min(depth, p.beyond.Within)
	}
	return p.Options.Constructor.Construction(s, depth, p.within)
}

// pointee returns a pointer to a value of a shape. For a value built by calls, it is the pointer that
// they return; otherwise it points to a new variable.
func (p *Placer) pointee(s value.Shape, at spot) (sym.Val, error) {
	if calls, ok := s.(*value.Calls); ok {
		if c := p.construction(calls, at); c != nil {
			return p.sequence(c, c.Steps, at)
		}
	}
	v, err := p.make(s, at)
	if err != nil {
		return nil, err
	}
	return &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: p.NewObject(term.Yes, v)}}}, nil
}

// sequence makes the variables of a sequence of calls, and returns a pointer to the value that it
// builds.
func (p *Placer) sequence(c *Construction, steps int, at spot) (sym.Val, error) {
	if len(p.B.Vars) > p.mostVars() {
		return nil, ErrTooLarge
	}
	level := int32(at.cost)
	head := p.add(at, form.Var{Kind: form.Int64, Choice: []form.Alt{{Value: -1, Level: level}}, Default: -1})
	last := form.Var{Kind: form.Int64}
	for i := range c.Callees {
		if x := &c.Callees[i]; (!x.Step || steps > 0) && p.callable(c, x) {
			last.Choice = append(last.Choice, form.Alt{Value: int64(i), Level: level, Size: 1})
		}
	}
	if len(last.Choice) == 0 {
		return nil, fmt.Errorf("%s: no call makes a value of type %s", at.name, c.T)
	}
	last.Default = last.Choice[0].Value
	k := p.add(spot{name: at.name + " (call)", parent: head, when: form.Span{Lo: -1, Hi: -1}}, last)
	s := &sequenced{Placer: p, of: c, steps: steps, at: at, last: k, which: map[int][]term.Term{}, selves: map[int]sym.Val{}}
	s.results()
	if err := s.before(); err != nil {
		return nil, err
	}
	return s.calls()
}

// callable reports whether all arguments of a call have a value within their depth.
func (p *Placer) callable(c *Construction, x *Callee) (fits bool) {
	p.inside(c, x, func() error {
		fits = true
		for _, s := range x.Arguments {
			fits = fits && p.fits(s, 0)
		}
		return nil
	})
	return fits
}

// inside calls do with the placer set up for the arguments of a call.
func (p *Placer) inside(c *Construction, x *Callee, do func() error) error {
	depth, fit, within, left, unread := p.depth, p.fit, p.within, p.left, p.unread
	p.within, p.left, p.unread, p.fit = c, x.Depth, false, map[fitKey]bool{}
	if p.beyond == nil {
		p.depth = x.Depth
	}
	defer func() { p.depth, p.fit, p.within, p.left, p.unread = depth, fit, within, left, unread }()
	return do()
}

// A sequenced makes one sequence. The variable last chooses its last call.
type sequenced struct {
	*Placer
	of    *Construction
	steps int
	at    spot
	last  int32
	// which has for each callee the conditions that a thing it yields becomes the value. selves has
	// pointers to the values of steps.
	which  map[int][]term.Term
	selves map[int]sym.Val
}

// chosen calls do for each callee that the last call may be.
func (s *sequenced) chosen(do func(i int, x *Callee)) {
	for _, a := range s.B.Vars[s.last].Choice {
		do(int(a.Value), &s.of.Callees[a.Value])
	}
}

// under returns the spot of a part that calls of the callees lo to hi have.
func (s *sequenced) under(name string, lo, hi int) spot {
	at := s.at
	at.name, at.parent, at.when = at.name+name, s.last, form.Span{Lo: int64(lo), Hi: int64(hi)}
	return at
}

// results makes the variables that choose the value among the things that a call yields, and the
// variables of pointers on which steps are called.
func (s *sequenced) results() {
	level := int32(s.at.cost)
	s.chosen(func(i int, x *Callee) {
		v := form.Var{Kind: form.Int64}
		for j := range x.Gives {
			v.Choice = append(v.Choice, form.Alt{Value: int64(j), Level: level})
		}
		ref := s.B.Ref(int(s.add(s.under(" (result)", i, i), v)))
		for j := range x.Gives {
			s.which[i] = append(s.which[i], s.B.Eq(ref, s.B.Number(j)))
		}
		if x.Step && x.Pointer {
			s.add(s.under(" (pointer)", i, i), form.Var{Kind: form.Int64, Choice: []form.Alt{{Value: 1, Level: level}}, Default: 1})
		}
	})
}

// before makes the earlier parts of the sequence: one for each run of consecutive callees that are
// steps.
func (s *sequenced) before() error {
	run := func(lo, hi int) error {
		v, err := s.sequence(s.of, s.steps-1, s.under("", lo, hi))
		for i := lo; i <= hi; i++ {
			s.selves[i] = v
		}
		return err
	}
	lo := -1
	for i := 0; i <= len(s.of.Callees); i++ {
		step := i < len(s.of.Callees) && s.of.Callees[i].Step && s.steps > 0
		switch {
		case step && lo < 0:
			lo = i
		case !step && lo >= 0:
			if err := run(lo, i-1); err != nil {
				return err
			}
			lo = -1
		}
	}
	return nil
}

// parts returns how many parts each argument may have. It is at least the depth, so that a string can
// have as many characters.
func (s *sequenced) parts() int { return max(s.depth, s.at.parts/(s.of.Steps+1)) }

// calls makes the variables of the arguments, and executes the calls.
func (s *sequenced) calls() (v sym.Val, err error) {
	type call struct {
		callee int
		args   []sym.Val
	}
	var list []call
	s.chosen(func(i int, x *Callee) {
		if err != nil {
			return
		}
		var args []sym.Val
		err = s.inside(s.of, x, func() error {
			for j, a := range x.Arguments {
				at := s.under(fmt.Sprintf(".%s[%d]", x.Name, j), i, i)
				at.cost, at.parts = 0, s.parts()
				arg, err := s.make(a, at)
				if err != nil {
					return err
				}
				args = append(args, arg)
			}
			return nil
		})
		list = append(list, call{i, args})
	})
	if err != nil {
		return nil, err
	}
	pc, last := s.realized(s.last), s.B.Ref(int(s.last))
	for _, c := range list {
		is := s.B.Eq(last, s.B.Number(c.callee))
		p := s.Options.Constructor.Call(s.of, c.callee, s.selves[c.callee], c.args, s.which[c.callee], s.B.And(pc, is))
		if p != nil {
			v = s.Merge(is, p, v)
		}
	}
	if v == nil {
		v = sym.NilPointer // The laws exclude this input.
	}
	return v, nil
}
