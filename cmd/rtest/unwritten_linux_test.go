package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestUnwritten runs with an output that takes nothing, or not all.
func TestUnwritten(t *testing.T) {
	v := newVictim(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	for _, c := range []struct {
		out  *os.File
		want string
	}{{full, "no space left on device"}, {w, ""}} {
		var errs bytes.Buffer
		cmd := v.rtest(&errs)
		cmd.Args = append(cmd.Args, "-run", "Panics")
		cmd.Stdout = c.out
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(errs.String(), c.want) || c.want == "" && errs.Len() > 0 {
			t.Errorf("status %v, want 2, and on standard error %q:\n%s", cmd.ProcessState, c.want, errs.String())
		}
		v.settles(t)
	}
	w.Close()
}

// TestNoRoom runs where files cannot be as large as they need be.
func TestNoRoom(t *testing.T) {
	longtest.Only(t, "runs rtest with ever less room")
	v := newVictim(t)
	if err := v.rtest(new(bytes.Buffer)).Run(); err == nil {
		t.Fatal("no failure was found")
	}
	var out bytes.Buffer
	cmd := v.rtest(&out)
	cmd.Args = slices.Concat([]string{"sh", "-c", `ulimit -f 64; exec "$@"`, "sh"}, cmd.Args)
	var err error
	if cmd.Path, err = exec.LookPath("sh"); err != nil {
		t.Fatal(err)
	}
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(out.String(), "ulimit -f") {
		t.Errorf("status %v, want 2:\n%s", cmd.ProcessState, out.String())
	}
	v.settles(t)
}

// TestSmallDisk runs with less and less room for temporary files and for the cache.
func TestSmallDisk(t *testing.T) {
	longtest.Only(t, "builds with an empty cache on five disks")
	v := newVictim(t)
	disk := t.TempDir()
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=32m"); err != nil {
		t.Skipf("a small disk cannot be mounted: %v", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	fill := filepath.Join(disk, "fill")
	for _, c := range []struct {
		room int
		only string // what is on the small disk: "tmp", "cache", or "" for both
		code int
	}{
		{32 << 20, "tmp", 1},
		{3 << 20, "", 2},
		{1 << 20, "cache", 1},
		{100 << 10, "", 2},
		{8 << 10, "tmp", 2},
	} {
		var out bytes.Buffer
		cmd := v.rtest(&out)
		for _, name := range []string{"tmp", "cache"} {
			dir := filepath.Join(disk, name)
			if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o777)); err != nil {
				t.Fatal(err)
			}
			if c.only == "" || c.only == name {
				cmd.Env = append(cmd.Env, map[string]string{"tmp": "TMPDIR", "cache": "XDG_CACHE_HOME"}[name]+"="+dir)
			}
		}
		if err := os.WriteFile(fill, make([]byte, 32<<20-c.room), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd.Args = append(cmd.Args, "-run", "Panics|Writes")
		cmd.Run()
		code := cmd.ProcessState.ExitCode()
		if code != c.code || code == 2 && !strings.Contains(out.String(), "needs room in the folder for temporary files (TMPDIR)") {
			t.Errorf("%d bytes for %q: status %v, want %d:\n%s", c.room, c.only, cmd.ProcessState, c.code, out.String())
		}
		// Without a cache folder, programs are kept in one of the user's in TMPDIR.
		for _, tmp := range []string{v.path("tmp"), filepath.Join(disk, "tmp")} {
			if err := os.RemoveAll(filepath.Join(tmp, "rtest-"+strconv.Itoa(os.Getuid()))); err != nil {
				t.Fatal(err)
			}
		}
		v.settles(t)
		left, err := os.ReadDir(filepath.Join(disk, "tmp"))
		if err != nil || len(left) > 0 {
			t.Errorf("%d bytes for %q: %v are left, %v", c.room, c.only, left, err)
		}
	}
}
