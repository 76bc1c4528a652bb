package load

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/rtest-dev/rtest/annotations/syntax"
)

// ListTargets asks the go command for the packages that the patterns match, with their test files.
// With ContractTests, packages whose test files can have no contracts come without these: they bring
// in package testing and all that it needs, which is most of what there is to list for a small
// package.
func (c Config) ListTargets() ([]*packages.Package, error) {
	patterns := c.PatternsOrDot()
	if !c.ContractTests || c.All {
		return c.List(true, patterns...)
	}
	plain, err := c.List(false, patterns...)
	if err != nil {
		return nil, err
	}
	var rest []*packages.Package
	var paths []string
	for _, p := range plain {
		switch {
		case p.PkgPath == "command-line-arguments":
			return c.List(true, patterns...)
		case len(p.Errors) > 0 || len(p.GoFiles) == 0 || c.contractsInTests(Directory(p.Dir, p.GoFiles)):
			paths = append(paths, p.PkgPath)
		default:
			rest = append(rest, p)
		}
	}
	switch {
	case len(paths) == 0:
		return plain, nil
	case len(rest) == 0:
		return c.List(true, patterns...)
	}
	tested, err := c.List(true, paths...)
	return append(rest, tested...), err
}

// contractsInTests reports whether a test file in a folder may have a contract, a near miss of one,
// or a property. It returns true if it cannot find out.
func (c Config) contractsInTests(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return true
	}
	var names []string
	for _, e := range entries {
		names = append(names, filepath.Join(dir, e.Name()))
	}
	for name := range c.Overlay {
		if filepath.Dir(name) == dir {
			names = append(names, name)
		}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		if !strings.HasSuffix(name, "_test.go") {
			return false
		}
		src, replaced := c.Overlay[name]
		if !replaced {
			if src, err = os.ReadFile(name); err != nil {
				return true
			}
		}
		return syntax.Mentions(src) || bytes.Contains(src, []byte("Prop"))
	})
}
