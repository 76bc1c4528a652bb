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

// An AimKind is a kind of thing that a function does.
type AimKind uint8

const (
	// Holds and Fails are the sides of a condition. Meets is equality of the two integers that the
	// condition orders, or an overflow of a quotient.
	Holds AimKind = iota
	Fails
	Meets
	// Faults is a runtime panic.
	Faults
	// EndsWell is that the function of all inputs returns true.
	EndsWell
	// Comes is that a block is executed, Tests that a clause is evaluated.
	Comes
	Tests
	// Reaches means that a watched goal is reached, in code that calls WatchPackage.
	Reaches
)

// An Aim is one thing that a function may do. Pos is the position of the comparison or of the operation
// that panics. It is invalid if the source has none, as for the end of a range loop.
type Aim struct {
	Kind AimKind
	Pos  token.Pos
}

// A follower records the conditions under which a function does something.
type follower struct {
	own     func(*ssa.Function) bool
	list    []noted
	at      map[site]int
	left    remaining
	endless bool
	// whole is set if the conditions must be exact and complete.
	whole *whole
	// guesses is the number of variables for results of calls that cannot be executed. lost has the
	// positions of calls in the user's code that could not be executed on every path.
	guesses int
	lost    map[token.Pos]bool
	// answers are the recorded results of a run that execution has not used yet. input is the stream
	// of that run, and inputs the number of variables of the inputs.
	answers []answers.Answer
	input   []int64
	inputs  int
	// instead has the positions of calls that are answered rather than executed.
	instead map[token.Pos]bool
	// kept is what models keep from call to call.
	kept any
}

// A remaining is the condition under which execution goes on after the first faults and blind entries
// of the machine.
type remaining struct {
	on            term.Term
	faults, blind int
}

// A whole lists all that may be done in the functions that were entered.
type whole struct {
	functions []*ssa.Function
	entered   map[*ssa.Function]bool
	// checked has the operations for which it is known where they panic.
	checked map[ssa.Instruction]bool
	// marks numbers, from 1, the only functions whose calls are recorded. It is nil while all code is
	// followed.
	marks map[*ssa.Function]int
}

// mark makes the follower record only calls of these functions from now on.
func (w *follower) mark(list []*ssa.Function) {
	w.whole.marks = map[*ssa.Function]int{}
	for i, fn := range list {
		w.whole.marks[fn] = i + 1
	}
	w.own = func(*ssa.Function) bool { return false }
}

// A site is where something is done. A goal is that of Reaches.
type site struct {
	kind AimKind
	in   ssa.Instruction
	pos  token.Pos
	goal int
}

type noted struct {
	site
	where token.Pos
	cond  term.Term
	times int
}

// record adds a condition under which a site is reached.
func (f *Frame) record(s site, pos token.Pos, cond term.Term) {
	for _, g := range f.stack {
		if g.caught != term.None {
			cond = f.B.And(cond, f.B.Not(g.caught)) // A panic is on its way to g, which recovers from it.
		}
	}
	f.follow.note(f.Machine, s, pos, cond)
}

// note adds a condition under which a site is reached, restricted to paths on which no earlier call
// panicked. After mostTimes additions it ignores more, unless the conditions must be complete.
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

// going returns the condition under which no earlier call panicked or was given up. The path condition
// of a caller does not contain it.
func (w *follower) going(m *Machine) term.Term {
	for ; w.left.faults < len(m.faults); w.left.faults++ {
		w.left.on = m.B.And(w.left.on, m.B.Not(m.faults[w.left.faults]))
	}
	for ; w.left.blind < len(m.blind); w.left.blind++ {
		w.left.on = m.B.And(w.left.on, m.B.Not(m.blind[w.left.blind]))
	}
	return w.left.on
}

// watched reports whether the actions of the current function are recorded.
func (f *Frame) watched() bool {
	return f.follow != nil && f.starting == nil && f.PC != term.No && f.follow.own(f.Fn)
}

// recordBranch records the sides of a branch.
func (f *Frame) recordBranch(in *ssa.If, c term.Term) {
	_, ok := in.Cond.(*ssa.BinOp)
	if !f.watched() || ok && f.follow.whole == nil {
		return // recordComparison has recorded it.
	}
	f.recordSides(in, c)
}

func (f *Frame) recordSides(in ssa.Instruction, c term.Term) {
	f.record(site{kind: Holds, in: in}, in.Pos(), f.B.And(f.PC, c))
	f.record(site{kind: Fails, in: in}, in.Pos(), f.B.And(f.PC, f.B.Not(c)))
}

// recordComparison records the sides of a comparison, and for an ordering of integers also its boundary.
func (f *Frame) recordComparison(in ssa.Value, v sym.Val) {
	op, ok := in.(*ssa.BinOp)
	c, known := v.(term.Term)
	if !ok || !known || !f.watched() || f.follow.whole != nil {
		return
	}
	if op.Op == token.QUO {
		f.recordOverflow(op)
	}
	if f.B.Nodes[c].Kind != form.Bool {
		return
	}
	f.recordSides(op, f.B.Simplify(f.PC, c))
	switch op.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		x, ok := f.get(op.X).(term.Term)
		y, also := f.get(op.Y).(term.Term)
		if ok && also {
			f.record(site{kind: Meets, in: op}, op.Pos(), f.B.And(f.PC, f.B.Eq(x, y)))
		}
	}
}

// recordOverflow records where a quotient overflows: the least integer is divided by -1.
func (f *Frame) recordOverflow(op *ssa.BinOp) {
	x, ok := f.get(op.X).(term.Term)
	y, also := f.get(op.Y).(term.Term)
	if !ok || !also || !f.B.Nodes[x].Kind.Signed() {
		return
	}
	k := f.B.Nodes[x].Kind
	least := f.B.And(f.B.Eq(x, f.B.Constant(k, k.Bounds().Lo)), f.B.Eq(y, f.B.Constant(k, -1)))
	f.record(site{kind: Meets, in: op}, op.Pos(), f.B.And(f.PC, least))
}

// recordPanic records a panic.
func (f *Frame) recordPanic(cond term.Term) {
	switch {
	case !f.watched():
	case f.follow.whole == nil:
		f.record(site{kind: Faults, pos: f.At}, f.At, cond)
	case f.now != nil:
		f.record(site{kind: Faults, in: f.now}, f.At, cond)
	}
}

// recordEntry records that the function is executed.
func (f *Frame) recordEntry() {
	w := f.follow
	if w == nil || w.whole == nil {
		return
	}
	if n := w.whole.marks[f.Fn]; n > 0 {
		f.record(site{kind: Tests, pos: f.Fn.Pos()}, f.Fn.Pos(), f.PC)
	}
	if f.watched() && !w.whole.entered[f.Fn] {
		w.whole.entered[f.Fn] = true
		w.whole.functions = append(w.whole.functions, f.Fn)
	}
}

// recordBlock records that a block is executed.
func (f *Frame) recordBlock(b *ssa.BasicBlock) {
	if f.watched() && f.follow.whole != nil {
		f.record(site{kind: Comes, in: b.Instrs[0]}, f.At, f.PC)
	}
}

// recordCheck records that it is known where the current instruction panics.
func (f *Frame) recordCheck() {
	if f.watched() && f.follow.whole != nil && f.now != nil {
		f.follow.whole.checked[f.now] = true
	}
}

// mostTimes is how many visits of a site by loops or calls are recorded. Later visits have no aims.
const mostTimes = 40

// workBeforeFollowing limits the simplification for the function under test to a fraction of a second.
const workBeforeFollowing = 3_000_000

// Deeds are the things that a function may do, in the order of execution.
type Deeds struct {
	List []Deed
	// Partly reports that part of the function was not followed, Endless that a loop was given up at
	// the limit of turns.
	Partly, Endless bool
	// Lost has the positions of calls in the user's code that could not be executed on every path.
	// Unknown parts of their results may have variables of their own.
	Lost map[token.Pos]bool
}

// A Deed is one thing that a function may do, with its position and its condition.
type Deed struct {
	Aim
	Cond term.Term
	// In is the instruction that does it. It is nil for EndsWell, and if there are several. For Comes
	// it is the first instruction of the block.
	In ssa.Instruction
	// Mark is the number of a mark, from 1, of Tests, and that of the goal of Reaches.
	Mark int
	// Also are the later things with the same condition, for FollowAll.
	Also []Aim
}

// FollowAll executes a function where all the conditions hold, and returns what it may do. Only code
// for which own returns true counts. pred is an index after those of the predicates.
func (m *Machine) FollowAll(pred int, fn *ssa.Function, args []sym.Val, where []term.Term, own func(*ssa.Function) bool) Deeds {
	m.stages, m.sections = stages{}, sections{}
	m.follow = &follower{own: own, at: map[site]int{}, left: remaining{on: term.Yes}, inputs: len(m.B.Vars), lost: map[token.Pos]bool{}}
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

// deeds returns the recorded deeds, one for each condition that is not constant.
func (w *follower) deeds() (list []Deed) {
	at := map[term.Term]int{}
	for _, n := range w.list {
		aim := Aim{n.kind, n.where}
		switch i, ok := at[n.cond]; {
		case n.cond == term.No || n.cond == term.Yes:
		case ok:
			list[i].Also = append(list[i].Also, aim)
		default:
			at[n.cond] = len(list)
			list = append(list, Deed{Aim: aim, Cond: n.cond})
		}
	}
	return list
}

// all returns the deeds of the functions that were entered, including those that never happen: blocks,
// sides of branches, and operations that may panic, as far as execution reached them.
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
		d := Deed{Aim: Aim{Kind: Tests}, Mark: w.whole.marks[fn], Cond: term.No}
		if i, ok := w.at[site{kind: Tests, pos: fn.Pos()}]; ok {
			d.Cond = w.list[i].cond
		}
		list = append(list, d)
	}
	for _, n := range w.list {
		if n.kind == Reaches {
			list = append(list, Deed{Aim: Aim{Kind: Reaches}, Mark: n.goal, Cond: n.cond})
		}
	}
	return list
}

// deed returns the deed recorded for a site, with a false condition if the site was not reached.
func (w *follower) deed(k AimKind, in ssa.Instruction) Deed {
	d := Deed{Aim: Aim{k, placeOf(in, k)}, Cond: term.No, In: in}
	if i, ok := w.at[site{kind: k, in: in}]; ok {
		d.Cond = w.list[i].cond
	}
	return d
}

// placeOf returns the position of an instruction, or of the nearest one in its block. It searches
// forward from the first instruction of a block, and backward from others.
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
		_, phi := in.(*ssa.Phi) // Its position is that of a variable.
		if p := in.Pos(); p.IsValid() && !phi {
			return p
		}
	}
	return token.NoPos
}

// placeOfCond returns the position of a condition, or of its operands. The condition of a range loop
// has no position of its own.
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
