package lift

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/encode/analysis"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// A section is a part of a predicate. Paths through it that do not return false continue with the next
// section.
type section struct {
	from, to *ssa.BasicBlock // to is nil for the last section
	// optional reports that the section may be left out: nothing in it returns true.
	optional bool
}

// sections are the sections of the current predicate. A section that exceeds the limits or cannot be
// followed is left out: execution continues after it as if it had not returned false, and all that it
// may have set is unknown. The result is a necessary condition of the predicate. It misses a panic in
// a section left out if a later section is false, as scouts do (see interp.conjunction). If there are
// few inputs, none is excluded this way, so that such panics show.
type sections struct {
	list []section
	// at is the current section. left is the set of sections left out, gaps the set of those in which
	// something was given up.
	at         int
	left, gaps uint64
	// work is the simplification work of each section. begun is the total work at the start of the
	// current section.
	work  []int
	begun int
}

// mostSections limits the number of sections of a predicate.
const mostSections = 64

// begin begins a predicate whose chain is c.
func (s *sections) begin(m *Machine, c analysis.Chain, left uint64) {
	*s = sections{left: left, begun: m.B.Work}
	if m.Options.Interp == nil {
		s.list = []section{{from: c.Fn.Blocks[0]}}
	} else {
		s.list = m.parted(c.Fn)
	}
	s.work = make([]int, len(s.list))
}

// parted returns the sections of a function.
func (m *Machine) parted(fn *ssa.Function) []section {
	at := fn.Blocks[0]
	if postpones(fn) || m.refuse(fn) != "" {
		return []section{{from: at}}
	}
	w := m.flows[fn]
	harmless := (m.Options.Interp.Ahead < 0 || m.many()) && m.Options.Interp.Harmless(fn)
	var list []section
	for len(list) < mostSections-1 {
		s := section{from: at, to: w.continuation(at), optional: harmless}
		if s.to == nil {
			s.to, s.optional = otherSide(at), false
		}
		if s.to == nil || w.rank[s.to.Index] <= w.rank[at.Index] {
			break
		}
		list = append(list, s)
		at = s.to
	}
	return append(list, section{from: at})
}

// manyBits is the size in bits of an input space with many inputs.
const manyBits = 20

// many reports whether there are too many inputs to try them all.
func (m *Machine) many() bool {
	sum := 0
	for _, v := range m.B.Vars {
		n := uint64(len(v.Choice))
		for _, s := range v.Dom {
			n += uint64(s.Hi-s.Lo) + 1
		}
		sum += bits.Len64(max(n, 1) - 1)
	}
	return sum > manyBits
}

// continuation returns the first block, outside loops or at the start of one, that every path from the given
// block reaches unless it returns false. It returns nil if there is none.
func (w *flow) continuation(from *ssa.BasicBlock) *ssa.BasicBlock {
	if !ends(from, nil, map[*ssa.BasicBlock]bool{}) {
		return nil
	}
	for rank := w.rank[from.Index] + 1; rank < len(w.blocks); rank++ {
		b := w.blocks[rank]
		l := w.loopOf[b.Index]
		if l > 0 && (w.loops[l].header != b || w.loops[l].parent != 0) || w.rank[b.Index] != rank {
			continue
		}
		if ends(from, b, map[*ssa.BasicBlock]bool{}) {
			continue
		}
		return b
	}
	return nil
}

// ends reports whether a path from a block may return something other than false without reaching the
// block but.
func ends(from, but *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	if from == but || seen[from] {
		return false
	}
	seen[from] = true
	if _, ok := from.Instrs[len(from.Instrs)-1].(*ssa.Return); ok {
		return true
	}
	return slices.ContainsFunc(from.Succs, func(s *ssa.BasicBlock) bool {
		return !analysis.Falls(from, s) && ends(s, but, seen)
	})
}

// otherSide returns the other side of a branch one side of which returns at once, or nil.
func otherSide(b *ssa.BasicBlock) *ssa.BasicBlock {
	if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); !ok {
		return nil
	}
	for i, s := range b.Succs {
		other := b.Succs[1-i]
		if _, ok := s.Instrs[0].(*ssa.Return); ok && len(other.Preds) == 1 {
			return other
		}
	}
	return nil
}

// startSection records that a block of the predicate is executed. It returns the section that begins there if
// it is to be left out, otherwise nil.
func (f *Frame) startSection(b *ssa.BasicBlock) *section {
	if f.Fn != f.stages.Fn || len(f.stack) != f.stages.Frames {
		return nil
	}
	s := &f.sections
	for i := s.at + 1; i < len(s.list); i++ {
		if s.list[i].from == b {
			s.spent(f.B)
			s.at = i
		}
	}
	if at := &s.list[s.at]; at.from == b && s.left>>s.at&1 != 0 {
		return at
	}
	return nil
}

// spent adds the work done since the last call to the current section.
func (s *sections) spent(b *term.Builder) {
	s.work[s.at] += b.Work - s.begun
	s.begun = b.Work
}

// next returns the section to leave out next. tooMuch reports that the last execution exceeded the
// limits.
func (s *sections) next(tooMuch bool) (i int, ok bool) {
	if !tooMuch {
		i = bits.TrailingZeros64(s.gaps &^ s.left)
		return i, i < len(s.list)-1 && s.list[i].optional
	}
	i = s.at
	all := 0
	for j, n := range s.work {
		if all += n; s.work[i] < n && s.list[j].optional {
			i = j
		}
	}
	if 2*s.work[i] < all {
		i = s.at
	}
	return i, s.left>>i&1 == 0
}

// leaveOut continues after a section. All that the section may have set becomes unknown.
func (f *Frame) leaveOut(s *section) {
	why := "it comes after a part that is left out"
	f.stages.gap = min(f.stages.gap, f.stages.at)
	if !s.optional {
		f.GiveUp(whyTooMuch)
		return
	}
	in := within(s)
	kept := f.kept(in)
	for _, o := range f.made {
		if kept[o] {
			continue
		}
		for i := range o.Cells {
			o.Cells[i] = &sym.Unknown{Guard: term.Yes, Why: why}
		}
		for i := range o.Fill {
			o.Fill[i] = &sym.Unknown{Guard: term.Yes, Why: why}
		}
	}
	for _, t := range f.tabled {
		t.Lost = true
	}
	for b := range in {
		for _, x := range b.Instrs {
			if v, ok := x.(ssa.Value); ok {
				f.forgetRegister(v, why)
			}
		}
	}
	edge := slices.IndexFunc(s.to.Preds, func(p *ssa.BasicBlock) bool { return in[p] })
	a := arrival{cond: f.PC, way: f.here(), edge: edge}
	for _, x := range s.to.Instrs {
		phi, ok := x.(*ssa.Phi)
		if !ok {
			break
		}
		a.vals = append(a.vals, f.entering(phi, in, why))
	}
	rank := f.flow.next(s.to.Preds[edge], s.to)
	f.waiting[rank] = append(f.waiting[rank], a)
}

// kept returns the variables of the current function that no block in the set writes to, and no
// closure. A parameter that a closure reads is an example.
func (f *Frame) kept(in map[*ssa.BasicBlock]bool) map[*sym.Object]bool {
	objects := map[*sym.Object]bool{}
	for _, b := range f.Fn.Blocks {
		for _, x := range b.Instrs {
			a, ok := x.(*ssa.Alloc)
			if !ok || in[b] || !onlyRead(a, in) {
				continue
			}
			if i, ok := f.flow.regs[a]; ok {
				if p, ok := f.regs[i].now.(*sym.Pointer); ok && len(p.Alts) == 1 {
					objects[p.Alts[0].Obj] = true
				}
			}
		}
	}
	return objects
}

// onlyRead reports whether a variable is only read, except for stores by its function outside some
// blocks.
func onlyRead(v ssa.Value, in map[*ssa.BasicBlock]bool) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Store:
			return r.Addr != v || in == nil || in[r.Block()]
		case *ssa.MakeClosure:
			for i, b := range r.Bindings {
				if b == v && !onlyRead(r.Fn.(*ssa.Function).FreeVars[i], nil) {
					return true
				}
			}
			return false
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// within returns the blocks of a section.
func within(s *section) map[*ssa.BasicBlock]bool {
	in := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if b == s.to || in[b] {
			return
		}
		in[b] = true
		for _, x := range b.Succs {
			visit(x)
		}
	}
	visit(s.from)
	return in
}

// forgetRegister makes a register unknown.
func (f *Frame) forgetRegister(v ssa.Value, why string) {
	i := f.flow.regs[v]
	r, x := &f.regs[i], f.unknownOf(v.Type(), why)
	r.now, r.outer = x, nil
	for _, e := range f.flow.outer[i] {
		r.outer = append(r.outer, merged{x, f.visits[e.to]})
	}
}

// entering returns the value of a phi for paths that leave a section. It is known if all of them have
// the same value, set before the section.
func (f *Frame) entering(phi *ssa.Phi, in map[*ssa.BasicBlock]bool, why string) sym.Val {
	var v ssa.Value
	for i, p := range phi.Block().Preds {
		if !in[p] {
			continue
		}
		x := phi.Edges[i]
		set, ok := x.(ssa.Instruction)
		if ok && in[set.Block()] || v != nil && !sameValue(v, x) {
			return f.unknownOf(phi.Type(), why)
		}
		v = x
	}
	return f.get(v)
}

// sameValue reports whether two operands are identical, or equal constants.
func sameValue(x, y ssa.Value) bool {
	c, ok := x.(*ssa.Const)
	d, also := y.(*ssa.Const)
	return x == y || ok && also && c.Type() == d.Type() && c.String() == d.String()
}

// postpones reports whether a function contains a defer statement.
func postpones(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { _, ok := in.(*ssa.Defer); return ok })
	})
}

// stages track the execution of a predicate that checks several things in a row, such as g.Valid() &&
// g.Acyclic(). A stage begins when one more of them holds. If a later stage exceeds the limits or
// cannot be followed, the form still has the earlier ones. The interpreter takes those as given. The
// search then decides what they read in the order in which the later stages read it.
type stages struct {
	analysis.Chain
	// at is the current stage. faults has the number of faults at the start of each stage.
	at     int
	faults []int
	// gap is the first stage in which something was given up.
	gap int
}

// begin begins a predicate.
func (s *stages) begin(fn *ssa.Function) {
	built(fn)
	*s = stages{Chain: analysis.ChainOf(fn), faults: []int{0}}
	s.gap = len(s.Calls) + 1
}

// startStage records that a block is executed.
func (f *Frame) startStage(b *ssa.BasicBlock) {
	s := &f.stages
	if f.Fn != s.Fn || len(f.stack) != s.Frames {
		return
	}
	i := slices.IndexFunc(s.Calls, func(c *ssa.Call) bool { return c.Block().Succs[0] == b })
	if i < 0 || i+1 != len(s.faults) {
		return
	}
	s.at = i + 1
	s.faults = append(s.faults, len(f.faults))
}

// given returns how many calls of the chain the form contains, so that they hold for every solution.
func (s *stages) given() int {
	n := min(s.gap, len(s.faults)-1)
	if s.faults[n] > 0 {
		return 0
	}
	return n
}
