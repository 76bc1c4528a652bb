// Package docs holds the documentation for users. Its tests run the examples, which are the archives
// in testdata.
package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write the outputs in the archives anew")

// rtest is the path of the command under test, built once.
var rtest string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "rtest-docs")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	rtest = filepath.Join(dir, "rtest")
	install := exec.Command("go", "install", "../cmd/rtest")
	install.Env = append(os.Environ(), "GOBIN="+dir)
	if out, err := install.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "rtest does not build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// TestArchives runs rtest on every archive. The files of an archive are a
// module, and three kinds of sections are about it:
//
//	-- counts [flags] --  what rtest must find, worked out without it (see
//	                      TestCounts): a line "Function verdict inputs
//	                      exhausted" each, and of the refuted "cause count
//	                      call" for each failure behind it
//	-- out --             the text of that run
//	-- $ rtest … --       the output of this command line, with its exit code
//	                      where that is not 0
//	-- $ go … --          that of the go command
//	-- $ cat file --      a file that these have written
//
// Times stand as zeros in all of them. -update writes the outputs, never the
// counts. Lines of a page may be cut out of an output; see TestPages.
func TestArchives(t *testing.T) {
	for _, name := range archives(t) {
		if strings.HasPrefix(filepath.Base(name), "tutorial") {
			continue // TestTutorial runs them in a row.
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runArchive(t, name, t.TempDir())
		})
	}
}

// TestTutorial does what the tutorial says from beginning to end, in one module that a shell makes. What the
// tutorial installs is this checkout, as TestMain has done.
func TestTutorial(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	page, err := os.ReadFile("tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	const install = "go install github.com/rtest-dev/rtest/cmd/rtest@latest\n"
	var script strings.Builder
	for _, m := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```").FindAllSubmatch(page, -1) {
		script.Write(m[1])
	}
	if !strings.Contains(script.String(), install) {
		t.Errorf("the tutorial does not install rtest by %s", install)
	}
	dir := t.TempDir()
	shell := exec.Command("bash", "-e", "-c", strings.Replace(script.String(), install, "command -v rtest\n", 1))
	shell.Dir = dir
	shell.Env = append(os.Environ(), "GOTOOLCHAIN=local", "PATH="+filepath.Dir(rtest)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if out, err := shell.CombinedOutput(); err != nil || !strings.Contains(string(out), rtest) || !regexp.MustCompile(`(?m)^go +go1`).Match(out) {
		t.Fatalf("%v\n%s", err, out)
	}
	steps, err := filepath.Glob(filepath.Join("testdata", "tutorial*.txtar"))
	if err != nil || len(steps) < 5 {
		t.Fatalf("%d steps: %v", len(steps), err)
	}
	for _, name := range steps {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { runArchive(t, name, filepath.Join(dir, "bill")) })
	}
}

func archives(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	return names
}

func runArchive(t *testing.T, name, dir string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	longtest.SkipArchive(t, a.Comment)
	unpack(t, a, dir)
	var events []byte
	checks := 0
	for i := range a.Files {
		f := &a.Files[i]
		var got string
		switch {
		case strings.HasPrefix(f.Name, "counts"):
			args := append([]string{"-json", "-save=false"}, strings.Fields(f.Name)[1:]...)
			events, _ = command(t, dir, args...)
			compareCounts(t, string(f.Data), events)
			checks++
			continue
		case f.Name == "out":
			got = text(t, events)
		case strings.HasPrefix(f.Name, "$ rtest"):
			out, code := command(t, dir, words(f.Name)[2:]...)
			if got = string(out); code != 0 {
				got += fmt.Sprintf("[exit code %d]\n", code)
			}
		case strings.HasPrefix(f.Name, "$ go "):
			cmd := exec.Command("go", words(f.Name)[2:]...)
			cmd.Dir = dir
			// A module that imports this one needs its sums.
			cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOPROXY=off", "GOFLAGS=-mod=mod")
			out, err := cmd.CombinedOutput()
			if got = string(out); err != nil {
				got += fmt.Sprintf("[%v]\n", err)
			}
		case strings.HasPrefix(f.Name, "$ cat "):
			out, err := os.ReadFile(filepath.Join(dir, words(f.Name)[2]))
			if err != nil {
				t.Fatal(err)
			}
			got = string(out)
		default:
			continue
		}
		checks++
		got = zeroTimes(got)
		if *update {
			f.Data = []byte(got)
		} else if got != string(f.Data) {
			t.Errorf("%s: %s", f.Name, difference(got, string(f.Data)))
		}
	}
	if checks == 0 {
		t.Error("nothing is checked here")
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// difference shows where two texts part: the lines of each between those with
// which both begin and end.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	line := 1
	for len(g) > 0 && len(w) > 0 && g[0] == w[0] {
		g, w, line = g[1:], w[1:], line+1
	}
	for len(g) > 0 && len(w) > 0 && g[len(g)-1] == w[len(w)-1] {
		g, w = g[:len(g)-1], w[:len(w)-1]
	}
	return fmt.Sprintf("from line %d on got\n%s\nwant\n%s", line, strings.Join(g, "\n"), strings.Join(w, "\n"))
}

func unpack(t *testing.T, a *txtar.Archive, dir string) {
	t.Helper()
	for _, f := range a.Files {
		if strings.ContainsAny(f.Name, " $") || f.Name == "counts" || f.Name == "out" {
			continue
		}
		path := filepath.Join(dir, f.Name)
		if f.Name == "go.mod" && bytes.Contains(f.Data, []byte("$SOURCE")) {
			source, err := filepath.Abs("..")
			if err != nil {
				t.Fatal(err)
			}
			sums, err := os.ReadFile(filepath.Join(source, "go.sum"))
			if err := errors.Join(err, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o644)); err != nil {
				t.Fatal(err)
			}
			f.Data = bytes.ReplaceAll(f.Data, []byte("$SOURCE"), []byte(source))
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.Data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// words splits a command line; single quotes hold a word together.
func words(line string) []string {
	var all []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

// command runs rtest in dir and returns its output and its exit code.
func command(t *testing.T, dir string, args ...string) ([]byte, int) {
	t.Helper()
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], ".") {
		// A slow machine must not decide what is tested.
		args = append([]string{"-time=0"}, args...)
	}
	cmd := exec.Command(rtest, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local", "NO_COLOR=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	stdout.Write(stderr.Bytes())
	return stdout.Bytes(), cmd.ProcessState.ExitCode()
}

// An event is what these tests read of a line of rtest -json.
type event struct {
	Action, Test, Output string
	Rtest                *verdict
}

type verdict struct {
	Verdict   string
	Inputs    int64
	Exhausted int
	Failures  []struct {
		Cause, Call string
		Results     []string
		Count       int64
	}
}

// String is the verdict as a line of a counts section has it.
func (v *verdict) String() string {
	s := fmt.Sprintf("%s %d %d", v.Verdict, v.Inputs, v.Exhausted)
	for _, f := range v.Failures {
		s += fmt.Sprintf(" %s %d %s", f.Cause, f.Count, f.Call)
		if len(f.Results) > 0 {
			s += " = " + strings.Join(f.Results, ", ")
		}
	}
	return s
}

func parseEvents(t *testing.T, data []byte) []event {
	t.Helper()
	var all []event
	for line := range bytes.Lines(data) {
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("no event: %v\n%s", err, line)
		}
		all = append(all, e)
	}
	return all
}

func compareCounts(t *testing.T, want string, data []byte) {
	t.Helper()
	got := map[string]string{}
	for _, e := range parseEvents(t, data) {
		if e.Rtest != nil {
			got[e.Test] = e.Rtest.String()
		}
	}
	for _, c := range parseCounts(t, want) {
		g, ok := got[c.function]
		if !ok {
			t.Errorf("%s has no verdict", c.function)
		} else if g != c.rest {
			t.Errorf("%s: got %q, want %q", c.function, g, c.rest)
		}
		delete(got, c.function)
	}
	for name, g := range got {
		t.Errorf("%s is not expected: %s", name, g)
	}
}

// A count is a line of a counts section. rest is the text after the name.
type count struct {
	function, rest    string
	inputs, exhausted int
	// reasoned reports that a comment precedes the line.
	reasoned bool
}

func parseCounts(t *testing.T, text string) []count {
	t.Helper()
	var all []count
	comment := false
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0][0] == '#' {
			comment = len(fields) > 0
			continue
		}
		if len(fields) < 4 {
			t.Fatalf("counts: line %q", line)
		}
		c := count{function: fields[0], rest: strings.Join(fields[1:], " "), reasoned: comment}
		comment = false
		var err, err2 error
		c.inputs, err = strconv.Atoi(fields[2])
		c.exhausted, err2 = strconv.Atoi(fields[3])
		if err != nil || err2 != nil {
			t.Fatalf("counts: line %q", line)
		}
		all = append(all, c)
	}
	return all
}

// text is the output in an event stream, as rtest -v prints it.
func text(t *testing.T, data []byte) string {
	t.Helper()
	var b strings.Builder
	for _, e := range parseEvents(t, data) {
		if !strings.HasPrefix(e.Output, "=== RUN") {
			b.WriteString(e.Output)
		}
	}
	return b.String()
}

var times = []struct {
	re *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`\(\d+\.\d+s\)`), "(0.00s)"},
	{regexp.MustCompile(`\t\d+\.\d+s`), "\t0.000s"},
	{regexp.MustCompile(`\\t\d+\.\d+s`), `\t0.000s`},
	{regexp.MustCompile(`"Time":"[^"]*"`), `"Time":"…"`},
	{regexp.MustCompile(`"Elapsed":[0-9.e-]+`), `"Elapsed":0`},
}

func zeroTimes(s string) string {
	for _, x := range times {
		s = x.re.ReplaceAllString(s, x.to)
	}
	return s
}
