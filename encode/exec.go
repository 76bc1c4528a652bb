package encode

import (
	"fmt"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/encode/vars"
)

// A machine executes SSA symbolically, all paths at once in one memory: each
// block under the condition on which it is reached.
type machine struct {
	*sym.Domain
	opt Options

	// pred is the index of the predicate at hand, faults the conditions under
	// which evaluating it panics, gaps what was given up.
	pred   int
	faults []term.Term
	// blind are the conditions under which it was given up.
	blind []term.Term
	gaps  []Opaque
	// steps counts what is executed; spent says that the counted limit is
	// reached, and everything is given up from there on.
	steps int
	spent bool

	// stages are those of the predicate at hand, given how many of them hold of
	// what satisfies the form, by predicate.
	stages   stages
	sections sections
	given    map[int]int
	// made and tabled are what the predicate at hand has made in memory.
	made   []*sym.Object
	tabled []*sym.Table

	// writes counts what sets memory.
	writes int

	models  map[string]model
	vars    *vars.Analysis
	flows   map[*ssa.Function]*flow
	globals map[*ssa.Package]*packageVars
	stack   []*frame
	// panicking is what the next call may recover, or nil, recovering the
	// condition under which it has.
	panicking  sym.Val
	recovering term.Term
	// starting is the package whose initialization is executed, or nil.
	starting *ssa.Package
	// follow notes what the function under test does; nil where a predicate is
	// executed.
	follow *follower
}

// A frame is one call of a function.
type frame struct {
	*machine
	fn   *ssa.Function
	flow *flow
	// base is the condition of the call, pc that of the instruction at hand.
	base, pc term.Term
	// way is that to the block at hand.
	way   *way
	block *ssa.BasicBlock
	// now is the instruction at hand; nil where deferred calls are made.
	now ssa.Instruction
	// at is the last instruction that has a position.
	at token.Pos

	args, free []sym.Val
	regs       []register
	waiting    [][]arrival // by rank
	visits     []int       // by loop: how often its header was executed
	entered    []term.Term // by loop: the condition of its entry
	turns      []int       // by loop: iterations since its entry
	returns    []arrival

	// deferred are the calls that wait for the end of the function, which ends
	// when they are made. When one of them may recover, caught is the condition
	// under which there is a panic for it, else none; thrown is its value.
	deferred []deferred
	ends     bool
	caught   term.Term
	thrown   sym.Val
	// panicking is what a call of recover gives, or nil; taken is the condition
	// under which one has.
	panicking sym.Val
	taken     term.Term
}

// A register has its value for the iteration at hand, and merged ones for the
// loops in which it is used from outside of its own, in the order of
// flow.outer.
type register struct {
	now   sym.Val
	outer []merged
}

// A merged value is that of the last iteration that was executed; it belongs
// to one visit of the loop that uses it.
type merged struct {
	v     sym.Val
	visit int
}

// An arrival is at a block with the values of its phis, or at the end of the function
// with its result.
type arrival struct {
	cond term.Term
	way  *way
	edge int
	vals []sym.Val
}

// call executes fn on args under the condition pc. The result is nil when no
// path returns.
func (m *machine) call(fn *ssa.Function, args, free []sym.Val, pc term.Term, pos token.Pos) sym.Val {
	if built(fn) && judges(fn) && !calledToSet(args) && !calledToSet(free) {
		pc = m.B.Hold(pc)
	}
	f := &frame{machine: m, fn: fn, base: pc, pc: pc, at: pos, args: args, free: free, caught: term.None, taken: term.No}
	f.panicking, m.panicking = m.panicking, nil
	if recovers(fn) {
		f.caught = term.No
	}
	if why := m.refuse(fn); why != "" {
		f.giveUp(why)
		return nil
	}
	f.flow = m.flows[fn]
	f.regs = make([]register, len(f.flow.outer))
	f.waiting = make([][]arrival, len(f.flow.blocks))
	f.visits = make([]int, len(f.flow.loops))
	f.turns = make([]int, len(f.flow.loops))
	f.entered = make([]term.Term, len(f.flow.loops))
	f.waiting[0] = []arrival{{cond: pc, way: &way{pc: pc}}}
	m.stack = append(m.stack, f)
	for rank := 0; rank < len(f.waiting); {
		if len(f.waiting[rank]) == 0 {
			rank++
			continue
		}
		rank = f.execute(rank)
	}
	f.now = nil
	f.recoverPanics()
	m.stack = m.stack[:len(m.stack)-1]
	return f.result()
}

// maxStack is the number of calls in each other beyond which a recursion is
// taken not to end.
const maxStack = 1000

// built makes the body of a function available, if there is source of it, and
// tells whether it has one.
func built(fn *ssa.Function) bool {
	if fn.Pkg != nil {
		fn.Pkg.Build()
	}
	return len(fn.Blocks) > 0
}

// refuse says why a function cannot be executed, or nothing.
func (m *machine) refuse(fn *ssa.Function) string {
	switch {
	case len(fn.Blocks) == 0:
		return "the source of " + fn.String() + " is not at hand"
	case len(m.stack) > maxStack:
		return "the recursion of " + fn.String() + " does not end within the bounds"
	case m.spent:
		return whyTooMuch
	}
	w := m.flows[fn]
	if w == nil {
		w = newFlow(fn)
		m.flows[fn] = w
	}
	if w.tangled {
		return fn.String() + " jumps into a loop"
	}
	return ""
}

// result merges what the paths return.
func (f *frame) result() sym.Val {
	f.returns = f.join(f.returns)
	first := 0
	for i, r := range f.returns {
		// With true as the rule and false as the exceptions, what a predicate
		// demands becomes a conjunction.
		if r.vals[0] == term.Yes {
			first = i
		}
	}
	if len(f.returns) == 0 {
		return nil
	}
	v := f.returns[first].vals[0]
	for i, r := range f.returns {
		if i != first {
			v = f.Merge(f.B.Simplify(f.base, r.cond), r.vals[0], v)
		}
	}
	return v
}

// execute runs the block of this rank for all that wait for it, and returns
// the rank from which on blocks may wait.
func (f *frame) execute(rank int) int {
	w := f.join(f.waiting[rank])
	f.waiting[rank] = nil
	blk := f.flow.blocks[rank]
	f.block = blk
	conds := make([]term.Term, len(w))
	for i, a := range w {
		conds[i] = a.cond
	}
	f.pc = f.B.Or(conds...)
	f.way = along(w, f.pc)
	f.reached(blk)
	if s := f.come(blk); s != nil && f.pc != term.No {
		f.leaveOut(s)
		return rank + 1
	}
	if l := f.flow.loopOf[blk.Index]; l > 0 && f.flow.loops[l].header == blk {
		f.enter(l, w)
	}
	if f.pc == term.No {
		return rank
	}
	phis := 0
	for i, in := range blk.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		v := w[0].vals[i]
		for _, a := range w[1:] {
			v = f.Merge(f.B.Simplify(f.pc, a.cond), a.vals[i], v)
		}
		f.set(phi, v)
		phis++
	}
	least := rank + 1
	for _, in := range blk.Instrs[phis:] {
		if p := in.Pos(); p.IsValid() {
			f.at = p
		}
		f.now = in
		f.count()
		if f.pc == term.No {
			return least
		}
		least = min(least, f.step(in))
	}
	return least
}

// enter counts the iterations of loop l.
func (f *frame) enter(l int, w []arrival) {
	f.visits[l]++
	f.turns[l]++
	header := f.flow.loops[l].header
	if !f.flow.loops[l].body[header.Preds[w[0].edge]] {
		f.entered[l], f.turns[l] = f.pc, 1
	}
	limit := f.opt.MaxTurns
	if f.pc == f.entered[l] {
		// The condition of the loop is known so far, as in counting to a
		// constant.
		limit *= 1000
	}
	if f.turns[l] > limit {
		if f.follow != nil {
			f.follow.endless = true
		}
		f.giveUp("the loop " + f.loopPlace(header) + " does not end within the bounds")
	}
}

// loopPlace says where a loop is: an empty one has no instruction with a place of
// its own, and is that of its function.
func (f *frame) loopPlace(header *ssa.BasicBlock) string {
	place := func(word string, at token.Pos) string {
		p := f.fn.Prog.Fset.Position(at)
		return fmt.Sprintf("%s %s:%d", word, filepath.Base(p.Filename), p.Line)
	}
	for _, in := range header.Instrs {
		if p := in.Pos(); p.IsValid() {
			return place("at", p)
		}
	}
	return place("of the function at", f.fn.Pos())
}

// jump makes successor i of the block at hand wait for cond, which is that of way.
func (f *frame) jump(i int, cond term.Term, way *way) int {
	from, to := f.block, f.block.Succs[i]
	rank := f.flow.next(from, to)
	if cond == term.No {
		return rank + len(f.waiting)
	}
	edge := interp.Edge(from, i)
	a := arrival{cond: cond, way: way, edge: edge}
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		a.vals = append(a.vals, f.get(phi.Edges[edge]))
	}
	f.waiting[rank] = append(f.waiting[rank], a)
	return rank
}

// set gives a register its value.
func (f *frame) set(v ssa.Value, x sym.Val) {
	i := f.flow.regs[v]
	r := &f.regs[i]
	r.now = x
	outer := f.flow.outer[i]
	if len(outer) == 0 {
		return
	}
	if r.outer == nil {
		r.outer = make([]merged, len(outer))
	}
	for j, e := range outer {
		visit := f.visits[e.to]
		if old := r.outer[j]; old.v != nil && old.visit == visit {
			r.outer[j].v = f.Merge(f.B.Simplify(f.entered[e.from], f.pc), x, old.v)
		} else {
			r.outer[j] = merged{x, visit}
		}
	}
}

// get returns the value of an operand of the block at hand.
func (f *frame) get(v ssa.Value) sym.Val {
	switch v := v.(type) {
	case *ssa.Const:
		return f.constant(v)
	case *ssa.Function:
		return &sym.Callable{Alts: []sym.Callee{{Guard: term.Yes, Fn: v}}}
	case *ssa.Global:
		return f.global(v)
	case *ssa.Parameter:
		for i, p := range f.fn.Params {
			if p == v {
				return f.args[i]
			}
		}
	case *ssa.FreeVar:
		for i, p := range f.fn.FreeVars {
			if p == v {
				return f.free[i]
			}
		}
	case ssa.Instruction:
		i := f.flow.regs[v.(ssa.Value)]
		l := f.flow.common(v.Block(), f.block)
		if l != f.flow.loopOf[v.Block().Index] {
			for j, e := range f.flow.outer[i] {
				if e.to == l && len(f.regs[i].outer) > j {
					return f.regs[i].outer[j].v
				}
			}
		}
		return f.regs[i].now
	}
	return &sym.Unknown{Guard: term.Yes, Why: fmt.Sprintf("%s cannot be followed", v)}
}
