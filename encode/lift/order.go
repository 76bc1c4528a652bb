package lift

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/analysis"
)

// A flow orders the execution of a function's blocks: the waiting block of least rank is next. The
// body of a loop has lesser ranks than the code after the loop, so that all iterations run first. The
// header of a loop has a second rank after the body, at which it waits for the next iteration.
type flow struct {
	blocks []*ssa.BasicBlock // by rank
	rank   []int             // by block index; -1 if not reachable
	again  []int             // by loop: the second rank of its header
	loopOf []int             // by block index: the innermost loop
	loops  []loop            // loops[0] is the whole function
	// tangled reports a loop with two entries, which has no such order.
	tangled bool
	// regs numbers the instructions that have values.
	regs map[ssa.Value]int
	// outer has for each register the loops outside its own that use it.
	outer [][]escape
	// open says where Go leaves the order of evaluation open.
	open *analysis.Evaluation
}

type loop struct {
	header *ssa.BasicBlock
	parent int
	body   map[*ssa.BasicBlock]bool
}

// An escape is a use of a register in loop to. The register is set in loop from, a child of to, or in
// a loop inside from.
type escape struct{ to, from int }

func newFlow(fn *ssa.Function) *flow {
	n := len(fn.Blocks)
	w := &flow{rank: make([]int, n), loopOf: make([]int, n), regs: map[ssa.Value]int{}, open: analysis.EvaluationOf(fn)}
	for i := range w.rank {
		w.rank[i] = -1
	}
	w.findLoops(fn)
	w.again = make([]int, len(w.loops))
	w.line(0, fn.Blocks[0])
	for i, b := range w.blocks {
		if w.rank[b.Index] >= 0 {
			continue
		}
		w.rank[b.Index] = i
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				w.regs[v] = len(w.outer)
				w.outer = append(w.outer, w.escapes(b, v))
			}
		}
	}
	return w
}

// findLoops finds the natural loops and their nesting.
func (w *flow) findLoops(fn *ssa.Function) {
	w.loops = []loop{{header: fn.Blocks[0], parent: -1}}
	bodies := map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
	state := make([]int8, len(fn.Blocks))
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		state[b.Index] = 1
		for _, s := range b.Succs {
			switch {
			case state[s.Index] == 0:
				visit(s)
			case state[s.Index] == 1 && !s.Dominates(b):
				w.tangled = true
			case s.Dominates(b):
				if bodies[s] == nil {
					bodies[s] = map[*ssa.BasicBlock]bool{s: true}
				}
				collect(bodies[s], b)
			}
		}
		state[b.Index] = 2
	}
	visit(fn.Blocks[0])
	for _, h := range fn.Blocks {
		if bodies[h] != nil {
			w.loops = append(w.loops, loop{header: h, body: bodies[h]})
		}
	}
	inner := w.loops[1:]
	slices.SortStableFunc(inner, func(a, b loop) int { return len(b.body) - len(a.body) })
	for i := range inner {
		for j := range i {
			if inner[j].body[inner[i].header] {
				inner[i].parent = j + 1
			}
		}
		for b := range inner[i].body {
			w.loopOf[b.Index] = i + 1
		}
	}
}

// collect adds to body the blocks that reach b without passing through the header.
func collect(body map[*ssa.BasicBlock]bool, b *ssa.BasicBlock) {
	if body[b] {
		return
	}
	body[b] = true
	for _, p := range b.Preds {
		collect(body, p)
	}
}

// line appends the blocks of loop l in topological order. Each inner loop is contiguous.
func (w *flow) line(l int, header *ssa.BasicBlock) {
	seen := map[any]bool{}
	var post []any // *ssa.BasicBlock, or int for a loop
	var visit func(x any)
	visit = func(x any) {
		if seen[x] {
			return
		}
		seen[x] = true
		for _, b := range w.members(x) {
			for _, s := range b.Succs {
				if y := w.child(l, s); y != nil && y != x && s != header {
					visit(y)
				}
			}
		}
		post = append(post, x)
	}
	visit(header)
	for _, x := range slices.Backward(post) {
		switch x := x.(type) {
		case *ssa.BasicBlock:
			w.blocks = append(w.blocks, x)
		case int:
			w.line(x, w.loops[x].header)
		}
	}
	if l > 0 {
		w.again[l] = len(w.blocks)
		w.blocks = append(w.blocks, header)
	}
}

func (w *flow) members(x any) []*ssa.BasicBlock {
	if b, ok := x.(*ssa.BasicBlock); ok {
		return []*ssa.BasicBlock{b}
	}
	var list []*ssa.BasicBlock
	for b := range w.loops[x.(int)].body {
		list = append(list, b)
	}
	slices.SortFunc(list, func(a, b *ssa.BasicBlock) int { return a.Index - b.Index })
	return list
}

// child returns the part of loop l that contains b: b itself, a loop in l, or nil if b is not in l.
// The header of l counts as itself.
func (w *flow) child(l int, b *ssa.BasicBlock) any {
	i := w.loopOf[b.Index]
	if i == l {
		return b
	}
	for ; i > 0; i = w.loops[i].parent {
		if w.loops[i].parent == l {
			return i
		}
	}
	return nil
}

// escapes returns the loops outside that of b that use v, which is set in b.
func (w *flow) escapes(b *ssa.BasicBlock, v ssa.Value) []escape {
	own := w.loopOf[b.Index]
	if own == 0 || v.Referrers() == nil {
		return nil
	}
	var list []escape
	for _, r := range *v.Referrers() {
		if phi, ok := r.(*ssa.Phi); ok {
			for i, e := range phi.Edges {
				if e == v {
					list = w.addEscape(list, own, r.Block().Preds[i])
				}
			}
			continue
		}
		list = w.addEscape(list, own, r.Block())
	}
	return list
}

func (w *flow) addEscape(list []escape, own int, use *ssa.BasicBlock) []escape {
	e := escape{own, own}
	for e.to > 0 && !w.loops[e.to].body[use] {
		e = escape{w.loops[e.to].parent, e.to}
	}
	if e.to == own || slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}

// next returns the rank at which to waits after a jump from from.
func (w *flow) next(from, to *ssa.BasicBlock) int {
	if l := w.loopOf[to.Index]; l > 0 && w.loops[l].header == to && w.loops[l].body[from] {
		return w.again[l]
	}
	return w.rank[to.Index]
}

// common returns the innermost loop that contains both blocks.
func (w *flow) common(def, use *ssa.BasicBlock) int {
	l := w.loopOf[def.Index]
	for l > 0 && !w.loops[l].body[use] {
		l = w.loops[l].parent
	}
	return l
}
