// Package hints analyzes the code under test, without running it, for what it suggests about
// inputs.
package hints

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/refine"
)

// A Program is the code under test with what was found in it so far. It is safe for concurrent use.
type Program struct {
	*code.Program
	facts refine.Facts
	// known caches the hints of contracts.
	known     map[*refine.Contract]refine.Hints
	summaries map[*ssa.Function]*summary
	// bodies caches what functions that predicates call suggest, tables what package variables hold.
	bodies map[bodyKey]*hinter
	tables map[*ssa.Global]*table
	// promotedFields are the embedded fields through which types have methods, by method name. It
	// is nil until it is first needed.
	promotedFields map[string][]*types.Var
	// gathered is nil until it is first needed.
	gathered *gathered
	// letters are the letters of packages whose source was analyzed.
	letters map[*types.Package]typeLetters
	// sources are the packages of the standard library whose syntax was needed.
	sources map[*code.Package]*source
}

// New returns the code under test with nothing found so far. facts knows what directives say about
// types.
func New(p *code.Program, facts refine.Facts) *Program {
	return &Program{
		Program: p, facts: facts, known: map[*refine.Contract]refine.Hints{}, summaries: map[*ssa.Function]*summary{},
		bodies: map[bodyKey]*hinter{}, tables: map[*ssa.Global]*table{},
		letters: map[*types.Package]typeLetters{}, sources: map[*code.Package]*source{},
	}
}
