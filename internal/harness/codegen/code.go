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

// Clause returns the clause that a failure is about, or nil.
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

// panicPlaces returns the lines of a package, as file:line, with one call of panic whose argument is made on
// that line. Such panics are the same whatever their text. If the argument comes from elsewhere, such as an
// error, its text distinguishes panics.
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

// Kind returns the kind of a panic, or "" if its place identifies it.
func (c *Code) Kind(site, kind string) string {
	if c.panics[site] && !stack.OfRuntime(kind) {
		return ""
	}
	return kind
}

// Counting says which counters the generated code uses. The zero value is none.
type Counting struct {
	// Package is the import path of the counters. Profile says that they count basic blocks;
	// postconditions then have some too.
	Package string
	Profile bool
	// Goals is the import path of the package that records which goals calls reach, or empty.
	Goals string
	// Mutants is the import path of the switch of mutants, or empty.
	Mutants string
}

// Code is the generated code of a unit without the predicates, and the meaning of its indices.
type Code struct {
	// Files are the generated files. The first one offers the targets to the runtime. The
	// others have copies of functions.
	Files []File
	// Plans are by target.
	Plans []*Plan
	// Concluding are the postconditions with a counter: the n-th has the counter n.
	Concluding []*refine.Clause
	// owners are the targets of each generated stage, by the name of its function.
	owners map[string][]int
	// invariants and listed are the clauses that the indices of failures refer to.
	invariants, listed []*refine.Clause
	// panics are the places whose panics are the same, whatever their text.
	panics map[string]bool
}

// watched writes the fields of a unit that say what of the code under test is watched.
func (g *glue) watched() string {
	hits := ""
	if g.count.Package != "" {
		pkg := g.f.Import(g.count.Package)
		hits = fmt.Sprintf("Hits: %sNewHits(&%s.At, &%s.On), Profile: %t, ", g.rt, pkg, pkg, g.count.Profile)
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
