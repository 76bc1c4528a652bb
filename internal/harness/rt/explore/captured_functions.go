package explore

import (
	"runtime"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// noteCaptured inspects the functions in the value that p points to, which counts as state s. If a step creates
// such a function each time, values that count as equal may differ in the variables it captured. noteCaptured
// records that.
func (x *explorer) noteCaptured(p any, s *stateNode, fresh, first bool) {
	list := memory.FunctionsIn(p)
	if first {
		if x.constructorFunctions[s.constructorCall] == nil {
			x.constructorFunctions[s.constructorCall] = memory.Functions{}
		}
		for code, word := range list {
			x.constructorFunctions[s.constructorCall][code] = word
		}
	}
	for code := range x.constructorFunctions[s.constructorCall] {
		delete(list, code)
	}
	if fresh {
		s.stepFunctions = list
		return
	}
	if x.out.Captured != "" {
		return
	}
	var names []string
	for code, word := range list {
		if s.stepFunctions[code] == word {
			continue
		}
		if f := runtime.FuncForPC(code); f != nil && !stack.Given(code, f) {
			names = append(names, stack.PlainName(f.Name()))
		}
	}
	if len(names) > 0 {
		x.out.Captured = slices.Min(names)
	}
}
