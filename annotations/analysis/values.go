package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// How many constants an operand is followed to, through how many calls.
const (
	mostValues = 16
	valueDepth = 3
)

// values adds the integer constants that an operand which is no constant
// itself may be: what a function of the module returns, what a variable is set
// to, what of these is added to it, what a variable of the package, or a table, holds from the beginning.
func (s *summary) values(a *Program, v ssa.Value) {
	if _, ok := integer(v.Type()); !ok {
		return
	}
	for _, k := range constantsOf(a, v) {
		s.number(k)
	}
}

// texts adds the characters and texts that stand in a table at the place that is an
// operand, compared with another one for equality. What is compared with a constant is
// none: it is what the table says of a character.
func (s *summary) texts(a *Program, v, other ssa.Value) {
	b, ok := v.Type().Underlying().(*types.Basic)
	if !ok || b.Kind() != types.Byte && b.Kind() != types.Rune && b.Info()&types.IsString == 0 || !standing(v) {
		return
	}
	if _, ok := other.(*ssa.Const); ok {
		return
	}
	if _, ok := shifted(other); ok {
		return
	}
	for _, k := range constantsOf(a, v) {
		s.constant(k)
	}
}

// standing tells whether v is an element, or a field, of something.
func standing(v ssa.Value) bool {
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

// constantsOf returns the constants that an operand which is none itself may be.
func constantsOf(a *Program, v ssa.Value) []*ssa.Const {
	if _, ok := v.(*ssa.Const); ok {
		return nil
	}
	f := &following{a: a, seen: map[ssa.Value]bool{}}
	f.value(v, valueDepth)
	return f.found
}

// numbers adds those of a predicate that is not of the contract itself.
func (h *hinter) numbers(e refine.Expr) {
	refine.Inspect(e, func(x refine.Expr) bool {
		h.limits(x)
		return true
	})
}

// limits adds the constants with which a node compares and calculates, those
// inside a literal with which it compares too.
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
		h.given(x)
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

// given adds the constants that a function of a module is given for a parameter which it
// compares with something.
func (h *hinter) given(call *refine.Call) {
	fn := callee(call)
	if fn == nil {
		return
	}
	for _, n := range years(fn) {
		h.marks[n] = true
	}
	body := h.a.ssa.FuncValue(fn.Origin())
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
		f := &flow{a: h.a, seen: map[ssa.Value]bool{}}
		if f.parameter(body, i, valueDepth) {
			h.number(arg)
		}
	}
}

// unconverted is an expression without the types to which it is converted.
func unconverted(x refine.Expr) refine.Expr {
	for {
		c, ok := x.(*refine.Convert)
		if !ok {
			return x
		}
		x = c.X
	}
}

// results adds the integer constants that a function of the module returns
// which a predicate calls.
func (h *hinter) results(x refine.Expr) {
	call, ok := x.(*refine.Call)
	if !ok {
		return
	}
	fn := callee(call)
	if fn == nil {
		return
	}
	if ssaFn := h.a.ssa.FuncValue(fn.Origin()); ssaFn != nil {
		f := &following{a: h.a, seen: map[ssa.Value]bool{}}
		f.results(ssaFn, valueDepth)
		for _, k := range f.found {
			if n, ok := constInts(k.Value, k.Type()); ok {
				h.ints[n] = true
			}
		}
	}
}

// A following is the way from an operand to the constants that it may be.
type following struct {
	a     *Program
	seen  map[ssa.Value]bool
	found []*ssa.Const
}

func (f *following) value(v ssa.Value, depth int) {
	if f.seen[v] || len(f.found) >= mostValues {
		return
	}
	f.seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		f.found = append(f.found, v)
	case *ssa.Phi:
		for _, e := range v.Edges {
			f.value(e, depth)
		}
	case *ssa.BinOp:
		if v.Op == token.ADD || v.Op == token.SUB {
			f.value(v.X, depth)
			f.value(v.Y, depth)
		}
	case *ssa.Convert:
		f.value(v.X, depth)
	case *ssa.ChangeType:
		f.value(v.X, depth)
	case *ssa.Call:
		if fn := v.Common().StaticCallee(); fn != nil && depth > 0 {
			f.results(fn, depth-1)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			f.variable(v.X)
		}
	case *ssa.Index:
		f.table(v.X)
	case *ssa.Lookup:
		f.table(v.X)
	case *ssa.Field:
		if load, ok := v.X.(*ssa.UnOp); ok && load.Op == token.MUL {
			f.field(load.X, v.Field)
		}
	}
}

// results follows what a function of a module returns.
func (f *following) results(fn *ssa.Function, depth int) {
	if !f.a.build(fn) || f.a.module(fn) == "" || fn.Signature.Results().Len() != 1 {
		return
	}
	if len(fn.Blocks) == 0 {
		fn = fn.Origin()
	}
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
			f.value(r.Results[0], depth)
		}
	}
}

// initial returns what a variable of a package is set to before main.
func (f *following) initial(g *ssa.Global) (list []*ssa.Store) {
	if g.Pkg == nil || f.a.unseen(g.Pkg.Pkg) {
		return nil
	}
	g.Pkg.Build()
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && st.Addr == g {
				list = append(list, st)
			}
		}
	}
	return list
}

// looksForBlanks tells whether a function of the standard library looks for
// blanks of all kinds.
func looksForBlanks(fn types.Object) bool {
	switch fn.Pkg().Path() {
	case "strings", "bytes", "unicode":
		return fn.Name() == "Fields" || fn.Name() == "TrimSpace" || fn.Name() == "IsSpace"
	}
	return false
}
