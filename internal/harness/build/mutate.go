package build

import (
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/mutants"
	"github.com/rtest-dev/rtest/internal/rewrite"
)

// mutateImport is the name under which copies with mutants import their switch.
const mutateImport = "rtestg_mutate"

// mutate lays copies of the sources under test over the tree that hold the mutants of the
// functions under test, and of what these come to in their package. Functions of
// other packages than the unit's have none.
func (e *Executable) mutate() error {
	o, u := e.files, e.unit
	e.MutantsOf = make([][]int, len(u.Targets))
	path := o.home.path + "/mutate"
	o.files[filepath.Join(o.home.dir, "mutate", "mutate.go")] = mutants.Source()
	p, err := o.own(u)
	if err != nil || len(p.Files) == 0 {
		return err
	}
	set, err := mutants.Make(p, rewrite.Helper{Path: path, Name: mutateImport}, rewrite.Reach(p, testedFuncs(u)[u.Pkg.Types.Path()]))
	if err != nil {
		return err
	}
	for name, data := range set.Files {
		o.files[name] = data
	}
	e.Mutants = set.Mutants
	for i, t := range u.Targets {
		f := t.Contract.Func
		if f == nil || f.Pkg() != u.Pkg.Types {
			continue
		}
		keys := map[string]bool{}
		for fn := range rewrite.Reach(p, map[string]bool{FuncKey(f): true}) {
			keys[rewrite.Key(fn)] = true
		}
		for _, m := range set.Mutants {
			if keys[m.Func] {
				e.MutantsOf[i] = append(e.MutantsOf[i], m.Number)
			}
		}
	}
	return nil
}

// own is the package under test as far as its source is that of its syntax: without tests,
// and empty where the unit is that of external tests.
func (o *overlay) own(u *codegen.Unit) (rewrite.Package, error) {
	p := rewrite.Package{Types: u.Pkg.Types, Info: u.Pkg.Info, Fset: u.Pkg.Fset}
	if u.Pkg.External {
		return p, nil
	}
	for _, f := range u.Pkg.Syntax {
		name := u.Pkg.Fset.PositionFor(f.FileStart, false).Filename
		if !slices.Contains(u.Pkg.GoFiles, name) {
			continue
		}
		text, err := o.content(name)
		if err != nil {
			return p, err
		}
		if int(f.FileEnd-f.FileStart) != len(text) {
			p.Files = nil
			return p, nil // It is what cgo made of the file.
		}
		p.Files = append(p.Files, rewrite.File{Name: name, Syntax: f, Text: text})
	}
	return p, nil
}
