package html

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/rtest-dev/rtest/internal/wholefile"
)

// generator is in the head of each page, so that pages of an earlier report are known.
const generator = `<meta name="generator" content="rtest"/>`

// Write writes the files of a report to a folder, which it makes if it is missing. Pages of an
// earlier report that are not in this one are removed; other files stay.
func Write(dir string, files []File) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	written := map[string]bool{}
	for _, f := range files {
		written[f.Name] = true
		if err := wholefile.Write(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			return err
		}
	}
	there, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range there {
		name := filepath.Join(dir, e.Name())
		if written[e.Name()] || filepath.Ext(name) != ".html" || !e.Type().IsRegular() {
			continue
		}
		if data, err := os.ReadFile(name); err == nil && bytes.Contains(data, []byte(generator)) {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}
