// Package analysis answers questions about SSA functions for the lifter and the interpreter: which
// operands are read before a call whose order Go leaves open, which calls a predicate makes one after
// the other, and which calls have no side effects.
package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// An Evaluation lists the operands that a statement evaluates before a call on which they do not
// depend. Go leaves that order open: for x + f(), the SSA form reads x first, and the compiler calls f
// first. The order matters if the call changes the operand, or if the operand panics and the function
// recovers.
type Evaluation struct {
	// Held maps a call to the reads of memory that precede it and are used after it.
	Held map[ssa.Instruction][]ssa.Value
	// Early has the instructions that precede a call and are used after it.
	Early map[ssa.Instruction]bool
}

// EvaluationOf returns the evaluation of a function that has blocks.
func EvaluationOf(fn *ssa.Function) *Evaluation {
	e := &Evaluation{Held: map[ssa.Instruction][]ssa.Value{}, Early: map[ssa.Instruction]bool{}}
	for _, u := range unitsOf(fn) {
		u.find(e)
	}
	return e
}

// A unit is the instructions of one part of a function whose order Go leaves open: a statement without
// the blocks in it, or an expression.
type unit struct {
	list []ssa.Instruction
	at   map[ssa.Instruction]int
	// last has for each instruction the last one of the unit that uses its value. Values computed from
	// it without a call and memory that holds it count as uses.
	last []int
}

// unitsOf returns the units that contain a call. It leaves out those that contain no other
// instruction.
func unitsOf(fn *ssa.Function) []*unit {
	var ends spans
	if fn.Syntax() != nil {
		ends = statements(fn.Syntax())
	}
	units := map[int]*unit{}
	var order []*unit
	// An instruction without a position belongs to the unit of the instruction before it.
	after := map[*ssa.BasicBlock]int{}
	stored := 0
	for _, b := range forward(fn) {
		now := -1
		for _, p := range b.Preds {
			if n, ok := after[p]; ok {
				now = n
				break
			}
		}
		for _, in := range b.Instrs {
			if fn.Syntax() == nil {
				// In the initialization of a package, a store to a variable ends a unit.
				now = stored
				if s, ok := in.(*ssa.Store); ok {
					if _, ok := s.Addr.(*ssa.Global); ok {
						stored++
					}
				}
			} else if p := in.Pos(); p.IsValid() {
				now = ends.find(p)
			}
			if now < 0 {
				continue
			}
			u := units[now]
			if u == nil {
				u = &unit{at: map[ssa.Instruction]int{}}
				units[now], order = u, append(order, u)
			}
			u.at[in] = len(u.list)
			u.list = append(u.list, in)
		}
		after[b] = now
	}
	return slices.DeleteFunc(order, func(u *unit) bool { return !slices.ContainsFunc(u.list, writes) })
}

// forward returns the reachable blocks of a function. Each follows its predecessors, except where an
// edge closes a loop.
func forward(fn *ssa.Function) []*ssa.BasicBlock {
	var list []*ssa.BasicBlock
	seen := make([]bool, len(fn.Blocks))
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b.Index] {
			return
		}
		seen[b.Index] = true
		for _, s := range slices.Backward(b.Succs) {
			visit(s)
		}
		list = append(list, b)
	}
	visit(fn.Blocks[0])
	slices.Reverse(list)
	return list
}

// spans are disjoint parts of a source, sorted by position.
type spans []span

type span struct{ from, to token.Pos }

// find returns the index of the span that contains a position, or -1.
func (s spans) find(p token.Pos) int {
	i := sort.Search(len(s), func(i int) bool { return p < s[i].to })
	if i < len(s) && s[i].from <= p {
		return i
	}
	return -1
}

// statements returns the parts of a function whose order of evaluation Go leaves open.
func statements(fn ast.Node) spans {
	var list spans
	add := func(n ast.Node) bool {
		list = append(list, span{n.Pos(), n.End()})
		return false
	}
	expr := func(xs ...ast.Expr) {
		for _, x := range xs {
			if x != nil {
				add(x)
			}
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.ReturnStmt, *ast.DeferStmt, *ast.GoStmt, *ast.ValueSpec:
			return add(n)
		case *ast.IfStmt:
			expr(n.Cond)
		case *ast.ForStmt:
			expr(n.Cond)
		case *ast.SwitchStmt:
			expr(n.Tag)
		case *ast.CaseClause:
			expr(n.List...)
		case *ast.RangeStmt:
			expr(n.Key, n.Value, n.X)
		}
		return true
	})
	slices.SortFunc(list, func(a, b span) int { return int(a.from - b.from) })
	return list
}

// writes reports whether an instruction is a call that may change memory.
func writes(in ssa.Instruction) bool {
	c, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "copy", "clear", "delete", "recover":
			return true
		}
		return false
	}
	return true
}

// reads reports whether the value of an instruction is read from memory.
func reads(v ssa.Value) bool {
	isMap := func(x ssa.Value) bool { _, ok := x.Type().Underlying().(*types.Map); return ok }
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.MUL
	case *ssa.Lookup:
		return isMap(v.X)
	case *ssa.Convert:
		_, ok := v.X.Type().Underlying().(*types.Slice)
		return ok
	case *ssa.MultiConvert:
		return true
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len" && isMap(v.Call.Args[0])
	}
	return false
}

// find adds the instructions that are evaluated before the calls of the unit.
func (u *unit) find(e *Evaluation) {
	u.last = make([]int, len(u.list))
	for range u.list {
		if !u.extend() {
			break
		}
	}
	for c, call := range u.list {
		if !writes(call) {
			continue
		}
		for i, in := range u.list[:c] {
			if u.last[i] <= c || writes(in) {
				continue
			}
			e.Early[in] = true
			if v, ok := in.(ssa.Value); ok && reads(v) && in.Block().Dominates(call.Block()) {
				e.Held[call] = append(e.Held[call], v)
			}
		}
	}
}

// extend updates the last uses of the unit once. It reports whether any of them changed.
func (u *unit) extend() bool {
	changed := false
	for i, in := range slices.Backward(u.list) {
		last := max(i, u.last[i])
		if v, ok := in.(ssa.Value); ok && v.Referrers() != nil {
			for _, r := range *v.Referrers() {
				last = max(last, u.use(i, v, r))
			}
		}
		switch in := in.(type) {
		case *ssa.Store:
			last = max(last, u.lastUseOf(in.Addr))
		case *ssa.MapUpdate:
			last = max(last, u.lastUseOf(in.Map))
		}
		changed = changed || last > u.last[i]
		u.last[i] = last
	}
	return changed
}

// use returns the last use of v, the value of instruction i, by way of the instruction by.
func (u *unit) use(i int, v ssa.Value, by ssa.Instruction) int {
	j, ok := u.at[by]
	if !ok || j <= i {
		return i
	}
	switch by := by.(type) {
	case *ssa.Store:
		if by.Val == v {
			return max(j, u.last[j])
		}
		return j
	case *ssa.MapUpdate:
		return max(j, u.last[j])
	case ssa.Value:
		if writes(by.(ssa.Instruction)) {
			return j
		}
		return max(j, u.last[j])
	}
	return j
}

// lastUseOf returns the last use of the variable of the unit that contains an address, or -1.
func (u *unit) lastUseOf(addr ssa.Value) int {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
			continue
		case *ssa.IndexAddr:
			addr = a.X
			continue
		case *ssa.Slice:
			addr = a.X
			continue
		case ssa.Instruction:
			if i, ok := u.at[a]; ok {
				return u.last[i]
			}
		}
		return -1
	}
}
