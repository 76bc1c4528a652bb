package check_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var updateVia = flag.Bool("update-via", false, "write the golden sections of testdata/via anew")

// TestVia tests the packages of testdata/via, whose inputs are built by calls,
// and compares what came of it with the section "want". A test named TestBrute
// of a package prints lines "COUNT function depth inputs": so many inputs must
// have been tried up to that depth.
func TestVia(t *testing.T) {
	files, err := filepath.Glob("testdata/via/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			longtest.SkipArchive(t, a.Comment)
			testVia(t, a, file)
		})
	}
}

func testVia(t *testing.T, a *txtar.Archive, file string) {
	dir := t.TempDir()
	want := -1
	for i, f := range a.Files {
		if f.Name == "want" {
			want = i
			continue
		}
		writeText(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	brute := countBrute(t, dir)
	if len(brute) > 0 {
		for depth := range viaDepth {
			inputs, _ := runVia(t, dir, depth)
			compareBrute(t, brute, inputs, depth)
		}
	}
	inputs, got := runVia(t, dir, viaDepth)
	compareBrute(t, brute, inputs, viaDepth)
	if *updateVia {
		if want < 0 {
			a.Files = append(a.Files, txtar.File{Name: "want"})
			want = len(a.Files) - 1
		}
		a.Files[want].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want < 0 || string(a.Files[want].Data) != got {
		t.Errorf("got:\n%s", got)
	}
}

// viaDepth is the greatest depth to which the packages are tested.
const viaDepth = 3

// runVia tests all packages of a module to a depth. It returns the number of inputs of each function
// that did not fail, and the findings.
func runVia(t *testing.T, dir string, depth int) (inputs map[string]int64, text string) {
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns = dir, []string{"./..."}
	cfg.Limits.Depth, cfg.Limits.Time = depth, 5*time.Minute
	cfg.Limits.Beyond = 0
	inputs = map[string]int64{}
	var b strings.Builder
	for e := range check.Run(context.Background(), cfg) {
		switch e := e.(type) {
		case event.Abort:
			t.Fatal(e.Err)
		case event.Fault:
			t.Errorf("fault: %s: %s\n%s", e.Function, e.Message, e.Detail)
		case event.PackageStart:
			fmt.Fprintf(&b, "package %s\n", e.Package)
		case event.Mistake:
			severity := "error"
			if e.Severity == diag.Warning {
				severity = "warning"
			}
			fmt.Fprintf(&b, "%s: %s\n", severity, strings.TrimSpace(e.Message))
		case event.Finding:
			x := e.Failure
			fmt.Fprintf(&b, "%s: %s %s at depth %d, %d of %d\n", e.Function, x.Cause, x.Clause, x.Depth, x.Count, x.Of)
			fmt.Fprintf(&b, "    %s = %s\n", x.Call, strings.Join(x.Results, ", "))
			for _, a := range x.Args {
				fmt.Fprintf(&b, "    %s: %s\n", a.Name, strings.ReplaceAll(a.Value, "\n", "\n    "))
			}
		case event.FunctionEnd:
			if e.Verdict == event.Exhausted {
				inputs[packageName(e.Package)+"."+e.Function] = e.Inputs
			}
			fmt.Fprintf(&b, "%s: %s %d %s\n", e.Function, e.Verdict, e.Inputs, e.Reason)
			for _, n := range e.Notes {
				fmt.Fprintf(&b, "    %s\n", n)
			}
		}
	}
	return inputs, b.String()
}

func packageName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

var counts = regexp.MustCompile(`(?m)^COUNT (\S+) (\d+) (\d+)$`)

// countBrute returns the counts of the packages' tests: for each package the inputs of a function at a
// depth, by "function depth".
func countBrute(t *testing.T, dir string) map[string]map[string]int64 {
	packages, err := filepath.Glob(filepath.Join(dir, "*", "brute_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	brute := map[string]map[string]int64{}
	for _, p := range packages {
		name := filepath.Base(filepath.Dir(p))
		brute[name] = map[string]int64{}
		cmd := exec.Command("go", "test", "-vet=off", "-count=1", "-v", "-run", "TestBrute", "./"+name)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, m := range counts.FindAllStringSubmatch(string(out), -1) {
			if brute[name][m[1]+" "+m[2]], err = strconv.ParseInt(m[3], 10, 64); err != nil {
				t.Fatal(err)
			}
		}
	}
	return brute
}

// compareBrute compares the number of inputs of a depth with brute force.
func compareBrute(t *testing.T, brute map[string]map[string]int64, inputs map[string]int64, depth int) {
	for name, counted := range brute {
		found := 0
		for key, want := range counted {
			function, at, _ := strings.Cut(key, " ")
			if at != fmt.Sprint(depth) {
				continue
			}
			found++
			if got := inputs[name+"."+function]; got != want {
				t.Errorf("%s.%s at depth %d: %d inputs; brute force counts %d", name, function, depth, got, want)
			}
		}
		if found == 0 {
			t.Errorf("%s: brute force counts nothing at depth %d", name, depth)
		}
	}
}
