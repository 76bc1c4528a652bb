package annotations

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const dependSource = `package m

import "errors"

//rtest:type Even = {n int | even(n)}

//rtest:def small(n int) bool = n < limit

const limit = 3

// even tells.
func even(n int) bool { return n%2 == 0 }

var errOdd = errors.New("odd")

var table = []int{1, 2}

type Color int

const (
	Red Color = iota
	Green
)

type Shape interface{ Area() int }

type Square struct{ Side int }

func (q Square) Area() int { return q.Side * q.Side }

// Tree has an invariant.
//
//rtest:invariant balanced(self)
type Tree struct{ Left, Right *Tree }

func balanced(t *Tree) bool { return true }

func (t *Tree) Size() int { return 1 }

// Half halves.
//
//rtest:sig (n Even) (int)
//rtest:ensures twice(result) == n
func Half(n int) int { return n / 2 }

func twice(n int) int { return 2 * n }

//rtest:requires small(n)
//rtest:ensures result > 0
func Look(n int) int { return table[n] }

//rtest:ensures result >= 0
func Paint(c Color) int { return int(c) }

//rtest:ensures result >= 0
func Measure(s Shape) int { return s.Area() }

//rtest:ensures result > 0
func Count(t *Tree) int { return t.Size() }

//rtest:ensures result >= 0
var _ = abs

func abs(n int) int { return max(n, -n) }

func (q Square) String() string { return "square" }

func String() int { return len(table) }
`

// TestKeys edits sources and finds out which contracts depend on the change.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "m.go")
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "m.go": dependSource} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	keys := func(src string) map[string]string {
		t.Helper()
		p, err := Load(Config{Dir: dir, Overlay: map[string][]byte{file: []byte(src)}})
		if err != nil {
			t.Fatal(err)
		}
		named := map[string]string{}
		for _, pkg := range p.Packages {
			for _, d := range pkg.Diags {
				t.Fatal(d)
			}
			for c, key := range p.Keys(pkg) {
				named[c.Name] = key
			}
		}
		return named
	}
	before := keys(dependSource)
	if len(before) != 7 {
		t.Fatalf("there are keys of %d contracts", len(before))
	}
	const all = "Count Half Look Measure Paint Tree.Size abs"
	tests := []struct{ old, new, want string }{
		{"// even tells.", "\n// even tells nothing.\n//", ""},
		{"return n / 2", "return   n /  2 /* half */", ""},
		{"return n / 2", "return n >> 1", "Half"},
		{"return 2 * n", "return n + n", "Half"},
		{"return n%2 == 0", "return n&1 == 0", "Half"},
		{"{n int | even(n)}", "{n int | even(n) && n > 0}", "Half"},
		{"twice(result) == n", "twice(result) <= n", "Half"},
		{"limit = 3", "limit = 2", "Look"},
		{"n < limit", "n <= limit-1", "Look"},
		{"[]int{1, 2}", "[]int{1, 2, 3}", "Look"},
		{"Green\n", "Green\n\tBlue\n", "Measure Paint"},
		{"q.Side * q.Side", "q.Side + q.Side", "Measure"},
		{"struct{ Side int }", "struct{ Side, Other int }", "Measure"},
		{"type Color int", "type Circle struct{ R int }\n\nfunc (Circle) Area() int { return 3 }\n\ntype Color int", "Measure"},
		{"return true", "return t == nil", "Count Measure Tree.Size"},
		{"return 1 ", "return 2 ", "Count Measure Tree.Size"},
		{"balanced(self)", "balanced(self) && true", "Count Measure Tree.Size"},
		{"max(n, -n)", "max(-n, n)", "abs"},
		{"ensures result >= 0\nvar", "ensures result >= -1\nvar", "abs"},
		{`errors.New("odd")`, `errors.New("not even")`, all},
		{"type Color int", "func init() { table[0] = 5 }\n\ntype Color int", all},
		{`import "errors"`, `import (
	"errors"
	_ "strings"
)`, all},
		{"// Half halves.", "//go:noinline", "Half"},
	}
	for _, tt := range tests {
		if !strings.Contains(dependSource, tt.old) {
			t.Fatalf("%q is not in the source", tt.old)
		}
		after := keys(strings.Replace(dependSource, tt.old, tt.new, 1))
		var changed []string
		for name := range after {
			if before[name] != after[name] {
				changed = append(changed, name)
			}
		}
		slices.Sort(changed)
		if got := strings.Join(changed, " "); got != tt.want {
			t.Errorf("%q for %q changes the keys of %q, want %q", tt.new, tt.old, got, tt.want)
		}
	}
	// A linkname directive can make abs another function.
	linked := strings.NewReplacer("import \"errors\"", "import (\n\t\"errors\"\n\t_ \"unsafe\"\n)", "func abs", "//go:linkname abs m.abs\nfunc abs")
	if got := keys(linked.Replace(dependSource)); len(got) > 0 {
		t.Errorf("with a linkname there are keys: %v", got)
	}
}
