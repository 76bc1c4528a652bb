package lsp

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	directives "github.com/rtest-dev/rtest/annotations/syntax"

	"github.com/rtest-dev/rtest/refine"
)

// A name is an identifier in a directive, with what precedes it in a selection.
type name struct {
	start, end int
	text       string
	// selected means that a dot precedes it. qualifier is the identifier before the dot, or empty
	// if something else is there.
	selected  bool
	qualifier string
	// selector has all preceding identifiers with their dots. It is empty if something else is
	// among them.
	selector string
}

// nameAt returns the identifier that contains an offset or ends at it.
func (x *syntax) nameAt(d *directive, offset int) name {
	n := name{start: offset, end: offset}
	for n.start > d.body && isWord(x.s[n.start-1]) {
		n.start--
	}
	for n.end < d.end && isWord(x.s[n.end]) {
		n.end++
	}
	n.text = x.s[n.start:n.end]
	if n.start > d.body && x.s[n.start-1] == '.' && (n.start < d.body+2 || x.s[n.start-2] != '.') {
		n.selected = true
		q := n.start - 1
		for q > d.body && isWord(x.s[q-1]) {
			q--
		}
		if q == d.body || x.s[q-1] != '.' {
			n.qualifier = x.s[q : n.start-1]
		}
		for q > d.body && (isWord(x.s[q-1]) || x.s[q-1] == '.' && q > d.body+1 && isWord(x.s[q-2])) {
			q--
		}
		if q == d.body || !strings.ContainsRune(".)]", rune(x.s[q-1])) {
			n.selector = x.s[q : n.start-1]
		}
	}
	return n
}

// A declaration is an alias or a def, which a directive declares for its whole package.
type declaration struct {
	word, name, text string
	at               place
}

// declarations lists the aliases and defs of a package, in the order of its files.
func (snap *snapshot) declarations(v *view, pkg *refine.Package) []declaration {
	return declarationsIn(v, slices.Concat(pkg.GoFiles, pkg.TestFiles))
}

// exported lists the aliases and defs that another package p offers to importing packages. An
// object in p's scope gives the directory.
func exported(v *view, fset *token.FileSet, p *types.Package) []declaration {
	names := p.Scope().Names()
	if len(names) == 0 {
		return nil
	}
	dir := filepath.Dir(fset.Position(p.Scope().Lookup(names[0]).Pos()).Filename)
	// The pattern is valid.
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	paths = slices.DeleteFunc(paths, func(path string) bool { return strings.HasSuffix(path, "_test.go") })
	return slices.DeleteFunc(declarationsIn(v, paths), func(d declaration) bool { return !token.IsExported(d.name) })
}

func declarationsIn(v *view, paths []string) []declaration {
	var all []declaration
	for _, path := range paths {
		t, err := v.text(path)
		if err != nil || !strings.Contains(t.s, marker) {
			continue
		}
		x := parse(path, t)
		for _, d := range x.directives {
			if t.s[d.verb:min(d.verb+len(d.word), d.end)] != d.word || d.word != "type" && d.word != "def" {
				continue
			}
			end := wordEnd(t.s, d.body)
			all = append(all, declaration{d.word, t.s[d.body:end], t.s[d.body:d.end], place{path, t, d.body, end}})
		}
	}
	return all
}

// packageOf returns the package of a folder that contains a file, or nil.
func (snap *snapshot) packageOf(path string) *refine.Package {
	if snap.prog == nil {
		return nil
	}
	for _, pkg := range snap.prog.Packages {
		if slices.Contains(pkg.GoFiles, path) || slices.Contains(pkg.TestFiles, path) {
			return pkg
		}
	}
	return nil
}

// scope returns the file's scope: its imports, then the package's declarations.
func scope(pkg *refine.Package, path string) *types.Scope {
	for _, f := range pkg.Syntax {
		if pkg.Fset.Position(f.Package).Filename == path && pkg.Info.Scopes[f] != nil {
			return pkg.Info.Scopes[f]
		}
	}
	return pkg.Types.Scope()
}

// imported returns the package that a name refers to in a file. It looks at the imports of the
// file, then of other files of its package, then at the standard library.
func imported(pkg *refine.Package, path, name string) *types.Package {
	if p, ok := scope(pkg, path).Lookup(name).(*types.PkgName); ok {
		return p.Imported()
	}
	for _, f := range pkg.Syntax {
		if s := pkg.Info.Scopes[f]; s != nil {
			if p, ok := s.Lookup(name).(*types.PkgName); ok {
				return p.Imported()
			}
		}
	}
	return standard(pkg.Types, name, map[*types.Package]bool{})
}

// standard returns the package of the standard library with that name among the dependencies of p,
// or nil.
func standard(p *types.Package, name string, seen map[*types.Package]bool) *types.Package {
	if seen[p] {
		return nil
	}
	seen[p] = true
	for _, imp := range p.Imports() {
		first, _, _ := strings.Cut(imp.Path(), "/")
		if imp.Name() == name && first != "internal" && first != "vendor" && !strings.Contains(first, ".") && !strings.Contains(imp.Path(), "/internal/") {
			return imp
		}
		if found := standard(imp, name, seen); found != nil {
			return found
		}
	}
	return nil
}

// variables returns the names, at their declarations, that predicates of a directive may use.
func (o owner) variables() []*ast.Ident {
	var lists []*ast.FieldList
	switch {
	case o.fn != nil:
		lists = append(lists, o.fn.Recv, o.fn.Type.Params, o.fn.Type.Results)
	case o.field != nil && o.kind == directives.OnMethod:
		if t, ok := o.field.Type.(*ast.FuncType); ok {
			lists = append(lists, t.Params, t.Results)
		}
	case o.typ != nil:
		if t, ok := o.typ.Type.(*ast.StructType); ok {
			lists = append(lists, t.Fields)
		}
	}
	var names []*ast.Ident
	for _, l := range lists {
		if l == nil {
			continue
		}
		for _, f := range l.List {
			names = append(names, f.Names...)
		}
	}
	return names
}

// bound returns where the directive itself binds a name before an offset: by a quantifier, a
// refined type, a let or a parameter list.
func (x *syntax) bound(d *directive, n name) (start int, ok bool) {
	for at := d.body; at < n.start; {
		if !isWord(x.s[at]) {
			at++
			continue
		}
		end := wordEnd(x.s, at)
		if x.s[at:end] == n.text && x.binds(d, at, end) {
			start, ok = at, true
		}
		at = end
	}
	return start, ok
}

// binds reports whether the directive binds the word at a place.
func (x *syntax) binds(d *directive, at, end int) bool {
	before := strings.TrimRight(x.s[d.body:at], " \t")
	behind := strings.TrimLeft(x.s[end:d.end], " \t")
	for _, q := range []string{"forall", "exists"} {
		if before == q || strings.HasSuffix(before, " "+q) || strings.HasSuffix(before, "("+q) {
			return true
		}
		if i := strings.LastIndex(before, q+" "); i >= 0 && strings.HasSuffix(before, ",") && !strings.ContainsAny(before[i:], ":(") {
			return true
		}
	}
	switch d.word {
	case "let":
		return before == "" && strings.HasPrefix(behind, "=")
	case "sig", "type", "def", "is":
		opened := strings.HasSuffix(before, "{") || strings.HasSuffix(before, "(") || strings.HasSuffix(before, ",")
		return opened && behind != "" && (isWord(behind[0]) || strings.ContainsRune("[*{,(", rune(behind[0])))
	}
	return false
}

// typed returns what the resolver found at an identifier: the object it names, or nil, and the type
// of the smallest expression that ends with it.
func (snap *snapshot) typed(pkg *refine.Package, path string, n name) (obj types.Object, t types.Type) {
	least := 1 << 30
	text, err := snap.view.text(path)
	if err != nil {
		return nil, nil
	}
	visit := func(e refine.Expr) bool {
		src := e.Src()
		if !src.Pos.IsValid() {
			return true
		}
		from, to := pkg.Fset.Position(src.Pos), pkg.Fset.Position(src.End)
		if from.Filename != path || !to.IsValid() {
			return true
		}
		start, end := text.find(from), text.find(to)
		if end != n.end || start > n.start || end-start >= least {
			return true
		}
		switch e := e.(type) {
		case *refine.Object:
			obj = e.Obj
		case *refine.Field:
			obj = e.Sel.Obj()
		case *refine.Method:
			obj = e.Sel.Obj()
		}
		least, t = end-start, e.Type()
		return true
	}
	eachExpr(pkg, visit)
	return obj, t
}

// eachExpr visits the expressions of a package's contracts.
func eachExpr(pkg *refine.Package, visit func(refine.Expr) bool) {
	for _, c := range pkg.Contracts {
		for _, cl := range slices.Concat(c.Pre, c.Post, c.Classes, []*refine.Clause{c.Panics}) {
			if cl != nil && cl.Expr != nil {
				refine.Inspect(cl.Expr, visit)
			}
		}
		for _, l := range c.Lets {
			refine.Inspect(l.Value, visit)
		}
	}
	seen := map[*refine.TypeFacts]bool{}
	for _, n := range pkg.Types.Scope().Names() {
		obj, ok := pkg.Types.Scope().Lookup(n).(*types.TypeName)
		if !ok || pkg.Facts == nil || obj.IsAlias() {
			continue
		}
		if named, ok := obj.Type().(*types.Named); !ok || named.TypeParams().Len() > 0 {
			continue
		}
		facts := pkg.Facts.Of(obj.Type())
		if facts == nil || seen[facts] {
			continue
		}
		seen[facts] = true
		for _, cl := range slices.Concat(facts.Invariants, facts.Fields) {
			refine.Inspect(cl.Expr, visit)
		}
	}
}

// placeOf returns where an object is declared.
func placeOf(v *view, fset *token.FileSet, obj types.Object) (place, bool) {
	if obj == nil || !obj.Pos().IsValid() {
		return place{}, false
	}
	p := fset.Position(obj.Pos())
	t, err := v.text(p.Filename)
	if err != nil {
		return place{}, false
	}
	start := t.find(p)
	return place{p.Filename, t, start, min(start+len(obj.Name()), len(t.s))}, true
}
