package rt

import (
	"reflect"
	"runtime"
	"strings"

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
func (w *worker) returned() {
	if !w.gives {
		return
	}
	var codes []uintptr
	for _, p := range w.c.Results() {
		if f := reflect.ValueOf(p).Elem(); f.Kind() == reflect.Func && !f.IsNil() {
			codes = append(codes, memory.FunctionCode(f))
		}
	}
	w.watch.returned.Store(&codes)
}

// hasReturned tells whether the frames, which are those of a predicate, lead through
// a function that the call in flight returned.
func (w *watch) hasReturned(all []stack.Frame) bool {
	codes := w.returned.Load()
	return codes != nil && through(all, *codes)
}

// ledBack tells whether the frames, which are those of a predicate, lead through a
// function that is reached from the results.
func (w *worker) ledBack(all []stack.Frame) bool {
	var codes []uintptr
	for _, p := range w.c.Results() {
		for code := range memory.FunctionsIn(p) {
			codes = append(codes, code)
		}
	}
	return through(all, codes)
}

// through tells whether one of the functions, which are known by their code, is among
// the frames within the clause.
func through(all []stack.Frame, codes []uintptr) bool {
	for _, code := range codes {
		f := runtime.FuncForPC(code)
		if f == nil || given(code, f) {
			continue
		}
		name, bound := strings.CutSuffix(stack.PlainName(f.Name()), "-fm")
		for _, frame := range all {
			if frame.Generated() {
				break
			}
			// Of a method of what an interface held only the name is known.
			if frame.Func == name || bound && lastName(frame.Func) == lastName(name) && strings.Contains(frame.Func, ").") {
				return true
			}
		}
	}
	return false
}

// lastName is the name of a function or a method without what stands before it.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
