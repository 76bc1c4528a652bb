package check_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
)

var numeral = regexp.MustCompile(`-?\b\d+\b`)

// TestSmallest compares counterexamples beyond the bounds with brute force: no input fails whose numbers have a smaller sum, no
// tree that has fewer nodes.
func TestSmallest(t *testing.T) {
	cmd := exec.Command("go", "run", "./brute")
	cmd.Dir = "testdata/smallest"
	want, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns, cfg.Limits.Time = "testdata/smallest", []string{"./p"}, 0
	got := map[string]string{}
	for e := range check.Run(t.Context(), cfg) {
		switch e := e.(type) {
		case event.FunctionEnd:
			if len(e.Failures) == 1 {
				got[e.Function] = e.Failures[0].Call
			}
		case event.Abort:
			t.Fatal(e.Err)
		case event.Fault:
			t.Fatal(e.Message)
		default:
		}
	}
	lines := strings.Split(strings.TrimSpace(string(want)), "\n")
	if len(lines) < 8 {
		t.Errorf("brute force knows only %d functions", len(lines))
	}
	for _, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		sum := 0
		for _, s := range numeral.FindAllString(got[name], -1) {
			n, err := strconv.Atoi(s)
			if err != nil {
				t.Fatal(err)
			}
			sum += max(n, -n)
		}
		is := fmt.Sprint(name, " ", sum)
		if strings.Contains(line, "nodes") {
			is = fmt.Sprint(name, " ", strings.Count(got[name], "&Tree{"), " nodes ", sum)
		}
		if line != is {
			t.Errorf("%s is %s, brute force finds %s", got[name], is, line)
		}
	}
}
