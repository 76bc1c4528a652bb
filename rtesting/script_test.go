package rtesting_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write the golden files in the scripts")

// TestScripts runs go test on modules of their own, which import this package.
func TestScripts(t *testing.T) {
	var env map[string]string
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "CGO_ENABLED").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
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
			e.Setenv("GOPROXY", "off")
			e.Setenv("GOFLAGS", "-mod=mod")
			e.Setenv("XDG_CACHE_HOME", cache)
			// The one of the script is in the module, whose files go test compares.
			e.Setenv("TMPDIR", cache)
			return module(e.WorkDir, root)
		},
		Condition: func(cond string) (bool, error) {
			if cond == "long" {
				return longtest.Enabled(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"shown": shownCommand, "events": eventsCommand, "age": ageCommand},
	})
}

// module writes the go.mod of a module that imports this one.
func module(dir, root string) error {
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	text := fmt.Sprintf("module example.com/m\n\ngo 1.26.0\n\nrequire github.com/rtest-dev/rtest v0.0.0\n\nreplace github.com/rtest-dev/rtest => %s\n", root)
	return errors.Join(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o666), os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o666))
}

var times = regexp.MustCompile(`\b\d+(\.\d+)?m?s\b`)

// shownCommand runs a command, checks its exit code, and leaves in the file out what it writes, without
// times and the work folder: shown CODE COMMAND ARGUMENT…
func shownCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[0] != "0" && args[0] != "1" {
		ts.Fatalf("usage: shown code command arguments")
	}
	failed := ts.Exec(args[1], args[2:]...) != nil
	text := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	text = times.ReplaceAllString(strings.ReplaceAll(text, ts.Getenv("WORK"), "WORK"), "0s")
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(text), 0o666))
	if failed != (args[0] == "1") {
		ts.Fatalf("%s: want the exit code %s:\n%s", strings.Join(args[1:], " "), args[0], text)
	}
}

// eventsCommand leaves in the file out what the events of go test -json on standard output say: of each
// test what became of it, in the order of the events, with the number of its lines of output.
func eventsCommand(ts *testscript.TestScript, neg bool, args []string) {
	var b strings.Builder
	lines := map[string]int{}
	for scan := bufio.NewScanner(strings.NewReader(ts.ReadFile("stdout"))); scan.Scan(); {
		var e struct{ Action, Test, Output string }
		ts.Check(json.Unmarshal(scan.Bytes(), &e))
		switch {
		case e.Action == "output" && !strings.HasPrefix(strings.TrimSpace(e.Output), "---") && !strings.HasPrefix(e.Output, "==="):
			lines[e.Test]++
		case e.Action != "output" && e.Test != "":
			fmt.Fprintf(&b, "%s %s", e.Action, e.Test)
			if e.Action != "run" && lines[e.Test] > 0 {
				b.WriteString(", with output")
			}
			b.WriteString("\n")
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(b.String()), 0o666))
}

// ageCommand makes all files older: go test caches no result that depends on a file of these seconds.
func ageCommand(ts *testscript.TestScript, neg bool, args []string) {
	then := time.Now().Add(-time.Hour)
	ts.Check(filepath.WalkDir(ts.Getenv("WORK"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.Chtimes(path, then, then)
	}))
}
