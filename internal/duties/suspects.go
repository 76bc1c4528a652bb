package duties

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// suspects returns the operands of an instruction that may raise a panic of a kind.
func (p *Finder) suspects(in ssa.Instruction, kind DutyKind) []ssa.Value {
	var list []ssa.Value
	switch kind {
	case DutyNotNil:
		list = nilSuspects(in)
	case DutyIndex:
		list = indexSuspects(in)
	case DutySize:
		switch in := in.(type) {
		case *ssa.MakeSlice:
			list = []ssa.Value{in.Len, in.Cap}
		case *ssa.MakeChan:
			list = []ssa.Value{in.Size}
		case *ssa.BinOp:
			if in.Op == token.SHL || in.Op == token.SHR {
				list = []ssa.Value{in.Y}
			}
		}
	case DutyNotZero:
		if in, ok := in.(*ssa.BinOp); ok && (in.Op == token.QUO || in.Op == token.REM) {
			list = choices(unsigned(in.Y))
		}
	case DutyType:
		if in, ok := in.(*ssa.TypeAssert); ok && !in.CommaOk {
			list = []ssa.Value{in.X}
		}
	case DutyComparable:
		list = comparisonSuspects(in)
	}
	return slices.DeleteFunc(append(list, p.passedOutside(in, kind)...), func(v ssa.Value) bool {
		_, isConst := v.(*ssa.Const)
		return v == nil || isConst && kind != DutyIndex
	})
}

func nilSuspects(in ssa.Instruction) (list []ssa.Value) {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		list = []ssa.Value{in.X}
	case *ssa.IndexAddr:
		list = []ssa.Value{in.X}
	case *ssa.Slice:
		if _, isPointer := in.X.Type().Underlying().(*types.Pointer); isPointer {
			list = []ssa.Value{in.X}
		}
	case *ssa.UnOp:
		if in.Op == token.MUL {
			list = []ssa.Value{in.X}
		}
	case *ssa.Store:
		list = []ssa.Value{in.Addr}
	case *ssa.MapUpdate:
		list = []ssa.Value{in.Map}
	case ssa.CallInstruction:
		if c := in.Common(); c.IsInvoke() || c.StaticCallee() == nil {
			list = []ssa.Value{c.Value}
		} else if c.Signature().Recv() != nil && len(c.Args) > 0 {
			list = []ssa.Value{c.Args[0]}
		}
	}
	return slices.DeleteFunc(list, neverNil)
}

// neverNil reports whether a value is not nil for any inputs.
func neverNil(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Function, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Builtin:
		return true
	default:
		_, isSlice := v.Type().Underlying().(*types.Slice)
		return isSlice
	}
}

func indexSuspects(in ssa.Instruction) []ssa.Value {
	switch in := in.(type) {
	case *ssa.IndexAddr:
		if _, isConst := in.Index.(*ssa.Const); isConst && isArray(in.X.Type()) {
			return nil // The compiler has checked it.
		}
		return []ssa.Value{in.Index}
	case *ssa.Index:
		return []ssa.Value{in.Index}
	case *ssa.Lookup:
		if b, ok := in.X.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return []ssa.Value{in.Index}
		}
	case *ssa.Slice:
		bounds := slices.DeleteFunc([]ssa.Value{in.Low, in.High, in.Max}, func(v ssa.Value) bool { return v == nil })
		vary := slices.DeleteFunc(slices.Clone(bounds), func(v ssa.Value) bool { _, ok := v.(*ssa.Const); return ok })
		if len(vary) > 0 {
			return vary
		}
		return bounds
	}
	return nil
}

// isArray reports whether a type is an array type, or a pointer to one.
func isArray(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := t.Underlying().(*types.Array)
	return ok
}

func comparisonSuspects(in ssa.Instruction) []ssa.Value {
	switch in := in.(type) {
	case *ssa.MapUpdate:
		return []ssa.Value{in.Key}
	case *ssa.Lookup:
		return []ssa.Value{in.Index}
	case *ssa.BinOp:
		if in.Op == token.EQL || in.Op == token.NEQ {
			return []ssa.Value{in.X, in.Y}
		}
	case ssa.CallInstruction:
		if b, ok := in.Common().Value.(*ssa.Builtin); ok && b.Name() == "delete" {
			return in.Common().Args[1:]
		}
	}
	return nil
}

// passedOutside returns the arguments of a call of another module that may be the
// reason for its panic: those that can be nil, or numbers, or values of other types.
func (p *Finder) passedOutside(in ssa.Instruction, kind DutyKind) (list []ssa.Value) {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	callee := call.Common().StaticCallee()
	if callee == nil {
		return nil
	}
	if code.PackageOf(callee) == nil || p.isMain(callee) {
		return nil
	}
	for _, a := range call.Common().Args {
		b, _ := a.Type().Underlying().(*types.Basic)
		isInt := b != nil && b.Info()&types.IsInteger != 0
		switch {
		case kind == DutyAccepted && b == nil, kind == DutyNotNil && b == nil && !neverNil(a), isInt && (kind == DutySize || kind == DutyNotZero || kind == DutyIndex):
			if kind == DutyNotZero {
				a = unsigned(a)
			}
			list = append(list, a)
		}
	}
	return list
}

// unsigned returns the integer of which v is a conversion, the negation or the magnitude, or v itself.
func unsigned(v ssa.Value) ssa.Value {
	const deepest = 8
	for range deepest {
		switch x := v.(type) {
		case *ssa.Convert:
			if isInteger(x.X.Type()) {
				v = x.X
				continue
			}
		case *ssa.UnOp:
			if x.Op == token.SUB {
				v = x.X
				continue
			}
		case *ssa.Phi:
			if of := magnitudeOf(x); of != nil {
				v = of
				continue
			}
		}
		return v
	}
	return v
}

// choices returns the inputs, or parts of them, that a variable selects from, or v alone.
func choices(v ssa.Value) (list []ssa.Value) {
	phi, ok := v.(*ssa.Phi)
	if !ok || slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool {
		a := partOf(e)
		return a == nil || !a.direct
	}) {
		return []ssa.Value{v}
	}
	return phi.Edges
}

// magnitudeOf returns the number x if a variable is either x or -x, or nil.
func magnitudeOf(v *ssa.Phi) (of ssa.Value) {
	for _, e := range v.Edges {
		if neg, ok := e.(*ssa.UnOp); ok && neg.Op == token.SUB {
			e = neg.X
		}
		if of != nil && of != e {
			return nil
		}
		of = e
	}
	return of
}

// isMain reports whether a function is of the main module.
func (p *Finder) isMain(fn *ssa.Function) bool {
	n := p.Packages[code.PackageOf(fn)]
	return n != nil && n.Main
}
