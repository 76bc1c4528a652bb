package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
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

// Nobody reads half an entry, however many write it.
func TestConcurrent(t *testing.T) {
	c := open(t)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			text := bytes.Repeat(fmt.Append(nil, i), 100_000)
			for range 20 {
				if err := c.Put("a", text); err != nil {
					t.Error(err)
				}
				if got, ok := c.Get("a"); !ok || len(got) != len(text) || bytes.Count(got, got[:1]) != len(got) {
					t.Errorf("read %d bytes of a mixture", len(got))
				}
			}
		})
	}
	wait.Wait()
	left, _ := filepath.Glob(filepath.Join(c.dir, "??", ".*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What was not used for long goes, what was used stays.
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
