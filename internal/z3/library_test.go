//go:build cgo && unix && !nosolver

package z3

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestNoLibrary(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.so")
	if err := os.WriteFile(text, []byte("no library\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Join(dir, "none.so"), dir, text} {
		t.Setenv(variable, name)
		version, err := Version()
		if !errors.Is(err, ErrNoSolver) || version != "" {
			t.Errorf("%s: version %q, %v", name, version, err)
		}
		ctx, err := Open()
		if !errors.Is(err, ErrNoSolver) || ctx != nil {
			t.Errorf("%s: opened, %v", name, err)
		}
		if err != nil && !strings.Contains(err.Error(), variable+"="+name) {
			t.Errorf("%s: the error does not name it: %v", name, err)
		}
	}
}

// A library that is no libz3 lacks its functions.
func TestOtherLibrary(t *testing.T) {
	for _, name := range []string{"libm.so.6", "libSystem.B.dylib", "libc.so.7"} {
		t.Setenv(variable, name)
		_, err := Open()
		if !errors.Is(err, ErrNoSolver) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is absent once may be there the next time, and the other way round: the
// library is looked for at each opening.
func TestLooksEachTime(t *testing.T) {
	ctx, err := Open()
	if err != nil {
		t.Skip(err)
	}
	defer ctx.Close()
	t.Setenv(variable, filepath.Join(t.TempDir(), "none.so"))
	if _, err := Open(); !errors.Is(err, ErrNoSolver) {
		t.Errorf("opened, %v", err)
	}
	if s, err := ctx.Solver(Config{}); err != nil {
		t.Error("the context that is open is of no use any more:", err)
	} else if status, err := s.Check(); status != Sat || err != nil {
		t.Error(status, err)
	}
	t.Setenv(variable, "")
	again, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

func TestTooOld(t *testing.T) {
	for v, want := range map[version]bool{
		{4, 8, 0, 0}: false, {4, 12, 1, 0}: false, {5, 0, 0, 0}: false,
		{4, 7, 1, 0}: true, {3, 9, 0, 0}: true,
	} {
		if v.tooOld() != want {
			t.Errorf("%v too old: %v", v, !want)
		}
	}
}

func TestReleasesInOrder(t *testing.T) {
	files := []string{"/b/libz3.so.4.8", "/a/libz3.so.4.12", "/a/libz3.so.4.9.1", "/a/libz3.so.4.12.2"}
	slices.SortFunc(files, compareReleases)
	want := "/b/libz3.so.4.8 /a/libz3.so.4.9.1 /a/libz3.so.4.12 /a/libz3.so.4.12.2"
	if got := strings.Join(files, " "); got != want {
		t.Errorf("order %s, want %s", got, want)
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		ctx, err := Open()
		if err != nil {
			b.Skip(err)
		}
		ctx.Close()
	}
}
