package encode_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// mostBetween is how many blocks of code are executed at most between two looks at
// whether to end, some tenths of a second: a predicate that is interpreted takes half as
// many until it is given up.
const mostBetween = 100_000_000

// TestLooksBuilds keeps the program of TestLooks compiling.
func TestLooksBuilds(t *testing.T) {
	build := exec.Command("go", "build", "-o", filepath.Join(t.TempDir(), "looks"), "./testdata/looks")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestLooks counts the work between two checks for the end, while large forms are made and searched.
// The counters are those of coverage, so that every loop is counted.
func TestLooks(t *testing.T) {
	longtest.Only(t, "builds the packages with counters")
	dir, module := t.TempDir(), "github.com/rtest-dev/rtest/"
	program := filepath.Join(dir, "looks")
	build := exec.Command("go", "build", "-cover", "-covermode=atomic",
		"-coverpkg="+module+"encode/...,"+module+"internal/search/...,"+module+"internal/form", "-o", program, "./testdata/looks")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tool, err := exec.Command("go", "tool", "-n", "covdata").Output()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/looks/predicates.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "module", "go.mod"), "module looks\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "module", "looks.go"), string(text))
	run := exec.Command(program, filepath.Join(dir, "module"), dir, strings.TrimSpace(string(tool)))
	run.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	out, err := run.CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^.*: (\d+) at .*$`).FindAllStringSubmatch(string(out), -1)
	if len(lines) < 100 {
		t.Errorf("blocks were counted %d times", len(lines))
	}
	for _, l := range lines {
		if n, err := strconv.Atoi(l[1]); err != nil || n > mostBetween {
			t.Error(l[0])
		}
	}
}
