package wholefile_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/internal/wholefile"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "a*[b].txt"), filepath.Join(dir, "link")
	if err := wholefile.Write(name, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Write(link, []byte("two"), 0o644); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want that of the file before (%v)", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	want(t, name, "two")
	only(t, dir, 2)
}

// TestReplace has a file that cannot be read, a link and a folder in the way.
func TestReplace(t *testing.T) {
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "other")
	name := filepath.Join(dir, "a")
	for what, make := range map[string]func() error{
		"nothing":    func() error { return nil },
		"unreadable": func() error { return os.WriteFile(name, []byte("old"), 0) },
		"a link":     func() error { return errors.Join(os.WriteFile(other, []byte("other"), 0o666), os.Symlink(other, name)) },
		"a folder":   func() error { return os.MkdirAll(filepath.Join(name, "b"), 0o777) },
	} {
		if err := errors.Join(make(), wholefile.Replace(name, []byte(what), 0o644)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		want(t, name, what)
		only(t, dir, 1)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(other); string(data) != "other" {
		t.Errorf("%q was written through the link: %v", data, err)
	}
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := wholefile.Create(name, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Create(name, []byte("two"), 0o644); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second one: %v", err)
	}
	want(t, name, "one")
	only(t, dir, 1)
}

// TestCheck asks for files that can be written and files that cannot.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	for name, fine := range map[string]bool{"new": true, "none/new": false, ".": false} {
		err := wholefile.Check(filepath.Join(dir, name))
		var path *fs.PathError
		if (err == nil) != fine || err != nil && (!errors.As(err, &path) || path.Path != filepath.Join(dir, name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestAbandoned leaves a file as a process does that was killed while it wrote.
func TestAbandoned(t *testing.T) {
	dir := t.TempDir()
	old, young := filepath.Join(dir, ".a.123.part"), filepath.Join(dir, ".a.124.part")
	for _, name := range []string{old, young} {
		if err := os.WriteFile(name, []byte("ha"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Write(filepath.Join(dir, "a"), []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	want(t, young, "ha")
	only(t, dir, 2)
}

// TestNoRoom writes where nothing can be written.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	if err := wholefile.Write(filepath.Join(dir, "none", "a"), nil, 0o644); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is always full")
	}
	if err := wholefile.Write("/dev/full", []byte("x"), 0o644); err == nil {
		t.Error("a full device took a file")
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Fatal("the device was replaced")
	}
}

func want(t *testing.T, name, text string) {
	t.Helper()
	if data, err := os.ReadFile(name); err != nil || string(data) != text {
		t.Errorf("%s holds %q, want %q (%v)", name, data, text, err)
	}
}

func only(t *testing.T, dir string, n int) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != n {
		t.Errorf("the folder holds %v, want %d files (%v)", files, n, err)
	}
}

func TestReserve(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const size = 1<<16 + 3
	if err := wholefile.Reserve(f, size); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(f.Name())
	if err != nil || len(data) != size || len(bytes.Trim(data, "\x00")) > 0 {
		t.Errorf("%d bytes, %v; want %d zeros", len(data), err, size)
	}
	readOnly, err := os.Open(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer readOnly.Close()
	if err := wholefile.Reserve(readOnly, size); err == nil {
		t.Error("room is reserved in a file that is open for reading")
	}
}
