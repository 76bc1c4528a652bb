package build

import (
	"go/ast"
	"maps"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/mutants"
	"github.com/rtest-dev/rtest/internal/rewrite"
	"github.com/rtest-dev/rtest/internal/watch"
)

// mutateImport and watchImport are the names under which copies import their helper packages.
const (
	mutateImport = "rtestg_mutate"
	watchImport  = "rtestg_watch"
)

// mutate overlays the sources under test with copies that contain the mutants of the functions under test, and
// of the functions they reach in their package. Functions of packages other than the unit's have none.
func (e *Executable) mutate() error {
	r, err := e.reachable()
	if err != nil {
		return err
	}
	set, err := mutants.Make(r.Package, rewrite.Helper{Path: e.files.home.path + "/mutate", Name: mutateImport}, r.all)
	if err != nil {
		return err
	}
	e.lay("mutate", mutants.Source(), set.Files)
	e.Mutants = set.Mutants
	for _, keys := range r.keys {
		var of []int
		for _, m := range set.Mutants {
			if keys[m.Func] {
				of = append(of, m.Number)
			}
		}
		e.MutantsOf = append(e.MutantsOf, of)
	}
	return nil
}

// MutatedSources returns the copies of the sources under test that hold the mutants, by file,
// where they import a helper; its Source need not be there.
func (e *Executable) MutatedSources(h rewrite.Helper) (map[string][]byte, error) {
	r, err := e.reachable()
	if err != nil {
		return nil, err
	}
	set, err := mutants.Make(r.Package, h, r.all)
	if err != nil {
		return nil, err
	}
	return set.Files, nil
}

// WatchedSources returns the copies of the sources under test in which goals are watched, by file, where they
// import a helper, and the source of that. The goals have the same numbers as in the binary.
func (e *Executable) WatchedSources(h rewrite.Helper) (files map[string][]byte, helper []byte, err error) {
	r, err := e.reachable()
	if err != nil {
		return nil, nil, err
	}
	c, err := e.observe(r, h)
	if err != nil {
		return nil, nil, err
	}
	return c.Files, c.Helper, nil
}

// observe makes the copies that report the goals which the counters watch.
func (e *Executable) observe(r reachable, h rewrite.Helper) (*watch.Copy, error) {
	kinds := map[Counters]func(rewrite.Package, rewrite.Helper, map[*ast.FuncDecl]bool) (*watch.Copy, error){
		WatchBoundaries: watch.Boundaries, WatchPaths: watch.Paths, WatchFlows: watch.Flows, WatchCalls: watch.Calls,
	}
	return kinds[e.opt.Counters](r.Package, h, r.all)
}

// watch overlays the same sources with copies that report which goals calls reach.
func (e *Executable) watch() error {
	r, err := e.reachable()
	if err != nil {
		return err
	}
	c, err := e.observe(r, rewrite.Helper{Path: e.files.home.path + "/watch", Name: watchImport})
	if err != nil {
		return err
	}
	e.lay("watch", c.Helper, c.Files)
	e.Places = c.Places
	for _, keys := range r.keys {
		var of []int
		for i, p := range c.Places {
			if keys[p.Func] {
				of = append(of, i)
			}
		}
		e.PlacesOf = append(e.PlacesOf, of)
		e.FlowsOf = append(e.FlowsOf, c.Pairs(keys))
	}
	return nil
}

// lay adds copies of files to the overlay, and the helper package that they import.
func (e *Executable) lay(name string, helper []byte, files map[string][]byte) {
	o := e.files
	o.files[filepath.Join(o.home.dir, name, name+".go")] = helper
	maps.Copy(o.files, files)
}

// A reachable is the package under test with the functions that calls of targets may reach: all, and their keys
// by target.
type reachable struct {
	rewrite.Package
	all  map[*ast.FuncDecl]bool
	keys []map[string]bool
}

func (e *Executable) reachable() (r reachable, err error) {
	u := e.unit
	if r.Package, err = e.files.own(u); err != nil {
		return r, err
	}
	r.all = rewrite.Reach(r.Package, testedFuncs(u)[u.Pkg.Types.Path()])
	for _, t := range u.Targets {
		keys := map[string]bool{}
		if f := t.Contract.Func; f != nil && f.Pkg() == u.Pkg.Types {
			for fn := range rewrite.Reach(r.Package, map[string]bool{FuncKey(f): true}) {
				keys[rewrite.Key(fn)] = true
			}
		}
		r.keys = append(r.keys, keys)
	}
	return r, nil
}

// own returns the package under test as far as its source is that of its syntax: without tests,
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
