package judge

import (
	"reflect"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// returnsFunctions reports whether functions are among the results of the case.
func returnsFunctions(c read.Case) bool {
	for _, p := range c.Results() {
		if reflect.TypeOf(p).Elem().Kind() == reflect.Func {
			return true
		}
	}
	return false
}

// tellReturned passes the functions that the call in flight returned to the watch. The watch looks for them on
// the stack of a clause that does not end.
func (w *Worker) tellReturned() {
	if !w.returnsFunctions {
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

// leadsThroughResults reports whether the frames of a predicate lead through a function that the
// results reach.
func (w *Worker) leadsThroughResults(all []stack.Frame) bool {
	var codes []uintptr
	for _, p := range w.C.Results() {
		for code := range memory.FunctionsIn(p) {
			codes = append(codes, code)
		}
	}
	return stack.Through(all, codes)
}
