package prepare

import (
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// chance says which inputs of a function are run several times when they are tried.
// What waits takes too long for that, and goroutines and the clock make a difference
// too rarely: there only what failed is run again.
func chance(h refine.Hints, shapes []value.Shape) codegen.Chance {
	if h.Waits {
		return codegen.ChanceNone
	}
	c := codegen.ChanceNone
	for _, x := range h.Chances {
		switch x.Kind {
		case refine.SelectCase, refine.Randomness:
			return codegen.ChanceAll
		case refine.MapOrder:
			c = codegen.ChanceMaps
		case refine.Goroutines, refine.Clock:
		}
	}
	if c == codegen.ChanceMaps && (h.OwnMaps || slices.ContainsFunc(shapes, withCalls)) {
		return codegen.ChanceAll
	}
	return c
}

// withCalls tells whether values of a shape are built by calls, so that it is not
// seen when they hold maps.
func withCalls(s value.Shape) (found bool) {
	value.Walk(s, func(s value.Shape) {
		switch s.(type) {
		case *value.Calls, *value.Listed:
			found = true
		}
	})
	return found
}

// guided tells whether inputs are edited by what the code does with them: texts, and
// values of types that reach themselves, of which no part is chosen while they run.
func guided(t *codegen.Target) bool {
	_, recursive := encode.Nests(t.Shapes)
	return (recursive || encode.Textual(t.Shapes) > 0) && !t.Choices()
}
