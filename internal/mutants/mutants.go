package mutants

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A Mutant is one change of one function. It is known by its place, what it changes and
// what it puts there.
type Mutant struct {
	// Number is the value of the switch that turns the mutant on, from 1.
	Number int
	// Pos is the place of the change, Func the key of the function it stands in.
	Pos  token.Position
	Func string
	// What says the change in a few words: "< becomes <=".
	What string
	// From and To are offsets in the file: the text between them becomes Text.
	From, To int
	Text     string
}

// A Package is the code that is varied. Files are those of the package without tests.
type Package struct {
	Types *types.Package
	Info  *types.Info
	Fset  *token.FileSet
	Files []File
}

// A File is the syntax of a source file and its text.
type File struct {
	Name   string
	Syntax *ast.File
	Text   []byte
}

// A Switch is the package that generated copies import: they call it by Name.
type Switch struct{ Path, Name string }

// A Set is the mutants of a package, by number, and by name the files that hold them.
type Set struct {
	Mutants []Mutant
	Files   map[string][]byte
}

// Make returns the mutants of the functions of a package that are chosen, in the order of
// the source. A package that cannot be type-checked by itself has none, for example
// because it uses cgo.
func Make(p Package, s Switch, chosen map[*ast.FuncDecl]bool) (*Set, error) {
	c, err := newChecker(p, s)
	if err != nil || c == nil {
		return &Set{}, err
	}
	m := &maker{pkg: p, sw: s, checker: c, set: &Set{Files: map[string][]byte{}}}
	for _, f := range p.Files {
		if err := m.file(f, chosen); err != nil {
			return nil, err
		}
	}
	return m.set, nil
}

// A maker makes the mutants of one package.
type maker struct {
	pkg     Package
	sw      Switch
	checker *checker
	set     *Set
}

// file makes the mutants of one file.
func (m *maker) file(f File, chosen map[*ast.FuncDecl]bool) error {
	var out []byte
	at, before := 0, len(m.set.Mutants)
	for _, d := range f.Syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || !chosen[fn] {
			continue
		}
		sites := m.find(f, fn)
		if len(sites) == 0 {
			continue
		}
		body, kept, err := m.render(f, fn, sites)
		if err != nil {
			return err
		}
		for _, s := range kept {
			m.set.Mutants = append(m.set.Mutants, s.mutants...)
		}
		slices.SortFunc(m.set.Mutants, func(a, b Mutant) int { return cmp.Compare(a.Number, b.Number) })
		start, end := m.offset(fn.Body.Pos()), m.offset(fn.Body.End())
		out = append(append(out, f.Text[at:start]...), body...)
		at = end
	}
	if len(m.set.Mutants) == before {
		return nil
	}
	out = append(out, f.Text[at:]...)
	name := m.offset(f.Syntax.Name.End())
	imp := "; import " + m.sw.Name + " " + `"` + m.sw.Path + `"`
	m.set.Files[f.Name] = slices.Concat(out[:name], []byte(imp), out[name:])
	return nil
}

// find returns the places of a function that can be changed, with the changes that
// compile.
func (m *maker) find(f File, fn *ast.FuncDecl) []*site {
	w := &finder{pkg: m.pkg, file: f, fn: fn, key: Key(fn), skip: map[ast.Node]bool{}}
	w.body(fn.Body)
	for _, s := range w.sites {
		s.changes = slices.DeleteFunc(s.changes, func(c change) bool { return !m.checker.compiles(f, fn, c) })
	}
	return slices.DeleteFunc(w.sites, func(s *site) bool { return len(s.changes) == 0 })
}

// render writes the body with all sites, numbered behind the mutants there are. Sites
// whose switch does not compile are left out.
func (m *maker) render(f File, fn *ast.FuncDecl, sites []*site) ([]byte, []*site, error) {
	write := func(list []*site) []byte {
		r := &renderer{maker: m, file: f, next: len(m.set.Mutants) + 1, sites: map[ast.Node]*site{}, key: Key(fn)}
		for _, s := range list {
			r.sites[s.node], s.mutants = s, nil
		}
		return r.body(fn.Body)
	}
	body := write(sites)
	if m.checker.renders(f, fn, body) {
		return body, sites, nil
	}
	var kept []*site
	for _, s := range sites {
		if m.checker.renders(f, fn, write([]*site{s})) {
			kept = append(kept, s)
		}
	}
	body = write(kept)
	if !m.checker.renders(f, fn, body) {
		return bytes.Clone(f.Text[m.offset(fn.Body.Pos()):m.offset(fn.Body.End())]), nil, nil
	}
	return body, kept, nil
}

func (m *maker) offset(pos token.Pos) int { return m.pkg.Fset.PositionFor(pos, false).Offset }

// Key names a function within its package, as "F" or "T.M".
func Key(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}
