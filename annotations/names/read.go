package names

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
)

// Read reads the directives of the unit's files and collects the aliases, defs and imports that
// they declare.
func (u *Unit) Read() {
	for _, f := range u.Node.Files {
		src := u.Node.Sources[f]
		if !bytes.Contains(src, []byte("//rtest:")) && (u.Root != u || !syntax.Mentions(src)) {
			continue
		}
		found, ds := syntax.Read(u.Graph.Fset, f, src)
		u.Found = append(u.Found, found...)
		if u.Root != u {
			ds = declarationMistakes(ds, found, u.Graph.Fset)
		}
		u.Root.Diags = append(u.Root.Diags, ds...)
		for _, x := range found {
			for _, d := range x.Directives {
				u.declare(f, d)
			}
		}
	}
}

// declare enters what one directive declares for the whole package.
func (u *Unit) declare(f *ast.File, d *syntax.Directive) {
	switch b := d.Body.(type) {
	case *syntax.TypeDef:
		if u.IsBlank(b.Name) {
			return
		}
		if old := u.Aliases[b.Name.Name]; old != nil {
			u.Errorf(b.Name.Span, codes.Redeclared, "%s redeclared; it is an alias at %s", b.Name.Name, u.ShortPosition(old.Name.From))
			return
		}
		if u.clash(b.Name, "an alias") {
			return
		}
		u.Aliases[b.Name.Name] = &Alias{b, u, f, d, false}
	case *syntax.Def:
		if u.IsBlank(b.Name) {
			return
		}
		if old := u.Defs[b.Name.Name]; old != nil {
			u.Errorf(b.Name.Span, codes.Redeclared, "%s redeclared; it is a def at %s", b.Name.Name, u.ShortPosition(old.Name.From))
			return
		}
		if u.clash(b.Name, "a def") {
			return
		}
		u.Defs[b.Name.Name] = &Def{b, u, f, d, false}
	case *syntax.Import:
		u.declareImport(f, b)
	case nil:
		u.declareBad(f, d)
	}
}

// declareBad enters the name of an alias, def or import that could not be parsed, so that its uses
// are not reported too.
func (u *Unit) declareBad(f *ast.File, d *syntax.Directive) {
	name := FirstName(d)
	switch {
	case name.Name == "":
	case d.Verb.Name == "type":
		u.Aliases[name.Name] = &Alias{&syntax.TypeDef{Name: name, Type: &syntax.RefBad{Span: name.Span}}, u, f, d, true}
	case d.Verb.Name == "def":
		u.Defs[name.Name] = &Def{&syntax.Def{Name: name}, u, f, d, true}
	case d.Verb.Name == "import":
		u.mistakenNames[name.Name] = true
	}
}

func (u *Unit) declareImport(f *ast.File, b *syntax.Import) {
	pkg := u.importAt(b)
	if pkg == nil {
		u.mistakenNames[cmp.Or(b.Name.Name, path.Base(b.Path))] = true
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

// importAt returns the package of an import directive. If it cannot be imported, importAt reports
// that and returns nil.
func (u *Unit) importAt(b *syntax.Import) *types.Package {
	if why := load.Unimportable(u.Node.Meta.PkgPath, b.Path); why != "" {
		u.Errorf(b.At, codes.Import, "could not import %s: %s", b.Path, why)
		return nil
	}
	if err := u.Graph.Require(u.Node, []string{b.Path}); err != nil {
		u.Errorf(b.At, codes.Import, "%s", load.FirstLine(err.Error()))
		return nil
	}
	pkg, err := u.Graph.Import(u.Node, b.Path)
	if err != nil || !pkg.Complete() && len(pkg.Scope().Names()) == 0 {
		u.Errorf(b.At, codes.Import, "could not import %s", strconv.Quote(b.Path))
		return nil
	}
	return pkg
}

// clash reports an alias or def with the name of a Go declaration.
func (u *Unit) clash(name syntax.Ident, what string) bool {
	obj := u.Node.Types.Scope().Lookup(name.Name)
	if obj == nil {
		return false
	}
	u.Errorf(name.Span, codes.Redeclared, "%s cannot be %s: it is declared at %s", name.Name, what, u.ShortPosition(obj.Pos()))
	return true
}

// redeclared reports an import under a name that means something else in the file.
func (u *Unit) redeclared(f *ast.File, at syntax.Span, name string, pkg *types.Package) bool {
	other := u.imports[f][name]
	if s := u.Node.Info.Scopes[f]; s != nil && other == nil {
		if pn, ok := s.Lookup(name).(*types.PkgName); ok {
			other = pn.Imported()
		}
	}
	switch obj := u.Node.Types.Scope().Lookup(name); {
	case other != nil && other.Path() != pkg.Path():
		u.Errorf(at, codes.Redeclared, "%s redeclared: it is the package %s in this file", name, other.Path())
	case obj != nil:
		u.Errorf(at, codes.Redeclared, "%s redeclared: it is declared at %s; import it by another name", name, u.ShortPosition(obj.Pos()))
	default:
		return false
	}
	return true
}

// IsBlank reports whether a directive declares the name _, and warns about it.
func (u *Unit) IsBlank(id syntax.Ident) bool {
	if id.Name == "_" {
		u.Report(id.Span, diag.Warning, syntax.CodeBadValue, "", "this directive has no effect: nothing can refer to _")
	}
	return id.Name == "_"
}

// FirstName returns the name at the start of a directive's text, or the zero Ident.
func FirstName(d *syntax.Directive) syntax.Ident {
	end := strings.IndexFunc(d.Text+" ", func(r rune) bool { return !IsNameRune(r) })
	return syntax.Ident{Span: syntax.Span{From: d.TextAt(0), To: d.TextAt(end)}, Name: d.Text[:end]}
}

// IsNameRune reports whether a name may contain the rune.
func IsNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// declarationMistakes returns the mistakes in a package's directives that concern the packages that
// import it: those in declarations and at types. Mistakes in a function's contract are reported
// when that package is tested.
func declarationMistakes(ds []diag.Diagnostic, found []syntax.Found, fset *token.FileSet) []diag.Diagnostic {
	type line struct {
		file string
		n    int
	}
	lines := map[line]bool{}
	for _, f := range found {
		switch f.Owner.(type) {
		case *syntax.FuncOwner, *syntax.VarOwner, *syntax.MethodOwner:
			continue
		}
		for _, d := range f.Directives {
			from, to := fset.Position(d.From), fset.Position(d.TextAt(len(d.Text)))
			for n := from.Line; d.Body == nil && n <= to.Line; n++ {
				lines[line{from.Filename, n}] = true
			}
		}
	}
	return slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { return !lines[line{d.Pos.Filename, d.Pos.Line}] })
}
