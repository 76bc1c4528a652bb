package laws

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestRandomFunctions finds the laws of functions that are drawn: none may follow from those before
// it, none may be false within twice the bounds, and every equation of a list that is true must follow.
func TestRandomFunctions(t *testing.T) {
	for seed := range longtest.Cases(1, 12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { testDrawn(t, rand.New(rand.NewPCG(uint64(seed), 1))) })
	}
}

func testDrawn(t *testing.T, r *rand.Rand) {
	bit := func() bool { return r.IntN(2) == 1 }
	neg, op := [2]bool{bit(), bit()}, [4]bool{bit(), bit(), bit(), bit()}
	code := fmt.Sprintf(`package drawn

func bit(x bool) int {
	if x {
		return 1
	}
	return 0
}

func Neg(x bool) bool { return %#v[bit(x)] }

func Op(x, y bool) bool { return %#v[2*bit(x)+bit(y)] }
`, neg, op)
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/drawn\n\ngo 1.24\n", "drawn.go": code} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	q := request(dir, "")
	q.Size = 5
	f := &finder{Request: q, dropped: map[*signature.Function]bool{}}
	defer f.close()
	if _, err := f.find(context.Background()); err != nil {
		t.Fatal(err)
	}
	independent(t, f)
	within2(t, f, q)
	not := func(x bool) bool { return neg[index(x)] }
	two := func(x, y bool) bool { return op[2*index(x)+index(y)] }
	for text, equal := range map[string]func(x, y, z bool) bool{
		"Neg(Neg(x)) == x":                   func(x, y, z bool) bool { return not(not(x)) == x },
		"Neg(Neg(x)) == Neg(x)":              func(x, y, z bool) bool { return not(not(x)) == not(x) },
		"Op(x, y) == Op(y, x)":               func(x, y, z bool) bool { return two(x, y) == two(y, x) },
		"Op(x, x) == x":                      func(x, y, z bool) bool { return two(x, x) == x },
		"Op(x, Neg(x)) == false":             func(x, y, z bool) bool { return !two(x, not(x)) },
		"Op(x, Neg(x)) == true":              func(x, y, z bool) bool { return two(x, not(x)) },
		"Op(Op(x, y), z) == Op(x, Op(y, z))": func(x, y, z bool) bool { return two(two(x, y), z) == two(x, two(y, z)) },
		"Op(x, Op(x, y)) == Op(x, y)":        func(x, y, z bool) bool { return two(x, two(x, y)) == two(x, y) },
		"Op(Neg(x), y) == Op(x, Neg(y))":     func(x, y, z bool) bool { return two(not(x), y) == two(x, not(y)) },
	} {
		always := true
		for n := range 8 {
			always = always && equal(n&1 > 0, n&2 > 0, n&4 > 0)
		}
		if always {
			follows(t, f, text)
		}
	}
}

func index(x bool) int {
	if x {
		return 1
	}
	return 0
}
