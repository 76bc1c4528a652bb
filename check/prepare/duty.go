package prepare

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// duty says for what a function without a contract panics that its callers have to
// see to: "a nil r". It excuses nothing where the failure is another.
func (r *Package) duty(c *refine.Contract, f *event.Failure) duties.Excuse {
	if !c.Bare || f.Report == nil {
		return duties.Excuse{}
	}
	other := noConstant(c, f.Report.Args)
	var inputs []duties.Input
	for i, in := range c.Inputs() {
		if i < len(f.Report.Args) {
			inputs = append(inputs, duties.Input{Name: in.Name, Type: in.Type, Value: f.Report.Args[i]})
		}
	}
	switch {
	case r.duties.NoCaller(c.Func, inputs):
		return duties.Because("inputs that no call of it passes")
	case f.Cause == harness.CauseTimeout && other != "":
		return duties.Because(duties.Endless + other)
	case f.Cause == harness.CauseCrash && !Exhausting(f):
		return r.duties.KeptZero(c.Func, inputs, "")
	case f.Cause != harness.CausePanic && !Exhausting(f):
		return duties.Excuse{}
	}
	if Exhausting(f) {
		if x := r.duties.EndlessAmount(c.Func, inputs); x.Why != "" {
			return x
		}
		return r.duties.KeptZero(c.Func, inputs, duties.Endless)
	}
	if why := r.duties.Breach(c.Func, inputs, f.Stack, f.Panic); why != "" {
		return duties.Because(why)
	}
	if x := r.duties.Amount(c.Func, inputs, f.Stack, f.Panic); x.Why != "" {
		return x
	}
	if other == "" && c.MayPanic && !(strings.HasPrefix(f.Panic, "runtime error") && r.duties.PanicsItself(c.Func)) {
		return duties.Because("a reason that its documentation gives")
	}
	if other != "" {
		return duties.Because(other)
	}
	return r.duties.KeptZero(c.Func, inputs, "")
}

// noConstant names a part of the arguments whose type is enumerated by its constants, and
// whose value is none of them, nor zero; empty where there is none. Callers use the constants.
func noConstant(c *refine.Contract, args []*tree.Value) string {
	for i, in := range c.Inputs() {
		if i >= len(args) {
			break
		}
		if t := unlisted(in.Type, args[i]); t != nil {
			return "values of " + refine.TypeName(t, c.Func.Pkg()) + " that are none of its constants"
		}
	}
	return ""
}

// unlisted returns the enumerated type of a part of a value that is none of its constants.
func unlisted(t types.Type, v *tree.Value) types.Type {
	if v == nil {
		return nil
	}
	if v.Kind == tree.Scalar {
		if n, ok := types.Unalias(t).(*types.Named); ok && !enumerates(n, v.Text) {
			return n
		}
		return nil
	}
	for i, e := range v.Elems {
		part := partType(t.Underlying(), v, i)
		if part == nil {
			continue
		}
		if found := unlisted(part, e); found != nil {
			return found
		}
	}
	return nil
}

// partType is the type of the i-th part of a value; nil where it is not known.
func partType(t types.Type, v *tree.Value, i int) types.Type {
	switch t := t.(type) {
	case *types.Pointer:
		return t.Elem()
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		if i%2 == 0 {
			return t.Key()
		}
		return t.Elem()
	case *types.Struct:
		for f := range t.Fields() {
			if i < len(v.Names) && f.Name() == v.Names[i] {
				return f.Type()
			}
		}
	}
	return nil
}

// enumerates tells whether the constants of a type have an integer, or do not enumerate
// the type: they do where they lie close together, or are distinct bits. Zero counts, and
// so do unions of bits.
func enumerates(n *types.Named, text string) bool {
	x := constant.MakeFromLiteral(text, token.INT, 0)
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		x = constant.UnaryOp(token.SUB, constant.MakeFromLiteral(rest, token.INT, 0), 0)
	}
	is, exact := constant.Int64Val(constant.ToInt(x))
	if x.Kind() != constant.Int || !exact || is == 0 || n.Obj().Pkg() == nil {
		return true
	}
	scope := n.Obj().Pkg().Scope()
	known := map[int64]bool{}
	least, greatest, union, bits := int64(0), int64(0), int64(0), true
	for _, name := range scope.Names() {
		k, ok := scope.Lookup(name).(*types.Const)
		if !ok || !types.Identical(k.Type(), n) || k.Val().Kind() != constant.Int {
			continue
		}
		v, exact := constant.Int64Val(k.Val())
		if !exact {
			return true
		}
		bits = bits && (v == 0 || v > 0 && v&(v-1) == 0 && union&v == 0)
		known[v], least, greatest, union = true, min(least, v), max(greatest, v), union|v
	}
	const fewest = 2
	if len(known) < fewest || known[is] {
		return true
	}
	if bits && union&1 == 1 && len(known) > fewest {
		return is&^union == 0
	}
	return greatest-least >= 2*int64(len(known))
}

// Exhausting tells whether a call, or a predicate, failed because it took too much time, memory
// or stack.
func Exhausting(f *event.Failure) bool {
	switch f.Cause {
	case harness.CauseTimeout, harness.CauseMemory:
		return true
	case harness.CauseContract:
		return f.Panic == ""
	}
	return f.Cause == harness.CauseCrash && deep(f)
}

// deep tells whether a call ended the process because it used up the stack.
func deep(f *event.Failure) bool {
	return strings.Contains(f.Panic, "stack overflow") || strings.Contains(f.Panic, "stack exceeds")
}
