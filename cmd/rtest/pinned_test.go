package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// pinned makes a module whose go.mod names this checkout of rtest as a tool, with one function
// that fails.
func pinned(t *testing.T) string {
	t.Helper()
	source, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	ours, err := modfile.Parse("go.mod", read("go.mod"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "module example.com/pinned\n\ngo %s\n\ntool %s/cmd/rtest\n", ours.Go.Version, ours.Module.Mod.Path)
	fmt.Fprintf(&b, "\nreplace %s => %s\n\nrequire (\n\t%[1]s v0.0.0 // indirect\n", ours.Module.Mod.Path, source)
	for _, r := range ours.Require {
		fmt.Fprintf(&b, "\t%s %s // indirect\n", r.Mod.Path, r.Mod.Version)
	}
	b.WriteString(")\n")
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"go.mod": b.Bytes(), "go.sum": read("go.sum"),
		"half/half.go": []byte("package half\n\n//rtest:ensures 2*result == x\nfunc Half(x int) int { return x / 2 }\n"),
		"good/good.go": []byte("package good\n\n//rtest:ensures result == x\nfunc Same(x int) int { return x }\n"),
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestPinned runs the scripts of the GitHub action and of pre-commit in a module that names rtest as a tool.
func TestPinned(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash here")
	}
	dir := pinned(t)
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, script string
		env, args    []string
		want         []string
		code         int
	}{
		{"action", "action", []string{"RTEST_FLAGS=-depth 1 -save=false", "RTEST_PACKAGES=./..."}, nil, []string{"::error file=half/half.go,line=3", "ok  \texample.com/pinned/good"}, 1},
		{"one package", "action", []string{"RTEST_FLAGS=", "RTEST_PACKAGES=./good"}, nil, []string{"ok  \texample.com/pinned/good"}, 0},
		{"changed", "pre-commit", nil, []string{"-save=false", "half/half.go", "half/half.go"}, []string{"half/half.go:3:17: Half: ensures"}, 1},
		{"nothing changed", "pre-commit", nil, []string{"-save=false"}, nil, 0},
		{"good", "pre-commit", nil, []string{"good/good.go"}, []string{"ok  \texample.com/pinned/good"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			script, err := filepath.Abs(filepath.Join("..", "..", ".ci", c.script))
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("bash", append([]string{script}, c.args...)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), append(c.env, "RTEST_Z3=false", "GOTOOLCHAIN=local", "GOFLAGS=-mod=mod", "XDG_CACHE_HOME="+t.TempDir(), "GOCACHE="+strings.TrimSpace(string(gocache)))...)
			out, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			for _, w := range c.want {
				if !strings.Contains(string(out), w) {
					t.Errorf("no %q in\n%s", w, out)
				}
			}
			if len(c.want) == 0 && len(out) > 0 {
				t.Errorf("got %s", out)
			}
		})
	}
}
