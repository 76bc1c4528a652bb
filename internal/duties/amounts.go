package duties

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// amounts returns the integers among fn's inputs and their fields that serve as counts, distances or offsets.
// Such a part is added up to an index at the line of the panic, or bounds a loop whose variable is that index. A
// part that the code multiplies or divides is not an amount.
func (p *Finder) amounts(fn *types.Func, frames []string, text string) (amounts []Duty) {
	p.Lock()
	defer p.Unlock()
	stack, ok := sites(frames)
	kind := dutyKind(text)
	target := p.SSA.FuncValue(fn.Origin())
	if !ok || target == nil || len(stack) == 0 || kind != DutyIndex {
		return nil
	}
	for _, in := range p.at(stack[0]) {
		for _, op := range p.suspects(in, kind) {
			d := &duty{Finder: p, kind: kind, target: target, stack: stack, from: stack, raises: in}
			for _, a := range d.addends(in.Parent(), op) {
				if a.isScaled {
					continue
				}
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
		for _, b := range d.origins(fn, a) {
			b.isScaled = b.isScaled || a.isScaled
			list = append(list, b)
		}
	}
	return list
}

// origins returns the parts of the target's inputs from which a part of the inputs of fn comes. If the part was
// stored before, these are the addends of the stored value.
func (d *duty) origins(fn *ssa.Function, a *part) (list []*part) {
	up := *d
	if !up.leave(fn, a.fn) {
		return nil
	}
	if a.fn == d.target && len(up.stack) == 1 {
		if slices.Contains(a.path, Element) || enumerated(a.typ()) {
			return nil
		}
		return []*part{a}
	}
	call := up.caller(a.fn)
	if call == nil {
		return nil
	}
	v := argument(call.Common(), a.input)
	switch {
	case v == nil:
	case len(a.path) == 0:
		list = up.addends(call.Parent(), v)
	default:
		for _, kept := range keptIn(v, a.path) {
			list = append(list, up.addends(call.Parent(), kept)...)
		}
		if of := partOf(v); of != nil {
			of.path = append(slices.Clone(of.path), a.path...)
			list = append(list, up.origins(call.Parent(), of)...)
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
	scaled := false
	switch v := v.(type) {
	case *ssa.BinOp:
		switch v.Op {
		case token.ADD, token.SUB:
			from = []ssa.Value{v.X, v.Y}
		case token.MUL, token.QUO:
			from, scaled = []ssa.Value{v.X, v.Y}, true
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
		for _, a := range summands(x, seen) {
			a.isScaled = a.isScaled || scaled
			list = append(list, a)
		}
	}
	return list
}

// typ returns the type of a part, or nil if the part is in an interface.
func (a *part) typ() types.Type {
	t := a.fn.Params[a.input].Type()
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

// enumerated reports whether a type has constants. Code that indexes by such a type has to know all of them.
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

// computed returns the input from which arithmetic makes an index. All other operands are constants and parts of
// the inputs. It returns nil for a remainder, which accepts any number: forgetting its sign is a fault of the
// code.
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

// bounded returns the input that bounds the variable of a loop; nil for other variables.
func bounded(v *ssa.Phi, depth int) *part {
	bound := boundOf(v)
	if bound == nil {
		return nil
	}
	a := partWithin(bound, depth)
	if a == nil || slices.Contains(a.path, Element) {
		return nil
	}
	a.isLoopBound = true
	return indirect(a)
}

// boundOf returns what the variable of a loop, or its next value, is compared with where the loop
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

// endsTurns reports whether a comparison ends a loop.
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

// keptIn returns the values that a function stores at a path of fields from the variable v. It includes values
// that the constructor of v gets and stores there.
func keptIn(v ssa.Value, path []string) (list []ssa.Value) {
	switch v := v.(type) {
	case *ssa.Alloc:
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.FieldAddr:
				if fieldName(r.X.Type(), r.Field) != path[0] {
					continue
				}
				for _, kept := range stores(r) {
					if len(path) == 1 {
						list = append(list, kept)
					} else {
						list = append(list, keptIn(kept, path[1:])...)
					}
				}
			case *ssa.Store:
				if r.Addr == v {
					list = append(list, keptIn(r.Val, path)...)
				}
			}
		}
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		for _, made := range returned(callee) {
			for _, kept := range keptIn(made, path) {
				if a := partOf(kept); a != nil && a.fn == callee && len(a.path) == 0 {
					list = append(list, argument(&v.Call, a.input))
				}
			}
		}
	}
	return list
}

// stores returns the values that are stored where an address leads.
func stores(addr ssa.Value) (list []ssa.Value) {
	for _, use := range *addr.Referrers() {
		if s, ok := use.(*ssa.Store); ok && s.Addr == addr {
			list = append(list, s.Val)
		}
	}
	return list
}

// returned returns the variables whose addresses a function returns.
func returned(f *ssa.Function) (list []ssa.Value) {
	if f == nil {
		return nil
	}
	for _, b := range f.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) > 0 {
			if a, ok := r.Results[0].(*ssa.Alloc); ok {
				list = append(list, a)
			}
		}
	}
	return list
}
