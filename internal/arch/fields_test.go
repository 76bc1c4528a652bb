package arch

import (
	"go/ast"
	"testing"
)

// mostFields is how many fields a struct has at most: what needs more is two things.
const mostFields = 16

// wide are the structs with more fields, and their numbers. Numbers only decrease, as parts become
// structs of their own. Structs with one field for each flag, or for each line of a report, are lists
// and stay.
var wide = map[string]int{
	"check/beyond.Target":                  17,
	"check/config.Config":                  26,
	"check/engine.partSolver":              21,
	"check/event.Failure":                  33,
	"check/event.Result":                   29,
	"encode/interp.machine":                27,
	"encode/place.Beyond":                  28,
	"internal/effects.Index":               17,
	"internal/emit.contract":               29,
	"internal/harness.Job":                 31,
	"internal/harness.Tally":               23,
	"internal/harness.run":                 18,
	"internal/harness/rt/explore.explorer": 18,
	"internal/harness/rt/wire.Job":         34,
	"internal/hints.hinter":                34,
	"internal/hints.summary":               48,
	"internal/lsp.server":                  20,
	"internal/options.Options":             32,
	"internal/report.failure":              25,
	"internal/report.verdict":              27,
	"internal/search.Solver":               31,
	"internal/search.enumeration":          18,
	"internal/search.residual":             21,
	"internal/search.sharing":              21,
	"internal/search/automaton.Plan":       22,
	"internal/solve.Engine":                20,
	"refine.Contract":                      32,
	"refine.Hints":                         31,
	"refine.Package":                       21,
	"refine.TypeFacts":                     21,
}

func TestFields(t *testing.T) {
	met := map[string]bool{}
	for _, f := range sources(t) {
		ast.Inspect(f.syntax, func(node ast.Node) bool {
			spec, ok := node.(*ast.TypeSpec)
			if !ok {
				return true
			}
			s, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			n := 0
			for _, field := range s.Fields.List {
				n += max(1, len(field.Names))
			}
			name := f.pkg + "." + spec.Name.Name
			most, listed := wide[name]
			met[name] = true
			switch {
			case !listed && n > mostFields:
				t.Errorf("%s has %d fields, more than %d: make a part of it a struct of its own", name, n, mostFields)
			case listed && n > most:
				t.Errorf("%s has %d fields, more than the %d of the table: make a part of it a struct of its own", name, n, most)
			case listed && n < most:
				t.Errorf("%s has %d fields: lower what the table allows, which is %d", name, n, most)
			}
			return true
		})
	}
	for name := range wide {
		if !met[name] {
			t.Errorf("the table has a row for %s, which is no struct", name)
		}
	}
}
