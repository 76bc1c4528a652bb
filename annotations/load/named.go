package load

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/annotations/syntax"
)

// Named returns the paths of the packages worth loading from source because of the roots' contracts. Contract
// files name their functions or types, or preconditions mention them, directly or through the functions that
// these call.
//
// It runs before anything is type-checked, so it goes by names only. It assumes that an unnamed import has the
// last element of its path as its name, and it considers all functions with the same name. A package too many
// costs time; a package too few turns a precondition into a native filter.
func (g *Graph) Named() map[string]bool {
	if g.mentioned != nil {
		return g.mentioned
	}
	g.mentioned = map[string]bool{}
	for _, r := range g.roots {
		g.parse(r)
		m := &mentions{paths: g.mentioned, imports: map[string]string{}, funcs: map[string][]*ast.FuncDecl{}, seen: map[string]bool{}}
		for _, f := range r.Files {
			m.declare(f)
		}
		for _, f := range r.Files {
			m.file(f)
		}
	}
	return g.mentioned
}

// mentions are the packages mentioned in one package.
type mentions struct {
	paths   map[string]bool
	imports map[string]string
	funcs   map[string][]*ast.FuncDecl
	seen    map[string]bool
}

// declare enters the imports and functions of a file.
func (m *mentions) declare(f *ast.File) {
	for _, imp := range f.Imports {
		to, _ := strconv.Unquote(imp.Path.Value)
		name := path.Base(to)
		if imp.Name != nil {
			name = imp.Name.Name
		}
		if name == "." {
			m.paths[to] = true
		}
		m.imports[name] = to
	}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			m.funcs[fd.Name.Name] = append(m.funcs[fd.Name.Name], fd)
		}
	}
}

// file examines the directives of a file and the declarations named _.
func (m *mentions) file(f *ast.File) {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if verb, text, _ := strings.Cut(strings.TrimPrefix(c.Text, "//rtest:"), " "); len(verb) < len(c.Text) && syntax.KindOf(verb).Is(syntax.Constrains) {
				m.text(text)
			}
		}
	}
	for _, d := range f.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.VAR && decl.Tok != token.TYPE {
			continue
		}
		for _, s := range decl.Specs {
			for _, e := range blankValues(s) {
				ast.Inspect(e, m.packages)
			}
		}
	}
}

// Identifiers matches the names in the text of a directive.
var Identifiers = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// text examines the text of a directive.
func (m *mentions) text(text string) {
	for _, name := range Identifiers.FindAllString(text, -1) {
		m.name(name)
		to := m.imports[name]
		if to == "" {
			to = StandardPackages[name] // Contracts may mention these without an import.
		}
		if to != "" && strings.Contains(text, name+".") {
			m.paths[to] = true
		}
	}
}

// name examines the functions with the given name.
func (m *mentions) name(name string) {
	if m.seen[name] {
		return
	}
	m.seen[name] = true
	for _, fd := range m.funcs[name] {
		if fd.Body == nil {
			continue
		}
		ast.Inspect(fd.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				m.name(id.Name)
			}
			return m.packages(n)
		})
	}
}

// packages adds the package of a qualified name.
func (m *mentions) packages(n ast.Node) bool {
	if sel, ok := n.(*ast.SelectorExpr); ok {
		if id, ok := sel.X.(*ast.Ident); ok && m.imports[id.Name] != "" {
			m.paths[m.imports[id.Name]] = true
		}
	}
	return true
}

// blankValues returns the expressions or type of a declaration named _.
func blankValues(s ast.Spec) []ast.Expr {
	switch s := s.(type) {
	case *ast.ValueSpec:
		if len(s.Names) == 1 && s.Names[0].Name == "_" {
			return s.Values
		}
	case *ast.TypeSpec:
		if s.Name.Name == "_" {
			return []ast.Expr{s.Type}
		}
	}
	return nil
}
