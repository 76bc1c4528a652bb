package check_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// alone has functions whose inputs outside the bounds come of random walks, and of edits that
// what the code does guides.
const alone = `package p

import "strings"

//rtest:via Stack{}, (*Stack).Push, (*Stack).Pop
type Stack struct{ items []int }

func (s *Stack) Push(x int) { s.items = append(s.items, x) }

func (s *Stack) Pop() {
	if n := len(s.items); n > 0 {
		s.items = s.items[:n-1]
	}
}

//rtest:ensures result < 9
func (s *Stack) Len() int { return len(s.items) }

//rtest:via NewRing, (*Ring).Add
type Ring struct {
	at    int
	cells [5]int
}

func NewRing(at int) *Ring { return &Ring{at: (at%5 + 5) % 5} }

func (r *Ring) Add(x int) {
	r.cells[r.at] += x
	r.at = (r.at + 1) % 5
}

//rtest:ensures result < 40
func (r *Ring) Sum() (sum int) {
	for _, x := range r.cells {
		sum += x
	}
	return sum
}

func Pairs(s string) (n int) {
	for part := range strings.SplitSeq(s, ";") {
		if k, v, ok := strings.Cut(part, "="); ok && valid(k) && valid(v) {
			n++
		}
	}
	if n > 1 {
		panic("two")
	}
	return n
}

func valid(s string) bool { return s != "" && !strings.ContainsAny(s, " =") }

func Depth(s string) (most int) {
	n := 0
	for _, c := range s {
		switch c {
		case '[':
			n++
		case ']':
			n--
		}
		most = max(most, n)
	}
	if n == 0 && most > 2 {
		panic("deep")
	}
	return most
}
`

// TestAlone checks that the inputs and the result of a function do not depend on the other functions
// tested, nor on whether blocks are counted.
func TestAlone(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.24\n", "p.go": alone} {
		writeText(t, filepath.Join(dir, name), text)
	}
	all := outcomes(t, dir, ".", false)
	if len(all) != 8 {
		t.Fatalf("%d functions, want 8: %q", len(all), all)
	}
	some := []string{"Ring.Sum", "Depth", "Stack.Len|Pairs"}
	if longtest.Enabled() {
		some = append(some, "Stack.Len", "Pairs", "Ring.Sum|Depth")
	}
	for _, names := range some {
		for name, got := range outcomes(t, dir, "^("+names+")$", names == "Depth") {
			if want := all[name]; !slices.Equal(got, want) {
				t.Errorf("%s, of %s:\n%q\nwith all others:\n%q", name, names, got, want)
			}
		}
	}
}

// outcomes returns the findings and counts of functions by name, also of those without a contract.
func outcomes(t *testing.T, dir, run string, cover bool) map[string][]string {
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns, cfg.Run, cfg.All, cfg.Profile = dir, []string{"."}, config.Matching(regexp.MustCompile(run)), true, cover
	cfg.Limits.Time, cfg.Limits.Inputs = 0, 2000
	all := map[string][]string{}
	for e := range check.Run(context.Background(), cfg) {
		sound(t, e)
		switch e := e.(type) {
		case event.Finding:
			all[e.Function] = append(all[e.Function], fmt.Sprint(e.Failure.Cause, e.Failure.Call, e.Failure.Count, e.Failure.Of))
		case event.FunctionEnd:
			all[e.Function] = append(all[e.Function], fmt.Sprint(e.Verdict, e.Inputs, e.Result.Beyond, e.Edited))
		}
	}
	return all
}
