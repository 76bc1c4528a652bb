package annotations

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
)

// A unit is one package with source as the resolver sees it: its directives
// and the names they declare. There is one for each package under test, and
// one for each package whose exported aliases or types with directives those
// mention.
type unit struct {
	graph *load.Graph
	node  *load.Package
	// root is the unit of the package under test. Mistakes in what another package
	// declares are those of root, which needs it.
	root *unit

	found []syntax.Found
	diags []diag.Diagnostic
	// aliases and defs are those that the package's directives declare.
	aliases map[string]*alias
	defs    map[string]*def
	// imports are those of import directives, by file and name.
	imports map[*ast.File]map[string]*types.Package
	// lost has the names of import directives with mistakes.
	lost map[string]bool
	// others are the units of imported packages, made when asked for.
	others map[*types.Package]*unit
	// types are the directives at types; nil before they are collected.
	types *typeIndex
	// excessive says that an alias or def was reported that unfolds to too much.
	excessive bool
}

// An alias is a type directive.
type alias struct {
	*syntax.TypeDef
	unit *unit
	file *ast.File
	dir  *syntax.Directive
	// bad says that it could not be parsed, which was reported.
	bad bool
}

// A def is a def directive.
type def struct {
	*syntax.Def
	unit *unit
	file *ast.File
	dir  *syntax.Directive
	// bad says that it could not be parsed, which was reported.
	bad bool
}

// A declaration is an alias or a def.
type declaration interface{ declared() syntax.Ident }

func (a *alias) declared() syntax.Ident { return a.Name }
func (d *def) declared() syntax.Ident   { return d.Name }

func newUnit(g *load.Graph, n *load.Package) *unit {
	u := &unit{
		graph:   g,
		node:    n,
		aliases: map[string]*alias{},
		defs:    map[string]*def{},
		imports: map[*ast.File]map[string]*types.Package{},
		lost:    map[string]bool{},
		others:  map[*types.Package]*unit{},
	}
	u.root = u
	return u
}

// hasDirectives tells whether some file holds a directive.
func (u *unit) hasDirectives() bool {
	for _, src := range u.node.Sources {
		if bytes.Contains(src, []byte("//rtest:")) {
			return true
		}
	}
	return false
}

// hasNearMisses tells whether some file holds a comment that is nearly a
// directive.
func (u *unit) hasNearMisses() bool {
	for f, src := range u.node.Sources {
		if !syntax.Mentions(src) {
			continue
		}
		if _, ds := syntax.Read(u.graph.Fset, f, src); len(ds) > 0 {
			return true
		}
	}
	return false
}

// hasProps tells whether some function is a property by its name.
func (u *unit) hasProps() bool {
	for _, f := range u.node.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && isPropName(fd.Name.Name) {
				return true
			}
		}
	}
	return false
}

// isPropName tells whether a function of this name is a property: Prop, or
// Prop and something that begins with no lower-case letter.
func isPropName(name string) bool {
	if len(name) < 4 || name[:4] != "Prop" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(name[4:])
	return name == "Prop" || !unicode.IsLower(r)
}

// read reads the directives of the unit's files and collects the aliases, defs
// and imports that they declare.
func (u *unit) read() {
	for _, f := range u.node.Files {
		src := u.node.Sources[f]
		if !bytes.Contains(src, []byte("//rtest:")) && (u.root != u || !syntax.Mentions(src)) {
			continue
		}
		found, ds := syntax.Read(u.graph.Fset, f, src)
		u.found = append(u.found, found...)
		if u.root != u {
			ds = declaring(ds, found, u.graph.Fset)
		}
		u.root.diags = append(u.root.diags, ds...)
		for _, x := range found {
			for _, d := range x.Directives {
				u.declare(f, d)
			}
		}
	}
}

// blank warns of a directive that gives no name.
func (u *unit) blank(id syntax.Ident) bool {
	if id.Name == "_" {
		u.report(id.Span, diag.Warning, syntax.CodeBadValue, "", "nothing can mention what is called _: this directive counts for nothing")
	}
	return id.Name == "_"
}

// declare enters what one directive declares for the whole package.
func (u *unit) declare(f *ast.File, d *syntax.Directive) {
	switch b := d.Body.(type) {
	case *syntax.TypeDef:
		if u.blank(b.Name) {
			return
		}
		if old := u.aliases[b.Name.Name]; old != nil {
			u.errorf(b.Name.Span, codes.Redeclared, "%s redeclared; it is an alias at %s", b.Name.Name, u.short(old.Name.From))
			return
		}
		if u.clash(b.Name, "an alias") {
			return
		}
		u.aliases[b.Name.Name] = &alias{b, u, f, d, false}
	case *syntax.Def:
		if u.blank(b.Name) {
			return
		}
		if old := u.defs[b.Name.Name]; old != nil {
			u.errorf(b.Name.Span, codes.Redeclared, "%s redeclared; it is a def at %s", b.Name.Name, u.short(old.Name.From))
			return
		}
		if u.clash(b.Name, "a def") {
			return
		}
		u.defs[b.Name.Name] = &def{b, u, f, d, false}
	case *syntax.Import:
		u.declareImport(f, b)
	case nil:
		u.declareBad(f, d)
	}
}

// declareBad enters the name of an alias, a def or an import that could not be
// parsed, so that its uses are not reported besides.
func (u *unit) declareBad(f *ast.File, d *syntax.Directive) {
	name := firstName(d)
	switch {
	case name.Name == "":
	case d.Verb.Name == "type":
		u.aliases[name.Name] = &alias{&syntax.TypeDef{Name: name, Type: &syntax.RefBad{Span: name.Span}}, u, f, d, true}
	case d.Verb.Name == "def":
		u.defs[name.Name] = &def{&syntax.Def{Name: name}, u, f, d, true}
	case d.Verb.Name == "import":
		u.lost[name.Name] = true
	}
}

func inName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// firstName returns the name with which the text of a directive begins, the zero
// Ident where it begins with none.
func firstName(d *syntax.Directive) syntax.Ident {
	end := strings.IndexFunc(d.Text+" ", func(r rune) bool { return !inName(r) })
	return syntax.Ident{Span: syntax.Span{From: d.TextAt(0), To: d.TextAt(end)}, Name: d.Text[:end]}
}

// clash reports an alias or def with the name of a Go declaration.
func (u *unit) clash(name syntax.Ident, what string) bool {
	obj := u.node.Types.Scope().Lookup(name.Name)
	if obj == nil {
		return false
	}
	u.errorf(name.Span, codes.Redeclared, "%s cannot be %s: it is declared at %s", name.Name, what, u.short(obj.Pos()))
	return true
}

func (u *unit) declareImport(f *ast.File, b *syntax.Import) {
	pkg := u.importAt(b)
	if pkg == nil {
		u.lost[cmp.Or(b.Name.Name, path.Base(b.Path))] = true
		return
	}
	name := b.Name.Name
	if name == "" {
		name = pkg.Name()
	}
	at := b.Name.Span
	if b.Name.Name == "" {
		at = b.At
	}
	if u.redeclared(f, at, name, pkg) {
		return
	}
	if u.imports[f] == nil {
		u.imports[f] = map[string]*types.Package{}
	}
	u.imports[f][name] = pkg
}

// importAt returns the package of an import directive; nil, with a report, where
// it cannot be imported.
func (u *unit) importAt(b *syntax.Import) *types.Package {
	if why := load.Unimportable(u.node.Meta.PkgPath, b.Path); why != "" {
		u.errorf(b.At, codes.Import, "could not import %s: %s", b.Path, why)
		return nil
	}
	if err := u.graph.Require(u.node, []string{b.Path}); err != nil {
		u.errorf(b.At, codes.Import, "%s", load.FirstLine(err.Error()))
		return nil
	}
	pkg, err := u.graph.Import(u.node, b.Path)
	if err != nil || !pkg.Complete() && len(pkg.Scope().Names()) == 0 {
		u.errorf(b.At, codes.Import, "could not import %s", strconv.Quote(b.Path))
		return nil
	}
	return pkg
}

// redeclared reports an import by a name that means something else in the file.
func (u *unit) redeclared(f *ast.File, at syntax.Span, name string, pkg *types.Package) bool {
	other := u.imports[f][name]
	if s := u.node.Info.Scopes[f]; s != nil && other == nil {
		if pn, ok := s.Lookup(name).(*types.PkgName); ok {
			other = pn.Imported()
		}
	}
	switch obj := u.node.Types.Scope().Lookup(name); {
	case other != nil && other.Path() != pkg.Path():
		u.errorf(at, codes.Redeclared, "%s redeclared: it is the package %s in this file", name, other.Path())
	case obj != nil:
		u.errorf(at, codes.Redeclared, "%s redeclared: it is declared at %s; import it by another name", name, u.short(obj.Pos()))
	default:
		return false
	}
	return true
}

// errorf reports a mistake of the user's at s.
func (u *unit) errorf(s syntax.Span, code diag.Code, format string, args ...any) {
	u.report(s, diag.Error, code, "", format, args...)
}

func (u *unit) report(s syntax.Span, sev diag.Severity, code diag.Code, fix, format string, args ...any) {
	u.root.diags = append(u.root.diags, diag.Diagnostic{
		Pos: u.graph.Fset.Position(s.From), End: u.graph.Fset.Position(s.To),
		Severity: sev, Code: code, Fix: fix, Message: sprintf(format, args...),
	})
}

// short returns a place without its directory.
func (u *unit) short(pos token.Pos) string { return shortPosition(u.graph.Fset.Position(pos)) }

// of returns the unit of a package that u depends on, or nil when its source
// is not loaded.
func (u *unit) of(pkg *types.Package) *unit {
	if pkg == nil || pkg == u.node.Types {
		return u
	}
	if o, ok := u.others[pkg]; ok {
		return o
	}
	u.others[pkg] = nil
	n := u.graph.Reachable(u.node, pkg.Path())
	if n == nil || n.Info == nil || n.Types != pkg {
		return nil
	}
	o := newUnit(u.graph, n)
	o.others, o.root = u.others, u.root
	u.others[pkg] = o
	if o.hasDirectives() {
		o.read()
	}
	return o
}
