package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// atOnce is how many runs TestAtOnce starts.
const atOnce = 6

// TestAtOnce runs one package with findings several times at once, with one cache and one
// folder of saved inputs: all print the same, and save the same files, one for each finding.
func TestAtOnce(t *testing.T) {
	longtest.Only(t, "runs rtest six times at once")
	a, err := txtar.ParseFile(filepath.Join("testdata", "atonce.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(out)))
	}
	var all sync.WaitGroup
	outs := make([]bytes.Buffer, atOnce)
	for i := range outs {
		cmd := exec.Command("rtest", "-v")
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, &outs[i], &outs[i]
		all.Go(func() {
			if err := cmd.Run(); cmd.ProcessState.ExitCode() != 1 {
				t.Error(err)
			}
		})
	}
	all.Wait()
	first := times.ReplaceAllString(outs[0].String(), "T")
	for i := range outs {
		if got := times.ReplaceAllString(outs[i].String(), "T"); got != first {
			t.Errorf("the first line that differs is %s", firstDifference(got, first))
		}
	}
	saved, err := filepath.Glob(filepath.Join(dir, "testdata/rtest/*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range saved {
		names = append(names, filepath.Base(name))
	}
	want := []string{"Clean-1.txt", "Div-1.txt", "Far-1.txt", "Hang-1.txt", "Insert-1.txt", "Keys-1.txt", "Stack.Top-1.txt", "Total-1.txt"}
	if !slices.Equal(names, want) {
		t.Errorf("saved are %q, want %q; a run says\n%s", names, want, first)
	}
}
