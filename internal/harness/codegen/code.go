package codegen

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/refine"
)

// Clause is the clause of a target that a failure is about; nil where there is none.
func (g *Code) Clause(target int, f wire.Failure) *refine.Clause {
	p := g.Plans[target]
	c := p.Target.Contract
	if f.Cause == wire.Callback {
		return p.Target.demand(f)
	}
	switch f.Stage {
	case wire.Listing:
		return g.listed[f.Index]
	case wire.Pre:
		return p.Target.Pre[f.Index].Clause
	case wire.Let:
		return p.lets[f.Index]
	case wire.Class:
		return c.Classes[f.Index]
	case wire.Promise:
		return c.Panics
	case wire.Checking:
		switch {
		case f.Clause >= 0:
			return g.invariants[f.Clause]
		case f.Index >= 0:
			return p.checks[f.Index].clause
		}
	}
	return nil
}

// panicPlaces are the lines of a package, as file:line, with one call of panic whose
// argument is made there: whatever its text, the panic is the same one. Where the
// argument comes from elsewhere, as an error does, its text tells panics apart.
func panicPlaces(pkg *refine.Package) map[string]bool {
	places, several := map[string]bool{}, map[string]bool{}
	for _, f := range pkg.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			fun, ok := ast.Unparen(call.Fun).(*ast.Ident)
			if !ok || pkg.Info.Uses[fun] != types.Universe.Lookup("panic") {
				return true
			}
			at := pkg.Fset.Position(call.Pos())
			line := at.Filename + ":" + strconv.Itoa(at.Line)
			switch ast.Unparen(call.Args[0]).(type) {
			case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
				several[line] = true
			default:
				if places[line] {
					several[line] = true
				}
				places[line] = true
			}
			return true
		})
	}
	for line := range several {
		delete(places, line)
	}
	return places
}

// Kind returns that of a panic, empty where its place says all.
func (c *Code) Kind(site, kind string) string {
	if c.panics[site] && !stack.OfRuntime(kind) {
		return ""
	}
	return kind
}

// Counting says which counters the generated code uses. The zero value is none.
type Counting struct {
	// Package is the import path of the counters. Profile says that they are those of
	// basic blocks: then postconditions have some, too.
	Package string
	Profile bool
	// Goals is the import path of what says which goals calls reach, empty where nothing does.
	Goals string
	// Mutants is the import path of the switch of mutants, empty where there are none.
	Mutants string
}

// Code is what is generated beside the predicates of a unit, and what its indices mean.
type Code struct {
	// Files are the generated files. The first offers the targets to the runtime, the
	// others have copies of functions.
	Files []File
	// Plans are by target.
	Plans []*Plan
	// Concluding are the postconditions that have a counter each, the n-th the counter n.
	Concluding []*refine.Clause
	// invariants and listed are the clauses to which the indices of failures refer.
	invariants, listed []*refine.Clause
	// panics are the places whose panics are one, whatever they say.
	panics map[string]bool
}

// watched writes the fields of a unit that say what is watched of the code under test.
func (g *glue) watched() string {
	hits := ""
	if g.count.Package != "" {
		pkg := g.f.Import(g.count.Package)
		hits = fmt.Sprintf("Hits: &%s.At, Hitting: &%s.On, Profile: %t, ", pkg, pkg, g.count.Profile)
		if g.u.Guided() {
			hits += fmt.Sprintf("Then: &%s.Then, ", pkg)
		}
	}
	if g.count.Goals != "" {
		pkg := g.f.Import(g.count.Goals)
		hits += fmt.Sprintf("Goals: &%sGoals{Begin: %s.Begin, Reached: %s.Reached}, ", g.rt, pkg, pkg)
	}
	if g.count.Mutants != "" {
		pkg := g.f.Import(g.count.Mutants)
		hits += fmt.Sprintf("Mutation: &%sMutation{Number: &%s.Number, Reached: &%s.Reached, Steps: &%s.Steps, Most: &%s.Most, End: &%s.End}, ",
			g.rt, pkg, pkg, pkg, pkg, pkg)
	}
	return hits
}
