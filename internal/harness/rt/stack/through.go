package stack

import (
	"runtime"
	"strings"
)

// Through tells whether one of the functions, which are known by their code, is among
// the frames within the clause.
func Through(all []Frame, codes []uintptr) bool {
	for _, code := range codes {
		f := runtime.FuncForPC(code)
		if f == nil || Given(code, f) {
			continue
		}
		name, bound := strings.CutSuffix(PlainName(f.Name()), "-fm")
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

// Given tells whether a function is one of rtest, as those are that are inputs: what
// tells them apart is what they answer.
func Given(code uintptr, f *runtime.Func) bool {
	file, _ := f.FileLine(code)
	at := Frame{Func: f.Name(), File: file}
	return at.Generated() || at.Harness()
}
