package models

import (
	"path"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

// ofMutants returns the model of a function of the package that mutated code imports (package
// internal/mutants), or nil. The active mutant is that of the machine.
func ofMutants(fn *ssa.Function) lift.Model {
	if path.Base(fn.Pkg.Pkg.Path()) != lift.MutantsPackage {
		return nil
	}
	switch fn.Name() {
	case "Step":
		return func(*lift.Frame, []sym.Val) sym.Val { return sym.Tuple(nil) }
	case "On":
		return func(f *lift.Frame, args []sym.Val) sym.Val {
			n, ok := constantOf(f, args[0])
			if !ok {
				f.GiveUp(whyNoMutant)
				return nil
			}
			return f.B.Bool(n == f.Mutant)
		}
	case "pick":
		return func(f *lift.Frame, args []sym.Val) sym.Val {
			n, ok := constantOf(f, args[0])
			of, also := constantOf(f, args[1])
			if !ok || !also {
				f.GiveUp(whyNoMutant)
				return nil
			}
			picked := 0
			if i := f.Mutant - n; i >= 0 && i < of {
				picked = i + 1
			}
			return f.B.Constant(form.Int64, int64(picked))
		}
	}
	return nil
}

const whyNoMutant = "which mutant is meant cannot be followed"

// constantOf returns the value of a constant. ok is false for other terms.
func constantOf(f *lift.Frame, v sym.Val) (int, bool) {
	t, ok := v.(term.Term)
	if !ok || f.B.Nodes[t].Op != form.Const {
		return 0, false
	}
	return int(f.B.Nodes[t].Val), true
}
