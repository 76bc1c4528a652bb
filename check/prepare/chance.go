package prepare

import (
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// chanceOf says which inputs of a function are run several times because its result may depend on
// chance. Code that waits is too slow for that. Goroutines and the clock matter too rarely: there
// only failing inputs are run again.
func chanceOf(h refine.Hints, shapes []value.Shape) codegen.Chance {
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
	if c == codegen.ChanceMaps && (h.OwnMaps || slices.ContainsFunc(shapes, hasCalls)) {
		return codegen.ChanceAll
	}
	return c
}

// callsIndependent reports whether what a call does depends on its input alone, as far as is known.
func callsIndependent(h refine.Hints, shapes []value.Shape) bool {
	return len(h.Chances) == 0 && !h.Keeps && !h.Waits && !slices.ContainsFunc(shapes, hasCalls)
}

// hasCalls reports whether values of a shape are built by calls or listed, and no constants, so that the
// shape does not show whether they contain maps.
func hasCalls(s value.Shape) (found bool) {
	value.Walk(s, func(s value.Shape) {
		switch s := s.(type) {
		case *value.Calls:
			found = true
		case *value.Listed:
			found = found || s.Ints == nil && s.Strings == nil
		}
	})
	return found
}

// guided reports whether inputs are edited according to the behaviour of the code. That applies to texts and
// recursive values, if nothing is chosen while they run.
func guided(t *codegen.Target) bool {
	return (encode.Recursive(t.Shapes) || encode.Textual(t.Shapes) > 0) && !t.Choices()
}
