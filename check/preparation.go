package check

import (
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/refine"
)

// A preparation makes what the loop needs of the functions of one package.
type preparation struct {
	config.Config
	prog *program
	pkg  *refine.Package
	// contracts are those to test, of all in the package.
	contracts []*refine.Contract
	// cover says that the code under test has counters.
	cover bool
	// general says that what failing inputs have in common is asked for.
	general bool
	// replay says that only saved inputs are run.
	replay bool
	// attempts counts how often the package was prepared.
	attempts int
	// broken are the contracts for which no harness can be built.
	broken map[contractKey]error
	// hidden are those that need what has no name in the package.
	hidden map[contractKey]harness.Blame
	// built is what there is of types built by calls.
	built *built
	// suggestions and duties look at the code under test, nil before they are asked.
	suggestions *hints.Program
	duties      *duties.Finder
	yield       func(event.Event) bool
}
