package annotations

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/resolve"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// TestNested distinguishes types that nobody writes from realistic ones. A chain of declared types may
// be long.
func TestNested(t *testing.T) {
	var chain strings.Builder
	for i := range 3 * resolve.Deepest {
		fmt.Fprintf(&chain, "type T%d struct{ next T%d }\n", i, i+1)
	}
	cases := []struct {
		typ string
		bad bool
	}{
		{strings.Repeat("[]", resolve.Deepest) + "int", false},
		{strings.Repeat("[]", resolve.Deepest+1) + "int", true},
		{strings.Repeat("*", resolve.Deepest+1) + "int", true},
		{strings.Repeat("map[int]", resolve.Deepest+1) + "int", true},
		{strings.Repeat("func(", resolve.Deepest+1) + "int" + strings.Repeat(")", resolve.Deepest+1), true},
		{strings.Repeat("struct{ a ", resolve.Deepest+1) + "int" + strings.Repeat("}", resolve.Deepest+1), true},
		{"Deep", true}, {"*Deep", true}, {"T0", false}, {"Loop", false},
	}
	src := chain.String() + fmt.Sprintf(`type T%d int

type Deep struct{ a %sint }
type Loop struct{ next []*Loop }
`, 3*resolve.Deepest, strings.Repeat("[]", resolve.Deepest+1))
	for i, c := range cases {
		src += fmt.Sprintf("\n//rtest:pure\nfunc F%d(x %s) {}\n", i, c.typ)
	}
	p, _ := mustLoad(t, module+"-- m.go --\npackage m\n\n"+src, Config{Patterns: []string{"."}})
	pkg := p.Packages[0]
	if len(pkg.Diags) > 0 || len(pkg.Contracts) != len(cases) {
		t.Fatalf("%d contracts, %v", len(pkg.Contracts), pkg.Diags)
	}
	for i, c := range cases {
		if got := pkg.Contracts[i].Unsupported; (got != "") != c.bad {
			t.Errorf("%.20s: unsupported %q", c.typ, got)
		}
	}
}

// TestDeepAliases refuses a chain of aliases that nobody writes, once.
func TestDeepAliases(t *testing.T) {
	for n, want := range map[int]string{typing.UnfoldDeepest - 1: "[]", 3 * typing.UnfoldDeepest: "[m.go:103:14: A100 refers to others that are nested more than 100 deep]"} {
		var src strings.Builder
		src.WriteString("package m\n\n//rtest:type A0 = {v int | v > 0}\n")
		for i := range n {
			fmt.Fprintf(&src, "//rtest:type A%d = {v A%d | v != %d}\n", i+1, i, i+9)
		}
		fmt.Fprintf(&src, "\n//rtest:sig (x A%d)\nfunc F(x int) {}\n", n)
		p, dir := mustLoad(t, module+"-- m.go --\n"+src.String(), Config{Patterns: []string{"."}})
		if got := strings.ReplaceAll(fmt.Sprint(p.Packages[0].Diags), dir+"/", ""); got != want {
			t.Errorf("%d aliases: got %s, want %s", n, got, want)
		}
	}
}

// TestDeepPredicates refuses predicates for whose nesting Go's compiler takes too
// long, at the innermost one that has too many within. A chain of conditions may be
// long.
func TestDeepPredicates(t *testing.T) {
	nested := func(n int, around string) string {
		s := "x > 0"
		for range n {
			s = strings.Replace(around, "P", s, 1)
		}
		return s
	}
	chain := ""
	for i := range 60 {
		chain += fmt.Sprintf("x == %d ? %d : ", i, i)
	}
	for _, c := range []struct {
		pred string
		bad  bool
	}{
		{nested(typing.DeepestScopes, "forall y in xs: P"), false},
		{nested(typing.DeepestScopes+1, "forall y in xs: P"), true},
		{nested(300, "forall y in xs: P"), true},
		{nested(typing.DeepestScopes, "((P) ? x : 1) > 0"), false},
		{nested(typing.DeepestScopes+1, "((P) ? x : 1) > 0"), true},
		{nested(typing.DeepestScopes+1, "(exists y in 0..1: P) ? x > 1 : x > 2"), true},
		{nested(1000, "!(P)"), false},
		{nested(100, "0 <= ((P) ? 1 : 2) + x <= 9 <= 10"), true},
		{nested(100, "0 <= ((P) ? (x > 1 ? 1 : 2) + 1 : 2) <= x"), true},
		{"0" + strings.Repeat(" <= x*x", typing.LongestChain), false},
		{"0" + strings.Repeat(" <= x*x", typing.LongestChain+1), true},
		{"(" + chain + "x) > 0", false},
	} {
		src := "package m\n\n//rtest:requires " + c.pred + "\nfunc F(x int, xs []int) {}\n"
		p, _ := mustLoad(t, module+"-- m.go --\n"+src, Config{Patterns: []string{"."}})
		diags := slices.DeleteFunc(p.Packages[0].Diags, func(d diag.Diagnostic) bool { return d.Code == codes.Unused })
		if bad := len(diags) > 0; bad != c.bad || bad && (len(diags) != 1 || diags[0].Code != codes.Excessive) {
			t.Errorf("%.60s: %.300s", c.pred, fmt.Sprint(diags))
		}
	}
}

// TestDoublingLets checks that in postconditions and in other lets a let is a value. A let that would
// become too large in a precondition is rejected, and reported once.
func TestDoublingLets(t *testing.T) {
	for n, want := range map[int]string{12: "[]", 40: "[m.go:16:13: with the lets that it uses a13 expands to more than 10000 operators and operands; write a Go function]"} {
		src := "package m\n\n//rtest:let a0 = x\n"
		for i := range n {
			src += fmt.Sprintf("//rtest:let a%d = a%d + a%d\n", i+1, i, i)
		}
		src += fmt.Sprintf("//rtest:requires a%d > 0\n//rtest:ensures a%d > 0\nfunc F(x int) {}\n", n, n)
		p, dir := mustLoad(t, module+"-- m.go --\n"+src, Config{Patterns: []string{"."}})
		pkg := p.Packages[0]
		if got := strings.ReplaceAll(fmt.Sprint(pkg.Diags), dir+"/", ""); got != want {
			t.Fatalf("%d lets: got %s, want %s", n, got, want)
		}
		if n == 12 {
			if got := refine.Print(pkg.Contracts[0].Lets[n].Value, pkg.Types); got != "a11 + a11" {
				t.Errorf("the last let is %s", got)
			}
		}
	}
}
