package emit_test

import (
	"bytes"
	"context"
	"flag"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/emit"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/refine"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGenerate generates the tests of the modules in testdata/gen. They must be
// as in the archive (want/…), formatted, pass vet, and fail only where the
// section "failing" says so; with each fault (fault/NAME/FILE, a substitution)
// they must fail otherwise; without -long with the first. Generated once more they must
// not change.
func TestGenerate(t *testing.T) {
	names, err := filepath.Glob("testdata/gen/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			longtest.SkipArchive(t, a.Comment)
			dir := t.TempDir()
			unpack(t, dir, a)
			opt := emit.Options{Fuzz: true}
			changes := generate(t, dir, 3, check.Selection{By: check.ByCover}, opt)
			if len(changes) == 0 {
				t.Fatal("nothing is generated")
			}
			golden(t, dir, name, a, changes)
			failing := strings.Fields(string(section(a, "failing")))
			vetted(t, dir)
			if got := failures(t, dir); !slices.Equal(got, failing) {
				t.Errorf("failing tests: %v, want %v", got, failing)
			}
			faults(t, dir, a, failing)
			if again := generate(t, dir, 3, check.Selection{By: check.ByCover}, opt); len(again) > 0 {
				t.Errorf("a second run changes %s", again[0].Path)
			}
		})
	}
}

// unpack writes the sources of an archive.
func unpack(t *testing.T, dir string, a *txtar.Archive) {
	t.Helper()
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "want/") || strings.HasPrefix(f.Name, "fault/") || f.Name == "failing" {
			continue
		}
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func section(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// generate writes the tests of the packages below dir, and returns what has
// changed by that.
func generate(t *testing.T, dir string, depth int, sel check.Selection, opt emit.Options) []emit.Change {
	t.Helper()
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns, cfg.Engine = dir, []string{"./..."}, engine.Search
	cfg.Limits.Depth, cfg.Limits.Time = depth, 0
	sel.Blank = emit.Blank
	var pkgs []*refine.Package
	var files []emit.File
	for c, err := range check.Inputs(context.Background(), cfg, sel) {
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range c.Diags {
			t.Log(d)
		}
		if c.Failed() {
			t.Fatalf("%s has mistakes", c.Pkg.Path)
		}
		fs, diags, err := emit.Files(c, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range diags {
			t.Log(d)
		}
		pkgs, files = append(pkgs, c.Pkg), append(files, fs...)
	}
	changes, err := emit.Changes(pkgs, files)
	if err != nil {
		t.Fatal(err)
	}
	if err := emit.Apply(changes); err != nil {
		t.Fatal(err)
	}
	return changes
}

// golden compares the generated files with those of the archive.
func golden(t *testing.T, dir, name string, a *txtar.Archive, changes []emit.Change) {
	t.Helper()
	var files []txtar.File
	for _, c := range changes {
		rel, err := filepath.Rel(dir, c.Path)
		if err != nil {
			t.Fatal(err)
		}
		formatted, err := format.Source(c.Data)
		if err != nil || !bytes.Equal(formatted, c.Data) {
			t.Errorf("%s is not formatted: %v", rel, err)
		}
		file := txtar.File{Name: "want/" + filepath.ToSlash(rel), Data: c.Data}
		files = append(files, file)
		if !*update && !bytes.Equal(section(a, file.Name), c.Data) {
			t.Errorf("%s is\n%s\nwant\n%s", rel, c.Data, section(a, file.Name))
		}
	}
	if !*update {
		return
	}
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "want/") })
	a.Files = append(a.Files, files...)
	if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

func vetted(t *testing.T, dir string) {
	t.Helper()
	if out, err := goCommand(dir, "vet", "./..."); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

func goCommand(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// failures returns the tests that fail. Code that does not compile, or ends the
// test process, fails the test at hand.
func failures(t *testing.T, dir string) []string {
	t.Helper()
	out, err := goCommand(dir, "test", "-vet=off", "./...")
	var names []string
	for _, m := range failed.FindAllSubmatch(out, -1) {
		names = append(names, string(m[1]))
	}
	if err != nil && len(names) == 0 {
		t.Errorf("go test: %v\n%s", err, out)
	}
	slices.Sort(names)
	return names
}

// faults plants each fault and looks whether the tests see it.
func faults(t *testing.T, dir string, a *txtar.Archive, failing []string) {
	t.Helper()
	tried := 0
	for _, f := range a.Files {
		rest, ok := strings.CutPrefix(f.Name, "fault/")
		if !ok || tried > 0 && !longtest.Enabled() {
			continue
		}
		tried++
		name, file, _ := strings.Cut(rest, "/")
		path := filepath.Join(dir, filepath.FromSlash(file))
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(strings.ReplaceAll(strings.TrimSpace(string(f.Data)), `\/`, "\x00"), "/")
		unescape := func(s string) string { return strings.ReplaceAll(s, "\x00", "/") }
		if len(parts) != 4 || parts[0] != "s" || !strings.Contains(string(before), unescape(parts[1])) {
			t.Errorf("fault %s does not fit: %q", name, f.Data)
			continue
		}
		after := strings.ReplaceAll(string(before), unescape(parts[1]), unescape(parts[2]))
		if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
			t.Fatal(err)
		}
		got := failures(t, dir)
		if slices.Equal(got, failing) {
			t.Errorf("fault %s is not found", name)
		}
		for _, test := range got {
			// The seeds are the inputs of the table: they must find it too.
			seeds := strings.Replace(test, "Test", "Fuzz", 1)
			if strings.HasSuffix(test, "Contract") && written(a, seeds) && !slices.Contains(got, seeds) {
				t.Errorf("fault %s fails %s but not the seeds of %s", name, test, seeds)
			}
		}
		if err := os.WriteFile(path, before, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// written reports whether a golden file has the function.
func written(a *txtar.Archive, function string) bool {
	return slices.ContainsFunc(a.Files, func(f txtar.File) bool {
		return strings.HasPrefix(f.Name, "want/") && bytes.Contains(f.Data, []byte("func "+function+"("))
	})
}

// TestChanges checks that obsolete files are removed, and files that rtest did not write are kept.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	mine := emit.Header + "\n\npackage p\n"
	p := &refine.Package{Dir: dir, GoFiles: []string{write("a.go", "package p\n")}}
	p.TestFiles = []string{
		write("a_rtest_test.go", mine), write("b_rtest_test.go", mine), write("c_rtest_test.go", "package p\n"),
		write("d_rtest_test.go", mine), write("rtest_helpers_test.go", mine), write("e_test.go", mine),
	}
	write("d.go", "//go:build never\n\npackage p\n")
	changes, err := emit.Changes([]*refine.Package{p}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changes {
		if c.Data != nil {
			t.Errorf("%s is written", c.Path)
		}
		got = append(got, filepath.Base(c.Path))
	}
	want := []string{"a_rtest_test.go", "b_rtest_test.go", "rtest_helpers_test.go"}
	if !slices.Equal(got, want) {
		t.Errorf("removed are %v, want %v", got, want)
	}
	_, err = emit.Changes(nil, []emit.File{{Path: p.TestFiles[2], Data: []byte(mine)}})
	if err == nil || !strings.Contains(err.Error(), "rename it") {
		t.Errorf("a file of the user is overwritten: %v", err)
	}
	if err := emit.Apply(changes); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(p.TestFiles[0]); !os.IsNotExist(err) {
		t.Errorf("a removed file is there: %v", err)
	}
	if left, _ := fs.Glob(os.DirFS(dir), "*"); len(left) != 5 {
		t.Errorf("left are %v", left)
	}
}
