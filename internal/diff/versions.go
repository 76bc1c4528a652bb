package diff

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/refine"
)

// A comparison is that of one request.
type comparison struct {
	Request
	report Report
	pairs  []pair
	// open are the functions to close, remove the folders to remove.
	open   []*observe.Functions
	remove []func() error
}

func (c *comparison) close() {
	for _, f := range c.open {
		f.Close()
	}
	for _, remove := range c.remove {
		remove()
	}
}

// A pair is a function in two versions. Same says that both are in one process.
type pair struct {
	path, name string
	old, new   *observe.Function
	same       bool
}

func (p pair) leftOut(why string) LeftOut {
	return LeftOut{Package: p.path, Function: p.name, Pos: p.new.Contract.Pos, Why: why}
}

// leaveOut leaves out a function that reaches beyond its process or ends it from the beginning.
func (c *comparison) leaveOut(p pair, err error) (outcome, error) {
	if why := observe.Ends(err); why != "" {
		return outcome{leftOut: []LeftOut{p.leftOut(why)}}, nil
	}
	return outcome{}, err
}

// load finds the pairs.
func (c *comparison) load(ctx context.Context) error {
	switch {
	case len(c.Functions) > 0:
		return c.loadFunctions(ctx)
	case len(c.Modules) > 0:
		return c.loadModules(ctx)
	}
	return c.loadRevisions(ctx)
}

// A version is one side of a comparison.
type version struct {
	name string
	config.Config
	prog *prepare.Program
}

// open loads the packages of a version. Those that are not compared may have mistakes. Values are made
// in the same way where only one version has a contract for their type.
func (v *version) open(ctx context.Context) error {
	var err error
	if v.prog, err = prepare.LoadByCalls(ctx, v.Config); err != nil {
		return fmt.Errorf("%s: %w", v.name, withinError{err, v.Dir})
	}
	for _, p := range packagesOf(v.prog) {
		if err := observe.Mistakes(p); err != nil {
			return fmt.Errorf("%s: %s: %w", v.name, p.Path, withinError{err, v.Dir})
		}
	}
	return nil
}

// A withinError is an error about files of a folder, which may be a temporary one: it names them without the folder.
type withinError struct {
	error
	dir string
}

func (e withinError) Error() string {
	return strings.ReplaceAll(e.error.Error(), e.dir+string(filepath.Separator), "")
}

func (e withinError) Unwrap() error { return e.error }

// loadFunctions pairs two functions of one package.
func (c *comparison) loadFunctions(ctx context.Context) error {
	v := &version{Config: c.Config}
	v.All = true
	var err error
	if v.prog, err = prepare.Load(ctx, v.Config); err != nil {
		return err
	}
	pkg, err := observe.Only(v.prog)
	if err != nil {
		return err
	}
	var both []*refine.Contract
	for _, name := range c.Functions {
		found, err := observe.ContractOf(v.prog, pkg, name)
		if err != nil {
			return err
		}
		both = append(both, found)
	}
	if why, _ := unlikeSignatures(both[0], both[1]); why != "" {
		return fmt.Errorf("%s and %s have different signatures: %s", c.Functions[0], c.Functions[1], why)
	}
	f, err := observe.NewPackage(v.Config, v.prog, pkg).Prepare(ctx, observe.Unjudged(v.prog, pkg, both))
	if err != nil {
		return err
	}
	c.open = append(c.open, f)
	for _, one := range f.All() {
		if one.Why != "" {
			return fmt.Errorf("%s cannot be called: %s", one.Contract.Name, one.Reason())
		}
	}
	c.report.Old, c.report.New = c.Functions[0], c.Functions[1]
	c.pairs = []pair{{path: pkg.Path, name: c.Functions[1], old: f.All()[0], new: f.All()[1], same: true}}
	return nil
}

// pair pairs the functions of two versions, package by package.
func (c *comparison) pair(ctx context.Context, old, now *version) error {
	c.report.Old, c.report.New = old.name, now.name
	if err := errors.Join(old.open(ctx), now.open(ctx)); err != nil {
		return err
	}
	before, after := packagesOf(old.prog), packagesOf(now.prog)
	if len(after) == 0 || len(before) == 0 {
		return errors.New("there are no packages to compare")
	}
	for _, p := range after {
		i := slices.IndexFunc(before, func(q *refine.Package) bool { return q.Path == p.Path })
		if i < 0 {
			c.report.Added = append(c.report.Added, p.Path)
			continue
		}
		if err := c.pairPackage(ctx, old, now, before[i], p); err != nil {
			return err
		}
	}
	for _, q := range before {
		if !slices.ContainsFunc(after, func(p *refine.Package) bool { return p.Path == q.Path }) {
			c.report.Removed = append(c.report.Removed, q.Path)
		}
	}
	if len(c.pairs)+len(c.report.LeftOut)+len(c.report.Removed)+len(c.report.Added) == 0 && !now.All {
		return errors.New("no function has a contract in both versions; with -all, exported functions without one are compared as well")
	}
	return nil
}

// packagesOf are the packages that can be compared: no tests, no programs.
func packagesOf(prog *prepare.Program) (list []*refine.Package) {
	for _, p := range prog.Packages {
		if !p.External && p.Name != "main" {
			list = append(list, p)
		}
	}
	return list
}

// pairPackage pairs the functions of one package.
func (c *comparison) pairPackage(ctx context.Context, old, now *version, before, after *refine.Package) error {
	was, is := comparable(before), comparable(after)
	var olds, news []*refine.Contract
	for _, n := range is {
		i := slices.IndexFunc(was, func(o *refine.Contract) bool { return o.Name == n.Name })
		if i < 0 {
			if !slices.Contains(old.prog.Functions(before), n.Name) {
				c.report.Added = append(c.report.Added, after.Path+"."+n.Name)
			}
			continue
		}
		if why, signature := unlikeSignatures(was[i], n); why != "" {
			c.report.LeftOut = append(c.report.LeftOut, LeftOut{Package: after.Path, Function: n.Name, Pos: n.Pos, Why: why, Signature: signature})
			continue
		}
		olds, news = append(olds, was[i]), append(news, n)
	}
	for _, o := range was {
		if !slices.Contains(now.prog.Functions(after), o.Name) && !slices.ContainsFunc(is, func(n *refine.Contract) bool { return n.Name == o.Name }) {
			c.report.Removed = append(c.report.Removed, before.Path+"."+o.Name)
		}
	}
	if len(news) == 0 {
		return nil
	}
	f, err := observe.NewPackage(old.Config, old.prog, before).Prepare(ctx, observe.Unjudged(old.prog, before, olds))
	if err != nil {
		return fmt.Errorf("%s: %w", old.name, err)
	}
	c.open = append(c.open, f)
	g, err := observe.NewPackage(now.Config, now.prog, after).Prepare(ctx, observe.Unjudged(now.prog, after, news))
	if err != nil {
		return fmt.Errorf("%s: %w", now.name, err)
	}
	c.open = append(c.open, g)
	for i := range news {
		p := pair{path: after.Path, name: news[i].Name, old: f.All()[i], new: g.All()[i]}
		switch {
		case p.new.Why != "":
			c.report.LeftOut = append(c.report.LeftOut, p.leftOut(p.new.Reason()))
		case p.old.Why != "":
			c.report.LeftOut = append(c.report.LeftOut, p.leftOut(old.name+": "+p.old.Reason()))
		default:
			c.pairs = append(c.pairs, p)
		}
	}
	return nil
}

// comparable returns the contracts of the functions to compare. Several contracts of one function,
// such as those of instantiations, have different names.
func comparable(p *refine.Package) (list []*refine.Contract) {
	for _, c := range p.Contracts {
		if c.Func != nil && c.Func.Pkg() != nil && c.Func.Pkg().Path() == p.Path && !c.Prop && !inTest(p, c.Func) {
			list = append(list, c)
		}
	}
	return list
}

// inTest reports whether a test file of the package declares the function. A contract in a test file
// may be for a function outside.
func inTest(p *refine.Package, fn *types.Func) bool {
	return strings.HasSuffix(p.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// unlikeSignatures returns how the types of two contracts differ, by name and structure, or "". signature means that the
// signatures differ, and not only what the types in them consist of.
func unlikeSignatures(a, b *refine.Contract) (why string, signature bool) {
	for _, part := range []struct {
		what string
		a, b []*refine.Variable
	}{{"parameter", a.Inputs(), b.Inputs()}, {"result", a.Results, b.Results}} {
		if len(part.a) != len(part.b) {
			return fmt.Sprintf("%d and %d %ss", len(part.a), len(part.b), part.what), true
		}
		for i := range part.a {
			x, y := structure(part.a[i].Type), structure(part.b[i].Type)
			if x == y {
				continue
			}
			s, t := types.TypeString(part.a[i].Type, nil), types.TypeString(part.b[i].Type, nil)
			if s == t {
				return fmt.Sprintf("the type of %s %d, %s, has another structure", part.what, i+1, s), false
			}
			return fmt.Sprintf("%s %d is %s and %s", part.what, i+1, s, t), true
		}
	}
	return "", false
}

// structure returns a type as text with the definitions of all named types that it reaches.
func structure(t types.Type) string {
	var b strings.Builder
	seen := map[string]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		b.WriteString(types.TypeString(t, nil) + ";")
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			name := types.TypeString(t, nil)
			if seen[name] || t.Obj().Pkg() == nil {
				return
			}
			seen[name] = true
			walk(t.Underlying())
		case *types.Pointer:
			walk(t.Elem())
		case *types.Slice:
			walk(t.Elem())
		case *types.Array:
			walk(t.Elem())
		case *types.Chan:
			walk(t.Elem())
		case *types.Map:
			walk(t.Key())
			walk(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				walk(f.Type())
			}
		}
	}
	walk(t)
	return b.String()
}

// isError reports whether a type is error.
func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
