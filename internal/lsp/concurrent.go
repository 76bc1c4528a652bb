package lsp

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	directives "github.com/rtest-dev/rtest/annotations/syntax"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/refine"
)

// A promising is a type in a file that promises concurrent use.
type promising struct {
	uri, name string
	text      *text
	at        declared
	// result is the one of its last run, or nil.
	result *result
}

// promising returns the types of a file that promise concurrent use, in order. While the package does not compile, they are those from before.
func (s *server) promising(v *view, uri string) (all []*promising) {
	path, ok := goFile(uri)
	if !ok {
		return nil
	}
	t, err := v.text(path)
	if err != nil {
		return nil // The file has disappeared.
	}
	snap := s.loaded(v, filepath.Dir(path))
	x, f := parse(path, t), s.folder(snap.dir)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !snap.compiles() && f.good != nil {
		snap = f.good
	}
	if pkg := snap.packageOf(path); pkg != nil {
		for _, name := range s.Concurrent(pkg) {
			if at, ok := x.typeNamed(name); ok {
				all = append(all, &promising{uri, name, t, at, f.results[concurrentKey(pkg.Path, name)]})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *promising) int { return a.at.name - b.at.name })
	return all
}

// typeNamed returns the declaration of a type.
func (x *syntax) typeNamed(name string) (declared, bool) {
	if x.file == nil {
		return declared{}, false
	}
	for _, d := range x.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
				doc, pos := t.Doc, t.Pos()
				if doc == nil && g.Lparen == 0 {
					doc, pos = g.Doc, g.Pos()
				}
				return x.declared(doc, pos, x.at(t.Name.Pos())), true
			}
		}
	}
	return declared{}, false
}

// run returns the command that tests the type.
func (p *promising) run() command {
	title := "▶ rtest"
	if p.result != nil {
		title += " · " + p.headline()
	}
	return command{Title: title, Command: commandRun, Arguments: []any{runArguments{URI: p.uri, Functions: []string{p.name}}}}
}

// headline describes the last result in one line.
func (p *promising) headline() string {
	text := p.result.says
	if p.result.stale {
		return "stale: " + text
	}
	return text
}

// describe describes the last result.
func (p *promising) describe() string {
	r := p.result
	if r == nil {
		return fmt.Sprintf("**rtest** `%s` was not run yet in this session\n\n", p.name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**rtest** `%s` %s\n\n", p.name, r.says)
	if r.stale {
		b.WriteString("Files have changed since: run it again.\n\n")
	}
	for _, n := range r.end.Notes {
		fmt.Fprintf(&b, "- %s\n", n)
	}
	for _, f := range r.findings {
		fmt.Fprintf(&b, "\n```\n%s\n```\n", f.message)
	}
	return b.String()
}

// saysOf describes the result of a type in one line.
func saysOf(e event.Concurrent) string {
	switch {
	case len(e.Findings) > 0:
		return joinNonEmpty(" · ", e.Verdict.String(), e.Findings[0].Title)
	case e.Counts != "":
		return joinNonEmpty(" · ", e.Verdict.String(), e.Counts)
	}
	return joinNonEmpty(" · ", e.Verdict.String(), shorten(e.Reason))
}

// listsCalls reports whether the directive lists calls of a type.
func (d *directive) listsCalls() bool {
	return d.owner.kind == directives.OnType && d.owner.typ != nil && (d.word == "via" || d.word == "concurrent" || d.word == "relaxed")
}

// listing returns the type to which a directive that lists calls belongs, or nil.
func (c *cursor) listing() types.Object {
	if c.pkg == nil || c.pkg.Types == nil {
		return nil
	}
	return c.pkg.Types.Scope().Lookup(c.d.owner.typ.Name.Name)
}

// method returns a method of the type to which a directive belongs, or nil.
func (c *cursor) method(name string) types.Object {
	obj := c.listing()
	if obj == nil {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, c.pkg.Types, name)
	if f, ok := m.(*types.Func); ok {
		return f
	}
	return nil
}

// calls offers the calls that a directive may list: steps of via for concurrent and relaxed, else methods and functions.
func (k *completer) calls() {
	obj := k.listing()
	if obj == nil {
		return
	}
	if k.d.word != "via" && k.pkg.Facts != nil {
		if steps := stepsOf(k.pkg.Facts.Of(obj.Type())); len(steps) > 0 {
			for _, f := range steps {
				k.object(f)
			}
			return
		}
	}
	t := obj.Type()
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for m := range types.NewMethodSet(t).Methods() {
		if o := m.Obj(); o.Exported() || o.Pkg() == k.pkg.Types {
			k.object(o)
		}
	}
	k.scope(k.pkg.Types.Scope(), func(o types.Object) bool { _, ok := o.(*types.Func); return ok })
}

// stepsOf returns the functions of the steps of a type.
func stepsOf(facts *refine.TypeFacts) (out []types.Object) {
	if facts == nil {
		return nil
	}
	for _, c := range facts.Via {
		if c.Step && c.Func != nil {
			out = append(out, c.Func)
		}
	}
	return out
}
