package lift

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/analysis"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
)

// A Frame is a call of a function.
type Frame struct {
	*Machine
	Fn   *ssa.Function
	flow *flow
	// base is the path condition of the call, PC that of the current instruction.
	base, PC term.Term
	// At is the position of the last instruction that has one.
	At token.Pos

	args, free []sym.Val
	paths
	unwinding
}

// paths describe the progress of the paths through a function.
type paths struct {
	// way leads to the current block.
	way   *way
	block *ssa.BasicBlock
	// now is the current instruction, or nil while deferred calls run.
	now     ssa.Instruction
	regs    []register
	waiting [][]arrival // by rank
	visits  []int       // by loop: number of times its header was executed
	entered []term.Term // by loop: the condition of its entry
	turns   []int       // by loop: iterations since its entry
	returns []arrival
}

// An unwinding is what a function still has to do when it ends.
type unwinding struct {
	// deferred are the calls to make at the end of the function. ends is set once they start. If one
	// of them may recover, caught is the condition of a panic for it and thrown is the panic's value;
	// otherwise caught is none.
	deferred []deferred
	ends     bool
	caught   term.Term
	thrown   sym.Val
	// panicking is the value that recover returns, or nil. taken is the condition under which recover
	// was called.
	panicking sym.Val
	taken     term.Term
}

// A register holds its value for the current iteration. For loops outside its own that use it, it
// holds merged values in the order of flow.outer.
type register struct {
	now   sym.Val
	outer []merged
}

// A merged value is the value from the last iteration executed. It belongs to one visit of the loop
// that uses it.
type merged struct {
	v     sym.Val
	visit int
}

// An arrival reaches a block with the values of its phis, or the end of the function with its results.
type arrival struct {
	cond term.Term
	way  *way
	edge int
	vals []sym.Val
}

// call executes fn on args under the condition pc. It returns nil if no path returns.
func (m *Machine) call(fn *ssa.Function, args, free []sym.Val, pc term.Term, pos token.Pos) sym.Val {
	if built(fn) && judges(fn) && !calledToSet(args) && !calledToSet(free) {
		pc = m.B.Hold(pc)
	}
	f := &Frame{Machine: m, Fn: fn, base: pc, PC: pc, At: pos, args: args, free: free, unwinding: unwinding{caught: term.None, taken: term.No}}
	f.unwinding.panicking, m.panicking = m.panicking, nil
	if recovers(fn) {
		f.caught = term.No
	}
	if why := m.refuse(fn); why != "" {
		if len(fn.Blocks) == 0 {
			if v, ok := f.guess(called{fn.String(), fn.Signature, args}); ok {
				return v
			}
		}
		f.GiveUp(why)
		return nil
	}
	if m.Options.Objects > 0 && !m.goesOn(m.within(fn), pc) {
		return nil
	}
	f.recordEntry()
	f.flow = m.flows[fn]
	f.regs = make([]register, len(f.flow.outer))
	f.waiting = make([][]arrival, len(f.flow.blocks))
	f.visits = make([]int, len(f.flow.loops))
	f.turns = make([]int, len(f.flow.loops))
	f.entered = make([]term.Term, len(f.flow.loops))
	f.waiting[0] = []arrival{{cond: pc, way: &way{PC: pc}}}
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

// within returns the number of calls of a function on the stack.
func (m *Machine) within(fn *ssa.Function) (n int) {
	for _, f := range m.stack {
		if f.Fn == fn {
			n++
		}
	}
	return n
}

// MaxStack is the depth of recursion at which a function is taken not to terminate.
const MaxStack = 1000

// built builds the body of a function if its source is available. It reports whether the function has
// a body.
func built(fn *ssa.Function) bool {
	if fn.Pkg != nil {
		fn.Pkg.Build()
	}
	return len(fn.Blocks) > 0
}

// prefixOfC begins the name of a function that cgo generates to call a C function.
const prefixOfC = "_Cfunc_"

// CallsC reports whether cgo generated a function for one written in C.
func CallsC(fn *ssa.Function) bool { return strings.HasPrefix(fn.Name(), prefixOfC) }

// refuse returns the reason why a function cannot be executed, or "".
func (m *Machine) refuse(fn *ssa.Function) string {
	switch {
	case CallsC(fn):
		return strings.TrimPrefix(fn.Name(), prefixOfC) + " is written in C"
	case len(fn.Blocks) == 0:
		return "the source of " + fn.String() + " is not available"
	case len(m.stack) > MaxStack:
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

// result returns the merged results of all paths.
func (f *Frame) result() sym.Val {
	f.returns = f.join(f.returns)
	first := 0
	for i, r := range f.returns {
		// With true as the default and false as the exceptions, the condition of a predicate becomes a
		// conjunction.
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

// execute runs the block of this rank for all arrivals that wait there. It returns the least rank at
// which blocks may wait now.
func (f *Frame) execute(rank int) int {
	w := f.join(f.waiting[rank])
	f.waiting[rank] = nil
	blk := f.flow.blocks[rank]
	f.block = blk
	conds := make([]term.Term, len(w))
	for i, a := range w {
		conds[i] = a.cond
	}
	f.PC = f.B.Or(conds...)
	f.way = along(w, f.PC)
	f.startStage(blk)
	if s := f.startSection(blk); s != nil && f.PC != term.No {
		f.leaveOut(s)
		return rank + 1
	}
	if l := f.flow.loopOf[blk.Index]; l > 0 && f.flow.loops[l].header == blk {
		f.enter(l, w)
	}
	if f.PC == term.No {
		return rank
	}
	f.recordBlock(blk)
	phis := 0
	for i, in := range blk.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		v := w[0].vals[i]
		for _, a := range w[1:] {
			v = f.Merge(f.B.Simplify(f.PC, a.cond), a.vals[i], v)
		}
		f.set(phi, v)
		phis++
	}
	least := rank + 1
	for _, in := range blk.Instrs[phis:] {
		if p := in.Pos(); p.IsValid() {
			f.At = p
		}
		f.now = in
		f.count()
		if f.PC == term.No {
			return least
		}
		least = min(least, f.step(in))
	}
	return least
}

// enter counts the iterations of loop l, and gives up or ends the path at the limit.
func (f *Frame) enter(l int, w []arrival) {
	f.visits[l]++
	f.turns[l]++
	header := f.flow.loops[l].header
	if !f.flow.loops[l].body[header.Preds[w[0].edge]] {
		f.entered[l], f.turns[l] = f.PC, 1
	}
	limit := f.Options.MaxTurns
	if f.PC == f.entered[l] {
		// The condition of the loop has been constant so far, as when counting to a constant.
		limit *= 1000
	} else if !f.goesOn(f.turns[l], f.PC) {
		f.PC = term.No
		return
	}
	if f.turns[l] > limit {
		if f.follow != nil {
			f.follow.endless = true
		}
		f.GiveUp("the loop " + f.loopPlace(header) + " does not end within the bounds")
	}
}

// loopPlace names a loop in a message. It names the function if no instruction of the loop has a
// position.
func (f *Frame) loopPlace(header *ssa.BasicBlock) string {
	place := func(word string, at token.Pos) string {
		p := f.Fn.Prog.Fset.Position(at)
		return fmt.Sprintf("%s %s:%d", word, filepath.Base(p.Filename), p.Line)
	}
	for _, in := range header.Instrs {
		if p := in.Pos(); p.IsValid() {
			return place("at", p)
		}
	}
	return place("of the function at", f.Fn.Pos())
}

// jump makes successor i of the current block wait under cond, which is the condition of way. It
// returns the rank at which the block waits.
func (f *Frame) jump(i int, cond term.Term, way *way) int {
	from, to := f.block, f.block.Succs[i]
	rank := f.flow.next(from, to)
	if cond == term.No {
		return rank + len(f.waiting)
	}
	edge := analysis.Edge(from, i)
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
func (f *Frame) set(v ssa.Value, x sym.Val) {
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
			r.outer[j].v = f.Merge(f.B.Simplify(f.entered[e.from], f.PC), x, old.v)
		} else {
			r.outer[j] = merged{x, visit}
		}
	}
}

// get returns the value of an operand in the current block.
func (f *Frame) get(v ssa.Value) sym.Val {
	switch v := v.(type) {
	case *ssa.Const:
		return f.constant(v)
	case *ssa.Function:
		return &sym.Callable{Alts: []sym.Callee{{Guard: term.Yes, Fn: v}}}
	case *ssa.Global:
		return f.global(v)
	case *ssa.Parameter:
		for i, p := range f.Fn.Params {
			if p == v {
				return f.args[i]
			}
		}
	case *ssa.FreeVar:
		for i, p := range f.Fn.FreeVars {
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
