package laws

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestLibraries finds the laws of packages of the standard library. None may be false within twice the
// bounds, and none may follow from those before it.
func TestLibraries(t *testing.T) {
	longtest.Only(t, "it finds the laws of eight packages")
	for _, path := range []string{"strings", "slices", "maps", "path", "time", "math/big", "net/netip", "container/list"} {
		t.Run(path, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.24\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			q := request(dir, "")
			q.Patterns = []string{path}
			f := &finder{Request: q, dropped: map[*signature.Function]bool{}}
			defer f.close()
			r, err := f.find(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Laws) < 10 {
				t.Errorf("there are %d laws", len(r.Laws))
			}
			independent(t, f)
			within2(t, f, q)
		})
	}
}
