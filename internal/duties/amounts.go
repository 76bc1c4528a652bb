package duties

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// Amounts returns the integers among fn's inputs, and the exported fields of these, that
// are added up to an operand of the line of the panic, or are the bound of a loop whose
// variable is: how many, how far, from where. What code multiplies or divides is a number,
// and not such an amount.
func (p *Finder) Amounts(fn *types.Func, frames []string, text string) (amounts []Duty) {
	p.Lock()
	defer p.Unlock()
	stack, ok := sites(frames)
	kind := dutyKind(text)
	target := p.SSA.FuncValue(fn.Origin())
	if !ok || target == nil || len(stack) == 0 || kind != DutyIndex && kind != DutySize {
		return nil
	}
	for _, in := range p.at(stack[0]) {
		for _, op := range p.suspects(in, kind) {
			d := &duty{Finder: p, kind: kind, target: target, stack: stack, from: stack, raises: in}
			for _, a := range d.addends(in.Parent(), op) {
				if !slices.ContainsFunc(amounts, func(b Duty) bool { return b.Input == a.input && slices.Equal(b.Path, a.path) }) {
					amounts = append(amounts, Duty{Kind: DutySize, Input: a.input, Path: a.path})
				}
			}
		}
	}
	return amounts
}

// addends returns the parts of the target's inputs that are added up to an operand of the
// function fn at the innermost line of the stack.
func (d *duty) addends(fn *ssa.Function, op ssa.Value) (list []*part) {
	for _, a := range summands(op, map[ssa.Value]bool{}) {
		up := *d
		switch {
		case !up.leave(fn, a.of):
		case a.of == d.target && len(up.stack) == 1:
			if !Hidden(a.path) && !slices.Contains(a.path, Element) && !enumerated(a.typ()) {
				list = append(list, a)
			}
		case len(a.path) == 0:
			if call := up.caller(a.of); call != nil {
				if v := argument(call.Common(), a.input); v != nil {
					list = append(list, up.addends(call.Parent(), v)...)
				}
			}
		}
	}
	return list
}

// summands returns the integers among the inputs of a function, and the fields of these,
// that are added up to a value, or bound it in a loop.
func summands(v ssa.Value, seen map[ssa.Value]bool) (list []*part) {
	if v == nil || seen[v] || !isInteger(v.Type()) {
		return nil
	}
	seen[v] = true
	if a := partOf(v); a != nil && a.direct {
		list = append(list, a)
	}
	var from []ssa.Value
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op == token.ADD || v.Op == token.SUB {
			from = []ssa.Value{v.X, v.Y}
		}
	case *ssa.Convert:
		from = []ssa.Value{v.X}
	case *ssa.ChangeType:
		from = []ssa.Value{v.X}
	case *ssa.Phi:
		from = append(slices.Clone(v.Edges), boundOf(v))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			from = stored(v.X)
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && (b.Name() == "min" || b.Name() == "max") {
			from = v.Call.Args
		}
	}
	for _, x := range from {
		list = append(list, summands(x, seen)...)
	}
	return list
}

// typ is the type of a part; nil where it is in an interface.
func (a *part) typ() types.Type {
	t := a.of.Params[a.input].Type()
	for _, step := range a.path {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			i := slices.IndexFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return f.Name() == step })
			if i < 0 {
				return nil
			}
			t = u.Field(i).Type()
		case interface{ Elem() types.Type }: // A slice, an array or a map.
			t = u.Elem()
		default:
			return nil
		}
	}
	return t
}

// enumerated tells whether a type has constants: code that indexes by it has to know all.
func enumerated(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if t == nil || !ok || n.Obj().Pkg() == nil {
		return false
	}
	const fewest = 2
	constants, scope := 0, n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if k, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(k.Type(), n) {
			constants++
		}
	}
	return constants >= fewest
}

// computed is the input from which arithmetic makes an index. What else takes part in
// it are constants and parts of the inputs. A remainder is one of any number: that its sign
// is forgotten is a fault.
func computed(v *ssa.BinOp, depth int) *part {
	if !isInteger(v.Type()) || v.Op == token.REM {
		return nil
	}
	// Both operands are followed: few operations deep, else hash functions take for ever.
	const operation = 3
	var whole *part
	for _, x := range []ssa.Value{v.X, v.Y} {
		if _, isConst := x.(*ssa.Const); isConst {
			continue
		}
		a := partWithin(x, depth+operation)
		if a == nil {
			return nil
		}
		if whole == nil && !slices.Contains(a.path, Element) && isInteger(x.Type()) {
			whole = a
		}
	}
	return indirect(whole)
}

// bounded is the input that bounds the variable of a loop; nil for other variables.
func bounded(v *ssa.Phi, depth int) *part {
	bound := boundOf(v)
	if bound == nil {
		return nil
	}
	a := partWithin(bound, depth)
	if a == nil || slices.Contains(a.path, Element) {
		return nil
	}
	a.bound = true
	return indirect(a)
}

// boundOf is what the variable of a loop, or its next value, is compared with where the loop
// ends; nil where the value is no variable that grows by constants from a constant on.
func boundOf(v *ssa.Phi) (bound ssa.Value) {
	for _, x := range append(slices.Clone(v.Edges), v) {
		step, grows := x.(*ssa.BinOp)
		if _, isConst := x.(*ssa.Const); isConst {
			continue
		}
		if x != v && (!grows || step.Op != token.ADD || step.X != v) {
			return nil
		}
		for _, r := range *x.Referrers() {
			if b, ok := r.(*ssa.BinOp); ok && b.X == x && (b.Op == token.LSS || b.Op == token.LEQ) {
				bound = b.Y
			}
		}
	}
	return bound
}

// endsTurns tells whether a comparison ends a loop.
func endsTurns(b *ssa.BinOp) bool {
	v, ok := b.X.(*ssa.Phi)
	if step, grows := b.X.(*ssa.BinOp); grows {
		v, ok = step.X.(*ssa.Phi)
	}
	return ok && boundOf(v) == b.Y
}

// stored returns the values that a function stores where an address leads: to a variable,
// or to the field of one of its inputs.
func stored(addr ssa.Value) (list []ssa.Value) {
	var f *ssa.Function
	switch addr := addr.(type) {
	case *ssa.Alloc:
		f = addr.Parent()
	case *ssa.FieldAddr:
		f = addr.Parent()
	default:
		return nil
	}
	to := partOf(addr)
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			s, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			if s.Addr == addr {
				list = append(list, s.Val)
			} else if a := partOf(s.Addr); to != nil && a != nil && a.same(to) && len(a.path) > 0 {
				list = append(list, s.Val)
			}
		}
	}
	return list
}

// AsksSign tells whether fn, or what it hands the part of an input to, compares that, or what it
// computes from it, in a way that tells the negative number is from 0 or 1.
func (p *Finder) AsksSign(fn *types.Func, input int, path []string, is int64) bool {
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil {
		return true
	}
	p.Lock()
	defer p.Unlock()
	p.buildMain()
	return p.asksSign(&part{of: f, input: input, path: path}, is, map[*ssa.Function]bool{})
}

func (p *Finder) asksSign(a *part, is int64, seen map[*ssa.Function]bool) bool {
	if seen[a.of] {
		return false
	}
	seen[a.of] = true
	for _, f := range code.WithAnonymous(a.of) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if p.tellsSign(in, a, is, seen) {
					return true
				}
			}
		}
	}
	return false
}

// tellsSign tells whether an instruction compares a part so.
func (p *Finder) tellsSign(in ssa.Instruction, a *part, is int64, seen map[*ssa.Function]bool) bool {
	same := func(v ssa.Value) bool {
		x := partOf(v)
		return x != nil && x.same(a)
	}
	switch in := in.(type) {
	case *ssa.BinOp:
		return same(in.X) && splits(in.Op, in.Y, is) || same(in.Y) && splits(mirrored(in.Op), in.X, is)
	case *ssa.Convert:
		b, ok := in.Type().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsUnsigned != 0 && same(in.X)
	case ssa.CallInstruction:
		return p.handsToAsk(in.Common(), a, is, seen)
	}
	return false
}

// handsToAsk tells whether a call hands on a part, or what that is a part of, to code that
// compares it so.
func (p *Finder) handsToAsk(call *ssa.CallCommon, a *part, is int64, seen map[*ssa.Function]bool) bool {
	for i, arg := range call.Args {
		x := partOf(arg)
		if x == nil || x.of != a.of || x.input != a.input || len(x.path) > len(a.path) || !slices.Equal(x.path, a.path[:len(x.path)]) {
			continue
		}
		if b, ok := call.Value.(*ssa.Builtin); ok && b.Name() == "max" {
			return true
		}
		callee := call.StaticCallee()
		if callee == nil || i >= len(callee.Params) {
			continue
		}
		if p.asksSign(&part{of: callee, input: i, path: a.path[len(x.path):]}, is, seen) {
			return true
		}
	}
	return false
}

// mirrored is the operator with which the operands of a comparison are exchanged.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// splits tells whether a comparison with a constant tells a negative number from 0 or 1. That
// it is equal to another number tells nothing.
func splits(op token.Token, with ssa.Value, is int64) bool {
	c, ok := with.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return false
	}
	holds := func(x int64) bool { return constant.Compare(constant.MakeInt64(x), op, c.Value) }
	switch op {
	case token.EQL, token.NEQ:
		return holds(is) == (op == token.EQL)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return holds(is) != holds(0) || holds(is) != holds(1)
	}
	return false
}
