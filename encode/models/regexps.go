package models

import (
	"go/types"
	"regexp/syntax"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// compiling is the model of regexp.MustCompile for a constant. The result has only its first field,
// the expression, which is all that the models below read.
func compiling(fn *ssa.Function) lift.Model {
	to := fn.Signature.Results().At(0).Type().Underlying().(*types.Pointer).Elem()
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		expr, ok := constantText(f.B, args[0].(*sym.Text))
		if _, err := programOf(expr); !ok || err != nil {
			return f.Execute(fn, args, nil)
		}
		o := f.NewVariable(f.PC, f.Zero(to))
		o.Cells[0] = args[0]
		return &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: o}}}
	}
}

// programOf compiles an expression as package regexp does.
func programOf(expr string) (*syntax.Prog, error) {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return syntax.Compile(re.Simplify())
}

// matching is the model of a method of a regular expression whose first argument is a text. give
// computes its result from the match. The method is executed instead if the expression is unknown or
// may loop without reading anything.
func matching(give func(f *lift.Frame, m *match) sym.Val) maker {
	return func(fn *ssa.Function) lift.Model {
		return func(f *lift.Frame, args []sym.Val) sym.Val {
			s := args[1].(*sym.Text)
			alts := sym.Only(f.B, f.PC, args[0].(*sym.Pointer).Alts)
			return f.Split(len(alts), func(i int) term.Term { return alts[i].Guard }, func(i int) sym.Val {
				if alts[i].Obj == nil {
					f.Panics(term.Yes)
					return nil
				}
				text, _ := alts[i].Obj.Cells[alts[i].Off].(*sym.Text)
				if text == nil {
					return f.Execute(fn, args, nil)
				}
				expr, ok := constantText(f.B, text)
				prog, err := programOf(expr)
				if !ok || expr == "" || err != nil || spins(prog) {
					return f.Execute(fn, args, nil)
				}
				for i, c := range s.Bytes {
					f.GiveUpIf(f.B.And(f.B.Lt(f.B.Number(i), s.Length), f.B.Le(f.B.Constant(form.Uint8, 0x80), c)), "what a regular expression matches of texts beyond ASCII is not followed")
				}
				m := &match{f: f, text: s, prog: prog, accepts: map[[2]int]term.Term{}, captured: map[[3]int]term.Term{}}
				return give(f, m)
			})
		}
	}
}

// spins reports whether a program may return to an instruction without reading anything.
func spins(p *syntax.Prog) bool {
	state := make([]int8, len(p.Inst)) // 1 while its successors are visited, then 2
	var visit func(pc uint32) bool
	visit = func(pc uint32) bool {
		if state[pc] != 0 {
			return state[pc] == 1
		}
		state[pc] = 1
		found := false
		switch in := &p.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			found = visit(in.Out) || visit(in.Arg)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			found = visit(in.Out)
		}
		state[pc] = 2
		return found
	}
	for pc := range p.Inst {
		if visit(uint32(pc)) {
			return true
		}
	}
	return false
}

// A match is the leftmost match of a program in an ASCII text. As in package regexp, each alternative
// takes the first branch that leads to a match.
type match struct {
	f    *lift.Frame
	text *sym.Text
	prog *syntax.Prog
	// accepts caches accept, captured caches capture.
	accepts  map[[2]int]term.Term
	captured map[[3]int]term.Term
}

// accept returns the condition under which a match continues from an instruction at an index of the
// text.
func (m *match) accept(pc uint32, i int) term.Term {
	key := [2]int{int(pc), i}
	if t, ok := m.accepts[key]; ok {
		return t
	}
	b := m.f.B
	t := term.No
	switch in := &m.prog.Inst[pc]; in.Op {
	case syntax.InstMatch:
		t = term.Yes
	case syntax.InstAlt, syntax.InstAltMatch:
		t = b.Or(m.accept(in.Out, i), m.accept(in.Arg, i))
	case syntax.InstCapture, syntax.InstNop:
		t = m.accept(in.Out, i)
	case syntax.InstEmptyWidth:
		if at := m.empty(syntax.EmptyOp(in.Arg), i); at != term.No {
			t = b.And(at, m.accept(in.Out, i))
		}
	case syntax.InstFail:
	default:
		if i < len(m.text.Bytes) {
			if is := b.And(b.Lt(b.Number(i), m.text.Length), m.reads(in, i)); is != term.No {
				t = b.And(is, m.accept(in.Out, i+1))
			}
		}
	}
	m.accepts[key] = t
	return t
}

// reads is the condition under which an instruction accepts the character at a place.
func (m *match) reads(in *syntax.Inst, i int) term.Term {
	return withinRanges(m.f, form.Uint8, m.text.Bytes[i], 0x7f, func(c rune) bool {
		switch in.Op {
		case syntax.InstRuneAny:
			return true
		case syntax.InstRuneAnyNotNL:
			return c != '\n'
		}
		return in.MatchRune(c)
	})
}

// empty is the condition under which a place is the beginning or the end of something.
func (m *match) empty(op syntax.EmptyOp, i int) term.Term {
	b := m.f.B
	ends := b.Le(m.text.Length, b.Number(i))
	is := func(i int, of func(rune) bool) term.Term {
		if i < 0 || i >= len(m.text.Bytes) {
			return term.No
		}
		return b.And(b.Lt(b.Number(i), m.text.Length), withinRanges(m.f, form.Uint8, m.text.Bytes[i], 0x7f, of))
	}
	newLine := func(c rune) bool { return c == '\n' }
	word := m.differ(is(i-1, syntax.IsWordChar), is(i, syntax.IsWordChar))
	all := term.Yes
	for _, x := range []struct {
		op   syntax.EmptyOp
		cond term.Term
	}{
		{syntax.EmptyBeginText, b.Bool(i == 0)},
		{syntax.EmptyEndText, ends},
		{syntax.EmptyBeginLine, b.Or(b.Bool(i == 0), is(i-1, newLine))},
		{syntax.EmptyEndLine, b.Or(ends, is(i, newLine))},
		{syntax.EmptyWordBoundary, word},
		{syntax.EmptyNoWordBoundary, b.Not(word)},
	} {
		if op&x.op != 0 {
			all = b.And(all, x.cond)
		}
	}
	return all
}

func (m *match) differ(x, y term.Term) term.Term { return m.f.B.Not(m.f.B.Eq(x, y)) }

// capture returns the index at which the match that continues from an instruction at an index sets
// capture n for the last time, or -1. The end of the match is capture 1.
func (m *match) capture(pc uint32, i, n int) term.Term {
	key := [3]int{int(pc), i, n}
	if t, ok := m.captured[key]; ok {
		return t
	}
	b := m.f.B
	t := b.Number(-1)
	if m.accept(pc, i) != term.No {
		switch in := &m.prog.Inst[pc]; in.Op {
		case syntax.InstMatch:
			if n == 1 {
				t = b.Number(i)
			}
		case syntax.InstAlt, syntax.InstAltMatch:
			t = b.Ite(m.accept(in.Out, i), m.capture(in.Out, i, n), m.capture(in.Arg, i, n))
		case syntax.InstCapture:
			if t = m.capture(in.Out, i, n); int(in.Arg) == n {
				t = b.Ite(b.Eq(t, b.Number(-1)), b.Number(i), t)
			}
		case syntax.InstNop, syntax.InstEmptyWidth:
			t = m.capture(in.Out, i, n)
		default:
			t = m.capture(in.Out, i+1, n)
		}
	}
	m.captured[key] = t
	return t
}

// found returns the condition under which there is a match.
func (m *match) found() term.Term {
	all := term.No
	for i := range len(m.text.Bytes) + 1 {
		all = m.f.B.Or(all, m.begins(i))
	}
	return all
}

// begins returns the condition under which some match begins at index i. An earlier one may exist.
func (m *match) begins(i int) term.Term {
	return m.f.B.And(m.f.B.Le(m.f.B.Number(i), m.text.Length), m.accept(uint32(m.prog.Start), i))
}

// at returns the index at which the leftmost match sets a capture, or -1.
func (m *match) at(n int) term.Term {
	b := m.f.B
	t := b.Number(-1)
	for i := len(m.text.Bytes); i >= 0; i-- {
		from := b.Number(i)
		if n > 0 {
			from = m.capture(uint32(m.prog.Start), i, n)
		}
		t = b.Ite(m.begins(i), from, t)
	}
	return t
}

// group returns the text of a group, or "" if the group is not part of the match.
func (m *match) group(n int) *sym.Text {
	b := m.f.B
	low, high := m.at(2*n), m.at(2*n+1)
	has := b.Le(b.Number(0), low)
	return cutOut(m.f, m.text, 0, b.Ite(has, low, b.Number(0)), b.Ite(has, high, b.Number(0)))
}

// list returns a slice of values if there is a match, otherwise nil.
func (m *match) list(elem types.Type, n int, value func(i int) sym.Val) sym.Val {
	length := m.f.B.Number(n)
	r, ok := m.f.Fresh(elem, length, length).(*sym.Sequence)
	if !ok {
		return nil
	}
	for i := range n {
		r.Alts[0].Obj.Cells[i] = value(i)
	}
	return m.f.Merge(m.found(), r, sym.NilSequence)
}

// The results of methods of regular expressions.

func matches(_ *lift.Frame, m *match) sym.Val { return m.found() }

func matchedText(_ *lift.Frame, m *match) sym.Val { return m.group(0) }

func matchedPlace(_ *lift.Frame, m *match) sym.Val {
	return m.list(types.Typ[types.Int], 2, func(i int) sym.Val { return m.at(i) })
}

func matchedGroups(_ *lift.Frame, m *match) sym.Val {
	return m.list(types.Typ[types.String], m.prog.NumCap/2, func(i int) sym.Val { return m.group(i) })
}
