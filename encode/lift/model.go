package lift

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"golang.org/x/tools/go/ssa"
)

// A Model is what stands for a function that is not executed: because its
// source is assembly or unsafe, or because a term says it better.
type Model func(f *Frame, args []sym.Val) sym.Val

// Routine marks a model as what may stand for a function.
func (Model) Routine() {}

// Models tell which functions are not executed, and what stands for them.
type Models interface {
	// Of returns the model of a function, or nil.
	Of(fn *ssa.Function) Model
	// Method returns the model of a method of a type that only models make values of,
	// or nil. Its first argument is the receiver.
	Method(t types.Type, name string) Model
}
