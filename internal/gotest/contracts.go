package gotest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/rewrite"
	"github.com/rtest-dev/rtest/refine"
)

// A weaver writes copies of files in which functions call what checks them.
type weaver struct {
	layer  *build.Layer
	result *Result
	// packages are those of the module by path, asserted those with functions that are checked.
	packages map[string]*listed
	asserted map[string]*asserted
	weaving  weaving
}

// An asserted is a package with functions that are checked.
type asserted struct {
	// functions are what checks them, by key.
	functions map[string][]codegen.Asserted
	// contracts are the contracts of the functions of all packages.
	contracts []*refine.Contract
	// foreign are the functions with contracts in other packages.
	foreign []*types.Func
	// holders are the importable ones of the packages that have these contracts.
	holders []string
}

func newWeaver(packages []*listed, result *Result) *weaver {
	w := &weaver{
		result: result, packages: map[string]*listed{}, asserted: map[string]*asserted{},
		weaving: weaving{map[string]map[string][]wovenFunction{}, map[string]string{}},
	}
	for _, l := range packages {
		w.packages[l.ImportPath] = l
	}
	return w
}

// open parses a file.
func (w *weaver) open(path string) (*sheet, error) {
	text, err := w.layer.Read(path)
	if err != nil {
		return nil, err
	}
	return parseSheet(path, text)
}

// of returns the checked functions of the package with a path.
func (w *weaver) of(path string) *asserted {
	if w.asserted[path] == nil {
		w.asserted[path] = &asserted{functions: map[string][]codegen.Asserted{}}
	}
	return w.asserted[path]
}

// contracted records the functions that are checked because of the contracts of a package.
func (w *weaver) contracted(p *refine.Package, code *codegen.Assertions) {
	if len(code.Funcs) > 0 {
		a := w.of(p.Path)
		a.contracts = append(a.contracts, p.Contracts...)
		for _, f := range code.Funcs {
			a.check(f)
		}
	}
	for _, fn := range code.Foreign {
		a := w.of(fn.Pkg().Path())
		a.contracts = append(a.contracts, p.Contracts...)
		if !slices.ContainsFunc(a.foreign, func(f *types.Func) bool { return f.FullName() == fn.FullName() }) {
			a.foreign = append(a.foreign, fn)
		}
		if !p.External && p.Name != "main" && !slices.Contains(a.holders, p.Path) {
			a.holders = append(a.holders, p.Path)
		}
	}
}

// check has a function checked.
func (a *asserted) check(f codegen.Asserted) {
	key := build.FuncKey(f.Func)
	a.functions[key] = append(a.functions[key], f)
}

// joints lays the joints of functions with contracts in other packages.
func (w *weaver) joints() {
	for path, a := range w.asserted {
		if len(a.foreign) == 0 {
			continue
		}
		slices.SortFunc(a.foreign, func(f, g *types.Func) int { return cmp.Compare(f.FullName(), g.FullName()) })
		l := w.packages[path]
		file, joined := jointsFile(l.Name, w.layer.Runtime(), a.foreign)
		at := filepath.Join(l.Dir, file.Name)
		w.layer.Lay(at, file.Data)
		w.weaving.Files[at] = ""
		for _, f := range joined {
			a.check(f)
		}
	}
}

// functions lays copies of files in which functions call what checks them. It records those that
// cannot be checked, and forgets packages that have no others.
func (w *weaver) functions() error {
	for _, path := range slices.Sorted(maps.Keys(w.asserted)) {
		a, n := w.asserted[path], 0
		for _, file := range w.packages[path].files(w.packages[path].GoFiles, w.packages[path].CgoFiles) {
			in, err := w.file(file, a)
			if err != nil {
				return err
			}
			n += in
		}
		for _, key := range slices.Sorted(maps.Keys(a.functions)) {
			w.leaveOut(a, a.functions[key][0].Func, "it is part of the tests")
		}
		if n == 0 {
			delete(w.asserted, path)
		}
	}
	return nil
}

// file makes a copy of a file in which contracts are checked. It returns the number of checked functions, and
// removes the functions that it declares from those of the package.
func (w *weaver) file(path string, a *asserted) (n int, err error) {
	s, err := w.open(path)
	if err != nil {
		return 0, fmt.Errorf("reading %s: %w", path, err)
	}
	cgo := slices.ContainsFunc(s.file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
	woven := map[string][]wovenFunction{}
	for _, d := range s.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		key := rewrite.Key(fn)
		for _, f := range a.functions[key] {
			if why := unwoven(fn, cgo); why != "" {
				w.leaveOut(a, f.Func, why)
				continue
			}
			woven[key] = append(woven[key], wovenFunction{f.Enter, f.Leave, f.ByAddress})
		}
		delete(a.functions, key)
	}
	if len(woven) > 0 {
		s.functions(woven)
		w.layer.Lay(path, s.bytes())
		w.weaving.Functions[path] = woven
	}
	return len(woven), nil
}

// leaveOut records that a function is not checked.
func (w *weaver) leaveOut(a *asserted, fn *types.Func, why string) {
	for _, c := range a.contracts {
		if c.Func != nil && c.Func.Origin().FullName() == fn.FullName() {
			w.result.Unchecked = append(w.result.Unchecked, codegen.Unchecked{Contract: c, Why: why})
		}
	}
}

// holders returns the packages that contain contracts for functions of the tested packages. The tests have to
// import them, so that these contracts are part of the test binary.
func (w *weaver) holders(l *listed) (paths []string) {
	for _, path := range l.tested {
		if a := w.asserted[path]; a != nil {
			for _, holder := range a.holders {
				if !slices.Contains(l.tested, holder) && !slices.Contains(paths, holder) && visible(l.ImportPath, holder) {
					paths = append(paths, holder)
				}
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// visible reports whether one package may import another one, by the rule of internal folders.
func visible(from, path string) bool {
	parts := strings.Split(path, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] == "internal" {
			parent := strings.Join(parts[:i], "/")
			return from == parent || strings.HasPrefix(from, parent+"/")
		}
	}
	return true
}
