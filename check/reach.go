package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/probe"
	"github.com/rtest-dev/rtest/refine"
)

// A Line is a line of a source file, counted from 1.
type Line struct {
	File   string
	Number int
}

func (l Line) String() string { return fmt.Sprintf("%s:%d", l.File, l.Number) }

// A Reached is the outcome of the search with one function for an input that reaches a line.
type Reached struct {
	Function string
	Found
}

// probeName names the function that is called where the line is reached. It must be unused in
// packages under test.
const probeName = "rtestg_reached"

// Reach searches an input of a function whose call reaches a line. If predicate is not empty it
// must hold there; it is a Go condition over the variables in scope before the line.
//
// Reach tries the enclosing function if it has a contract, else those with contracts that lead
// there, else again the enclosing one. With patterns in cfg the function belongs to one of their
// packages. If an input is found, the last result has its call as Failure. Reach fails if nothing
// is executed on the line, or the predicate is wrong.
func Reach(ctx context.Context, cfg config.Config, line Line, predicate string) ([]Reached, error) {
	if err := isCondition(predicate); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "rtest-reach-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s := &reaching{cfg: cfg, line: line, predicate: predicate, dir: dir}
	if len(cfg.Patterns) == 0 {
		s.cfg.Patterns = []string{"./" + filepath.ToSlash(filepath.Dir(line.File))}
		if filepath.IsAbs(line.File) {
			s.cfg.Patterns = []string{filepath.Dir(line.File)}
		}
	}
	// The search can solve for a panic, but the code may recover from it.
	var all []Reached
	for _, probe := range []string{panics, exits} {
		if all, err = s.search(ctx, probe); err != nil || len(all) == 0 || all[len(all)-1].Failure != nil {
			return all, err
		}
	}
	return all, nil
}

// The bodies of the function that is called on the line.
const (
	panics = `panic("` + probeName + `")`
	exits  = "rtestg_runtime.Goexit()"
)

// isCondition returns an error if a predicate is not an expression on one line.
func isCondition(predicate string) error {
	if predicate == "" {
		return nil
	}
	if strings.Contains(predicate, "\n") {
		return errors.New("the predicate has several lines; write it in one")
	}
	if _, err := parser.ParseExpr(predicate); err != nil {
		return fmt.Errorf("the predicate %s is not a Go expression: %w", predicate, err)
	}
	return nil
}

// reaching is the search for an input that reaches a line.
type reaching struct {
	cfg       config.Config
	line      Line
	predicate string
	// dir is a folder for the files of the overlay.
	dir string
}

// search tries the functions one after another. Body is that of the function called on the line.
func (s *reaching) search(ctx context.Context, body string) ([]Reached, error) {
	place, err := s.overlay(body)
	if err != nil {
		return nil, err
	}
	cfg := s.cfg
	cfg.Overlay = filepath.Join(s.dir, "overlay.json")
	cfg.KeepGoing, cfg.Save, cfg.Run, cfg.Parallel = true, false, nil, 1
	prog, err := prepare.Load(ctx, cfg)
	if err != nil {
		return nil, err
	}
	var all []Reached
	for _, p := range prog.Packages {
		if p.Broken {
			return nil, s.misfit(p)
		}
		for _, c := range s.ways(prog, p, place) {
			asked := *c
			asked.Post, asked.Panics, asked.Pure, asked.Prop = nil, nil, nil, false
			found, err := find(ctx, &run{Package: &prepare.Package{Config: cfg, Prog: prog, Pkg: p, Contracts: []*refine.Contract{&asked}}}, reached)
			if err != nil {
				return nil, err
			}
			if all = append(all, Reached{c.Name, found}); found.Failure != nil {
				return all, nil
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no function that rtest can call leads there; name a package with contracts whose functions do", s.line)
	}
	return all, nil
}

// reached reports whether a call ended at the line.
func reached(f *event.Failure) bool {
	here := func(text string) bool { return strings.Contains(text, probeName) }
	return f.Cause == harness.CausePanic && here(f.Panic) || slices.ContainsFunc(f.Stack, here) || f.Cause == harness.CauseCrash && here(f.Panic+f.Output)
}

// overlay writes the file with the call before the line. It returns the place, and makes an overlay that
// replaces the user's file by it.
func (s *reaching) overlay(body string) (*probe.Place, error) {
	path, err := filepath.Abs(filepath.Join(s.cfg.Dir, s.line.File))
	if filepath.IsAbs(s.line.File) {
		path, err = s.line.File, nil
	}
	if err != nil {
		return nil, err
	}
	given, err := prepare.ReadOverlay(s.cfg)
	if err != nil {
		return nil, err
	}
	replace := map[string]string{}
	write := func(to string, data []byte) error {
		replace[to] = filepath.Join(s.dir, fmt.Sprint(len(replace), ".go"))
		return os.WriteFile(replace[to], data, 0o600)
	}
	src, ok := given[path]
	if !ok {
		if src, err = os.ReadFile(path); err != nil {
			return nil, err
		}
	}
	place, err := probe.Find(s.line.File, src, s.line.Number)
	if err != nil {
		return nil, err
	}
	call := probeName + "()"
	if s.predicate != "" {
		call = "if (" + s.predicate + ") { " + call + " }"
	}
	for name, data := range given {
		if err := write(name, data); err != nil {
			return nil, err
		}
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	helper := fmt.Sprintf("package %s\n\nimport rtestg_runtime \"runtime\"\n\nvar _ = rtestg_runtime.Goexit\n\nfunc %s() { %s }\n", f.Name.Name, probeName, body)
	if err := errors.Join(write(path, place.Insert(src, call)), write(helperFile(path), []byte(helper))); err != nil {
		return nil, err
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	return place, os.WriteFile(filepath.Join(s.dir, "overlay.json"), data, 0o600)
}

// helperFile returns the path of the file for the called function, which is a test file next to a
// test.
func helperFile(path string) string {
	name := probeName
	if strings.HasSuffix(path, "_test.go") {
		name += "_test"
	}
	return filepath.Join(filepath.Dir(path), name+".go")
}

// misfit says why the package does not compile. It blames the predicate if the error is on its
// line.
func (s *reaching) misfit(p *refine.Package) error {
	for _, d := range p.Diags {
		if s.predicate != "" && d.Severity == diag.Error && d.Pos.Line == s.line.Number && filepath.Base(d.Pos.Filename) == filepath.Base(s.line.File) {
			return fmt.Errorf("the predicate %s does not fit in front of %s: %s", s.predicate, s.line, d.Message)
		}
	}
	return errors.New(prepare.WhyBroken(p))
}

// ways returns the contracts of the functions through which the line may be reached.
func (s *reaching) ways(prog *prepare.Program, p *refine.Package, place *probe.Place) []*refine.Contract {
	around := s.around(p, place)
	of := func(ok func(*refine.Contract) bool) []*refine.Contract {
		return slices.DeleteFunc(slices.Clone(p.Contracts), func(c *refine.Contract) bool { return !ok(c) })
	}
	if around != nil {
		if own := of(func(c *refine.Contract) bool { return c.Func != nil && c.Func.Origin() == around }); len(own) > 0 {
			return own
		}
	}
	if len(s.cfg.Patterns) == 1 && around == nil && place.Func != nil {
		return p.Contracts // The line is in another package.
	}
	leading := newCallers(p).leadingTo(s.goals(p, around))
	if list := of(func(c *refine.Contract) bool { return c.Func != nil && leading[c.Func.Origin()] }); len(list) > 0 {
		return list
	}
	if around == nil {
		return nil
	}
	return prog.Bare(p, build.FuncKey(around))
}

// around returns the function that contains the line, or nil if p has none.
func (s *reaching) around(p *refine.Package, place *probe.Place) *types.Func {
	if place.Func == nil {
		return nil
	}
	for _, f := range p.Syntax {
		at := p.Fset.PositionFor(f.FileStart, false)
		if filepath.Base(at.Filename) != filepath.Base(s.line.File) {
			continue
		}
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			from, to := p.Fset.PositionFor(fd.Pos(), false).Line, p.Fset.PositionFor(fd.End(), false).Line
			if fn, ok := p.Info.Defs[fd.Name].(*types.Func); ok && fd.Name.Name == place.Func.Name.Name && from <= s.line.Number && s.line.Number <= to {
				return fn
			}
		}
	}
	return nil
}

// goals returns what must be used for the line to be reached: the enclosing function, or the
// variables whose value contains the line.
func (s *reaching) goals(p *refine.Package, around *types.Func) (list []types.Object) {
	if around != nil {
		return []types.Object{around}
	}
	for v := range variables(p) {
		from, to := p.Fset.PositionFor(v.Pos(), false), p.Fset.PositionFor(v.End(), false)
		if filepath.Base(from.Filename) != filepath.Base(s.line.File) || s.line.Number < from.Line || to.Line < s.line.Number {
			continue
		}
		for _, name := range v.Names {
			list = append(list, p.Info.Defs[name])
		}
	}
	return list
}
