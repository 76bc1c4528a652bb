package check

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
)

// alikeSource has functions with mutants that do the same for all inputs, for most, and for few.
const alikeSource = `package m

//rtest:ensures result >= a || result >= b
func Max(a, b uint8) uint8 {
	if a > b {
		return a
	}
	return b
}

//rtest:ensures result <= 16
func Width(a, b uint8) uint8 {
	n := uint8(0)
	for x := uint16(a)<<8 | uint16(b); x > 0; x >>= 1 {
		n++
	}
	return n
}

//rtest:ensures result <= 2
func Rare(a, b uint8) uint8 {
	if a == 113 && b >= 250 {
		return 2
	}
	if a*b == 221 && a < 7 {
		return 1
	}
	return 0
}

//rtest:ensures result == result
func Clamp(a, b uint8) uint8 {
	lo, hi := min(a, b), max(a, b)
	mid := lo + (hi-lo)/2
	if mid < lo {
		mid = lo
	}
	if mid >= hi && hi > 0 {
		mid = hi
	}
	return mid & 0xff
}

//rtest:panics b == 0
//rtest:ensures result <= a
func Div(a, b uint8) uint8 {
	q := a / b
	if q > a {
		q = a
	}
	return q * 1
}

//rtest:ensures result <= 255
func Table(a, b uint8) uint16 {
	t := [4]uint16{1, 3, 3, 7}
	i := a & 3
	t[b%4] = t[i] | 1
	return count(t[:])
}

func count(xs []uint16) (n uint16) {
	for _, x := range xs {
		if x != 0 {
			n += x
		}
	}
	return n
}
`

// TestEquivalent compares each mutant that is proved to do the same with the code, for all
// inputs of two bytes.
func TestEquivalent(t *testing.T) {
	if _, err := engine.SolverVersion(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("go.mod", "module example.com/m\n\ngo 1.24\n")
	put("m.go", alikeSource)
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns, cfg.Limits.Time = dir, []string{"."}, 0
	var proved []Mutant
	fates := map[Fate]int{}
	for c, err := range Inputs(t.Context(), cfg, Selection{By: BySpread, Spread: 1, Mutate: true}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range c.Mutants {
			if fates[m.Fate]++; m.Fate == Equivalent {
				proved = append(proved, m)
				if m.Proved != event.ForAll {
					t.Errorf("%s: %s: proved for %s, and the inputs are numbers", m.Pos, m.What, m.Proved)
				}
			}
		}
	}
	t.Log(fates)
	if len(proved) < 8 || fates[Missed] == 0 {
		t.Errorf("the fates are %v", fates)
	}
	var calls strings.Builder
	for i, m := range proved {
		put(fmt.Sprintf("m%d/m.go", i), string(m.Apply([]byte(alikeSource))))
		for _, f := range []string{"Max", "Width", "Rare", "Clamp", "Div", "Table"} {
			fmt.Fprintf(&calls, "\tcompare(%d, wide(m.%s), wide(m%d.%[2]s))\n", i, f, i)
		}
	}
	var imports strings.Builder
	for i := range proved {
		fmt.Fprintf(&imports, "\tm%d \"example.com/m/m%[1]d\"\n", i)
	}
	put("main/main.go", "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m\"\n"+imports.String()+`)

func wide[T uint8 | uint16](f func(a, b uint8) T) func(a, b uint8) int {
	return func(a, b uint8) (n int) {
		defer func() {
			if recover() != nil {
				n = -1
			}
		}()
		return int(f(a, b))
	}
}

func compare(i int, f, g func(a, b uint8) int) {
	for x := range 1 << 16 {
		if a, b := uint8(x>>8), uint8(x); f(a, b) != g(a, b) {
			fmt.Println(i, a, b, f(a, b), g(a, b))
			return
		}
	}
}

func main() {
`+calls.String()+"}\n")
	cmd := exec.CommandContext(t.Context(), "go", "run", "./main")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		var i int
		fmt.Sscan(line, &i)
		t.Errorf("%s: %s is said to be equivalent: %s", proved[i].Pos, proved[i].What, line)
	}
}
