package codegen

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/refine/shape"
)

// TestExplainSize: what explains a clause grows as the clause does, not with the
// ways in which its connectives can come out.
func TestExplainSize(t *testing.T) {
	for _, op := range []string{"&&", "||", "==>"} {
		var size []int
		for n := 4; n <= 12; n += 4 {
			var parts []string
			for i := range n {
				parts = append(parts, fmt.Sprintf("(x > %d || x < -%d)", i, i))
			}
			size = append(size, glueSize(t, strings.Join(parts, " "+op+" ")))
		}
		if size[2]-size[1] > 2*(size[1]-size[0]) {
			t.Errorf("%s: the glue has %d bytes with 4 operands, %d with 8 and %d with 12", op, size[0], size[1], size[2])
		}
	}
}

// TestExplainChain: twice as long a chain has an explanation twice as long.
func TestExplainChain(t *testing.T) {
	for _, op := range []string{" && ", " || "} {
		size := func(n int) int { return glueSize(t, strings.Repeat("x < 3"+op, n-1)+"x < 3") }
		none, some, more := size(3), size(53), size(103)
		if more-some > (some-none)*11/10 {
			t.Errorf("%s: the glue has %d bytes with 3 operands, %d with 53 and %d with 103", op, none, some, more)
		}
	}
}

// glueSize returns the length of the glue for a function with this predicate.
func glueSize(t *testing.T, predicate string) int {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/explain\n\ngo 1.24\n",
		"a.go":   "package explain\n\n//rtest:ensures " + predicate + "\nfunc F(x int) {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prog, err := annotations.Load(annotations.Config{Dir: dir, Patterns: []string{"."}})
	if err != nil || len(prog.Packages) != 1 || len(prog.Packages[0].Diags) > 0 {
		t.Fatal("cannot load", err)
	}
	pkg := prog.Packages[0]
	u := &Unit{Pkg: pkg}
	suggested := hints.New(prog.Code(pkg), pkg.Facts)
	for _, c := range pkg.Contracts {
		h := suggested.Of(c)
		shapes, err := shape.Shapes(c, pkg.Facts, shape.Options{Hints: h, Package: pkg.Types})
		if err != nil {
			t.Fatal(err)
		}
		u.Targets = append(u.Targets, &Target{Contract: c, Shapes: shapes, Hints: h})
	}
	code, err := New(u, "example.com/explain/rt", Counting{})
	if err != nil {
		t.Fatal(err)
	}
	return len(code.Files[0].Data)
}
