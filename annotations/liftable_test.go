package annotations

import (
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestUnreached checks that exactly those packages of the standard library are type-checked from
// source that lifting may reach. A test imports most others through package testing.
func TestUnreached(t *testing.T) {
	longtest.Only(t, "loads a package for each case")
	const test = "-- m_test.go --\npackage m\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F(1) }\n"
	for _, c := range []struct{ name, source, want string }{
		{"nothing", "package m\n\n//rtest:ensures result > 0\nfunc F(x int) int { return x }\n", ""},
		{
			"imported", "package m\n\nimport \"sort\"\n\n//rtest:ensures result > 0\nfunc F(x int) int { return sort.SearchInts(nil, x) }\n",
			"cmp iter math/bits slices sort",
		},
		{
			"by a package that is not read", "package m\n\nimport \"fmt\"\n\n//rtest:ensures result != \"\"\nfunc F(x int) string { return fmt.Sprint(x) }\n", "",
		},
		{
			"by another package of the module", "package m\n\nimport \"example.com/m/low\"\n\n//rtest:ensures result > 0\nfunc F(x int) int { return low.F(x) }\n" +
				"-- low/low.go --\npackage low\n\nimport \"math/bits\"\n\nfunc F(x int) int { return bits.Len(uint(x)) }\n",
			"math/bits",
		},
		{"named by a contract", "package m\n\n//rtest:ensures utf8.RuneLen(rune(x)) > 0\nfunc F(x int) int { return x }\n", "unicode/utf8"},
		{
			"by a definition elsewhere", "package m\n\nimport \"example.com/m/low\"\n\n//rtest:requires low.Few(x)\nfunc F(x int) int { return low.One + x }\n" +
				"-- low/low.go --\npackage low\n\nconst One = 1\n\n//rtest:def Few(x int) bool = bits.OnesCount(uint(x)) < 3\n",
			"math/bits",
		},
		{"used by what a predicate is written with", "package m\n\n//rtest:requires len(append(xs, 1)) < 4\nfunc G(xs []int) {}\n\nfunc F(x int) int { return x }\n", "cmp iter math/bits slices"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := fromSource(t, c.source+test)
			if got != c.want {
				t.Errorf("from source: %q, want %q", got, c.want)
			}
		})
	}
}

// TestNamedLater checks that a package is type-checked from source with its dependencies even if only
// a contract names it and nothing imports it. Package os, which fmt imports, also imports
// internal/stringslite, from which strings is made.
func TestNamedLater(t *testing.T) {
	got := fromSource(t, "package m\n\nimport \"fmt\"\n\n//rtest:requires strings.HasPrefix(s, \"a\")\nfunc F(s string) { fmt.Sprint(s) }\n")
	if !strings.Contains(got, "internal/stringslite") || !strings.Contains(got, " strings ") {
		t.Errorf("from source: %q", got)
	}
}

// fromSource loads a module with a file m.go and returns the packages of the standard
// library that are checked from source.
func fromSource(t *testing.T, files string) string {
	t.Helper()
	p, _ := mustLoad(t, module+"-- m.go --\n"+files, Config{})
	var got []string
	for id, n := range p.graph.Nodes {
		if n.Info != nil && load.Liftable[n.Meta.PkgPath] {
			got = append(got, id)
		}
		if len(n.Errs) > 0 {
			t.Errorf("%s: %v", id, n.Errs)
		}
	}
	slices.Sort(got)
	return strings.Join(got, " ")
}
