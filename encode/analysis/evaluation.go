// Package analysis finds out of functions what the lifter and the interpreter both need: which
// reads come before a call in an order that Go leaves open, what a predicate says in a
// row, and which calls leave alone what else there is.
package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// An Evaluation says which operands of a function's statements are evaluated
// before a call in the same statement that they do not depend on. Go leaves the
// order open: the SSA form reads x of x + f() first, the compiler calls f first.
// It matters where the call changes what is read, and where the operand panics
// and the function goes on after that.
type Evaluation struct {
	// Held are, by call, the reads of memory that come before it and are used
	// behind it.
	Held map[ssa.Instruction][]ssa.Value
	// Early are the instructions that come before a call and are used behind it.
	Early map[ssa.Instruction]bool
}

// EvaluationOf finds those of a function that has blocks.
func EvaluationOf(fn *ssa.Function) *Evaluation {
	e := &Evaluation{Held: map[ssa.Instruction][]ssa.Value{}, Early: map[ssa.Instruction]bool{}}
	for _, u := range unitsOf(fn) {
		u.find(e)
	}
	return e
}

// A unit is the instructions of a part of a function in which the order is open:
// a statement without its blocks.
type unit struct {
	list []ssa.Instruction
	at   map[ssa.Instruction]int
	// last is by instruction the last one of the unit that uses its value, or
	// what is computed from it without a call, or the memory in which it is stored.
	last []int
}

// unitsOf gives the units with calls and other instructions.
func unitsOf(fn *ssa.Function) []*unit {
	var ends spans
	if fn.Syntax() != nil {
		ends = statements(fn.Syntax())
	}
	units := map[int]*unit{}
	var order []*unit
	// Instructions without a position belong to the unit of the one before.
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
				// The initialization of a package: an expression ends with a store.
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

// forward gives the blocks of a function in an order in which each comes behind
// its predecessors, but for those that end a loop.
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

// Spans are parts of a source, sorted, that are not in each other.
type spans []span

type span struct{ from, to token.Pos }

// find gives the index of the span with a position, or -1.
func (s spans) find(p token.Pos) int {
	i := sort.Search(len(s), func(i int) bool { return p < s[i].to })
	if i < len(s) && s[i].from <= p {
		return i
	}
	return -1
}

// statements gives the parts of a function in which the order is open.
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

// writes tells whether an instruction is a call that may change memory.
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

// reads tells whether an instruction gives what it reads in memory.
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

// find adds what is evaluated before the calls of the unit.
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

// extend looks for later uses; false when there are none.
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
			last = max(last, u.keeps(in.Addr))
		case *ssa.MapUpdate:
			last = max(last, u.keeps(in.Map))
		}
		changed = changed || last > u.last[i]
		u.last[i] = last
	}
	return changed
}

// use is the last use of a value, instruction i, through one that uses it.
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

// keeps is the last use of the memory at an address.
func (u *unit) keeps(addr ssa.Value) int {
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
