package lift

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// mostGuesses is how many variables there are at most for what calls give.
const mostGuesses = 64

// guess stands for a call that cannot be executed while a function is followed: it may give
// anything, and changes nothing. What is found so is only tried, so that a wrong guess costs an
// input (Godefroid, Klarlund and Sen, "DART", 2005, take what the call gives when it runs).
func (f *Frame) guess(args []sym.Val) (v sym.Val, ok bool) {
	w := f.follow
	if w == nil || w.whole != nil || f.starting != nil || w.guesses >= mostGuesses || len(f.Fn.Blocks) > 0 {
		return nil, false
	}
	f.Gaps = append(f.Gaps, Opaque{Pred: f.pred, Why: "what " + f.Fn.String() + " gives is guessed", Pos: f.At})
	for _, a := range args {
		w.look(f.Machine, a)
	}
	results := f.Fn.Signature.Results()
	list := make(sym.Tuple, results.Len())
	for i := range list {
		list[i] = f.anything(results.At(i).Type())
	}
	if len(list) == 1 {
		return list[0], true
	}
	return list, true
}

// anything is any value of a type, as far as variables can say.
func (f *Frame) anything(t types.Type) sym.Val {
	if k, ok := layout.KindOf(t); ok {
		return f.guessed(k, k.Bounds())
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			text := &sym.Text{Length: f.guessed(form.Int64, form.Span{Hi: guessedText})}
			for range guessedText {
				text.Bytes = append(text.Bytes, f.guessed(form.Uint8, form.Span{Hi: 127}))
			}
			return text
		}
	case *types.Interface:
		if types.Identical(t, types.Universe.Lookup("error").Type()) {
			fails := f.guessed(form.Bool, form.Span{Hi: 1})
			return &sym.Boxed{Alts: []sym.Content{{Guard: f.B.Not(fails)}, {Guard: fails, T: sym.Panicked, Value: sym.Unsaid}}}
		}
	}
	return f.unknownOf(t, "what "+f.Fn.String()+" gives is not known")
}

// guessedText is how long a text is at most that a call gives.
const guessedText = 4

func (f *Frame) guessed(k form.Kind, d form.Span) term.Term {
	f.follow.guesses++
	f.B.Vars = append(f.B.Vars, form.Var{Name: "guess", Kind: k, Parent: -1, Dom: []form.Span{d}})
	return f.B.Ref(len(f.B.Vars) - 1)
}

// look notes the terms of a value, and of what it refers to.
func (w *follower) look(m *Machine, v sym.Val) {
	switch v := v.(type) {
	case term.Term:
		if w.seen[v] {
			return
		}
		w.seen[v] = true
		for _, a := range m.B.Nodes[v].Args {
			w.look(m, a)
		}
	case *sym.Text:
		w.look(m, v.Length)
		for _, c := range v.Bytes {
			w.look(m, c)
		}
	case sym.Aggregate:
		for _, x := range v {
			w.look(m, x)
		}
	case *sym.Boxed:
		for _, a := range v.Alts {
			w.look(m, a.Guard)
			w.look(m, a.Value)
		}
	case *sym.Sequence:
		for _, a := range v.Alts {
			w.look(m, a.Length)
			if a.Obj != nil {
				w.look(m, sym.Aggregate(a.Obj.Cells))
			}
		}
	}
}

// asked are the variables among the terms that were noted.
func (w *follower) asked(m *Machine) (list []int) {
	for t := range w.seen {
		if n := &m.B.Nodes[t]; n.Op == form.Ref {
			list = append(list, int(n.Val))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
