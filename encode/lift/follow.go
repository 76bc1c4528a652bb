package lift

import (
	"go/token"
	"maps"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/encode/answers"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

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
	// Comes is that a block is executed, Tests that a clause is put to the test.
	Comes
	Tests
	// Brings is that the value of a definition comes to a use, in code that calls WatchPackage.
	Brings
)

// A follower notes the conditions under which a function does something.
type follower struct {
	own  func(*ssa.Function) bool
	list []noted
	at   map[site]int
	// on is what going returns, made of so many faults and of what was given up.
	on            term.Term
	faults, blind int
	endless       bool
	// whole is not nil where the conditions must leave nothing out.
	whole *whole
	// guesses counts the variables that stand for what calls give that cannot be executed. lost are the
	// places of the calls in the user's code of which not all could be executed.
	guesses int
	lost    map[token.Pos]bool
	// answers are what calls gave in a run that the execution has not come to, input is the stream of
	// that run, and inputs how many variables inputs have.
	answers []answers.Answer
	input   []int64
	inputs  int
	// instead are the places of calls whose answers are taken instead of executing them.
	instead map[token.Pos]bool
	// kept is what models keep from call to call.
	kept any
}

// A whole knows what there is to be done in the functions that were entered.
type whole struct {
	functions []*ssa.Function
	entered   map[*ssa.Function]bool
	// checked are the operations of which it was found out where they panic.
	checked map[ssa.Instruction]bool
	// marks are functions whose calls are noted, with their numbers from 1, and no others;
	// nil where the code is followed.
	marks map[*ssa.Function]int
}

// mark notes calls of some functions from here on, and nothing else.
func (w *follower) mark(list []*ssa.Function) {
	w.whole.marks = map[*ssa.Function]int{}
	for i, fn := range list {
		w.whole.marks[fn] = i + 1
	}
	w.own = func(*ssa.Function) bool { return false }
}

// A site is where something is done. A pair is that of Brings.
type site struct {
	kind AimKind
	in   ssa.Instruction
	pos  token.Pos
	pair int
}

type noted struct {
	site
	where token.Pos
	cond  term.Term
	times int
}

// does adds the condition of one more time at a site.
func (f *Frame) does(s site, pos token.Pos, cond term.Term) {
	for _, g := range f.stack {
		if g.caught != term.None {
			cond = f.B.And(cond, f.B.Not(g.caught)) // It has panicked, and g is to recover.
		}
	}
	f.follow.note(f.Machine, s, pos, cond)
}

// note adds the condition of one more time at a site, where no call before has panicked.
func (w *follower) note(m *Machine, s site, pos token.Pos, cond term.Term) {
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
	if n.times++; n.times <= mostTimes || w.whole != nil {
		n.cond = m.B.Or(n.cond, m.B.And(cond, w.going(m)))
	}
}

// going is the condition under which no call before has panicked or was given
// up: the condition of the path of a caller does not say that.
func (w *follower) going(m *Machine) term.Term {
	for ; w.faults < len(m.faults); w.faults++ {
		w.on = m.B.And(w.on, m.B.Not(m.faults[w.faults]))
	}
	for ; w.blind < len(m.blind); w.blind++ {
		w.on = m.B.And(w.on, m.B.Not(m.blind[w.blind]))
	}
	return w.on
}

// watched tells whether what the function at hand does is noted.
func (f *Frame) watched() bool {
	return f.follow != nil && f.starting == nil && f.PC != term.No && f.follow.own(f.Fn)
}

// branched notes the sides of a branch.
func (f *Frame) branched(in *ssa.If, c term.Term) {
	_, ok := in.Cond.(*ssa.BinOp)
	if !f.watched() || ok && f.follow.whole == nil {
		return // It was noted where it was compared.
	}
	f.sides(in, c)
}

func (f *Frame) sides(in ssa.Instruction, c term.Term) {
	f.does(site{kind: Holds, in: in}, in.Pos(), f.B.And(f.PC, c))
	f.does(site{kind: Fails, in: in}, in.Pos(), f.B.And(f.PC, f.B.Not(c)))
}

// compared notes the sides of a comparison, and of an ordering of integers its
// boundary.
func (f *Frame) compared(in ssa.Value, v sym.Val) {
	op, ok := in.(*ssa.BinOp)
	c, known := v.(term.Term)
	if !ok || !known || !f.watched() || f.follow.whole != nil {
		return
	}
	if op.Op == token.QUO {
		f.divided(op)
	}
	if f.B.Nodes[c].Kind != form.Bool {
		return
	}
	f.sides(op, f.B.Simplify(f.PC, c))
	switch op.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		x, ok := f.get(op.X).(term.Term)
		y, also := f.get(op.Y).(term.Term)
		if ok && also {
			f.does(site{kind: Meets, in: op}, op.Pos(), f.B.And(f.PC, f.B.Eq(x, y)))
		}
	}
}

// divided notes where a quotient is greater than its type holds: the least integer is
// divided by -1.
func (f *Frame) divided(op *ssa.BinOp) {
	x, ok := f.get(op.X).(term.Term)
	y, also := f.get(op.Y).(term.Term)
	if !ok || !also || !f.B.Nodes[x].Kind.Signed() {
		return
	}
	k := f.B.Nodes[x].Kind
	least := f.B.And(f.B.Eq(x, f.B.Constant(k, k.Bounds().Lo)), f.B.Eq(y, f.B.Constant(k, -1)))
	f.does(site{kind: Meets, in: op}, op.Pos(), f.B.And(f.PC, least))
}

// faulted notes a panic.
func (f *Frame) faulted(cond term.Term) {
	switch {
	case !f.watched():
	case f.follow.whole == nil:
		f.does(site{kind: Faults, pos: f.At}, f.At, cond)
	case f.now != nil:
		f.does(site{kind: Faults, in: f.now}, f.At, cond)
	}
}

// enters notes that the function is executed.
func (f *Frame) enters() {
	w := f.follow
	if w == nil || w.whole == nil {
		return
	}
	if n := w.whole.marks[f.Fn]; n > 0 {
		f.does(site{kind: Tests, pos: f.Fn.Pos()}, f.Fn.Pos(), f.PC)
	}
	if f.watched() && !w.whole.entered[f.Fn] {
		w.whole.entered[f.Fn] = true
		w.whole.functions = append(w.whole.functions, f.Fn)
	}
}

// comes notes that a block is executed.
func (f *Frame) comes(b *ssa.BasicBlock) {
	if f.watched() && f.follow.whole != nil {
		f.does(site{kind: Comes, in: b.Instrs[0]}, f.At, f.PC)
	}
}

// checks notes that it is known where the instruction at hand panics.
func (f *Frame) checks() {
	if f.watched() && f.follow.whole != nil && f.now != nil {
		f.follow.whole.checked[f.now] = true
	}
}

// mostTimes is how often a loop or calls may come to a site; what it does there
// later is not aimed at.
const mostTimes = 40

// workBeforeFollowing is what simplifying may take for the function under test:
// a fraction of a second.
const workBeforeFollowing = 3_000_000

// Deeds are what a function may do with inputs, in the order in which it comes to it.
type Deeds struct {
	List []Deed
	// Partly says that some of the function was not followed, Endless that a loop was
	// given up after so many turns.
	Partly, Endless bool
	// Lost are the places of the calls in the user's code of which not all could be executed. What is
	// not known of their results may have variables of its own.
	Lost map[token.Pos]bool
}

// A Deed is one thing that a function may do, at a place, under a condition.
type Deed struct {
	Kind AimKind
	Pos  token.Pos
	Cond term.Term
	// In is what does it; nil for EndsWell, and where several do. Of Comes it is the first
	// instruction of the block.
	In ssa.Instruction
	// Mark is the number of a mark, from 1, of Tests, and that of a pair of Brings.
	Mark int
}

// FollowAll executes a function where all of some conditions hold and returns what it may
// do. Only what functions do that are the user's own counts. Pred is an index behind those
// of the predicates.
func (m *Machine) FollowAll(pred int, fn *ssa.Function, args []sym.Val, where []term.Term, own func(*ssa.Function) bool) Deeds {
	m.stages, m.sections = stages{}, sections{}
	m.follow = &follower{own: own, at: map[site]int{}, on: term.Yes, inputs: len(m.B.Vars), lost: map[token.Pos]bool{}}
	if a := m.Options.Answers; a != nil {
		m.follow.answers, m.follow.input, m.follow.instead = a.List, a.Input, a.Instead
	}
	m.pred, m.faults, m.blind, m.spent, m.stack, m.Steps = pred, nil, nil, false, nil, 0
	m.Options.MaxNodes += len(m.B.Nodes)
	pc := m.hints(m.B.And(where...))
	m.B.Most = m.B.Work + workBeforeFollowing
	gaps := len(m.Gaps)
	v := m.tryCall(fn, args, pc)
	m.B.Most = math.MaxInt
	if v, ok := v.(term.Term); ok && v != term.Yes {
		m.follow.note(m, site{kind: EndsWell}, fn.Pos(), m.B.And(pc, v))
	}
	return Deeds{List: m.follow.deeds(), Partly: len(m.Gaps) > gaps, Endless: m.follow.endless, Lost: m.follow.lost}
}

// deeds are what was noted, what says the same once.
func (w *follower) deeds() (list []Deed) {
	seen := map[term.Term]bool{term.No: true, term.Yes: true}
	for _, n := range w.list {
		if !seen[n.cond] {
			seen[n.cond] = true
			list = append(list, Deed{Kind: n.kind, Pos: n.where, Cond: n.cond})
		}
	}
	return list
}

// all are the deeds of the functions that were entered, also those that are never done: which
// blocks are executed, the sides of branches, and the operations that may panic as far as the
// execution came to them.
func (w *follower) all() (list []Deed) {
	for _, fn := range w.whole.functions {
		for _, b := range fn.Blocks {
			if b == fn.Recover {
				continue
			}
			list = append(list, w.deed(Comes, b.Instrs[0]))
			for _, in := range b.Instrs {
				branch, _ := in.(*ssa.If)
				switch {
				case branch != nil && !isConst(branch.Cond):
					list = append(list, w.deed(Holds, in), w.deed(Fails, in))
				case w.whole.checked[in] && mayPanic(in) || w.deed(Faults, in).Cond != term.No:
					list = append(list, w.deed(Faults, in))
				}
			}
		}
	}
	for _, fn := range slices.SortedFunc(maps.Keys(w.whole.marks), func(a, b *ssa.Function) int { return w.whole.marks[a] - w.whole.marks[b] }) {
		d := Deed{Kind: Tests, Mark: w.whole.marks[fn], Cond: term.No}
		if i, ok := w.at[site{kind: Tests, pos: fn.Pos()}]; ok {
			d.Cond = w.list[i].cond
		}
		list = append(list, d)
	}
	for _, n := range w.list {
		if n.kind == Brings {
			list = append(list, Deed{Kind: Brings, Mark: n.pair, Cond: n.cond})
		}
	}
	return list
}

// deed is what was noted of a site, nothing for one that was not come to.
func (w *follower) deed(k AimKind, in ssa.Instruction) Deed {
	d := Deed{Kind: k, Pos: placeOf(in, k), Cond: term.No, In: in}
	if i, ok := w.at[site{kind: k, in: in}]; ok {
		d.Cond = w.list[i].cond
	}
	return d
}

// placeOf is the place of what an instruction does, or of the nearest in its block: of one
// that begins a block behind it, of others before.
func placeOf(in ssa.Instruction, k AimKind) token.Pos {
	if branch, ok := in.(*ssa.If); ok {
		return placeOfCond(branch.Cond, 3)
	}
	block := in.Block().Instrs
	at := slices.Index(block, in)
	before := slices.Clone(block[:at+1])
	slices.Reverse(before)
	lists := [][]ssa.Instruction{before, block[at:]}
	if k == Comes {
		slices.Reverse(lists)
	}
	for _, in := range slices.Concat(lists...) {
		_, phi := in.(*ssa.Phi) // Its place is that of a variable.
		if p := in.Pos(); p.IsValid() && !phi {
			return p
		}
	}
	return token.NoPos
}

// placeOfCond is the place of a condition, or of what it compares: in the loops over ranges the
// code spells no comparison.
func placeOfCond(v ssa.Value, depth int) token.Pos {
	in, ok := v.(ssa.Instruction)
	if !ok || depth == 0 || v.Pos().IsValid() {
		return v.Pos()
	}
	for _, o := range in.Operands(nil) {
		if _, computed := (*o).(ssa.Instruction); computed {
			if p := placeOfCond(*o, depth-1); p.IsValid() {
				return p
			}
		}
	}
	return token.NoPos
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}
