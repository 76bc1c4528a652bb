package lsp

import (
	"context"
	"go/types"
	"path/filepath"

	directives "github.com/rtest-dev/rtest/annotations/syntax"

	"github.com/rtest-dev/rtest/refine"
)

// define answers where a name in a directive is declared, or null.
func (s *server) define(_ context.Context, v *view, p positionParams) (any, error) {
	c, ok := s.cursor(v, p)
	if !ok || c.name.text == "" {
		return nil, nil
	}
	at, _, ok := c.meaning()
	if !ok {
		return nil, nil
	}
	return v.location(at), nil
}

// A cursor is a position in a directive.
type cursor struct {
	view *view
	path string
	snap *snapshot
	// pkg is nil if the file belongs to no loaded package.
	pkg  *refine.Package
	x    *syntax
	d    *directive
	name name
}

// cursor returns the position of a request, if that is in the text of a directive.
func (s *server) cursor(v *view, p positionParams) (*cursor, bool) {
	path, ok := goFile(p.Document.URI)
	if !ok {
		return nil, false
	}
	t, err := v.text(path)
	if err != nil {
		return nil, false
	}
	c := &cursor{view: v, path: path, x: parse(path, t)}
	offset := t.offset(p.Position)
	if c.d = c.x.directiveAt(offset); c.d == nil {
		return nil, false
	}
	if offset < c.d.body {
		c.name = name{start: c.d.verb, end: min(c.d.verb+len(c.d.word), c.d.end)}
	} else {
		c.name = c.x.nameAt(c.d, offset)
	}
	c.snap = s.loaded(v, filepath.Dir(path))
	c.pkg = c.snap.packageOf(path)
	return c, true
}

// meaning returns where the cursor's name is declared, and a description. Like the resolver, it
// looks up names first among those bound by the predicate, then in Go's scopes, then among aliases
// and defs.
func (c *cursor) meaning() (place, string, bool) {
	n := c.name
	if n.selected {
		return c.selected()
	}
	if c.d.listsCalls() {
		if m := c.method(n.text); m != nil {
			at, ok := placeOf(c.view, c.pkg.Fset, m)
			return at, c.describe(m, n.text), ok
		}
	}
	if start, ok := c.x.bound(c.d, n); ok {
		return place{c.path, c.x.text, start, start + len(n.text)}, c.describe(nil, n.text), true
	}
	for _, id := range c.d.owner.variables() {
		if id.Name == n.text {
			start := c.x.at(id.Pos())
			return place{c.path, c.x.text, start, start + len(n.text)}, c.describe(nil, n.text), true
		}
	}
	if let, ok := c.let(); ok {
		return let, c.describe(nil, n.text), true
	}
	if c.pkg == nil {
		return place{}, "", false
	}
	if _, obj := scope(c.pkg, c.path).LookupParent(n.text, 0); obj != nil && obj.Parent() != types.Universe {
		at, ok := placeOf(c.view, c.pkg.Fset, obj)
		return at, c.describe(obj, n.text), ok
	}
	for _, d := range c.snap.declarations(c.view, c.pkg) {
		if d.name == n.text {
			return d.at, d.word + " " + d.text, true
		}
	}
	return place{}, "", false
}

// selected returns the meaning of a name after a dot: a member of a package, a field or a method.
func (c *cursor) selected() (place, string, bool) {
	if c.pkg == nil {
		return place{}, "", false
	}
	obj, _ := c.snap.typed(c.pkg, c.path, c.name)
	if obj == nil {
		if p := imported(c.pkg, c.path, c.name.qualifier); p != nil {
			obj = p.Scope().Lookup(c.name.text)
			for _, d := range exported(c.view, c.pkg.Fset, p) {
				if d.name == c.name.text {
					return d.at, d.word + " " + d.text, true
				}
			}
		}
	}
	at, ok := placeOf(c.view, c.pkg.Fset, obj)
	return at, c.describe(obj, c.name.text), ok
}

// let returns where another directive of the same declaration names a value.
func (c *cursor) let() (place, bool) {
	for _, d := range c.x.directives {
		if d.word != "let" || d.owner != c.d.owner || d.owner.kind == directives.InFile {
			continue
		}
		if end := wordEnd(c.x.s, d.body); c.x.s[d.body:end] == c.name.text {
			return place{c.path, c.x.text, d.body, end}, true
		}
	}
	return place{}, false
}

// describe formats an object as its declaration, or else the type that the resolver found for the
// name.
func (c *cursor) describe(obj types.Object, text string) string {
	if c.pkg == nil {
		return ""
	}
	qualify := types.RelativeTo(c.pkg.Types)
	if obj != nil {
		return types.ObjectString(obj, qualify)
	}
	if _, t := c.snap.typed(c.pkg, c.path, c.name); t != nil {
		return "var " + text + " " + types.TypeString(t, qualify)
	}
	return ""
}
