package encode

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// Aims are what a function may do with inputs: take one side of a branch or of a
// comparison, meet the boundary of one, panic, end well. Each has a condition
// over the variables of the inputs: that of the path there, over all paths at
// once, and that of the side (King, "Symbolic Execution and Program Testing",
// 1976; Tillmann and de Halleux, "Pex – White Box Test Generation for .NET",
// 2008, section 3).
type Aims struct {
	// List is in the order in which a run comes to them.
	List []Aim
	// Partly says that some of the function was not followed: there may be more.
	// Endless says that a loop was given up after Options.MaxTurns.
	Partly, Endless bool
	// Opaque tells of what was not followed in the predicates, as in a Problem.
	Opaque []Opaque

	*placed
	conds []term.Term
}

// An Aim is one thing that a function may do.
type Aim struct {
	Kind AimKind
	// Pos is the comparison or the operation that panics; not valid where the
	// code does not spell it, as at the end of a range.
	Pos token.Pos
}

// An AimKind says what the function does.
type AimKind uint8

const (
	// Holds and Fails are the sides of a condition, Meets is where the two
	// integers that it puts in order are equal, or where a quotient overflows.
	Holds AimKind = iota
	Fails
	Meets
	// Faults is a panic of the runtime.
	Faults
	// EndsWell is that the function of all inputs returns true.
	EndsWell
)

// String returns what the function does, "holds" or "faults".
func (k AimKind) String() string {
	return [...]string{"holds", "fails", "meets", "faults", "ends well"}[k]
}

// Follow executes a function of all inputs, which calls the one under test,
// where the predicates hold, and returns what it may do. Only what functions do
// that are the user's own counts; those that they call are executed as well. What
// cannot be followed, or takes more than the limits of the options, is left out.
// The options must ask for inputs outside a depth. It fails as Encode does.
func Follow(ctx context.Context, in Inputs, fn *ssa.Function, own func(*ssa.Function) bool, opt Options) (a *Aims, err error) {
	if opt.Beyond == nil {
		return nil, fmt.Errorf("encode: aims are outside a depth, and none is given")
	}
	m := newMachine(ctx, opt)
	defer m.B.Ending(&err)
	e, err := m.prepare(in, fn)
	if err != nil {
		return nil, err
	}
	a = &Aims{placed: e, Opaque: e.opaque()}
	if e.none {
		return a, nil
	}
	m.stages, m.sections = stages{}, sections{}
	m.follow = &follower{own: own, at: map[site]int{}, on: term.Yes}
	m.pred, m.faults, m.blind, m.spent, m.stack, m.steps = len(in.Preds), nil, nil, false, nil, 0
	m.opt.MaxNodes += len(m.B.Nodes)
	pc := m.hints(m.B.And(append([]term.Term{e.holds}, e.laws...)...))
	m.B.Most = m.B.Work + workBeforeFollowing
	gaps := len(m.gaps)
	v := m.attempt(fn, e.args, pc)
	m.B.Most = math.MaxInt
	if v, ok := v.(term.Term); ok && v != term.Yes {
		m.follow.note(m, site{kind: EndsWell}, fn.Pos(), m.B.And(pc, v))
	}
	a.Partly, a.Endless = len(m.gaps) > gaps, m.follow.endless
	m.follow.into(a)
	return a, nil
}

// workBeforeFollowing is what simplifying may take for the function under test:
// a fraction of a second.
const workBeforeFollowing = 3_000_000

// Base returns the question for the inputs that satisfy the predicates, within
// the depth and outside.
func (a *Aims) Base() *form.Form { return a.form(a.base(term.Yes)) }

// Form returns the question for the inputs outside the depth with which the
// function does what aim i says.
func (a *Aims) Form(i int) *form.Form { return a.form(a.base(a.B.And(a.outside, a.conds[i]))) }

func (a *Aims) base(more term.Term) term.Term {
	if a.none {
		return term.No
	}
	return a.B.And(append(append([]term.Term{a.holds}, a.laws...), more)...)
}

func (a *Aims) form(root term.Term) *form.Form {
	f := a.B.Form(root, a.opt.Depth)
	a.complete(f)
	return f
}

func (a *Aims) complete(f *form.Form) {
	f.Below = true
	if a.test != nil {
		f.Test = a.test
	}
}

// A Meter tells which aims an input meets.
type Meter struct {
	form  *form.Form
	nodes []int32
}

// Meter returns what tells which aims an input meets.
func (a *Aims) Meter() *Meter {
	form, nodes := a.B.FormWith(a.base(term.Yes), append([]term.Term{a.outside}, a.conds...), a.opt.Depth)
	a.complete(form)
	return &Meter{form, nodes}
}

// Met tells for each aim whether the input with this stream meets it, and
// whether the input is outside the depth. A stream that is no input of the form
// is an error.
func (m *Meter) Met(stream []int64) (met []bool, outside bool, err error) {
	vals, err := m.form.EvalAt(stream, m.nodes)
	if err != nil {
		return nil, false, err
	}
	met = make([]bool, len(vals)-1)
	for i, v := range vals[1:] {
		met[i] = v != 0
	}
	return met, vals[0] != 0, nil
}

// A follower notes the conditions under which a function does something.
type follower struct {
	own  func(*ssa.Function) bool
	list []noted
	at   map[site]int
	// on is what going returns, made of so many faults and of what was given up.
	on            term.Term
	faults, blind int
	endless       bool
}

// A site is where something is done.
type site struct {
	kind AimKind
	in   ssa.Instruction
	pos  token.Pos
}

type noted struct {
	site
	where token.Pos
	cond  term.Term
	times int
}

// mostTimes is how often a loop or calls may come to a site; what it does there
// later is not aimed at.
const mostTimes = 40

// note adds the condition of one more time at a site.
func (w *follower) note(m *machine, s site, pos token.Pos, cond term.Term) {
	if cond == term.No {
		return
	}
	i, ok := w.at[s]
	if !ok {
		i = len(w.list)
		w.at[s] = i
		w.list = append(w.list, noted{site: s, where: pos, cond: term.No})
	}
	n := &w.list[i]
	if n.times++; n.times <= mostTimes {
		n.cond = m.B.Or(n.cond, m.B.And(cond, w.going(m)))
	}
}

// going is the condition under which no call before has panicked or was given
// up: the condition of the path of a caller does not say that.
func (w *follower) going(m *machine) term.Term {
	for ; w.faults < len(m.faults); w.faults++ {
		w.on = m.B.And(w.on, m.B.Not(m.faults[w.faults]))
	}
	for ; w.blind < len(m.blind); w.blind++ {
		w.on = m.B.And(w.on, m.B.Not(m.blind[w.blind]))
	}
	return w.on
}

// into hands what was noted to the aims, what says the same once.
func (w *follower) into(a *Aims) {
	seen := map[term.Term]bool{term.No: true, term.Yes: true}
	for _, n := range w.list {
		if !seen[n.cond] {
			seen[n.cond] = true
			a.List = append(a.List, Aim{n.kind, n.where})
			a.conds = append(a.conds, n.cond)
		}
	}
}

// watched tells whether what the function at hand does is noted.
func (f *frame) watched() bool {
	return f.follow != nil && f.starting == nil && f.pc != term.No && f.follow.own(f.fn)
}

// branched notes the sides of a branch.
func (f *frame) branched(in *ssa.If, c term.Term) {
	if _, ok := in.Cond.(*ssa.BinOp); ok || !f.watched() {
		return // It was noted where it was compared.
	}
	f.sides(in, c)
}

func (f *frame) sides(in ssa.Instruction, c term.Term) {
	f.follow.note(f.machine, site{kind: Holds, in: in}, in.Pos(), f.B.And(f.pc, c))
	f.follow.note(f.machine, site{kind: Fails, in: in}, in.Pos(), f.B.And(f.pc, f.B.Not(c)))
}

// compared notes the sides of a comparison, and of an ordering of integers its
// boundary.
func (f *frame) compared(in ssa.Value, v sym.Val) {
	op, ok := in.(*ssa.BinOp)
	c, known := v.(term.Term)
	if !ok || !known || !f.watched() {
		return
	}
	if op.Op == token.QUO {
		f.divided(op)
	}
	if !isBool(op.Type()) {
		return
	}
	f.sides(op, f.B.Simplify(f.pc, c))
	switch op.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		x, ok := f.get(op.X).(term.Term)
		y, also := f.get(op.Y).(term.Term)
		if ok && also {
			f.follow.note(f.machine, site{kind: Meets, in: op}, op.Pos(), f.B.And(f.pc, f.B.Eq(x, y)))
		}
	}
}

// divided notes where a quotient is greater than its type holds: the least integer is
// divided by -1.
func (f *frame) divided(op *ssa.BinOp) {
	x, ok := f.get(op.X).(term.Term)
	y, also := f.get(op.Y).(term.Term)
	if !ok || !also || !f.B.Nodes[x].Kind.Signed() {
		return
	}
	k := f.B.Nodes[x].Kind
	least := f.B.And(f.B.Eq(x, f.B.Constant(k, k.Bounds().Lo)), f.B.Eq(y, f.B.Constant(k, -1)))
	f.follow.note(f.machine, site{kind: Meets, in: op}, op.Pos(), f.B.And(f.pc, least))
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// faulted notes a panic.
func (f *frame) faulted(cond term.Term) {
	if f.watched() {
		f.follow.note(f.machine, site{kind: Faults, pos: f.at}, f.at, cond)
	}
}
