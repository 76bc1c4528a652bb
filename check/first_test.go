package check_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
)

const firstSource = `package p

//rtest:ensures result >= 0
func Fine(x int) int { return x * x }

//rtest:ensures len(result) == len(xs)
func Deep(xs []int) []int { return xs[:min(len(xs), 3)] }

//rtest:ensures result != 1
func Shallow(x int) int { return x }

//rtest:skip not now
//rtest:ensures false
func Skipped() {}

//rtest:depth 1
//rtest:ensures result == x
func Low(x int) int { return x }
`

// TestFirst tests the same package with and without a first round, whose
// findings come before the others and are the same. The program of the second
// run was loaded before.
func TestFirst(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.24\n", "p.go": firstSource} {
		writeText(t, filepath.Join(dir, name), text)
	}
	cfg := config.Defaults()
	cfg.Dir, cfg.Limits.Time = dir, 0
	plain := ends(t, cfg)
	prog, err := annotations.Load(annotations.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	cfg.First.Depth, cfg.Program = 2, prog
	early := ends(t, cfg)
	if names := strings.Join(early, "\n"); !strings.HasPrefix(names, "Shallow refuted") {
		t.Errorf("Shallow does not come first:\n%s", names)
	}
	slices.Sort(plain)
	slices.Sort(early)
	if len(plain) != 5 || !slices.Equal(plain, early) {
		t.Errorf("the results with a first round are\n%s\nwithout\n%s", strings.Join(early, "\n"), strings.Join(plain, "\n"))
	}
}

// ends runs cfg and returns the verdict of each function, in order.
func ends(t *testing.T, cfg config.Config) []string {
	var all []string
	for e := range check.Run(context.Background(), cfg) {
		switch e := e.(type) {
		case event.FunctionEnd:
			text := fmt.Sprintf("%s %s %d %d %d %d", e.Function, e.Verdict, e.Inputs, e.Beyond, e.Depth, e.Exhausted)
			for _, f := range e.Failures {
				text += fmt.Sprintf(" %s at depth %d, %d of %d", f.Call, f.Depth, f.Count, f.Of)
			}
			all = append(all, text)
		case event.Abort:
			t.Fatal(e.Err)
		case event.Fault:
			t.Fatal(e.Message)
		default:
		}
	}
	return all
}
