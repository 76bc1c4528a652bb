package prepare

import (
	"context"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/refine"
)

// A Package makes what the loop needs of the functions of one package.
type Package struct {
	config.Config
	Prog *Program
	Pkg  *refine.Package
	// Contracts are those to test, of all in the package.
	Contracts []*refine.Contract
	// Watch says what is watched of the code under test where inputs are chosen by it;
	// CountNothing where they are tested.
	Watch build.Counters
	// Generalize says that what failing inputs have in common is asked for.
	Generalize bool
	// OnlySaved says that only saved inputs are run.
	OnlySaved bool
	// attempts counts how often the package was prepared.
	attempts int
	// Broken are the contracts for which no harness can be built.
	Broken map[refine.ContractKey]error
	// hidden are those that need what has no name in the package.
	hidden map[refine.ContractKey]codegen.Blame
	// Built is what there is of types built by calls.
	Built *states.Types
	// suggestions and duties look at the code under test, nil before they are asked.
	suggestions *hints.Program
	duties      *duties.Finder
	Yield       func(event.Event) bool
}

// variables finds out which package variables change in the test process.
func (r *Package) variables() *vars.Analysis {
	return vars.New(r.Prog.Linked(r.Pkg, func() string { return build.GoFlags(context.Background(), r.Dir, r.Env) }))
}
