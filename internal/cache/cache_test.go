package cache

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/internal/filelock"
)

func open(t *testing.T) *Folder {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	c, err := Open("kind")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEntries(t *testing.T) {
	c := open(t)
	if _, ok := c.Get("a"); ok {
		t.Error("an entry that nobody put")
	}
	for _, text := range []string{"one", "", "two"} {
		if err := c.Put("a", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get("a"); !ok || string(got) != text {
			t.Errorf("got %q, %t, want %q", got, ok, text)
		}
	}
	path, err := c.Store([]byte("package p"), ".go")
	again, _ := c.Store([]byte("package p"), ".go")
	if err != nil || path != again || filepath.Ext(path) != ".go" {
		t.Errorf("%s, then %s: %v", path, again, err)
	}
	if Sum("ab", "c") == Sum("a", "bc") {
		t.Error("keys of different parts have one sum")
	}
}

// TestDamaged damages each kind of file. Stored files are written again; damaged entries count as
// missing.
func TestDamaged(t *testing.T) {
	damage := map[string]func(path string, data []byte) error{
		"truncated": func(path string, data []byte) error { return os.WriteFile(path, data[:len(data)/2], 0o666) },
		"empty":     func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o666) },
		"flipped": func(path string, data []byte) error {
			data[len(data)-1] ^= 1
			return os.WriteFile(path, data, 0o666)
		},
		"unreadable": func(path string, _ []byte) error { return os.Chmod(path, 0) },
		"a folder":   func(path string, _ []byte) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o777)) },
	}
	for name, of := range damage {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			text := []byte("package p")
			path, err := c.Store(text, ".go")
			if err == nil {
				err = c.Put("a", text)
			}
			entry := c.path("a") + ".entry"
			for _, p := range []string{path, entry} {
				data, bad := os.ReadFile(p)
				err = errors.Join(err, bad, of(p, data))
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Store(text, ".go"); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != string(text) {
				t.Errorf("stored again: %q, %v", got, err)
			}
			if got, ok := c.Get("a"); ok && string(got) != string(text) {
				t.Errorf("a damaged entry is %q", got)
			}
			if err := c.Put("a", text); err != nil {
				t.Fatal(err)
			}
			if got, ok := c.Get("a"); !ok || string(got) != string(text) {
				t.Errorf("put again: %q, %t", got, ok)
			}
		})
	}
}

// TestChecksum distinguishes files of the same size.
func TestChecksum(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	seen := map[string]bool{}
	for _, text := range []string{"", "a", "b", "ab", "ba"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		sum, err := Checksum(path)
		if err != nil || seen[sum] {
			t.Errorf("%q: %s, %v", text, sum, err)
		}
		seen[sum] = true
	}
	if _, err := Checksum(path + "2"); err == nil {
		t.Error("a checksum of no file")
	}
}

// TestUnusable has a cache folder in which nothing can be created.
func TestUnusable(t *testing.T) {
	tmp := t.TempDir()
	file := filepath.Join(tmp, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(file, "cache"))
	t.Setenv("HOME", filepath.Join(file, "home"))
	t.Setenv("LocalAppData", filepath.Join(file, "data"))
	t.Setenv("TMPDIR", tmp)
	t.Setenv("TMP", tmp)
	c, err := Open("kind")
	if err != nil || filepath.Dir(filepath.Dir(c.dir)) != tmp {
		t.Fatalf("%v, %v, want a folder in %s", c, err, tmp)
	}
	root := filepath.Dir(c.dir)
	if again, err := Root(); err != nil || again != root {
		t.Errorf("%s, %v, want %s again", again, err, root)
	}
	if runtime.GOOS == "windows" {
		return
	}
	// Others could put a program into this folder.
	if err := os.Chmod(root, 0o777); err != nil {
		t.Fatal(err)
	}
	if c, err := Open("kind"); !errors.Is(err, ErrNoFolder) {
		t.Errorf("%v, %v, want %v", c, err, ErrNoFolder)
	}
}

// Files are complete whenever they are read, however many processes write: also when they are put or
// stored for the first time, or replace a damaged file.
func TestConcurrent(t *testing.T) {
	c := open(t)
	for key := range 60 {
		key := fmt.Sprint(key)
		stored := bytes.Repeat([]byte(key), 1000)
		if path, err := c.Store(stored, ".go"); err != nil || os.WriteFile(path, nil, 0o666) != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Go(func() {
				text := bytes.Repeat(fmt.Append(nil, i), 20_000)
				if err := c.Put(key, text); err != nil {
					t.Error(err)
				}
				if got, ok := c.Get(key); !ok || len(got) != len(text) || bytes.Count(got, got[:1]) != len(got) {
					t.Errorf("read %d bytes of a mixture", len(got))
				}
				path, err := c.Store(stored, ".go")
				if got, read := os.ReadFile(path); err != nil || read != nil || !bytes.Equal(got, stored) {
					t.Errorf("stored %d bytes: %v, %v", len(got), err, read)
				}
			})
		}
		wait.Wait()
	}
	left, _ := filepath.Glob(filepath.Join(c.dir, "??", ".*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Files unused for long are removed, used ones stay.
func TestTrim(t *testing.T) {
	c := open(t)
	long := time.Now().Add(-2 * trimAfter)
	for _, key := range []string{"old", "used"} {
		if err := c.Put(key, []byte("x")); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(c.path(key)+".entry", long, long)
	}
	c.Get("used")
	os.Chtimes(filepath.Join(c.dir, "trimmed"), long, long)
	if _, err := Open("kind"); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get("old"); ok {
		t.Error("an old entry was kept")
	}
	if _, ok := c.Get("used"); !ok {
		t.Error("an entry in use was removed")
	}
}

// built makes size bytes under a key, last used ago, and returns their path.
func (c *Folder) built(t *testing.T, key string, size int, ago time.Duration) string {
	t.Helper()
	dir, err := c.Dir(key)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "program")
	used := time.Now().Add(-ago)
	err = errors.Join(
		os.WriteFile(filepath.Join(dir, LockName), nil, 0o666),
		os.WriteFile(path, make([]byte, size), 0o666),
		os.Chtimes(dir, used, used),
	)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// The least recently used programs are removed first, except locked ones. Links to them stay.
func TestBound(t *testing.T) {
	c := open(t)
	const hour = time.Hour
	paths := map[string]string{}
	for i, key := range []string{"now", "hour", "locked", "day", "week"} {
		paths[key] = c.built(t, key, 100, []time.Duration{0, hour, 2 * hour, 24 * hour, 100 * hour}[i])
	}
	unlock := filelock.Lock(filepath.Join(filepath.Dir(paths["locked"]), LockName))
	if unlock == nil {
		t.Skip("there are no locks here")
	}
	defer unlock()
	dir := filepath.Join(filepath.Dir(paths["week"]), "run-1")
	link := filepath.Join(dir, "program")
	long := time.Now().Add(-100 * hour)
	if err := errors.Join(os.Mkdir(dir, 0o777), os.Link(paths["week"], link), os.Chtimes(filepath.Dir(dir), long, long)); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		limit int64
		left  string
	}{
		{500, "now hour locked day week"},
		{499, "now hour locked day"},
		{350, "now hour locked"},
		{250, "now locked"},
		{0, "locked"},
	} {
		c.Bound(step.limit)
		var left []string
		for _, key := range []string{"now", "hour", "locked", "day", "week"} {
			if _, err := os.Stat(paths[key]); err == nil {
				left = append(left, key)
			}
		}
		if got := strings.Join(left, " "); got != step.left {
			t.Errorf("at most %d bytes: %q is left, want %q", step.limit, got, step.left)
		}
	}
	if info, err := os.Stat(link); err != nil || info.Size() != 100 {
		t.Errorf("the link of a run is gone: %v", err)
	}
}

// Many processes build, use and bound at once: a program built under the lock exists until it is
// linked.
func TestBoundConcurrent(t *testing.T) {
	c := open(t)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for n := range 50 {
				dir, err := c.Dir(fmt.Sprint(n % 5))
				if err != nil {
					t.Error(err)
					return
				}
				unlock := filelock.Lock(filepath.Join(dir, LockName))
				if unlock == nil {
					return
				}
				run := filepath.Join(dir, fmt.Sprint("run-", i, "-", n))
				kept, mine := filepath.Join(dir, "program"), filepath.Join(run, "program")
				err = errors.Join(os.Mkdir(run, 0o777), os.WriteFile(kept, make([]byte, 1000), 0o666), os.Link(kept, mine))
				unlock()
				c.Bound(2000)
				if _, errUse := os.Stat(mine); err != nil || errUse != nil {
					t.Error(err, errUse)
				}
			}
		})
	}
	wait.Wait()
	c.Bound(2000)
	total := int64(0)
	kept, _ := filepath.Glob(filepath.Join(c.dir, "bin", "*"))
	for _, dir := range kept {
		total += measure(dir).size
	}
	if total > 2000 || total == 0 {
		t.Errorf("%d bytes are kept, want some, at most 2000", total)
	}
}
