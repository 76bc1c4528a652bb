package solve

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/z3"
)

// open gives an engine, or skips the test in builds without a solver.
func open(t testing.TB, f *search.Form, opt Options) *Engine {
	t.Helper()
	e, err := New(f, opt)
	if errors.Is(err, z3.ErrNoSolver) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("%v\n%v", err, f)
	}
	t.Cleanup(e.Close)
	return e
}

// first gives the first n solutions, all with n < 0.
func first(t testing.TB, e *Engine, p Part, n int) [][]int64 {
	t.Helper()
	var out [][]int64
	for s := range e.Within(p) {
		if len(out) == n {
			break
		}
		out = append(out, s)
	}
	if err := e.Err(); err != nil {
		t.Fatalf("%v\n%v", err, e.form)
	}
	return out
}

func TestRandomFormsAgreeWithBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	forms, solved, none := 0, 0, 0
	for forms < 500 {
		f := randomForm(rng)
		want, ok := bruteForce(f, 1500)
		if !ok || len(want) == 0 && none > forms/3 {
			continue
		}
		forms++
		if len(want) == 0 {
			none++
		}
		solved += len(want)
		e := open(t, f, Options{Leaf: []int{1, 0, 4}[forms%3]})
		if got := first(t, e, Part{}, -1); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("form %d: got %d solutions, want %d\n got %v\nwant %v\n%v", forms, len(got), len(want), got, want, f)
		}
		if ok, err := e.Inhabited(Part{}); ok != (len(want) > 0) || err != nil {
			t.Fatalf("Inhabited() = %v, %v with %d solutions\n%v", ok, err, len(want), f)
		}
		e.Close()
	}
	if solved < 10*forms || none < forms/4 {
		t.Errorf("%d forms with %d solutions, %d without: too easy", forms, solved, none)
	}
}
