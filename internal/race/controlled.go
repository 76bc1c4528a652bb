package race

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/race/control"
)

// A controller rewrites the packages that take part.
type controller struct {
	control.Writer
	runtime string
	read    build.Source
	// ours are the paths of the packages that are rewritten.
	ours  map[string]bool
	files map[string][]byte
	// moved maps the packages of other modules that are copied to the import paths of the copies,
	// since the go command does not replace their own files. dirs maps them to their folders.
	moved, dirs map[string]string
	// outside holds the paths of packages that stay unchanged and start goroutines.
	outside map[string]bool
}

// control rewrites the files of the package, of the packages of its module that it imports, and of
// packages of other modules that use anything that must be controlled. why is the reason if something
// cannot be controlled.
func (t *tester) control(ctx context.Context, runtime string, read build.Source) (files map[string][]byte, why string, err error) {
	below, err := t.below(ctx, read)
	if err != nil {
		return nil, "", err
	}
	c := &controller{runtime: runtime, read: read, ours: map[string]bool{t.pkg.Path: true}, files: map[string][]byte{}, moved: map[string]string{}, dirs: map[string]string{}, outside: map[string]bool{}}
	for _, s := range below {
		switch {
		case s.Main:
			c.ours[s.Path] = true
		case !s.Whole || c.uncontrolled(s):
			c.outside[s.Path] = starts(s.Syntax)
		default:
			c.ours[s.Path] = true
			c.moved[s.Path] = path.Join(t.pkg.Module, copies, s.Path)
			c.dirs[s.Path] = filepath.Join(t.pkg.ModuleDir, filepath.FromSlash(copies), filepath.FromSlash(s.Path))
		}
	}
	c.keepHidden(below)
	for _, s := range below {
		if c.ours[s.Path] {
			if err := c.rewrite(s, true); err != nil {
				return nil, "", err
			}
		}
	}
	own := annotations.Sources{Path: t.pkg.Path, Fset: t.pkg.Fset, Types: t.pkg.Types, Info: t.pkg.Info, Syntax: t.pkg.Syntax, Files: build.Files(t.pkg)}
	if err := c.rewrite(own, false); err != nil {
		return nil, "", err
	}
	for _, u := range c.Uncontrolled {
		return nil, fmt.Sprintf("%s:%d: %s", u.Pos.Filename, u.Pos.Line, u.Why), nil
	}
	t.sites, t.moved = c.Sites, c.moved
	return c.files, "", nil
}

// below returns the packages that may have to be rewritten as well. To list them takes a run of the go command.
func (t *tester) below(ctx context.Context, read build.Source) ([]annotations.Sources, error) {
	if t.prog.ImportsStandard(t.pkg) {
		return nil, nil
	}
	cfg, err := prepare.LoadConfig(ctx, t.Config)
	if err != nil {
		return nil, err
	}
	return annotations.SourcesBelow(cfg, t.pkg.Path, t.concerned(read))
}

// keepHidden leaves packages in place that import an internal package without a copy: a copy of them
// could not import it.
func (c *controller) keepHidden(below []annotations.Sources) {
	hidden := func(q *types.Package) bool {
		return slices.Contains(strings.Split(q.Path(), "/"), "internal") && c.moved[q.Path()] == ""
	}
	for again := true; again; {
		again = false
		for _, s := range below {
			if c.moved[s.Path] == "" || !slices.ContainsFunc(s.Types.Imports(), hidden) {
				continue
			}
			delete(c.ours, s.Path)
			delete(c.moved, s.Path)
			delete(c.dirs, s.Path)
			c.outside[s.Path], again = starts(s.Syntax), true
		}
	}
}

// copies is where in the module the copies of packages of other modules are laid.
const copies = "internal/rtest_controlled"

// uncontrolled reports whether a package has something that cannot be controlled. Such a package of
// another module stays unchanged.
func (c *controller) uncontrolled(s annotations.Sources) bool {
	trial := &controller{runtime: c.runtime, read: c.read, ours: c.ours, files: map[string][]byte{}}
	err := trial.rewrite(s, true)
	return err != nil || len(trial.Uncontrolled) > 0
}

// starts reports whether code starts goroutines.
func starts(files []*ast.File) (any bool) {
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			_, is := n.(*ast.GoStmt)
			any = any || is
			return !any
		})
	}
	return any
}

// concerned returns a function that reports whether a package of another module, given its imports and
// files, may have to be controlled or watched for data races because the module under test uses it.
// Internal packages may be needed by such packages.
func (t *tester) concerned(read build.Source) func(direct bool, imports, files []string) bool {
	return func(direct bool, imports, files []string) bool {
		internal := func(name string) bool { return strings.Contains(filepath.ToSlash(name), "/internal/") }
		few := !t.narrow && len(files) <= mostWatched
		return few && (direct || slices.ContainsFunc(files, internal)) || slices.ContainsFunc(imports, control.Concerns) || slices.ContainsFunc(files, func(name string) bool {
			text, err := read(name)
			return err == nil && goroutines.Match(text)
		})
	}
}

// mostWatched is how many files a package has at most that is only watched.
const mostWatched = 40

// goroutines finds goroutines and channels.
var goroutines = regexp.MustCompile(`\bchan\b|(?m)^\s*go\s`)

// usesC says why a file that imports C is not controlled.
const usesC = "cgo runs outside the schedule"

// rewrite rewrites the files of one package. With keep, its variables come back after each schedule.
func (c *controller) rewrite(s annotations.Sources, keep bool) error {
	p := control.Package{
		Types: s.Types, Info: s.Info, Fset: s.Fset, Scheduler: c.runtime + "/sched",
		Moved: c.moved, Copied: c.dirs[s.Path] != "",
		Ours:    func(q *types.Package) bool { return c.ours[q.Path()] },
		Outside: func(q *types.Package) bool { return c.outside[q.Path()] },
	}
	texts := make([][]byte, len(s.Syntax))
	for i, f := range s.Syntax {
		name := s.Fset.PositionFor(f.FileStart, false).Filename
		if !slices.Contains(s.Files, name) {
			if at := s.Fset.Position(f.Package); slices.Contains(s.Files, at.Filename) {
				c.Uncontrolled = append(c.Uncontrolled, control.Uncontrolled{Pos: at, Why: usesC}) // What cgo has made of it.
				return nil
			}
			continue
		}
		text, err := c.read(name)
		if err != nil {
			return err
		}
		c.FindLinked(s.Types, control.File{Name: name, Syntax: f, Text: text})
		texts[i] = text
	}
	for i, f := range s.Syntax {
		text, name := texts[i], s.Fset.PositionFor(f.FileStart, false).Filename
		if text == nil {
			continue
		}
		if int(f.FileEnd-f.FileStart) != len(text) {
			c.Uncontrolled = append(c.Uncontrolled, control.Uncontrolled{Pos: token.Position{Filename: name, Line: 1}, Why: usesC})
			return nil
		}
		out := c.Rewrite(p, control.File{Name: name, Syntax: f, Text: text})
		if list := variables(s); keep && i == 0 && len(list) > 0 {
			out = append(out, "\nfunc init() {\n\t"+control.Scheduler+".AtStart(func() {\n\t\t"+control.Scheduler+"."+strings.Join(list, "\n\t\t"+control.Scheduler+".")+"\n\t})\n}\n"...)
		}
		if dir := c.dirs[s.Path]; dir != "" {
			name = filepath.Join(dir, filepath.Base(name))
		}
		c.files[name] = out
	}
	return nil
}

// variables returns the code that keeps the variables of a package as they were before each schedule.
func variables(s annotations.Sources) (out []string) {
	scope := s.Types.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !slices.Contains(s.Files, s.Fset.PositionFor(v.Pos(), false).Filename) {
			continue
		}
		if _, isMap := v.Type().Underlying().(*types.Map); isMap {
			out = append(out, "KeepMap(&"+name+")")
			continue
		}
		out = append(out, "Keep(&"+name+")")
	}
	return out
}
