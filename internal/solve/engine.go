package solve

import (
	"cmp"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// Options of an Engine. The zero Options set no limit.
type Options struct {
	// RLimit bounds the work of each check in Z3's deterministic unit; 0 means no limit. A check of
	// 100 milliseconds takes some 400 000.
	RLimit uint32
	// Checks is how many checks Within makes without a solution before the rest counts as
	// undecided; 0 means no limit.
	Checks int64
	// Unknown is how many checks may have no answer before no more are made and the rest counts as undecided; 0 means no limit.
	Unknown int64
	// Holes is how many undecided parts Solutions skips; with 0 it ends at the first.
	Holes int
	// Within is the number of failures in a row after which the native search leaves the rest of a
	// shape to Z3. 0 selects a default; a negative number disables the search.
	Within int
	// Shapes is how many shapes of one size are found in one check. If there are more, they are
	// walked one by one. 0 selects a default; with a negative number they always are walked one by
	// one.
	Shapes int
	// Leaf is how many values of data variables in a row are evaluated without a solution before Z3
	// is asked; 0 selects a default.
	Leaf int
	// Quit is called now and then while terms are made for Z3, and stops that when it returns true.
	// It may be nil.
	Quit func() bool
}

// leafDefault evaluations take about as long as a check, and so do withinDefault failures.
// shapesDefault shapes take some seconds.
const (
	leafDefault   = 1 << 12
	withinDefault = 1 << 9
	shapesDefault = 1 << 15
)

// A Part restricts a question to some of the solutions of a form. The zero Part is all of them.
type Part struct {
	// If Sized is set, only solutions of size Size belong to the part.
	Sized bool
	Size  int64
	// Shape holds the values of the first realized choice variables, in the order of Vars, as in
	// search.Options.
	Shape []int64
}

// Undecided is the error for a part of a form that Z3 could not decide.
type Undecided struct {
	Part Part
	// Where describes the part by the form's variables.
	Where string
	// Reason is Z3's text, which varies between versions.
	Reason string
}

func (u *Undecided) Error() string {
	return fmt.Sprintf("Z3 gave up on %s (%s): raise its limit, or narrow the integers", u.Where, u.Reason)
}

// Stats count what an Engine has done since New.
type Stats struct {
	// Checks is the number of checks by Z3. Unknown of them had no answer.
	Checks, Unknown int64
	// Holes is the number of undecided parts.
	Holes int64
}

// An Engine answers questions about one form. It belongs to one goroutine at a time; only Interrupt
// may be called from others.
type Engine struct {
	form     *form.Form
	options  Options
	encoding *encoding
	context  *z3.Context
	solve    *z3.Solver
	// words are the terms that are read from a model. word is the index of each variable's word, -1
	// for variables with one value.
	words []*smt.Term
	word  []int
	// literals are the Bool variables that stand for terms in assumptions.
	literals map[*smt.Term]*smt.Term
	// live are the nodes on which the root depends.
	live []int32
	// conflicts are what was learned from refuted branches, by their last step.
	conflicts map[step][]conflict
	// rankBoundsMade are the rank bounds made so far, by data variable.
	rankBoundsMade map[int]rankBounds
	// finder finds the shapes of a size in one check; finderTried says that making it was tried.
	// native finds the data of a shape.
	finder      *shapeFinder
	finderTried bool
	native      *search.Solver
	// until is the number of checks at which the current range ends; 0 for never.
	until int64
	// last is the number of checks after which no more are made; 0 for never.
	last int64
	// asked says that the last check was put to Z3.
	asked bool
	// stop ends the walk after the current solution.
	stop  atomic.Bool
	err   error
	stats Stats
}

// New translates a form, which must pass Check, and opens a solver. The engine must be closed.
// Without libz3 the error is z3.ErrNoSolver. If Options.Quit stops the translation, it is
// z3.ErrInterrupted.
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
	e := &Engine{form: f, options: opt, context: ctx, encoding: encode(f, opt.Quit), literals: make(map[*smt.Term]*smt.Term), conflicts: make(map[step][]conflict), rankBoundsMade: make(map[int]rankBounds)}
	if e.encoding.stopped {
		ctx.Close()
		return nil, z3.ErrInterrupted
	}
	for i := range e.encoding.vars {
		e.word = append(e.word, -1)
		if w := e.encoding.vars[i].word; w != nil {
			e.word[i] = len(e.words)
			e.words = append(e.words, w)
		}
	}
	e.live = reachableNodes(f)
	e.solve, err = ctx.Solver(config(f, opt))
	if err == nil {
		err = e.solve.Assert(e.encoding.asserts...)
	}
	if err != nil {
		ctx.Close()
		return nil, err
	}
	return e, nil
}

func config(f *form.Form, opt Options) z3.Config {
	logic := "QF_FD"
	if slices.ContainsFunc(f.Nodes, func(n form.Node) bool { return n.Op.Float() && n.Kind != form.Bool }) {
		logic = "QF_FPBV"
	}
	return z3.Config{Kind: z3.ForLogic, Logic: logic, RLimit: opt.RLimit}
}

// Close releases the solver.
func (e *Engine) Close() { e.context.Close() }

// Interrupt ends the current question, and all later ones, with z3.ErrInterrupted. It ends a range
// over solutions after the current solution.
func (e *Engine) Interrupt() {
	e.stop.Store(true)
	e.context.Interrupt()
}

// Confine bounds the work of each further check, and the number of further checks. What exceeds the
// bounds is undecided.
func (e *Engine) Confine(rlimit uint32, checks int64) error {
	e.last = e.stats.Checks + checks
	return e.solve.Limit(rlimit)
}

// Stats returns the counts so far.
func (e *Engine) Stats() Stats { return e.stats }

// Err returns why the last range over solutions ended early: an *Undecided for the first part that
// was not decided, z3.ErrInterrupted, or a fault of the solver. It is nil if all solutions were
// yielded or the consumer stopped. It may be called during the range.
func (e *Engine) Err() error { return e.err }

// Solutions ranges over all solutions in the order of the form. Each is a new slice with the values
// of its realized variables. Err tells what is missing.
func (e *Engine) Solutions() iter.Seq[[]int64] { return e.Within(Part{}) }

// Within ranges over the solutions in a part of the form, as Solutions does.
func (e *Engine) Within(p Part) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		e.err = nil
		if e.until = 0; e.options.Checks > 0 {
			e.until = e.stats.Checks + e.options.Checks
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

// Inhabited reports whether a part of the form has a solution. The error is an *Undecided if Z3
// gives no answer.
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

// sizeLeast and sizeMost return terms that bound the size of solutions.
func (e *Engine) sizeLeast(n int64) *smt.Term {
	return e.encoding.compare(form.Le, e.encoding.constant(big.NewInt(n)), e.encoding.size)
}

func (e *Engine) sizeMost(n int64) *smt.Term {
	return e.encoding.compare(form.Le, e.encoding.size, e.encoding.constant(big.NewInt(n)))
}

// literal returns a term that is equivalent to t and may be an assumption.
func (e *Engine) literal(t *smt.Term) (*smt.Term, error) {
	if t.Op() == smt.Not {
		l, err := e.literal(t.Args()[0])
		if err != nil {
			return nil, err
		}
		return e.encoding.Not(l), nil
	}
	if t.Op() == smt.Var || t.Op() == smt.Const {
		return t, nil
	}
	if l := e.literals[t]; l != nil {
		return l, nil
	}
	l := e.encoding.Var(fmt.Sprintf("lit%d", len(e.literals)), smt.Bool)
	if err := e.solve.Assert(e.encoding.Eq(l, t)); err != nil {
		return nil, err
	}
	e.literals[t] = l
	return l, nil
}

// A model is the value of each word of an engine in a solution.
type model []uint64

// alternative returns the index of the alternative of choice variable i.
func (e *Engine) alternative(m model, i int) int {
	if e.word[i] < 0 {
		return e.encoding.vars[i].possible[0]
	}
	return e.encoding.vars[i].possible[m[e.word[i]]]
}

// rank returns the rank of the value of data variable i.
func (e *Engine) rank(m model, i int) uint64 {
	v := &e.encoding.vars[i]
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

// check asks Z3 under assumptions. The model is nil unless the status is Sat.
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
	if e.spent() {
		return nil, z3.Unknown, nil
	}
	e.asked = true
	e.stats.Checks++
	status, err := e.solve.Check(lits...)
	switch {
	case err != nil:
		return nil, z3.Unknown, err
	case status == z3.Unknown:
		e.stats.Unknown++
	}
	if status != z3.Sat {
		return nil, status, nil
	}
	m := make(model, len(e.words))
	return m, status, e.solve.Words(e.words, m)
}

// spent tells whether no more checks are to be made.
func (e *Engine) spent() bool {
	most := e.options.Unknown
	return e.until > 0 && e.stats.Checks >= e.until || e.last > 0 && e.stats.Checks >= e.last || most > 0 && e.stats.Unknown >= most
}

// describe describes a part by the variables of the form.
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
