package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/cache"
)

// TestNotKept says once that results cannot be kept.
func TestNotKept(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	folder, err := cache.Open("results")
	if err != nil {
		t.Fatal(err)
	}
	blocked := filepath.Join(dir, "rtest", "results")
	if _, err := os.Stat(blocked); err != nil {
		t.Skip("the cache folder is not where XDG_CACHE_HOME says: ", err)
	}
	if err := os.RemoveAll(blocked); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(blocked, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	kept := &results{folder: folder}
	var said []string
	for _, pkg := range []string{"p", "q"} {
		kept.save(pkg, &entry{key: pkg, changed: true}, func(e event.Event) bool {
			m, _ := e.(event.Mistake)
			said = append(said, m.Package+": "+m.Message)
			return true
		})
	}
	if len(said) != 1 || !strings.HasPrefix(said[0], "p: results are not kept") || !strings.Contains(said[0], blocked) {
		t.Errorf("said %q", said)
	}
}
