// Package hints looks at the code under test without running it: what it suggests
// about inputs.
package hints

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/refine"
)

// A Program is the code under test with what was found in it so far. It may be used by
// several goroutines.
type Program struct {
	*code.Program
	facts refine.Facts
	// known are the hints that were asked for.
	known     map[*refine.Contract]refine.Hints
	summaries map[*ssa.Function]*summary
	// ways are the embedded fields through which types have methods of a name,
	// nil before they were asked for.
	ways map[string][]*types.Var
	// gathered is nil before it is asked for.
	gathered *gathered
	// letters are those of packages whose source was gone through.
	letters map[*types.Package]typeLetters
	// sources are the packages of the standard library whose syntax was asked for.
	sources map[*code.Package]*source
}

// New returns the code under test with nothing found so far. What directives say of
// types is asked of facts.
func New(p *code.Program, facts refine.Facts) *Program {
	return &Program{
		Program: p, facts: facts, known: map[*refine.Contract]refine.Hints{}, summaries: map[*ssa.Function]*summary{},
		letters: map[*types.Package]typeLetters{}, sources: map[*code.Package]*source{},
	}
}
