package check_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestClaimsOfCallsAgainstBruteForce generates random functions on a type built by a constructor and
// random steps, some of which panic or fail. Compiled Go shows their results for each state that one
// step reaches with any argument. Proved claims must be true, refuted ones false.
func TestClaimsOfCallsAgainstBruteForce(t *testing.T) {
	const part = 12
	for seed := range longtest.Cases(3, 40) {
		claimsOfCalls(t, uint64(seed)+1, part)
		if t.Failed() {
			return
		}
	}
}

func claimsOfCalls(t *testing.T, seed uint64, n int) {
	dir := t.TempDir()
	write := func(name, text string) { writeText(t, filepath.Join(dir, name), text) }
	r := rand.New(rand.NewPCG(seed, 5))
	function := func(name string) string { return (&claimWriter{r: r}).function(name) }
	var src, table strings.Builder
	src.WriteString(strings.Replace(claimsHead, "package claims\n", "package claims\n\nimport \"errors\"\n", 1) + builtHead)
	step := func(name string) string {
		for {
			// The order of a map is not followed in calls that build a value.
			if text := function(name); !strings.Contains(text, "range m") {
				return text
			}
		}
	}
	src.WriteString(step("stepMix") + step("stepWith"))
	for i := range n {
		fmt.Fprintf(&src, "%sfunc F%d(s *State) int { return f%d(s.a, s.b) }\n\n", function(fmt.Sprint("f", i)), i, i)
		fmt.Fprintf(&table, "F%d, ", i)
	}
	fmt.Fprintf(&src, "var Functions = []func(*State) int{%s}\n", table.String())
	write("go.mod", "module example.com/claims\n\ngo 1.24\n")
	write("claims.go", src.String())
	facts := bruteForceCalls(t, dir, write, n)
	text := src.String()
	holds := make([]bool, n)
	for i, f := range facts {
		bound := f.most
		if holds[i] = !f.panics; r.IntN(3) == 0 {
			bound, holds[i] = bound-1, false
		}
		head := fmt.Sprintf("func F%d(", i)
		text = strings.Replace(text, head, fmt.Sprintf("//rtest:ensures result <= %d\n%s", bound, head), 1)
	}
	write("claims.go", text)
	proved, refuted := judgeClaims(t, dir, holds, text)
	t.Logf("seed %d: of %d functions %d are proved, %d refuted", seed, n, proved, refuted)
	if proved+refuted < n/8 {
		t.Errorf("of %d functions only %d are proved, %d refuted", n, proved, refuted)
	}
}

// judgeClaims tests the functions F0, F1 and so on, and compares the verdicts with the truth.
func judgeClaims(t *testing.T, dir string, holds []bool, src string) (proved, refuted int) {
	cfg := config.Defaults()
	cfg.Dir, cfg.Save = dir, false
	cfg.Limits.Depth, cfg.Limits.Beyond = 1, 1
	for e := range check.Run(t.Context(), cfg) {
		switch e := e.(type) {
		case event.Mistake:
			t.Errorf("%v: %s", e.Pos, e.Message)
		case event.FunctionEnd:
			var i int
			if _, err := fmt.Sscanf(e.Function, "F%d", &i); err != nil {
				t.Fatal(err)
			}
			if e.Proof.Disagreed > 0 {
				t.Errorf("%s: an input was solved to fail and did not\n%s", e.Function, src)
			}
			if e.Proof.Proved != "" {
				if proved++; !holds[i] {
					t.Errorf("%s is proved, and its contract is false\n%s", e.Function, src)
				}
			}
			if e.Verdict == event.Refuted {
				if refuted++; holds[i] {
					t.Errorf("%s is refuted, and its contract is true\n%s", e.Function, src)
				}
			}
		case event.Fault:
			t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
		}
	}
	return proved, refuted
}

// builtHead declares the type that is built by calls.
const builtHead = `
var errOdd = errors.New("odd")

// A State is reached by at most one step.
//
//rtest:via NewState, (*State).Mix, State.With
//rtest:depth 1
type State struct {
	a int8
	b uint8
}

func NewState(a int8) *State { return &State{a: a, b: 7} }

func (s *State) Mix(k int8) {
	v := stepMix(s.a, uint8(k))
	s.a, s.b = int8(v), s.b^uint8(k)
}

func (s State) With(k uint8) (State, error) {
	v := stepWith(s.a, k)
	if v%3 == 0 {
		return State{}, errOdd
	}
	s.b = uint8(v)
	return s, nil
}

// Reached are all states.
func Reached() map[State]bool {
	all := map[State]bool{}
	try := func(step func()) {
		defer func() { _ = recover() }()
		step()
	}
	for a := -128; a < 128; a++ {
		all[*NewState(int8(a))] = true
		for k := range 256 {
			try(func() {
				s := NewState(int8(a))
				s.Mix(int8(k))
				all[*s] = true
			})
			try(func() {
				if s, err := NewState(int8(a)).With(uint8(k)); err == nil {
					all[s] = true
				}
			})
		}
	}
	return all
}

`

// bruteForceCalls runs each function with all states.
func bruteForceCalls(t *testing.T, dir string, write func(name, text string), n int) []claimFact {
	write("brute/main.go", `package main

import (
	"fmt"
	c "example.com/claims"
)

func try(f func(*c.State) int, s c.State) (v int, panics bool) {
	defer func() { panics = recover() != nil }()
	return f(&s), false
}

func main() {
	all := c.Reached()
	for _, f := range c.Functions {
		most, any := -1<<62, false
		for s := range all {
			if v, p := try(f, s); p {
				any = true
			} else {
				most = max(most, v)
			}
		}
		fmt.Println(most, any)
	}
}
`)
	out := runBrute(t, dir)
	facts := make([]claimFact, n)
	for i, line := range strings.Split(out, "\n") {
		if _, err := fmt.Sscan(line, &facts[i].most, &facts[i].panics); err != nil {
			t.Fatal(err)
		}
	}
	return facts
}
