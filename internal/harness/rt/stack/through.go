package stack

import (
	"runtime"
	"strings"
)

// Through reports whether one of the functions with these code pointers is among the frames within
// the clause.
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
			// For a method of a value in an interface, only the name is known.
			if frame.Func == name || bound && lastName(frame.Func) == lastName(name) && strings.Contains(frame.Func, ").") {
				return true
			}
		}
	}
	return false
}

// lastName returns the name of a function or method without its qualifiers.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// Given reports whether a function belongs to rtest, as function inputs do. Their code does not
// distinguish them, only their answers do.
func Given(code uintptr, f *runtime.Func) bool {
	file, _ := f.FileLine(code)
	at := Frame{Func: f.Name(), File: file}
	return at.Generated() || at.Harness()
}
