package samples

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/config"
)

const source = `package p

type Tree struct {
	Key         int
	Left, Right *Tree
}

func less(t *Tree, lo, hi int) bool {
	return t == nil || lo <= t.Key && t.Key <= hi && less(t.Left, lo, t.Key-1) && less(t.Right, t.Key+1, hi)
}

//rtest:requires less(t, -9, 9)
func Has(t *Tree, k int) bool {
	for t != nil {
		switch {
		case k == t.Key:
			return true
		case k < t.Key:
			t = t.Left
		default:
			t = t.Right
		}
	}
	return false
}

//rtest:via New, Push
type Stack struct{ xs []int }

func New() *Stack { return &Stack{} }

//rtest:requires true
func (s *Stack) Push(x int) { s.xs = append(s.xs, x) }

//rtest:requires true
func Len(s *Stack) int { return len(s.xs) }

//rtest:requires true
//rtest:depth 2
func Kinds(x any, xs []string, m map[bool]uint8, f float64) { panic("called") }

//rtest:requires true
//rtest:depth 1
func Apply(f func(int) bool) bool { return f(0) != f(1) }

//rtest:requires x > x
func None(x int) {}

func Bare(b bool) bool { return !b }
`

func find(t *testing.T, function string, want Want, limit int64) *Function {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.24\n", "p.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg := config.Defaults()
	cfg.Dir = dir
	cfg.Limits.Depth, cfg.Limits.Time, cfg.Limits.Inputs = 2, 0, limit
	f, err := Find(context.Background(), cfg, function, want)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// lines returns the counts, one aspect a line.
func lines(f *Function) string {
	var b strings.Builder
	fmt.Fprintln(&b, f.Verdict, f.Total, f.Depths)
	for _, p := range f.Parameters {
		for _, x := range p.Parts {
			fmt.Fprintf(&b, "%s %s:", x.Name, x.Type)
			for _, a := range x.Aspects {
				fmt.Fprintf(&b, " %s%v", a.Kind, a.Shares)
				if a.Least != "" {
					fmt.Fprintf(&b, " %s..%s", a.Least, a.Greatest)
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// searchTrees counts the search trees with keys in lo..hi that are at most so high, by size.
func searchTrees(lo, hi, height int) map[int]int64 {
	n := map[int]int64{0: 1}
	if height == 0 {
		return n
	}
	for k := lo; k <= hi; k++ {
		for ls, l := range searchTrees(lo, k-1, height-1) {
			for rs, r := range searchTrees(k+1, hi, height-1) {
				n[ls+rs+1] += l * r
			}
		}
	}
	return n
}

func TestCountsAreThoseOfBruteForce(t *testing.T) {
	f := find(t, "Has", Want{First: 3, Branches: true}, 0)
	trees := searchTrees(-2, 2, 2)
	total := int64(0)
	for _, n := range trees {
		total += 5 * n
	}
	if f.Total != total || f.Called != total {
		t.Errorf("%d inputs, %d called; there are %d", f.Total, f.Called, total)
	}
	for _, s := range f.Sizes {
		var size int
		fmt.Sscan(s.Name, &size)
		if s.Count != 5*trees[size] {
			t.Errorf("%d inputs of size %d, want %d", s.Count, size, 5*trees[size])
		}
	}
	if len(f.Inputs) != 3 || f.Inputs[0].Call != "Has(nil, 0)" || f.Inputs[2].Number != 3 {
		t.Errorf("the first are %v", f.Inputs)
	}
	taken := map[string]int64{}
	for _, b := range f.Branches {
		taken[b.Text+" "+b.Is] = b.Inputs
	}
	// Each input but those that find the key leaves the loop at nil; each but nil enters it.
	found := taken["case k == t.Key is taken"]
	if taken["t != nil is true"] != total-5 || taken["t != nil is false"] != total-found || found == 0 {
		t.Errorf("%d inputs, branches %v", total, taken)
	}
}

func TestDistributions(t *testing.T) {
	for _, c := range []struct{ function, want string }{
		{"Kinds", `exhausted 9945 [{0 2 true} {1 178 true} {2 9765 true}]
x any: constructor[{int 9945}]
x.(int) int: sign[{negative 3978} {zero 1989} {positive 3978}] -2..2
xs []string: size[{0 765} {1 765} {2 2295} {3 3060} {4 3060}] length[{0 765} {1 2295} {2 6885}]
xs[] string: length[{0 5355} {1 10710}]
m map[bool]uint8: size[{0 1170} {1 3510} {2 5265}] length[{nil 585} {empty 585} {1 3510} {2 5265}]
m key bool: value[{false 7020} {true 7020}]
m value uint8: sign[{zero 4680} {positive 9360}] 0..2
f float64: sign[{negative 4420} {zero 1105} {positive 4420}] -2..2
`},
		{"Len", `exhausted 13 [{0 1 true} {1 3 true} {2 9 true}]
s *Stack: calls[{1 1} {2 3} {3 9}] call[{New 13} {Push 21}]
Push.x int: sign[{negative 7} {zero 7} {positive 7}] -1..1
`},
		{"Apply", `exhausted 4 [{0 4 true}]
f func(int) bool:
`},
		{"None", `vacuous 0 []
x int:
`},
		{"Bare", `exhausted 2 [{0 2 true}]
b bool: value[{false 1} {true 1}]
`},
	} {
		if got := lines(find(t, c.function, Want{}, 0)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.function, got, c.want)
		}
	}
}

func TestSpentBudget(t *testing.T) {
	f := find(t, "Has", Want{Spread: 4}, 40)
	if f.Verdict.String() != "spent" || f.Total > 40 || f.Depths[len(f.Depths)-1].All || !f.Depths[0].All {
		t.Errorf("%v, %d inputs, depths %v", f.Verdict, f.Total, f.Depths)
	}
	if len(f.Inputs) != 4 || f.Inputs[0].Size == f.Inputs[3].Size {
		t.Errorf("spread are %v", f.Inputs)
	}
}
