package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write the golden files in the scripts")

// TestMain makes the test program the command rtest, which all tests start by name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rtest": func() {
		os.Args = append(os.Args[:1], unhurried(os.Args[1:])...)
		main()
	}})
}

// unhurried adds arguments that lift time limits, unless the arguments set them: a slow machine must
// not decide how much is tested.
func unhurried(args []string) []string {
	at := 0
	if len(args) > 1 && args[0] == "-C" {
		at = 2
	}
	if at < len(args) && slices.Contains([]string{"check", "find", "replay", "show"}, args[at]) {
		at++
	} else if at < len(args) && !strings.HasPrefix(args[at], "-") && !strings.HasPrefix(args[at], ".") {
		return args
	}
	if at < len(args) && (slices.Contains([]string{"-h", "-help", "--help"}, args[at]) || strings.HasPrefix(args[at], "-C")) {
		return args
	}
	return slices.Insert(slices.Clone(args), at, "-time=0")
}

// TestScripts runs the command on modules of their own, as a user would.
func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Fatal(err)
	}
	var env map[string]string
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS", "CGO_ENABLED").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	source, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			for name, value := range env {
				e.Setenv(name, value)
			}
			e.Setenv("GOTOOLCHAIN", "local")
			e.Setenv("SOURCE", source)
			e.Setenv("XDG_CACHE_HOME", cache)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "z3":
				_, err := engine.SolverVersion()
				return err == nil, nil
			case "long":
				return longtest.Enabled(), nil
			case "cgo":
				return env["CGO_ENABLED"] == "1", nil
			case "root":
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run": runCommand, "stream": streamCommand, "counts": countsCommand, "findings": findingsCommand,
			"crlf": crlfCommand,
		},
	})
}

var times = regexp.MustCompile(`\b\d+(\.\d+)?s\b`)

// runCommand runs rtest, checks its exit code and leaves its standard output,
// with times and the work folder taken out, in the file out: run CODE ARGUMENT…
// A leading program, as in run CODE ./other -- ARGUMENT…, is run instead.
func runCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: run code [program --] arguments")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	program, rest := "rtest", args[1:]
	if len(rest) > 1 && rest[1] == "--" {
		program, rest = rest[0], rest[2:]
	}
	err = ts.Exec(program, rest...)
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	text := times.ReplaceAllString(ts.ReadFile("stdout"), "T")
	text = strings.ReplaceAll(text, ts.Getenv("WORK"), "$WORK")
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "out"), []byte(text), 0o644))
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// streamCommand checks that the last standard output is an event stream as go test -json prints it,
// and writes its verdicts, one a line, to the file out.
func streamCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: stream")
	}
	var out strings.Builder
	began := map[string]bool{}
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var e struct {
			Time                  time.Time
			Action, Package, Test string
			Elapsed               float64
			Output                string
			Rtest                 map[string]any
		}
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		ts.Check(dec.Decode(&e))
		key := e.Package + " " + e.Test
		switch e.Action {
		case "start", "run":
			if began[key] {
				ts.Fatalf("%s begins twice", key)
			}
			began[key] = true
		case "pass", "fail", "skip":
			if !began[key] {
				ts.Fatalf("%s ends and did not begin", key)
			}
			delete(began, key)
			fmt.Fprintf(&out, "%s %s", e.Action, key)
			if e.Rtest != nil {
				fmt.Fprintf(&out, " %v %v", e.Rtest["verdict"], e.Rtest["pos"])
			}
			out.WriteByte('\n')
		case "output":
		default:
			ts.Fatalf("unknown action %q", e.Action)
		}
	}
	if len(began) > 0 {
		ts.Fatalf("without an end: %v", began)
	}
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "out"), []byte(out.String()), 0o644))
}

// crlfCommand gives a file the line ends of Windows.
func crlfCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: crlf file")
	}
	text := strings.ReplaceAll(ts.ReadFile(args[0]), "\n", "\r\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
