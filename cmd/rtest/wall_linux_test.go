package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness/process"
)

// TestWall runs all functions of the script reach, including those that would be skipped for their
// code: the wall alone keeps them from changing the folder.
func TestWall(t *testing.T) {
	if _, err := process.Confines(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	archive, err := txtar.ParseFile(filepath.Join("testdata", "script", "reach.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if err := extract(archive, dir); err != nil {
		t.Fatal(err)
	}
	before := state(t, dir)
	// The function Inherited writes to this descriptor.
	open, err := os.OpenFile(filepath.Join(target, "keep"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := unix.Dup2(int(open.Fd()), 99); err != nil {
		t.Fatal(err)
	}
	defer unix.Close(99)
	cfg := config.Defaults()
	cfg.Dir, cfg.All, cfg.Parallel = dir, true, 2
	cfg.Limits.Depth, cfg.Limits.Beyond, cfg.Limits.Time = 1, 0, 0
	cfg.Env = append(os.Environ(), "TARGET="+target)
	cfg.Launcher = process.NewLauncher("/proc/self/exe", "rtest", wallCommand)
	cfg.Program, err = annotations.Load(annotations.Config{Dir: dir, Patterns: []string{"./..."}, All: true, Env: cfg.Env})
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range cfg.Program.Packages {
		for _, c := range pkg.Contracts {
			c.Skip, c.Skipped, c.Effects = "", false, false
		}
	}
	stopped := 0
	for e := range check.Run(context.Background(), cfg) {
		switch e := e.(type) {
		case event.Abort:
			t.Fatal(e.Err)
		case event.Fault:
			t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
		case event.FunctionEnd:
			pure := strings.HasPrefix(e.Function, "Pure") || slices.Contains([]string{"Own", "Inherited", "Job.Add", "NewJob"}, e.Function)
			switch {
			case e.Function == "Store.Size":
				// The functions that make a Store have effects.
				if e.Verdict != event.Unsupported {
					t.Errorf("%s: %v: %s", e.Function, e.Verdict, e.Reason)
				}
			case pure && e.Verdict != event.Exhausted:
				t.Errorf("%s: %v: %s %v", e.Function, e.Verdict, e.Reason, e.Failures)
			case !pure && (e.Verdict != event.Skipped || !strings.Contains(e.Reason, "was stopped")):
				t.Errorf("%s is not stopped: %v: %s", e.Function, e.Verdict, e.Reason)
			case !pure:
				stopped++
				t.Logf("%s: %s", e.Function, e.Reason)
			}
		}
	}
	if stopped < 60 {
		t.Errorf("%d functions were stopped", stopped)
	}
	if after := state(t, dir); !bytes.Equal(before, after) {
		t.Errorf("the folder has changed; before:\n%s\nafter:\n%s", before, after)
	}
}

// extract writes the files of an archive.
func extract(archive *txtar.Archive, dir string) error {
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// state lists the files below the folder target, with their hashes.
func state(t *testing.T, dir string) []byte {
	t.Helper()
	cmd := exec.Command("sh", "state.sh")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return out
}
