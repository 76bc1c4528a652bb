package judge

import (
	"reflect"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// gives tells whether functions are among the results of the case.
func gives(c read.Case) bool {
	for _, p := range c.Results() {
		if reflect.TypeOf(p).Elem().Kind() == reflect.Func {
			return true
		}
	}
	return false
}

// returned notes for the watch which functions the call in flight returned, for whom
// the watch looks when a clause does not end.
func (w *Worker) returned() {
	if !w.gives {
		return
	}
	var codes []uintptr
	for _, p := range w.C.Results() {
		if f := reflect.ValueOf(p).Elem(); f.Kind() == reflect.Func && !f.IsNil() {
			codes = append(codes, memory.FunctionCode(f))
		}
	}
	w.watch.Returns(codes)
}

// ledBack tells whether the frames, which are those of a predicate, lead through a
// function that is reached from the results.
func (w *Worker) ledBack(all []stack.Frame) bool {
	var codes []uintptr
	for _, p := range w.C.Results() {
		for code := range memory.FunctionsIn(p) {
			codes = append(codes, code)
		}
	}
	return stack.Through(all, codes)
}
