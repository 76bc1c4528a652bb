package prepare

import (
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// without tells why the last input, a variadic parameter, has no values; empty where
// it has some.
func without(shapes []value.Shape) string {
	if len(shapes) > 0 {
		if none, ok := shapes[len(shapes)-1].(*value.Zero); ok {
			return none.Why
		}
	}
	return ""
}

// HelpBare says how a function without a contract is called although it has effects.
const HelpBare = "it is called all the same when it has a contract: //rtest:requires true"

// helpSkipped says how a function is run that is skipped for its effects.
func helpSkipped(c *refine.Contract) string {
	if c.Effects {
		return HelpBare
	}
	return ""
}
