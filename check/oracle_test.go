package check_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// A truth is what brute force finds for a program; see testdata/oracle/brute.
type truth struct {
	Name      string
	Depth     int
	Inputs    int64
	FailDepth int
	Smallest  []string
}

// opaque are the programs whose preconditions are not followed everywhere: the
// counts must be right all the same.
var opaque = map[string]bool{
	"Calendar": true, // reads variables of a package whose initialization calls reflect
	"Cached":   true, // depends on a package variable that calls change
	"Printed":  true, // fmt.Sprint
	// Addresses in slices that may share an array.
	"SharedAddress": true,
	// More terms than an attempt to lift may take: interpreted.
	"Replaced": true,
	// Only the running program knows the values of a type and what pointers reach.
	"ExistsType": true,
	"Reached":    true,
	"Within":     true, // strings.Count, whose end has no known bound
}

// TestOracle compares the inputs and the smallest counterexamples that rtest
// finds in the programs of testdata/oracle with those of brute force. Programs
// whose depth is not 3 say so by a directive, so that one build has them all.
func TestOracle(t *testing.T) {
	longtest.Only(t, "runs rtest on two hundred programs with three engines")
	truths := brute(t)
	for _, kind := range []engine.Kind{engine.Search, engine.Auto, engine.Z3} {
		t.Run(kind.String(), func(t *testing.T) {
			cfg := unlimited(3)
			cfg.Dir, cfg.Patterns, cfg.Engine = "testdata/oracle", []string{"./progs"}, kind
			few := []string{}
			for name, b := range truths {
				if b.Depth <= 3 && b.Inputs <= 1000 {
					few = append(few, regexp.QuoteMeta(name))
				}
			}
			if kind == engine.Z3 {
				slices.Sort(few)
				cfg.Run = config.Matching(regexp.MustCompile("^(" + strings.Join(few, "|") + ")$"))
			}
			got := results(t, cfg)
			for name, b := range truths {
				if cfg.Selects("", name) {
					b.compare(t, got["progs."+name])
				}
			}
		})
	}
}

// unlimited has all inputs up to a depth tried, where no directive has another, and
// none outside.
func unlimited(depth int) config.Config {
	cfg := config.Defaults()
	cfg.Limits.Depth, cfg.Limits.Inputs, cfg.Limits.Beyond, cfg.Limits.Time = depth, 0, 0, 5*time.Minute
	cfg.Parallel = runtime.GOMAXPROCS(0)
	return cfg
}

// results returns the results of the functions of a run, by package and name.
func results(t *testing.T, cfg config.Config) map[string]*event.Result {
	all := map[string]*event.Result{}
	for e := range check.Run(t.Context(), cfg) {
		sound(t, e)
		if e, ok := e.(event.FunctionEnd); ok {
			all[packageName(e.Package)+"."+e.Function] = &e.Result
		}
	}
	return all
}

// sound has a test fail whose run cannot go on, finds a fault of rtest or has
// contracts that are wrong.
func sound(t *testing.T, e event.Event) {
	switch e := e.(type) {
	case event.Abort:
		t.Fatal(e.Err)
	case event.Fault:
		t.Errorf("fault: %s: %s\n%s", e.Function, e.Message, e.Detail)
	case event.Mistake:
		if e.Severity != diag.Warning {
			t.Errorf("%s: %s: %s", e.Pos, e.Function, e.Message)
		}
	default:
	}
}

func brute(t *testing.T) map[string]truth { return bruteIn(t, "testdata/oracle") }

func bruteIn(t *testing.T, dir string) map[string]truth {
	var list []truth
	if err := json.Unmarshal(goRun(t, dir, "./brute"), &list); err != nil {
		t.Fatal(err)
	}
	truths := map[string]truth{}
	for _, b := range list {
		truths[b.Name] = b
	}
	return truths
}

func (b truth) compare(t *testing.T, r *event.Result) {
	switch {
	case r == nil:
		t.Errorf("%s: rtest says nothing", b.Name)
		return
	case r.Depth > b.Depth:
		t.Errorf("%s: tried to depth %d, brute force to depth %d", b.Name, r.Depth, b.Depth)
	case b.FailDepth < 0 && (r.Verdict != event.Exhausted || r.Inputs != b.Inputs):
		t.Errorf("%s: %s with %d inputs, brute force has %d", b.Name, r.Verdict, r.Inputs, b.Inputs)
	case b.FailDepth >= 0 && len(r.Failures) == 0:
		t.Errorf("%s: %s, brute force fails with %s", b.Name, r.Verdict, b.Smallest[0])
	case b.FailDepth >= 0:
		f := r.Failures[0]
		call := strings.ReplaceAll(f.Call, "example.com/oracle/progs.", "")
		if f.Depth != b.FailDepth || !slices.Contains(b.Smallest, call) {
			t.Errorf("%s: %s at depth %d, brute force has %s at depth %d", b.Name, call, f.Depth, b.Smallest[0], b.FailDepth)
		}
	}
	if len(r.Opaque) > 0 && !opaque[b.Name] {
		t.Errorf("%s: opaque: %v", b.Name, r.Opaque)
	}
}

// goRun returns the output of a program.
func goRun(t *testing.T, dir, program string) []byte {
	cmd := exec.Command("go", "run", program)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go run %s: %v\n%s%s", program, err, out, stderr.Bytes())
	}
	return out
}
