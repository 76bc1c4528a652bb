package interp

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxAccepted is how many texts are recorded.
const maxAccepted = 256

// Checks reports whether a function branches on the success of a call: on whether an error result
// is nil, or on a bool that is the last of several results.
func Checks(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if call, _ := checked(in); call != nil {
				return true
			}
		}
	}
	return false
}

// checked returns the call whose success a branch depends on, and the value of the condition if the
// call succeeded. It returns nil for other branches.
func checked(in *ssa.If) (call *ssa.Call, good bool) {
	switch x := in.Cond.(type) {
	case *ssa.BinOp:
		switch {
		case x.Op != token.EQL && x.Op != token.NEQ:
			return nil, false
		case isNil(x.Y):
			return givesError(x.X), x.Op == token.EQL
		case isNil(x.X):
			return givesError(x.Y), x.Op == token.EQL
		}
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return givesOK(x.X), false
		}
	case *ssa.Extract:
		return givesOK(x), true
	}
	return nil, false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// givesError returns the call that returned v, if v is an error.
func givesError(v ssa.Value) *ssa.Call {
	if !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
		return nil
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, _ := v.(*ssa.Call)
	return call
}

// givesOK returns the call that returned v, if v is a bool and the last of several results.
func givesOK(v ssa.Value) *ssa.Call {
	x, ok := v.(*ssa.Extract)
	if !ok {
		return nil
	}
	call, _ := x.Tuple.(*ssa.Call)
	b, ok := x.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsBoolean == 0 || x.Index != x.Tuple.Type().(*types.Tuple).Len()-1 {
		return nil
	}
	return call
}

// texts returns the registers of the string arguments of a call.
func (c *compiler) texts(call *ssa.Call) []int {
	if call == nil {
		return nil
	}
	var list []int
	for _, a := range call.Call.Args {
		if basicInfo(a.Type())&types.IsString != 0 {
			list = append(list, c.reg(a))
		}
	}
	return list
}

// smooth reports whether all checked calls of the current function must succeed: it is the function
// that the last predicate of a Smooth test calls.
func (m *machine) smooth() bool {
	return m.test.Smooth && len(m.frames) == 2 && m.pred == len(m.test.preds)-1
}

// reject ends the current predicate with the result false.
func (m *machine) reject() outcome {
	m.frames, m.top, m.result = m.frames[:0], 0, Int(0)
	return entered
}

// accept records the string arguments of a successful call, if they are decided.
func (m *machine) accept(r []Value, texts []int) {
	for _, x := range texts {
		s, ok := m.str(r[x])
		if ok && s != "" && len(m.Accepted) < maxAccepted && !slices.Contains(m.Accepted, s) {
			m.Accepted = append(m.Accepted, s)
		}
	}
}
