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

// A Package prepares the functions of one package.
type Package struct {
	config.Config
	Prog *Program
	Pkg  *refine.Package
	// Contracts are the contracts to test, a selection of those of the package.
	Contracts []*refine.Contract
	// Watch selects the events in the code under test that choose inputs. It is CountNothing when contracts are
	// tested.
	Watch build.Counters
	// Generalize asks for common properties of failing inputs.
	Generalize bool
	// Aliases says that functions are also tried with inputs that share memory although no directive says so.
	Aliases bool
	// Compares means that code with mutants is compared with the code (Proving.Compare).
	Compares bool
	// OnlySaved means that only saved inputs are run.
	OnlySaved bool
	// attempts counts how often the package was prepared.
	attempts int
	// Broken has the contracts for which no harness can be built.
	Broken map[refine.ContractKey]error
	// hidden has the contracts that need something without a name in the package.
	hidden map[refine.ContractKey]codegen.Blame
	// Built has the types whose values are built by calls.
	Built *states.Types
	// suggestions and duties analyse the code under test. Both are nil until they are needed.
	suggestions *hints.Program
	duties      *duties.Finder
	Yield       func(event.Event) bool
}

// variables determines which package variables change in the test process.
func (r *Package) variables() *vars.Analysis {
	return vars.New(r.Prog.Linked(r.Pkg, func() string { return build.GoFlags(context.Background(), r.Dir, r.Env) }))
}
