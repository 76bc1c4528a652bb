package emit

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/wholefile"
	"github.com/rtest-dev/rtest/refine"
)

// A Change replaces a file by Data, or removes it if Data is nil.
type Change struct {
	Path string
	Data []byte
}

// Changes compares the files that packages should have with those on disk. It removes other
// generated files of the packages. It does not touch files that rtest gen has not written; one
// that is in the way is an error.
func Changes(pkgs []*refine.Package, files []File) ([]Change, error) {
	var out []Change
	wanted := map[string]bool{}
	for _, f := range files {
		wanted[f.Path] = true
		old, err := os.ReadFile(f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case bytes.Equal(old, f.Data):
			continue
		case !generated(old):
			return nil, fmt.Errorf("%s is not a file that rtest gen has written; rename it", f.Path)
		}
		out = append(out, Change(f))
	}
	for _, p := range pkgs {
		orphaned, err := orphans(p, wanted)
		if err != nil {
			return nil, err
		}
		out = append(out, orphaned...)
	}
	slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(out, func(a, b Change) bool { return a.Path == b.Path }), nil
}

// orphans finds the generated files of a package whose source is missing or has no contracts
// any more. It keeps a file whose source is excluded by a build constraint.
func orphans(p *refine.Package, wanted map[string]bool) ([]Change, error) {
	var out []Change
	for _, name := range p.TestFiles {
		if wanted[name] || !hasSuffix(name) {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if generated(data) && isObsolete(p, name) {
			out = append(out, Change{Path: name})
		}
	}
	return out, nil
}

// isObsolete reports whether a generated file is obsolete: no package needs it, and its source was examined or is
// missing.
func isObsolete(p *refine.Package, name string) bool {
	switch filepath.Base(name) {
	case helpers, externalHelpers, saved:
		return true
	}
	source := strings.TrimSuffix(name, suffix) + ".go"
	if _, err := os.Stat(source); errors.Is(err, fs.ErrNotExist) {
		return true
	}
	return slices.Contains(p.GoFiles, source) || slices.Contains(p.TestFiles, source)
}

func generated(data []byte) bool { return bytes.HasPrefix(data, []byte(Header+"\n")) }

// Complete reports whether a package has generated tests of more than the saved
// counterexamples.
func Complete(p *refine.Package) bool {
	return slices.ContainsFunc(p.TestFiles, func(name string) bool {
		data, err := os.ReadFile(name)
		return err == nil && hasSuffix(name) && generated(data) && !bytes.HasPrefix(data, []byte(Header+"\n"+partial))
	})
}

// Apply makes the changes.
func Apply(changes []Change) error {
	for _, c := range changes {
		var err error
		if c.Data == nil {
			err = os.Remove(c.Path)
		} else {
			err = wholefile.Write(c.Path, c.Data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Blank returns the package clause of a generated file. It replaces the file while inputs are chosen, so that
// the file's declarations have no effect. Ok is false for a file that rtest gen did not write.
func Blank(path string, data []byte) ([]byte, bool) {
	if !hasSuffix(path) || !generated(data) {
		return nil, false
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, token.PACKAGE.String()+" ") {
			return []byte(line), true
		}
	}
	return nil, false
}
