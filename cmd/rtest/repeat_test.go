package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// clockTimes are what may differ from one run to the next in the event stream:
// when an event happened, how long something took.
var clockTimes = regexp.MustCompile(`"Time":"[^"]*",|,"Elapsed":[0-9.e-]+|\d+\.\d+s`)

// TestRepeatable runs all the examples several times, with one function at once
// and with many, and compares the event streams byte for byte.
func TestRepeatable(t *testing.T) {
	longtest.Only(t, "runs rtest three times on all examples")
	var first string
	for _, flags := range [][]string{{}, {"-p", "1"}, {"-p", "8"}} {
		args := append([]string{"-json", "-v", "-k", "-save=false", "-count=1", "-time=10m", "-inputs=5000"}, flags...)
		cmd := exec.Command("rtest", append(args, "./...")...)
		cmd.Dir = filepath.Join("..", "..", "examples")
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("%v\n%s", err, out)
		}
		got := clockTimes.ReplaceAllString(string(out), "")
		if first == "" {
			first = got
			continue
		}
		if got != first {
			t.Errorf("with %v the first line that differs is %s", flags, firstDifference(got, first))
		}
	}
}
