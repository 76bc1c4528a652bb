package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestArchitectureNamesFiles looks for the files that ARCHITECTURE.md names, by the end
// of their paths.
func TestArchitectureNamesFiles(t *testing.T) {
	page, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	err = filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		for more := err == nil; more; _, path, more = strings.Cut(path, "/") {
			there[path] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`[\w/]+\.go\b`)
	for i, line := range strings.Split(string(page), "\n") {
		for _, name := range named.FindAllString(line, -1) {
			if !there[name] {
				t.Errorf("ARCHITECTURE.md:%d: there is no file %s", i+1, name)
			}
		}
	}
}
