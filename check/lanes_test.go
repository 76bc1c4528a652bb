package check_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

const severalPackages = `
-- go.mod --
module example.com/m

go 1.26
-- a/a.go --
package a

import "example.com/m/wrong"

//rtest:sig (x wrong.Small) (int8)
func F(x int8) int8 { return wrong.F(x) }
-- b/b.go --
package b

//rtest:ensures result != 3
func F(x int) int { return x }

//rtest:ensures result == x
func G(x bool) bool { return x }
-- b/b_test.go --
package b_test

import "example.com/m/b"

//rtest:ensures result
func F(x bool) bool { return b.G(x) == x }
-- c/c.go --
package c

// No contracts here.
func F(x int) int { return x }
-- d/d.go --
package d

func F(x int) int { return y }
-- e/e.go --
package e

//rtest:ensures slices.Contains(result, x)
func F(x uint8) []uint8 { return []uint8{x} }
-- wrong/wrong.go --
package wrong

//rtest:type Small = {v int8 | v < nope}

//rtest:sig (x Small) (int8)
func F(x int8) int8 { return x }
`

// TestSeveral checks that events are the same and in the same order however many packages are tested
// at once.
func TestSeveral(t *testing.T) {
	var first []string
	numbers := []int{1, 8}
	if longtest.Enabled() {
		numbers = []int{1, 2, 8}
	}
	for _, parallel := range numbers {
		cfg := inParallel(t, parallel)
		var got []string
		for e := range check.Run(context.Background(), cfg) {
			if text := strings.ReplaceAll(eventText(e), cfg.Dir, ""); text != "" {
				got = append(got, text)
			}
		}
		if first == nil {
			first = got
			for _, want := range []string{
				"b.F refuted", "b_test.F exhausted", "e.F exhausted", "the contracts of example.com/m/wrong have errors",
				"undefined: nope", "undefined: y",
			} {
				if !strings.Contains(strings.Join(got, "\n"), want) {
					t.Errorf("nothing says %q:\n%s", want, strings.Join(got, "\n"))
				}
			}
		}
		if !slices.Equal(got, first) {
			t.Errorf("with %d at once:\n%s\nwith one:\n%s", parallel, strings.Join(got, "\n"), strings.Join(first, "\n"))
		}
	}
}

// TestSeveralStops checks that a run ends with the loop over it, and leaves nothing running.
func TestSeveralStops(t *testing.T) {
	for range check.Run(context.Background(), inParallel(t, 3)) {
		break
	}
}

func inParallel(t *testing.T, parallel int) config.Config {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(severalPackages)).Files {
		writeText(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	cfg := config.Defaults()
	cfg.Limits.Time = 0
	cfg.Dir, cfg.Patterns, cfg.Parallel = dir, []string{"./..."}, parallel
	return cfg
}

// eventText is what an event says, but for times.
func eventText(e event.Event) string {
	switch e := e.(type) {
	case event.Abort:
		return e.Err.Error()
	case event.Fault:
		return "fault " + e.Message
	case event.PackageStart:
		return "package " + e.Package
	case event.Mistake:
		return fmt.Sprintf("%s: %s", e.Pos, e.Message)
	case event.FunctionStart:
		return "function " + e.Function
	case event.Finding:
		return e.Failure.Call
	case event.FunctionEnd:
		return fmt.Sprintf("%s.%s %s %d", e.Package, e.Function, e.Verdict, e.Inputs)
	case event.PackageEnd:
		return fmt.Sprintf("end of %s: %d, %s", e.Package, e.Inputs, e.Idle)
	case event.Progress:
	}
	return ""
}
