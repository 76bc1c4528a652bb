package encode_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestMeaning compares forms of Go whose meaning is easily mistaken, lifted and
// interpreted, with compiled Go on all inputs of a small depth.
func TestMeaning(t *testing.T) {
	archives, err := filepath.Glob("testdata/meaning/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			longtest.SkipArchive(t, a.Comment)
			dir := t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
			for _, f := range a.Files {
				write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			ps, _ := loadFrom(t, dir)
			agree(t, dir, ps, 3, 400)
		})
	}
}
