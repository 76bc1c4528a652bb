package lsp

import (
	"context"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// references lists where the directives of a package refer to what a name means. The name may be in
// a directive or in Go code. Other servers list the references in Go code.
func (s *server) references(_ context.Context, v *view, p referenceParams) ([]location, error) {
	found := []location{}
	c, target, ok := s.target(v, p.positionParams)
	if !ok {
		return found, nil
	}
	if p.Context.Declaration && (c.d != nil || c.directiveAt(target)) {
		found = append(found, v.location(target))
	}
	for _, path := range slices.Concat(c.pkg.GoFiles, c.pkg.TestFiles) {
		t, err := v.text(path)
		if err != nil || !strings.Contains(t.s, marker) {
			continue
		}
		x := parse(path, t)
		for _, d := range x.directives {
			for _, n := range x.names(d) {
				other := &cursor{view: v, path: path, snap: c.snap, pkg: c.pkg, x: x, d: d, name: n}
				if n.text != target.in.s[target.start:target.end] {
					continue
				}
				if at, _, ok := other.meaning(); ok && at.path == target.path && at.start == target.start && (path != at.path || n.start != at.start) {
					found = append(found, v.location(place{path, t, n.start, n.end}))
				}
			}
		}
	}
	return found, nil
}

// target returns where the thing at a position is declared.
func (s *server) target(v *view, p positionParams) (*cursor, place, bool) {
	if c, ok := s.cursor(v, p); ok {
		if c.pkg == nil || c.name.text == "" {
			return nil, place{}, false
		}
		at, _, ok := c.meaning()
		return c, at, ok
	}
	c, offset, ok := s.inCode(v, p)
	if !ok {
		return nil, place{}, false
	}
	var obj types.Object
	for id, o := range c.pkg.Info.Defs {
		if at := c.pkg.Fset.Position(id.Pos()); o != nil && at.Filename == c.path && at.Offset <= offset && offset <= at.Offset+len(id.Name) {
			obj = o
		}
	}
	for id, o := range c.pkg.Info.Uses {
		if at := c.pkg.Fset.Position(id.Pos()); at.Filename == c.path && at.Offset <= offset && offset <= at.Offset+len(id.Name) {
			obj = o
		}
	}
	at, ok := placeOf(v, c.pkg.Fset, obj)
	return c, at, ok
}

// inCode returns the position of a request, if that is in Go code in the state in which it was
// loaded.
func (s *server) inCode(v *view, p positionParams) (c *cursor, offset int, ok bool) {
	path, ok := goFile(p.Document.URI)
	if !ok {
		return nil, 0, false
	}
	t, err := v.text(path)
	if err != nil {
		return nil, 0, false
	}
	snap := s.loaded(v, filepath.Dir(path))
	c = &cursor{view: v, path: path, x: parse(path, t), snap: snap, pkg: snap.packageOf(path)}
	loaded, err := snap.view.text(path)
	if c.pkg == nil || c.pkg.Info == nil || err != nil || loaded.s != t.s {
		return nil, 0, false
	}
	return c, t.offset(p.Position), true
}

// directiveAt reports whether a directive declares what is at a place.
func (c *cursor) directiveAt(p place) bool {
	return parse(p.path, p.in).directiveAt(p.start) != nil
}

// names lists the identifiers of a directive.
func (x *syntax) names(d *directive) []name {
	var all []name
	for at := d.body; at < d.end; {
		if !isWord(x.s[at]) {
			at++
			continue
		}
		n := x.nameAt(d, at)
		all = append(all, n)
		at = max(n.end, at+1)
	}
	return all
}
