package explore

import (
	"runtime"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// captures inspects the functions in the value that p points to, which counts as state s. If a step
// creates such a function anew each time, values may differ in the variables it captured although
// they count as equal. This is recorded.
func (x *explorer) captures(p any, s *reached, fresh, first bool) {
	list := memory.FunctionsIn(p)
	if first {
		if x.born[s.began] == nil {
			x.born[s.began] = memory.Functions{}
		}
		for code, word := range list {
			x.born[s.began][code] = word
		}
	}
	for code := range x.born[s.began] {
		delete(list, code)
	}
	if fresh {
		s.made = list
		return
	}
	if x.out.Captured != "" {
		return
	}
	var names []string
	for code, word := range list {
		if s.made[code] == word {
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
