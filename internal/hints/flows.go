package hints

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/hints/texts"
	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// number adds a constant number.
func (s *summary) number(v ssa.Value) {
	if k, ok := v.(*ssa.Const); ok && k.Value != nil {
		if n, ok := constInts(k.Value, k.Type()); ok {
			s.ints = append(s.ints, n)
		}
		if x, ok := constFloat(k.Value, k.Type()); ok {
			s.floats = append(s.floats, x)
		}
	}
}

// arguments adds the constants passed to a parameter that a function of a module compares with
// something: the 4711 of contains(xs, 4711), the ')' of accept(')').
func (s *summary) arguments(a *Program, fn *ssa.Function, args []ssa.Value) {
	for i, arg := range args {
		if _, ok := withoutInterface(arg).(*ssa.Const); !ok && !isSliceLiteral(arg) {
			continue
		}
		f := &comparedFlow{a: a, seen: map[ssa.Value]bool{}}
		if f.parameter(fn, i, valueDepth) {
			s.argument(arg)
			eachArgument(arg, s.number)
		}
	}
}

// isSliceLiteral reports whether an argument is a slice made on the spot.
func isSliceLiteral(arg ssa.Value) bool {
	sl, ok := arg.(*ssa.Slice)
	if !ok {
		return false
	}
	_, ok = sl.X.(*ssa.Alloc)
	return ok
}

// withoutInterface returns a value without its conversion to an interface.
func withoutInterface(v ssa.Value) ssa.Value {
	if m, ok := v.(*ssa.MakeInterface); ok {
		return m.X
	}
	return v
}

// A comparedFlow follows a parameter to what it is compared with.
type comparedFlow struct {
	a    *Program
	seen map[ssa.Value]bool
}

// parameter reports whether a function of a module compares its parameter i with a non-constant,
// looks it up in a map, or makes a slice of that length. If i is too great, it stands for the last
// parameter.
func (f *comparedFlow) parameter(fn *ssa.Function, i, depth int) bool {
	if !f.a.Build(fn) || f.a.Module(fn) == "" {
		return false
	}
	if len(fn.Blocks) == 0 {
		fn = fn.Origin()
	}
	i = min(i, len(fn.Params)-1)
	return i >= 0 && f.isCompared(fn.Params[i], depth)
}

// isCompared reports whether a value, or what is made from it, is compared.
func (f *comparedFlow) isCompared(v ssa.Value, depth int) bool {
	if f.seen[v] || v.Referrers() == nil {
		return false
	}
	f.seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool { return f.comparesIn(v, in, depth) })
}

// comparesIn reports whether an instruction compares v, or passes v to code that does.
func (f *comparedFlow) comparesIn(v ssa.Value, in ssa.Instruction, depth int) bool {
	switch in := in.(type) {
	case *ssa.BinOp:
		other := in.X
		if other == v {
			other = in.Y
		}
		switch in.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return !constantOperand(other)
		}
		return f.isCompared(in, depth)
	case *ssa.Lookup:
		return in.Index == v || f.isCompared(in, depth)
	case *ssa.MakeSlice:
		return in.Len == v || in.Cap == v
	case *ssa.Store:
		at, local := in.Addr.(*ssa.Alloc)
		return in.Val == v && local && f.isCompared(at, depth)
	case *ssa.MakeClosure:
		i := slices.Index(in.Bindings, v)
		return f.isCompared(in.Fn.(*ssa.Function).FreeVars[i], depth)
	case ssa.CallInstruction:
		return f.callCompares(v, in.Common(), depth)
	case *ssa.Convert, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Phi, *ssa.Slice, *ssa.IndexAddr, *ssa.Index,
		*ssa.UnOp, *ssa.Range, *ssa.Next, *ssa.Extract, *ssa.TypeAssert:
		return f.isCompared(in.(ssa.Value), depth)
	}
	return false
}

// callCompares reports whether a call gets v to compare it.
func (f *comparedFlow) callCompares(v ssa.Value, c *ssa.CallCommon, depth int) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "delete" || b.Name() == "min" || b.Name() == "max"
	}
	fn := c.StaticCallee()
	if fn == nil || depth == 0 {
		return false
	}
	obj := fn.Object()
	if o := fn.Origin(); o != nil {
		obj = o.Object()
	}
	if std, ok := obj.(*types.Func); ok && std.Pkg() != nil && f.a.Module(fn) == "" {
		i := slices.Index(c.Args, v)
		return searches(std) || !composes(std) && i >= 0 && (f.a.compares(std, i) || isNameParameter(std, i))
	}
	for i, arg := range c.Args {
		if arg == v && f.parameter(fn, i, depth-1) {
			return true
		}
	}
	return false
}

// keyLookedUp adds a constant that is looked up in a map or deleted from it, because it is compared
// with the keys.
func (s *summary) keyLookedUp(m, key ssa.Value) {
	if _, isMap := m.Type().Underlying().(*types.Map); isMap {
		s.number(withoutInterface(key))
		s.constant(withoutInterface(key))
		s.parts(key)
	}
}

// keySet adds a constant key that is set in a map, because the map may have it already. The
// characters of such a text are not characters to look for. Keys of a map that is made on the spot
// do not count: they are part of its content.
func (s *summary) keySet(in *ssa.MapUpdate) {
	k, ok := withoutInterface(in.Key).(*ssa.Const)
	if _, made := in.Map.(*ssa.MakeMap); made || !ok || k.Value == nil {
		return
	}
	s.number(k)
	if k.Value.Kind() == constant.String {
		s.words = append(s.words, constant.StringVal(k.Value))
	} else if n, ok := refine.Int64(k.Value); ok && isCharacter(k.Type()) {
		s.ints = append(s.ints, n)
	}
}

// parts adds the constants in a struct or an array made on the spot with which something is
// compared, such as Point{3, 40} or [2]int{3, 40}.
func (s *summary) parts(v ssa.Value) {
	load, ok := withoutInterface(v).(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return
	}
	if made, ok := load.X.(*ssa.Alloc); ok {
		eachStored(made, func(v ssa.Value) {
			if k, ok := v.(*ssa.Const); ok && k.Value != nil {
				s.storedConstant(k)
				s.constant(k)
			}
		})
	}
}

// eachStored yields what is stored in the fields and elements of the value at an address.
func eachStored(at ssa.Value, yield func(ssa.Value)) {
	for _, ref := range *at.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == at {
				yield(ref.Val)
			}
		case *ssa.FieldAddr:
			eachStored(ref, yield)
		case *ssa.IndexAddr:
			if ref.X == at {
				eachStored(ref, yield)
			}
		}
	}
}

// argument adds a constant argument, one that is converted ([]byte("x")), and the elements of a
// slice made on the spot ([]string{"get", "put"}, variadic arguments).
func (s *summary) argument(arg ssa.Value) { eachArgument(arg, s.constant) }

// eachArgument yields an argument, what is converted to it, and the elements of a slice made on the
// spot.
func eachArgument(arg ssa.Value, yield func(ssa.Value)) {
	switch arg := withoutInterface(arg).(type) {
	case *ssa.Const:
		yield(arg)
	case *ssa.Convert:
		yield(arg.X)
	case *ssa.UnOp:
		if g, ok := arg.X.(*ssa.Global); ok && arg.Op == token.MUL && g.Pkg != nil {
			eachInitial(g, yield)
		}
	case *ssa.Slice:
		made, ok := arg.X.(*ssa.Alloc)
		if !ok {
			return
		}
		for _, ref := range *made.Referrers() {
			at, ok := ref.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, ref := range *at.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == at {
					yield(withoutInterface(st.Val))
				}
			}
		}
	}
}

// eachInitial yields the elements of a slice that is the initial value of a package variable, and
// the text that is converted to it.
func eachInitial(g *ssa.Global, yield func(ssa.Value)) {
	if sl, ok := refine.Pointed(g.Type()).Underlying().(*types.Slice); !ok || !texts.IsByte(sl.Elem()) && !refine.IsString(sl.Elem()) && !isCharacter(sl.Elem()) {
		return
	}
	init := g.Pkg.Func("init")
	if init == nil {
		return
	}
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && st.Addr == g {
				eachArgument(st.Val, yield)
			}
		}
	}
}
