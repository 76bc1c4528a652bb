// Package rtestvet finds mistakes in the contracts of a package: directives that cannot be read, unknown names,
// wrong types, clauses without effect. They are the mistakes that rtest and its language server report. If the
// intention is clear, it suggests a fix.
//
// The Analyzer works in go vet by cmd/rtestvet, and in every other driver of golang.org/x/tools/go/analysis.
package rtestvet

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/internal/diag"
)

// Analyzer reports mistakes in contracts. The meaning of contracts may depend on comments of imported packages,
// so it exports facts about packages of the module.
var Analyzer = &analysis.Analyzer{
	Name: "rtestvet",
	Doc: `report mistakes in contracts

The analyzer reads the directives of rtest in doc comments (//rtest:ensures …),
and reports those that cannot be read, names that there are not, types that do
not fit, and clauses that say nothing. It runs no code.`,
	URL:       "https://pkg.go.dev/github.com/rtest-dev/rtest/rtestvet",
	Run:       run,
	FactTypes: []analysis.Fact{new(sources)},
}

// sources is the fact about a package: its source files, and those of the packages of its module on
// which it depends. Contents are known by hashes, so that the fact changes with each comment.
type sources struct{ Packages []source }

// A source is one package.
type source struct {
	annotations.Source
	Sums [][sha256.Size]byte
}

// AFact makes sources a fact.
func (*sources) AFact() {}

func (s *sources) String() string { return "sources" }

func run(pass *analysis.Pass) (any, error) {
	if pass.Module == nil || pass.Module.Path == "" || pass.Module.Version != "" {
		return nil, nil // Contracts are those of the main module.
	}
	v := view(pass)
	own, contents, err := read(pass)
	if err != nil {
		return nil, err
	}
	v.Own = own.Source
	all := sources{Packages: []source{own}}
	for _, s := range v.imported {
		all.Packages = append(all.Packages, s)
		v.Module = append(v.Module, s.Source)
	}
	if own.Name != "main" {
		pass.ExportPackageFact(&all)
	}
	if !mentioned(contents) || withTests(pass) {
		return nil, nil
	}
	cfg := annotations.Config{Dir: own.Dir, Overlay: contents}
	for _, s := range v.imported {
		if !s.load(cfg.Overlay) {
			return nil, nil // The file has changed since the package was analyzed.
		}
	}
	for _, d := range annotations.Mistakes(cfg, v.View) {
		report(pass, d)
	}
	return nil, nil
}

// A packageView is a view with the packages of the module by facts.
type packageView struct {
	annotations.View
	imported []source
}

// view collects what the pass knows of imported packages.
func view(pass *analysis.Pass) packageView {
	v := packageView{View: annotations.View{Types: map[string]*types.Package{}, Sizes: pass.TypesSizes}}
	known := map[string]source{}
	seen := map[*types.Package]bool{pass.Pkg: true}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		var fact sources
		if pass.ImportPackageFact(p, &fact) {
			for _, s := range fact.Packages {
				known[s.Path] = s
			}
		}
		v.Types[p.Path()] = p
		for _, imp := range p.Imports() {
			visit(imp)
		}
	}
	for _, imp := range pass.Pkg.Imports() {
		visit(imp)
	}
	for _, path := range slices.Sorted(maps.Keys(known)) {
		v.imported = append(v.imported, known[path])
		delete(v.Types, path)
	}
	return v
}

// read returns the package of the pass as a source, and the contents of its files.
func read(pass *analysis.Pass) (source, map[string][]byte, error) {
	s := source{Source: annotations.Source{
		Path: pass.Pkg.Path(), Name: pass.Pkg.Name(), Imports: map[string]string{},
		Module: pass.Module.Path, GoVersion: strings.TrimPrefix(pass.Module.GoVersion, "go"),
	}}
	contents := map[string][]byte{}
	for _, f := range pass.Files {
		name := pass.Fset.PositionFor(f.FileStart, false).Filename
		data, err := pass.ReadFile(name)
		if err != nil {
			return s, nil, fmt.Errorf("reading a file of %s: %w", s.Path, err)
		}
		contents[name] = data
		s.Files, s.Sums = append(s.Files, name), append(s.Sums, sha256.Sum256(data))
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if pn := pass.TypesInfo.PkgNameOf(spec); err == nil && pn != nil {
				s.Imports[path] = pn.Imported().Path()
			}
		}
	}
	if len(s.Files) > 0 {
		s.Dir = filepath.Dir(s.Files[0])
	}
	return s, contents, nil
}

// load adds the contents of a package's files. It reports whether they are those of the fact.
func (s source) load(contents map[string][]byte) bool {
	for i, name := range s.Files {
		data, err := os.ReadFile(name)
		if err != nil || sha256.Sum256(data) != s.Sums[i] {
			return false
		}
		contents[name] = data
	}
	return true
}

// mentioned reports whether a file may have a directive, or a near miss of one.
func mentioned(contents map[string][]byte) bool {
	for _, data := range contents {
		if strings.Contains(strings.ToLower(string(data)), "rtest") {
			return true
		}
	}
	return false
}

// withTests reports whether the package has test files that the pass lacks. Contracts may mention declarations
// of these files. The pass with them finds the same mistakes, and those in the test files.
func withTests(pass *analysis.Pass) bool {
	var dir string
	for _, f := range pass.Files {
		name := pass.Fset.PositionFor(f.FileStart, false).Filename
		if strings.HasSuffix(name, "_test.go") {
			return false
		}
		dir = filepath.Dir(name)
	}
	if dir == "" {
		return false
	}
	// An error is one of other files, or of imports.
	p, _ := build.Default.ImportDir(dir, 0)
	return p != nil && p.Name == pass.Pkg.Name() && len(p.TestGoFiles) > 0
}

// report reports a diagnostic of a file of the pass.
func report(pass *analysis.Pass, d diag.Diagnostic) {
	file := fileNamed(pass, d.Pos.Filename)
	if file == nil || d.Pos.Offset > file.Size() {
		return
	}
	out := analysis.Diagnostic{Pos: file.Pos(d.Pos.Offset), Category: string(d.Code), Message: d.Message}
	if d.End.IsValid() && d.End.Offset >= d.Pos.Offset && d.End.Offset <= file.Size() {
		out.End = file.Pos(d.End.Offset)
	}
	if d.Fix != "" && out.End.IsValid() {
		out.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "write " + d.Fix,
			TextEdits: []analysis.TextEdit{{Pos: out.Pos, End: out.End, NewText: []byte(d.Fix)}},
		}}
	}
	pass.Report(out)
}

// fileNamed returns the file of the pass with a name, or nil.
func fileNamed(pass *analysis.Pass, name string) *token.File {
	i := slices.IndexFunc(pass.Files, func(f *ast.File) bool {
		return pass.Fset.PositionFor(f.FileStart, false).Filename == name
	})
	if i < 0 {
		return nil
	}
	return pass.Fset.File(pass.Files[i].FileStart)
}
