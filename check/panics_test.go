package check_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
)

// TestPanics checks that a panic of rtest becomes a fault of the function or package concerned, and
// that all others are tested.
func TestPanics(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n",
		"a/a.go": "package a\n\n//rtest:ensures result == x\nfunc First(x bool) bool { return x }\n\n" +
			"//rtest:ensures result == x\nfunc Second(x bool) bool { return x }\n\n//rtest:ensures result == x\nfunc Third(x bool) bool { return x }\n",
		"b/b.go": "package b\n\n//rtest:ensures result == x\nfunc F(x bool) bool { return x }\n",
		"c/c.go": "package c\n\n//rtest:ensures result == x\nfunc F(x bool) bool { return x }\n",
	} {
		writeText(t, filepath.Join(dir, name), text)
	}
	cfg := config.Defaults()
	cfg.Limits.Time = 0
	cfg.Dir, cfg.Patterns, cfg.Parallel = dir, []string{"./..."}, 2
	cfg.Dump = func(d config.Dump) {
		if d.Kind == "model" && d.Function == "Second" || d.Kind == "pred" && d.Package == "example.com/m/b" {
			panic("broken")
		}
	}
	var got []string
	for e := range check.Run(context.Background(), cfg) {
		switch e := e.(type) {
		case event.Abort:
			t.Fatal(e.Err)
		case event.Fault:
			got = append(got, fmt.Sprintf("%s.%s: %s", e.Package, e.Function, e.Message))
			if !strings.Contains(e.Detail, "panics_test.go") || !strings.Contains(e.Detail, "flags none") {
				t.Errorf("the detail lacks where it was, or in what: %s", e.Detail)
			}
		case event.FunctionEnd:
			got = append(got, fmt.Sprintf("%s.%s %s", e.Package, e.Function, e.Verdict))
		}
	}
	want := []string{
		"example.com/m/a.First exhausted",
		"example.com/m/a.Second: testing the function: panic: broken",
		"example.com/m/a.Third exhausted",
		"example.com/m/b.: panic: broken",
		"example.com/m/c.F exhausted",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
