package hints

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// valueDepth bounds the calls through which, and the parts into which, an operand is followed.
const valueDepth = 3

// values adds the integer constants that a non-constant operand may be: the results of a function
// of the module, the values set to a variable, a summand added to these, and the initial content of
// a package variable or a table.
func (s *summary) values(a *Program, v ssa.Value) {
	if _, ok := integer(v.Type()); !ok {
		return
	}
	for _, k := range constantsOf(a, v) {
		s.number(k)
	}
	s.lengths(a, v)
}

// lengths adds the length of a text or a table of the package, if that is the operand.
func (s *summary) lengths(a *Program, v ssa.Value) {
	call, ok := withoutInterface(v).(*ssa.Call)
	if !ok {
		return
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
		return
	}
	of := call.Call.Args[0]
	for _, k := range constantsOf(a, of) {
		if k.Value != nil && k.Value.Kind() == constant.String {
			s.ints = append(s.ints, int64(len(constant.StringVal(k.Value))))
		}
	}
	load, ok := of.(*ssa.UnOp)
	if !ok {
		return
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg == nil || a.Unseen(g.Pkg.Pkg) {
		return
	}
	g.Pkg.Build()
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, in := range b.Instrs {
			if n, ok := tableLength(g, in); ok {
				s.ints = append(s.ints, n)
			}
		}
	}
}

// tableLength returns the number of elements of a slice, made on the spot, that an instruction
// stores in g.
func tableLength(g *ssa.Global, in ssa.Instruction) (int64, bool) {
	st, ok := in.(*ssa.Store)
	if !ok || st.Addr != g {
		return 0, false
	}
	cut, ok := st.Val.(*ssa.Slice)
	if !ok || cut.Low != nil || cut.High != nil {
		return 0, false
	}
	p, ok := cut.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return 0, false
	}
	array, ok := p.Elem().Underlying().(*types.Array)
	if !ok {
		return 0, false
	}
	return array.Len(), true
}

// texts adds the characters and texts of a table whose elements are compared for equality. A
// comparison with a constant does not count: it tests what the table says about a character.
func (s *summary) texts(a *Program, v, other ssa.Value) {
	b, ok := v.Type().Underlying().(*types.Basic)
	if !ok || b.Kind() != types.Byte && b.Kind() != types.Rune && b.Info()&types.IsString == 0 || !isElement(v) {
		return
	}
	if _, ok := other.(*ssa.Const); ok {
		return
	}
	if _, ok := distanceBase(other); ok {
		return
	}
	for _, k := range constantsOf(a, v) {
		s.constant(k)
	}
}

// isElement reports whether v is an element or a field of something.
func isElement(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Field:
		return true
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.IndexAddr, *ssa.FieldAddr:
			return v.Op == token.MUL
		}
	}
	return false
}

// numbers adds the numbers of a predicate that a type, not the contract, declares.
func (h *hinter) numbers(e refine.Expr) {
	refine.Inspect(e, func(x refine.Expr) bool {
		h.limits(x)
		return true
	})
}

// limits adds the constants with which a node compares or calculates, including those inside a
// literal that is compared.
func (h *hinter) limits(x refine.Expr) {
	switch x := x.(type) {
	case *refine.Compare:
		h.number(x.X)
		h.number(x.Y)
		h.results(x.X)
		h.results(x.Y)
	case *refine.Composite:
		for _, v := range x.Values {
			h.number(v)
		}
	case *refine.Arith:
		switch x.Op {
		case token.QUO, token.REM, token.AND, token.AND_NOT, token.SHL, token.SHR:
			h.number(x.Y)
		}
	case *refine.Call:
		h.argumentConstants(x)
	case *refine.Index:
		if _, isMap := x.X.Type().Underlying().(*types.Map); isMap {
			h.number(x.I)
		}
	case *refine.In:
		h.number(x.X)
		h.number(x.Over.Low)
		h.number(x.Over.High)
	case *refine.Quant:
		h.number(x.Over.Low)
		h.number(x.Over.High)
	}
}

// argumentConstants adds the constants passed to a parameter that a function of a module compares
// with something.
func (h *hinter) argumentConstants(call *refine.Call) {
	fn := callee(call)
	if fn == nil {
		return
	}
	for _, n := range years(fn) {
		h.thresholds[n] = true
	}
	body := h.a.SSA.FuncValue(fn.Origin())
	if body == nil {
		return
	}
	for i, arg := range call.Args {
		if _, ok := unconverted(arg).(*refine.Const); !ok {
			continue
		}
		if _, method := call.Fun.(*refine.Method); method {
			i++
		}
		f := &comparedFlow{a: h.a, seen: map[ssa.Value]bool{}}
		if f.parameter(body, i, valueDepth) {
			h.number(arg)
		}
	}
}

// unconverted returns an expression without its conversions.
func unconverted(x refine.Expr) refine.Expr {
	for {
		c, ok := x.(*refine.Convert)
		if !ok {
			return x
		}
		x = c.X
	}
}

// results adds the integer constants and texts that a function of the module returns, if a
// predicate calls it.
func (h *hinter) results(x refine.Expr) {
	call, ok := x.(*refine.Call)
	if !ok {
		return
	}
	fn := callee(call)
	if fn == nil {
		return
	}
	if ssaFn := h.a.SSA.FuncValue(fn.Origin()); ssaFn != nil {
		for _, k := range h.a.origins(func(f *origin) { f.results(ssaFn, nil, valueDepth) }) {
			if n, ok := constInts(k.Value, k.Type()); ok {
				h.ints[n] = true
			}
			if k.Value != nil && k.Value.Kind() == constant.String {
				h.words[constant.StringVal(k.Value)] = true
			}
		}
	}
}

// looksForBlanks reports whether a function of the standard library looks for blanks of all kinds.
func looksForBlanks(fn types.Object) bool {
	switch fn.Pkg().Path() {
	case "strings", "bytes", "unicode":
		return fn.Name() == "Fields" || fn.Name() == "TrimSpace" || fn.Name() == "IsSpace"
	}
	return false
}
