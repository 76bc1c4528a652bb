package solve

import (
	"cmp"
	"fmt"
	"iter"
	"math/big"
	"strings"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// Options of an Engine. The zero Options set no limit.
type Options struct {
	// RLimit bounds the work of each check in Z3's deterministic unit; 0 is no
	// limit. A check of 100 milliseconds takes some 400 000.
	RLimit uint32
	// Checks is how many questions Within asks without a solution before the rest
	// counts as undecided; 0 is no limit.
	Checks int64
	// Holes is how many undecided parts Solutions goes past; with 0 it ends at
	// the first.
	Holes int
	// Within is after how many failures, one after another, the native search
	// leaves the rest of a shape to Z3; 0 is a sensible number, with a negative
	// one there is no such search.
	Within int
	// Shapes is how many shapes of one size are found in one check, beyond which
	// they are walked one by one; 0 is a sensible number, with a negative one
	// they always are.
	Shapes int
	// Leaf is how many values of data variables are evaluated in vain, one after
	// another, before Z3 is asked; 0 is a sensible number.
	Leaf int
	// Quit is asked now and then while terms are made for Z3, and ends that when it
	// returns true; nil is never.
	Quit func() bool
}

// leafDefault evaluations and withinDefault failures take about as long as a
// check, shapesDefault shapes some seconds.
const (
	leafDefault   = 1 << 12
	withinDefault = 1 << 9
	shapesDefault = 1 << 15
)

// A Part restricts a question to some of the solutions of a form. The zero
// Part is all of them.
type Part struct {
	// With Sized set, only solutions of the size Size.
	Sized bool
	Size  int64
	// Shape holds the values of the first realized choice variables, in the
	// order of Vars, as in search.Options.
	Shape []int64
}

// Undecided is the error for a part of a form about which Z3 answered neither
// way.
type Undecided struct {
	Part Part
	// Where is the part in terms of the form's variables.
	Where string
	// Reason is Z3's text, which varies between versions.
	Reason string
}

func (u *Undecided) Error() string {
	return fmt.Sprintf("Z3 gave up on %s (%s): raise its limit, or narrow the integers", u.Where, u.Reason)
}

// Stats count what an Engine has done since New.
type Stats struct {
	// Checks is the number of questions to Z3, of which Refuted had no model
	// and Unknown no answer.
	Checks, Refuted, Unknown int64
	// Recalled is the number of branches that were known to have no model from
	// an earlier question.
	Recalled int64
	// Evaluated is the number of partial assignments that were evaluated.
	Evaluated int64
	// Holes is the number of undecided parts.
	Holes int64
}

// An Engine answers one form. It belongs to one goroutine at a time; only
// Interrupt may be called from others.
type Engine struct {
	form  *form.Form
	opt   Options
	enc   *encoding
	ctx   *z3.Context
	solve *z3.Solver
	// words are what is read of a model, word the place of each variable in
	// it, -1 for those with one value.
	words []*smt.Term
	word  []int
	// lits are the Bool variables that stand for terms in assumptions.
	lits map[*smt.Term]*smt.Term
	// live are the nodes on which the root depends.
	live []int32
	// conflicts are what was learnt from refuted branches.
	conflicts map[step][]conflict
	// bounded are the data variables whose ranks were confined so far.
	bounded map[int]bounding
	// gather finds the shapes of a size in one check, where gathered says that
	// it was tried to make it; native finds the data of a shape.
	gather   *gatherer
	gathered bool
	native   *search.Solver
	// until is after how many checks the range at hand ends, 0 for never.
	until int64
	// last is after how many checks no more are made, 0 for never.
	last int64
	// asked says that the last check was put to Z3.
	asked bool
	// stop ends the walk behind the solution at hand.
	stop  atomic.Bool
	err   error
	stats Stats
}

// New translates the form, which it checks, and opens a solver. Without libz3
// the error is z3.ErrNoSolver; where Options.Quit ends it, z3.ErrInterrupted. The engine is
// to be closed.
func New(f *form.Form, opt Options) (*Engine, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	ctx, err := z3.Open()
	if err != nil {
		return nil, err
	}
	ctx.Quit = opt.Quit
	opt.Leaf = cmp.Or(opt.Leaf, leafDefault)
	opt.Within = cmp.Or(opt.Within, withinDefault)
	opt.Shapes = cmp.Or(opt.Shapes, shapesDefault)
	e := &Engine{form: f, opt: opt, ctx: ctx, enc: encode(f, opt.Quit), lits: make(map[*smt.Term]*smt.Term), conflicts: make(map[step][]conflict), bounded: make(map[int]bounding)}
	if e.enc.stopped {
		ctx.Close()
		return nil, z3.ErrInterrupted
	}
	for i := range e.enc.vars {
		e.word = append(e.word, -1)
		if w := e.enc.vars[i].word; w != nil {
			e.word[i] = len(e.words)
			e.words = append(e.words, w)
		}
	}
	e.live = cone(f)
	e.solve, err = ctx.Solver(config(opt))
	if err == nil {
		err = e.solve.Assert(e.enc.asserts...)
	}
	if err != nil {
		ctx.Close()
		return nil, err
	}
	return e, nil
}

func config(opt Options) z3.Config {
	return z3.Config{Kind: z3.ForLogic, Logic: "QF_FD", RLimit: opt.RLimit}
}

// Close gives back the solver.
func (e *Engine) Close() { e.ctx.Close() }

// Interrupt ends the question under way, and all that follow, with
// z3.ErrInterrupted, and a range over solutions behind the one at hand.
func (e *Engine) Interrupt() {
	e.stop.Store(true)
	e.ctx.Interrupt()
}

// Confine bounds each check from now on by a limit, and their number. What is asked beyond
// it is undecided.
func (e *Engine) Confine(rlimit uint32, checks int64) error {
	e.last = e.stats.Checks + checks
	return e.solve.Limit(rlimit)
}

// Stats tells what was done so far.
func (e *Engine) Stats() Stats { return e.stats }

// Err is why the last range over solutions ended before the last of them: an
// *Undecided for the first part that was not decided, z3.ErrInterrupted, or a
// fault of the solver. It is nil when all solutions were given, or the
// consumer stopped. It may be asked during the range.
func (e *Engine) Err() error { return e.err }

// Solutions gives all solutions in the order of the form, each as the values
// of its realized variables, in slices of their own. What it could not give is
// told by Err.
func (e *Engine) Solutions() iter.Seq[[]int64] { return e.Within(Part{}) }

// Within gives the solutions in a part of the form, as Solutions does.
func (e *Engine) Within(p Part) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		e.err = nil
		if e.until = 0; e.opt.Checks > 0 {
			e.until = e.stats.Checks + e.opt.Checks
			defer func() { e.until = 0 }()
		}
		w, err := newWalk(e, p, yield)
		if err != nil {
			e.err = err
			return
		}
		w.sizes()
	}
}

// Inhabited reports whether a part of the form has a solution; the error is
// an *Undecided when Z3 gives no answer.
func (e *Engine) Inhabited(p Part) (bool, error) {
	w, err := newWalk(e, p, nil)
	if err != nil {
		return false, err
	}
	if p.Sized {
		w.push(e.sizeLeast(p.Size))
		w.push(e.sizeMost(p.Size))
	}
	_, status, err := w.check()
	if err == nil && status == z3.Unknown {
		err = w.undecided(p.Sized, p.Size)
	}
	return status == z3.Sat, err
}

// sizeLeast and sizeMost bound the size of solutions.
func (e *Engine) sizeLeast(n int64) *smt.Term {
	return e.enc.compare(form.Le, e.enc.constant(big.NewInt(n)), e.enc.size)
}

func (e *Engine) sizeMost(n int64) *smt.Term {
	return e.enc.compare(form.Le, e.enc.size, e.enc.constant(big.NewInt(n)))
}

// literal gives a term that may stand in an assumption and is equivalent.
func (e *Engine) literal(t *smt.Term) (*smt.Term, error) {
	if t.Op() == smt.Not {
		l, err := e.literal(t.Args()[0])
		if err != nil {
			return nil, err
		}
		return e.enc.Not(l), nil
	}
	if t.Op() == smt.Var || t.Op() == smt.Const {
		return t, nil
	}
	if l := e.lits[t]; l != nil {
		return l, nil
	}
	l := e.enc.Var(fmt.Sprintf("lit%d", len(e.lits)), smt.Bool)
	if err := e.solve.Assert(e.enc.Eq(l, t)); err != nil {
		return nil, err
	}
	e.lits[t] = l
	return l, nil
}

// A model is what each word of an engine is in a solution.
type model []uint64

// alternative is the index of the alternative of choice variable i.
func (e *Engine) alternative(m model, i int) int {
	if e.word[i] < 0 {
		return e.enc.vars[i].possible[0]
	}
	return e.enc.vars[i].possible[m[e.word[i]]]
}

// rank is the rank of the value of data variable i.
func (e *Engine) rank(m model, i int) uint64 {
	v := &e.enc.vars[i]
	if e.word[i] < 0 {
		rank, _ := v.dom.next(0)
		return rank
	}
	word := m[e.word[i]]
	if v.num.in.negative() {
		unused := 64 - v.word.Sort().Width()
		word = uint64(int64(word<<unused) >> unused)
	}
	return v.dom.rank(int64(word))
}

// check asks about assumptions; the model is nil unless the status is Sat.
func (e *Engine) check(assume []*smt.Term) (model, z3.Status, error) {
	e.asked = false
	lits := make([]*smt.Term, 0, len(assume))
	for _, t := range assume {
		l, err := e.literal(t)
		switch {
		case err != nil:
			return nil, z3.Unknown, err
		case l.IsFalse():
			return nil, z3.Unsat, nil
		case !l.IsTrue():
			lits = append(lits, l)
		}
	}
	if e.until > 0 && e.stats.Checks >= e.until || e.last > 0 && e.stats.Checks >= e.last {
		return nil, z3.Unknown, nil
	}
	e.asked = true
	e.stats.Checks++
	status, err := e.solve.Check(lits...)
	switch {
	case err != nil:
		return nil, z3.Unknown, err
	case status == z3.Unsat:
		e.stats.Refuted++
	case status == z3.Unknown:
		e.stats.Unknown++
	}
	if status != z3.Sat {
		return nil, status, nil
	}
	m := make(model, len(e.words))
	return m, status, e.solve.Words(e.words, m)
}

// describe names a part by the variables of the form.
func (e *Engine) describe(p Part, chosen []int) string {
	var parts []string
	if p.Sized {
		parts = append(parts, fmt.Sprintf("size %d", p.Size))
	}
	for i, a := range chosen {
		if a >= 0 {
			fv := &e.form.Vars[i]
			parts = append(parts, fmt.Sprintf("%s = %v", fv.Name, number(fv.Kind, fv.Choice[a].Value)))
		}
	}
	if len(parts) == 0 {
		return "the whole form"
	}
	return strings.Join(parts, ", ")
}
