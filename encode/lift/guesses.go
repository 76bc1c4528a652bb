package lift

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode/answers"
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

// mostGuesses limits the number of variables for results of calls.
const mostGuesses = 64

// A called is a call that cannot be executed. Its receiver, if any, is the first argument.
type called struct {
	name string
	sig  *types.Signature
	args []sym.Val
}

// gives returns words for a message about the call's results.
func (c called) gives() string { return "what " + c.name + " gives" }

// guess replaces a call that cannot be executed while a function is followed. Its results may be
// anything, and it changes nothing. Solutions are only candidates, so a wrong guess costs one input
// (Godefroid, Klarlund and Sen, "DART", 2005, use the results of a run instead).
func (f *Frame) guess(c called) (v sym.Val, ok bool) {
	if !f.mayGuess() {
		return nil, false
	}
	f.Gaps = append(f.Gaps, Opaque{Pred: f.pred, Why: c.gives() + " is guessed", Pos: f.At})
	f.recordLost()
	if v, ok := f.answer(c); ok {
		return v, true
	}
	results := c.sig.Results()
	list := make(sym.Tuple, results.Len())
	for i := range list {
		list[i] = f.anything(results.At(i).Type(), c.gives()+" is not known")
	}
	if len(list) == 1 {
		return list[0], true
	}
	return list, true
}

// mayGuess reports whether inputs are looked for, and a part of the code may be replaced by a guess.
func (f *Frame) mayGuess() bool {
	w := f.follow
	return w != nil && w.whole == nil && f.starting == nil && w.guesses < mostGuesses && f.PC != term.No
}

// guessesHere reports whether a part of the user's code may be replaced by a guess.
func (f *Frame) guessesHere() bool { return f.mayGuess() && f.follow.own(f.Fn) }

// evalOrGuess executes an instruction. Where inputs are looked for, and the user's code comes to an
// instruction that is given up on all paths, its value may be anything, as that of a guessed call.
func (f *Frame) evalOrGuess(in ssa.Value) sym.Val {
	if !f.guessesHere() {
		return f.eval(in)
	}
	w := f.follow
	pc, faults, blind, gaps, left, endless := f.PC, len(f.faults), len(f.blind), len(f.Gaps), w.left, w.endless
	v := f.eval(in)
	if f.PC != term.No || f.spent || len(f.Gaps) == gaps || len(f.faults) > faults || w.endless && !endless {
		return v
	}
	f.PC, f.blind, w.left = pc, f.blind[:blind], left
	v = f.anything(in.Type(), f.Gaps[gaps].Why)
	if s, ok := in.(*ssa.Select); ok {
		first := int64(0)
		if !s.Blocking {
			first = -1
		}
		v.(sym.Tuple)[0] = f.guessed(form.Int64, form.Span{Lo: first, Hi: int64(len(s.States)) - 1})
	}
	return v
}

// pass passes over a statement without a meaning in logic where inputs are looked for. It gives up
// elsewhere.
func (f *Frame) pass(in ssa.Instruction) {
	why := fmt.Sprintf("%s has no meaning in logic", in)
	if !f.guessesHere() {
		f.GiveUp(why)
		return
	}
	f.Gaps = append(f.Gaps, Opaque{Pred: f.pred, Why: why, Pos: f.At})
}

// anything returns a value of type t made of new variables. Why is the reason for parts that have none.
func (f *Frame) anything(t types.Type, why string) sym.Val {
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
	if list, ok := t.(*types.Tuple); ok {
		v := make(sym.Tuple, list.Len())
		for i := range v {
			v[i] = f.anything(list.At(i).Type(), why)
		}
		return v
	}
	return f.unknownOf(t, why)
}

// guessedText is the greatest length of a string that a guessed call returns.
const guessedText = 4

func (f *Frame) guessed(k form.Kind, d form.Span) term.Term {
	f.follow.guesses++
	f.B.Vars = append(f.B.Vars, form.Var{Name: "guess", Kind: k, Parent: -1, Dom: []form.Span{d}})
	return f.B.Ref(len(f.B.Vars) - 1)
}

// recordLost records the position of a call in the user's code that could not be executed.
func (f *Frame) recordLost() {
	w := f.follow
	if w == nil || w.whole != nil || f.starting != nil {
		return
	}
	user := f
	for i := len(f.stack) - 1; i >= 0 && !w.own(user.Fn); i-- {
		user = f.stack[i]
	}
	call, ok := user.now.(*ssa.Call)
	if !ok || !w.own(user.Fn) {
		return
	}
	if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
		return // Its result does not depend on a run.
	}
	if fn := call.Call.StaticCallee(); fn == nil || !w.own(fn) {
		w.lost[user.At] = true
	}
}

// answer returns the result that a call had in the recorded run, if that run made it. It gives up the
// paths on which the arguments differ from those of the run.
func (f *Frame) answer(c called) (v sym.Val, ok bool) {
	w := f.follow
	at := f.Fn.Prog.Fset.PositionFor(f.At, false)
	i := slices.IndexFunc(w.answers, func(a answers.Answer) bool { return a.Pos == at })
	if i < 0 {
		return nil, false
	}
	terms := sym.TermsOf(c.args...)
	values, err := f.valuesOf(append([]term.Term{f.PC}, terms...))
	if err != nil || values[0] == 0 {
		return nil, false
	}
	same := term.Yes
	for i, t := range terms {
		same = f.B.And(same, f.B.Eq(t, f.B.Constant(f.B.Nodes[t].Kind, values[i+1])))
	}
	r := &answers.Reader{
		Domain: f.Domain, Words: w.answers[i].Words,
		Unknown: func(t types.Type) sym.Val { return f.unknownOf(t, c.gives()+" is not known") },
		New:     func(v sym.Val) *sym.Object { return f.NewVariable(f.PC, v) },
	}
	w.answers = w.answers[i+1:]
	f.GiveUpIf(f.B.Not(same), c.gives()+" is known for some arguments only")
	results := c.sig.Results()
	list := make(sym.Tuple, results.Len())
	for i := range list {
		list[i] = r.Value(results.At(i).Type())
	}
	for r.More() {
		f.effect(c, r)
	}
	if len(list) == 1 {
		return list[0], true
	}
	return list, true
}

// effect sets the memory that an argument points to as the recorded call left it.
func (f *Frame) effect(c called, r *answers.Reader) {
	v, t := f.argument(c, r.Index())
	if b, ok := v.(*sym.Boxed); ok {
		if alts := sym.Only(f.B, f.PC, b.Alts); len(alts) == 1 && alts[0].T != nil {
			v, t = alts[0].Value, alts[0].T
		}
	}
	switch v := v.(type) {
	case *sym.Pointer:
		if x, ok := r.Target(t.Underlying().(*types.Pointer).Elem()); ok {
			f.Store(v, x)
		}
	case *sym.Sequence:
		elem := t.Underlying().(*types.Slice).Elem()
		items, _ := r.Elements(elem)
		for _, w := range f.Windows(v) {
			if w.Obj != nil {
				f.Put(w, f.B.Number(0), f.B.Number(len(items)), items)
			}
		}
	default:
		r.Skip()
	}
}

// valuesOf evaluates terms for the input of the recorded run. They do not depend on guesses, which get
// any value.
func (f *Frame) valuesOf(terms []term.Term) ([]int64, error) {
	form, nodes := f.B.FormWith(term.Yes, terms, 0)
	stream := f.follow.input[:len(f.follow.input):len(f.follow.input)]
	for _, v := range form.Vars[f.follow.inputs:] {
		stream = append(stream, v.Dom[0].Lo)
	}
	return form.EvalAt(stream, nodes)
}

// argument returns the argument with the given index in the call, and its type. It resolves variadic
// arguments.
func (f *Frame) argument(c called, index int) (sym.Val, types.Type) {
	params := c.sig.Params()
	first := len(c.args) - params.Len()
	if last := params.Len() - 1; c.sig.Variadic() && index >= last {
		elem := params.At(last).Type().Underlying().(*types.Slice).Elem()
		if rest, ok := c.args[first+last].(*sym.Sequence); ok {
			if items := f.Items(rest, elem); index-last < len(items) {
				return items[index-last], elem
			}
		}
		return nil, elem
	}
	return c.args[first+index], params.At(index).Type()
}
