package load

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/rtest-dev/rtest/annotations/syntax"
)

// ListTargets asks the go command for the packages that match the patterns, with their test files. With
// ContractTests, it leaves out the test files of a package if they have no contracts and its contracts need none
// of them. Test files import testing and its dependencies, which are most of the listing of a small package.
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
		case len(p.Errors) > 0 || len(p.GoFiles) == 0 || c.needsTests(Directory(p.Dir, p.GoFiles)):
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

// needsTests reports whether the package needs its test files: one may contain a contract, a near miss of one,
// or a property, or may declare or import a name of a contract elsewhere. It returns true if it cannot find out.
func (c Config) needsTests(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return true
	}
	names := map[string]bool{}
	for _, e := range entries {
		names[filepath.Join(dir, e.Name())] = true
	}
	for name := range c.Overlay {
		names[name] = names[name] || filepath.Dir(name) == dir
	}
	var tests [][]byte
	words := map[string]bool{}
	for name, here := range names {
		if !here || !strings.HasSuffix(name, ".go") {
			continue
		}
		src, replaced := c.Overlay[name]
		if !replaced {
			if src, err = os.ReadFile(name); err != nil {
				return true
			}
		}
		if !strings.HasSuffix(name, "_test.go") {
			addDirectiveWords(words, src)
			continue
		}
		if syntax.Mentions(src) || bytes.Contains(src, []byte("Prop")) {
			return true
		}
		tests = append(tests, src)
	}
	return slices.ContainsFunc(tests, func(src []byte) bool { return suppliesAny(src, words) })
}

// directiveLine matches a directive, and word a name in it.
var (
	directiveLine = regexp.MustCompile(`//rtest:.*`)
	word          = regexp.MustCompile(`[\pL_][\pL\p{Nd}_]*`)
)

// addDirectiveWords adds the words of the directives of a file.
func addDirectiveWords(words map[string]bool, src []byte) {
	if !syntax.Mentions(src) {
		return
	}
	for _, line := range directiveLine.FindAll(src, -1) {
		for _, w := range word.FindAll(line, -1) {
			words[string(w)] = true
		}
	}
}

// suppliesAny reports whether a file has a declaration, a method or an import by one of these names. It
// returns true for a file with syntax errors.
func suppliesAny(src []byte, words map[string]bool) bool {
	if len(words) == 0 {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return true
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && words[fn.Name.Name] {
			return true
		}
		gen, ok := d.(*ast.GenDecl)
		if ok && slices.ContainsFunc(gen.Specs, func(s ast.Spec) bool { return specSuppliesAny(s, words) }) {
			return true
		}
	}
	return false
}

func specSuppliesAny(s ast.Spec, words map[string]bool) bool {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return words[s.Name.Name]
	case *ast.ValueSpec:
		return slices.ContainsFunc(s.Names, func(id *ast.Ident) bool { return words[id.Name] })
	case *ast.ImportSpec:
		if s.Name != nil {
			return s.Name.Name == "." || words[s.Name.Name]
		}
		path := strings.Trim(s.Path.Value, "\"`")
		// A package name is mostly a part of the import path. A package of the standard library, by its whole
		// path means the same in every contract.
		return !words[path] && slices.ContainsFunc(word.FindAllString(path, -1), func(w string) bool { return words[w] })
	}
	return false
}
