package encode_test

import (
	"context"
	"fmt"
	"go/token"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prove"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/z3"
)

// inputKinds are lists of parameters with so few values up to a depth that all can be run: all
// bytes, slices and strings of so many, maps of one entry.
var inputKinds = []struct {
	params []string
	depth  int
}{
	{[]string{"int8", "uint8"}, 1}, {[]string{"[]int8"}, 2}, {[]string{"string"}, 2}, {[]string{"map[int8]int8"}, 1}, {[]string{"[]int8", "int8"}, 1},
	{[]string{"string", "uint8"}, 1}, {[]string{"*int8", "int8"}, 1}, {[]string{"P"}, 1}, {[]string{"[2]int8"}, 1}, {[]string{"bool", "uint8", "bool"}, 1},
}

// bruteHead enumerates all values of the types of inputs.
const bruteHead = `package main

import (
	"fmt"
	p "random/p0"
)

func eachInt8(do func(int8)) {
	for x := -128; x < 128; x++ {
		do(int8(x))
	}
}

func eachUint8(do func(uint8)) { eachInt8(func(x int8) { do(uint8(x)) }) }

func eachBool(do func(bool)) { do(false); do(true) }

func eachSlice(most int, do func([]int8)) {
	do(nil)
	eachInt8(func(x int8) { do([]int8{x}) })
	if most > 1 {
		eachInt8(func(x int8) { eachInt8(func(y int8) { do([]int8{x, y}) }) })
	}
}

func eachString(most int, do func(string)) {
	eachSlice(most, func(list []int8) {
		var b []byte
		for _, x := range list {
			b = append(b, byte(x))
		}
		do(string(b))
	})
}

func eachMap(do func(map[int8]int8)) {
	do(nil)
	do(map[int8]int8{})
	eachInt8(func(k int8) { eachInt8(func(v int8) { do(map[int8]int8{k: v}) }) })
}

func eachPointer(do func(*int8)) {
	do(nil)
	eachInt8(func(x int8) { do(&x) })
}

func eachP(do func(p.P)) { eachInt8(func(a int8) { eachString(1, func(b string) { do(p.P{A: a, B: b}) }) }) }

func eachPair(do func([2]int8)) { eachInt8(func(x int8) { eachInt8(func(y int8) { do([2]int8{x, y}) }) }) }

// A fact is what a function gives at most, and whether it panics.
type fact struct {
	most   int64
	panics bool
}

func (f *fact) try(call func() int64) {
	defer func() {
		if recover() != nil {
			f.panics = true
		}
	}()
	f.most = max(f.most, call())
}

func main() {
`

// each has the loops over the values of types, by depth if that matters.
var each = map[string]string{
	"int8": "eachInt8(", "uint8": "eachUint8(", "bool": "eachBool(", "[]int8": "eachSlice(%d, ", "string": "eachString(%d, ", "map[int8]int8": "eachMap(",
	"*int8": "eachPointer(", "P": "eachP(", "[2]int8": "eachPair(",
}

// TestClaimsOfAllKinds compares claims about random functions of all kinds with compiled Go on all
// inputs: proved claims must be true, and an input solved to break a contract must do so.
func TestClaimsOfAllKinds(t *testing.T) {
	if _, err := z3.Version(); err != nil {
		t.Skip(err)
	}
	proved, refuted := 0, 0
	all := longtest.Cases(100, 5000)
	for seed, left := uint64(1), all; left > 0 && !t.Failed(); seed++ {
		n := min(left, 100)
		left -= n
		p, r := bruteClaims(t, seed, n)
		proved, refuted = proved+p, refuted+r
	}
	t.Logf("of %d functions %d are proved, %d refuted", all, proved, refuted)
	if proved < all/5 || refuted < all/5 {
		t.Errorf("of %d functions only %d are proved, %d refuted", all, proved, refuted)
	}
}

func bruteClaims(t *testing.T, seed uint64, n int) (proved, refuted int) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module random\n\ngo 1.26\n")
	r := rand.New(rand.NewPCG(seed, 17))
	c := newCoder(t, rand.New(rand.NewPCG(seed, 19)), "p0")
	var brute strings.Builder
	brute.WriteString(bruteHead)
	kinds := make([]int, n)
	for i := range n {
		kinds[i] = r.IntN(len(inputKinds))
		k := inputKinds[kinds[i]]
		c.function(i, k.params, 1+r.IntN(3), "", fmt.Sprintf("<= most%d", i))
		body, args := "", []string{}
		end := ""
		for j, p := range k.params {
			loop := each[p]
			if strings.Contains(loop, "%d") {
				loop = fmt.Sprintf(loop, k.depth)
			}
			args = append(args, fmt.Sprintf("x%d", j))
			body += loop + fmt.Sprintf("func(x%d %s) { ", j, strings.Replace(p, "P", "p.P", 1))
			end += " })"
		}
		fmt.Fprintf(&brute, "\tf%[1]d := &fact{most: -1 << 63}\n\t%[2]sf%[1]d.try(func() int64 { return p.G%[1]d(%[3]s) })%[4]s\n\tfmt.Println(f%[1]d.most, f%[1]d.panics)\n", i, body, strings.Join(args, ", "), end)
	}
	brute.WriteString("}\n")
	write(t, filepath.Join(dir, "p0", "random.go"), c.b.String())
	limits := func(most func(i int) int64) {
		var b strings.Builder
		b.WriteString("package p0\n\nconst (\n")
		for i := range n {
			fmt.Fprintf(&b, "\tmost%d = %d\n", i, most(i))
		}
		write(t, filepath.Join(dir, "p0", "limits.go"), b.String()+")\n")
	}
	limits(func(int) int64 { return 0 })
	write(t, filepath.Join(dir, "brute", "main.go"), brute.String())
	cmd := exec.Command("go", "run", "./brute")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	most, holds := make([]int64, n), make([]bool, n)
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		panics := false
		if _, err := fmt.Sscan(line, &most[i], &panics); err != nil {
			t.Fatal(err)
		}
		if holds[i] = !panics; r.IntN(3) == 0 && most[i] > -1<<63 {
			most[i]--
			holds[i] = false
		}
	}
	limits(func(i int) int64 { return most[i] })
	ps, _ := loadFrom(t, dir)
	proofs, broken := make([]event.Proof, n), make([][][]int64, n)
	parallel(n, func(i int) { proofs[i], broken[i] = proofOf(t, ps[i], inputKinds[kinds[number(t, ps[i])]].depth) })
	answers := native(t, dir, ps, broken)
	for i, p := range ps {
		if at := number(t, p); proofs[i].Proved != "" {
			if proved++; !holds[at] {
				t.Errorf("%s is proved, and its contract is false\n%s", p.name, source(t, p.fn))
			}
		}
		for j, x := range broken[i] {
			if refuted++; answers[i][j] == '1' {
				t.Errorf("%s: the input %v was solved to fail and does not\n%s", p.name, x, source(t, p.fn))
			}
		}
	}
	return proved, refuted
}

// number is that in the name of a random function.
func number(t *testing.T, p *predicate) (n int) {
	if _, err := fmt.Sscanf(p.fn.Name(), "F%d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// proofOf proves a predicate as a property up to a depth. It returns the inputs that are solved to break it.
func proofOf(t *testing.T, p *predicate, depth int) (proof event.Proof, broken [][]int64) {
	trial := encode.Trial{Call: p.fn, Property: true, Own: func(*ssa.Function) bool { return true }}
	proof, err := prove.Prove(t.Context(), prove.Target{
		Claims: func(ctx context.Context, opt encode.Options) (*encode.Claims, error) {
			opt.Whole = true
			return encode.Prove(ctx, encode.Inputs{Names: p.names, Shapes: p.shapes}, trial, opt)
		},
		Depth: depth, Budget: 1, Solver: true, Inhabited: true,
		Place: func(token.Pos) token.Position { return token.Position{} },
		Run: func(_ context.Context, _ *form.Form, x []int64, _ bool) (prove.Outcome, error) {
			broken = append(broken, slices.Clone(x))
			return prove.Outcome{Failed: true}, nil
		},
	})
	if err != nil {
		t.Errorf("%s: %v", p.name, err)
	}
	return proof, broken
}
