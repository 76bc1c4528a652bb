package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestExamples compares what rtest says of each example with expected.txt in
// its folder, times taken out. The numbers of inputs at exhaustion, the smallest
// counterexamples and the counts of failures are all in there. Without -long it runs
// every fourth example.
func TestExamples(t *testing.T) {
	module, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob(filepath.Join(module, "*", "*.go"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	seen := map[string]bool{}
	for _, file := range folders {
		name := filepath.Base(filepath.Dir(file))
		if seen[name] {
			continue
		}
		seen[name] = true
		if len(seen)%4 != 1 && !longtest.Enabled() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			example(t, module, name)
		})
	}
}

func example(t *testing.T, module, name string) {
	cmd := exec.Command("rtest", "-v", "-save=false", "-count=1", "-time=5m", "./"+name)
	cmd.Dir = module
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v\n%s%s", err, stdout.String(), stderr.String())
	}
	got := times.ReplaceAllString(stdout.String(), "TIME")
	if strings.ContainsFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }) {
		t.Errorf("what is printed has control characters:\n%q", got)
	}
	golden := filepath.Join(module, name, "expected.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("rtest ./%s says\n%s\nexpected.txt has\n%s\nthe first line that differs: %s", name, got, want, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return g[i]
		}
	}
	return "(the end)"
}
