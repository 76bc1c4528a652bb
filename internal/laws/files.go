package laws

import (
	"context"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/refine"
)

// functionsFile is the name of the file that is laid into the package, without its ending.
const functionsFile = "rtest_laws_functions"

// sign loads the package, collects the functions for which laws are searched, and adds a file with
// them to the package.
func (f *finder) sign(ctx context.Context) error {
	var err error
	if f.temp, f.remove, err = f.Guard.TempDir("rtest-laws-"); err != nil {
		return err
	}
	standard := f.standard()
	if standard != "" {
		if err := f.ownModule(standard); err != nil {
			return err
		}
	}
	f.All, f.Save, f.Prune = true, false, false
	pkg, err := f.load(ctx)
	if err != nil {
		return err
	}
	f.homeIs(pkg, standard)
	if missing := f.unknownPackages(); len(missing) > 0 {
		if pkg, err = f.loadWith(ctx, pkg, missing); err != nil {
			return err
		}
		f.homeIs(pkg, standard)
	}
	f.report.Package = pkg.Path
	f.report.Dir = pkg.Dir
	if standard != "" {
		f.report.Package, f.report.Dir = standard, ""
	}
	if err := f.collect(pkg); err != nil {
		return err
	}
	for _, fn := range f.Functions {
		for _, t := range fn.Params {
			f.sort(t)
		}
	}
	f.variables = len(f.sorts)
	for _, fn := range f.Functions {
		f.sort(fn.Result)
	}
	for _, t := range f.sorts {
		if st, ok := f.state(pkg, t); ok {
			f.states = append(f.states, st)
		}
	}
	f.made = f.Makings(pkg.Facts)
	src, err := f.Source(f.sorts[:f.variables], f.states, f.made)
	if err != nil {
		return err
	}
	return f.lay(pkg, src)
}

// homeIs sets the package with the functions, and the one that laws are about.
func (f *finder) homeIs(pkg *refine.Package, standard string) {
	f.Home, f.Asked, f.Fset = pkg.Types, pkg.Types, pkg.Fset
	if standard != "" {
		f.Asked = f.imported(standard)
	}
}

// collect fills the signature.
func (f *finder) collect(pkg *refine.Package) error {
	if !f.Only {
		f.Add(f.Asked, inFiles(pkg, f.Asked))
	}
	var items, operators []string
	for _, item := range f.With {
		if signature.IsOperator(item) {
			operators = append(operators, item)
		} else {
			items = append(items, item)
		}
	}
	for _, item := range append(items, operators...) {
		if err := f.Include(item, f.imported); err != nil {
			return err
		}
	}
	f.Truths()
	var dirs []string
	for _, fn := range f.Functions {
		if fn.Of == nil || fn.Of.Pkg() == f.Home {
			continue
		}
		if p, err := build.Default.Import(fn.Of.Pkg().Path(), "", build.FindOnly); err == nil && !slices.Contains(dirs, p.Dir) {
			dirs = append(dirs, p.Dir)
		}
	}
	if len(dirs) > 0 {
		f.code = observe.ConstantsIn(append(dirs, pkg.Dir))
		f.Chars = f.code.Chars
	}
	switch {
	case len(f.Functions) > 0:
	case len(f.Omitted) > 0:
		return f.nothing()
	default:
		return fmt.Errorf("%s exports no functions of which laws could be found; name some by -with", f.report.Package)
	}
	return nil
}

// inFiles returns a function that reports whether a declaration is used. In the package itself, those
// in tests are not.
func inFiles(pkg *refine.Package, asked *types.Package) func(pos token.Position) bool {
	return func(pos token.Position) bool {
		return asked != pkg.Types || slices.Contains(pkg.GoFiles, pos.Filename)
	}
}

// state returns the state by which values of a type are compared, if a directive gives one.
func (f *finder) state(pkg *refine.Package, t types.Type) (signature.State, bool) {
	named := types.Unalias(refine.Pointed(t))
	facts := pkg.Facts.Of(named)
	if facts == nil {
		return signature.State{}, false
	}
	return f.StateOf(t, named, facts)
}

// standard returns the package of the standard library that the pattern names, or "".
func (f *finder) standard() string {
	if len(f.Patterns) != 1 || strings.HasPrefix(f.Patterns[0], ".") || filepath.IsAbs(f.Patterns[0]) {
		return ""
	}
	if p, err := build.Default.Import(f.Patterns[0], "", build.FindOnly); err == nil && p.Goroot {
		return f.Patterns[0]
	}
	return ""
}

// ownModule makes a module that imports a package of the standard library.
func (f *finder) ownModule(path string) error {
	version := strings.TrimPrefix(runtime.Version(), "go")
	if parts := strings.SplitN(version, ".", 3); len(parts) >= 2 {
		version = parts[0] + "." + parts[1]
	}
	dir := filepath.Join(f.temp, "module")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files := map[string]string{
		"go.mod":  "module laws\n\ngo " + version + "\n",
		"laws.go": fmt.Sprintf("package laws\n\nimport _ %q\n", path),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	f.Dir, f.Patterns = dir, []string{"."}
	return nil
}

// imported returns a package by its path among those that the home package is made of.
func (f *finder) imported(path string) *types.Package {
	seen := map[*types.Package]bool{}
	var find func(p *types.Package) *types.Package
	find = func(p *types.Package) *types.Package {
		if seen[p] {
			return nil
		}
		seen[p] = true
		if p.Path() == path {
			return p
		}
		for _, q := range p.Imports() {
			if found := find(q); found != nil {
				return found
			}
		}
		return nil
	}
	for _, q := range f.Home.Imports() {
		if q.Path() == path {
			return q
		}
	}
	return find(f.Home)
}

// unknownPackages are those that items name and the home package does not import.
func (f *finder) unknownPackages() []string {
	missing := map[string]bool{}
	for _, item := range f.With {
		if path := f.PackageOf(item); path != "" && !slices.ContainsFunc(f.Home.Imports(), func(p *types.Package) bool { return p.Path() == path }) {
			missing[path] = true
		}
	}
	return slices.Sorted(maps.Keys(missing))
}

// loadWith loads the package once more with further imports.
func (f *finder) loadWith(ctx context.Context, pkg *refine.Package, paths []string) (*refine.Package, error) {
	var src strings.Builder
	fmt.Fprintf(&src, "package %s\n\n", pkg.Name)
	for _, p := range paths {
		fmt.Fprintf(&src, "import _ %q\n", p)
	}
	before := f.Overlay
	defer func() { f.Overlay = before }()
	if err := f.lay(pkg, []byte(src.String())); err != nil {
		return nil, err
	}
	out, err := f.load(ctx)
	f.listing = nil // It has this file, which is no part of the package any more.
	return out, err
}

// load lists the package and loads it.
func (f *finder) load(ctx context.Context) (*refine.Package, error) {
	var err error
	if f.listing, err = prepare.ListPackages(ctx, f.Config, false); err != nil {
		return nil, err
	}
	f.prog = f.listing.Load(nil)
	return only(f.prog)
}

// reload loads the package with the file of functions. The go command is asked again only where it must be.
func (f *finder) reload(ctx context.Context) (*refine.Package, error) {
	if f.listing != nil {
		if with := f.listing.With(f.laid, f.source); with != nil {
			f.prog = with.Load(nil)
			return only(f.prog)
		}
	}
	return f.load(ctx)
}

// lay adds the file of functions to the package, together with the user's overlay. It is a test only if the functions, or contracts, are in tests:
// a program without tests is built in less time.
func (f *finder) lay(pkg *refine.Package, src []byte) error {
	f.laid = filepath.Join(pkg.Dir, functionsFile+".go")
	declared := func(fn *signature.Function) bool { return slices.Contains(pkg.TestFiles, fn.Pos.Filename) }
	if len(pkg.UsedTests) > 0 || slices.ContainsFunc(f.Functions, declared) {
		f.laid = filepath.Join(pkg.Dir, functionsFile+"_test.go")
	}
	f.source = src
	return prepare.AddFile(&f.Config, f.temp, f.laid, src)
}
