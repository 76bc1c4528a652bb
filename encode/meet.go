package encode

import "golang.org/x/tools/go/ssa"

// Where all paths that part at a block meet again, the condition is that of the
// block: the disjunction of the arriving ones says the same in more words, in which
// nothing that follows finds again that it always holds.

// A passed is what holds at the end of a block, and how often paths had been lost
// by then.
type passed struct {
	cond term
	lost int
}

// meeting returns the condition of a block at which arrivals with these conditions
// wait.
func (f *frame) meeting(b *ssa.BasicBlock, conds []term) term {
	if len(conds) > 1 {
		if p := f.parting(b); p != nil && p.lost == f.lost {
			return p.cond
		}
	}
	return f.b.or(conds...)
}

// parting returns what held where the paths part that all meet at b, or nil.
func (f *frame) parting(b *ssa.BasicBlock) *passed {
	from := b.Idom()
	if from == nil {
		return nil
	}
	own, l := f.flow.loopOf[b.Index], f.flow.loopOf[from.Index]
	if l == own {
		if !f.flow.meets(from, b) {
			return nil
		}
		return &f.passed[from.Index]
	}
	// The paths come out of a loop.
	for l > 0 && f.flow.loops[l].parent != own {
		l = f.flow.loops[l].parent
	}
	if l <= 0 || !f.flow.meets(f.flow.loops[l].header, b) {
		return nil
	}
	return &passed{f.entered[l], f.lostBefore[l]}
}

// meets tells whether all paths from a block that end pass through to, which it
// dominates.
func (w *flow) meets(from, to *ssa.BasicBlock) bool {
	switch w.met[to.Index] {
	case metYes:
		return true
	case metNo:
		return false
	}
	w.met[to.Index] = metYes
	seen := map[*ssa.BasicBlock]bool{from: true, to: true}
	todo := []*ssa.BasicBlock{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(b.Succs) == 0 {
			w.met[to.Index] = metNo
			return false
		}
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				todo = append(todo, s)
			}
		}
	}
	return true
}

// What is known of the paths that part before a block.
const (
	metUnknown uint8 = iota
	metYes
	metNo
)

// result merges what the paths return.
func (f *frame) result() val {
	first := 0
	for i, r := range f.returns {
		// With true as the rule and false as the exceptions, what a predicate
		// demands becomes a conjunction.
		if r.v == yes {
			first = i
		}
	}
	if len(f.returns) == 0 {
		return nil
	}
	v := f.returns[first].v
	for i, r := range f.returns {
		if i != first {
			v = f.merge(f.b.simplify(f.base, r.cond), r.v, v)
		}
	}
	return v
}
