package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestSome checks that one of the solutions of random forms is found, or none if there is none.
func TestSome(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	forms, none := 0, 0
	for forms < longtest.Cases(30, 200) {
		f := randomForm(rng)
		want, ok := bruteForce(f, 1500)
		if !ok || len(want) == 0 && none > forms/3 {
			continue
		}
		forms++
		x, err := open(t, f, Options{}).Some()
		switch {
		case err != nil:
			t.Fatalf("%v\n%v", err, f)
		case len(want) == 0:
			none++
			if x != nil {
				t.Fatalf("%v is a solution, there is none\n%v", x, f)
			}
		case x == nil || !slices.ContainsFunc(want, func(w []int64) bool { return slices.Equal(w, x) }):
			t.Fatalf("%v is no solution, want one of %v\n%v", x, want, f)
		}
	}
	if none == 0 {
		t.Error("all forms have solutions")
	}
}
