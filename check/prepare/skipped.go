package prepare

import (
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// whyNoVariadic says why the last input, a variadic parameter, has no values. It returns "" if it
// has some.
func whyNoVariadic(shapes []value.Shape) string {
	if len(shapes) > 0 {
		if none, ok := shapes[len(shapes)-1].(*value.Zero); ok {
			return none.Why
		}
	}
	return ""
}

// HelpBare says how to test a function without a contract that is skipped because of its effects.
const HelpBare = "it is called all the same when it has a contract: //rtest:requires true"

// helpSkipped says how to run a function that is skipped because of its effects.
func helpSkipped(c *refine.Contract) string {
	if c.Effects {
		return HelpBare
	}
	return ""
}
