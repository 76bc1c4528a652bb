package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// countsCommand reads the last standard output, of rtest -json, and writes the
// verdict and the number of inputs of each function, a line each, to the file
// out.
func countsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: counts")
	}
	var out strings.Builder
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var e struct {
			Test  string
			Rtest *struct {
				Verdict string
				Inputs  int64
			}
		}
		ts.Check(json.Unmarshal([]byte(line), &e))
		if e.Rtest != nil {
			fmt.Fprintf(&out, "%s %s %d\n", e.Test, e.Rtest.Verdict, e.Rtest.Inputs)
		}
	}
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "out"), []byte(out.String()), 0o644))
}

// findingsCommand parses the last standard output, of rtest -json. It writes the verdict of each
// function, and the cause and call of each finding, one a line, to the file out.
func findingsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: findings")
	}
	type finding struct{ Cause, Call string }
	var out strings.Builder
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var e struct {
			Test  string
			Rtest *struct {
				Verdict         string
				Failures, Flaky []finding
			}
		}
		ts.Check(json.Unmarshal([]byte(line), &e))
		if e.Rtest == nil {
			continue
		}
		fmt.Fprintf(&out, "%s %s", e.Test, e.Rtest.Verdict)
		for _, f := range append(e.Rtest.Failures, e.Rtest.Flaky...) {
			fmt.Fprintf(&out, " %s %s", f.Cause, f.Call)
		}
		out.WriteByte('\n')
	}
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "out"), []byte(out.String()), 0o644))
}
