package gosource

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// ownQualifier qualifies, in a declaration being printed, the names that the file's package
// declares, if it redeclares predeclared names. This keeps the two apart.
const ownQualifier = "rtest_own"

// Own returns the name of an object of the file's package for use in a declaration passed to Decl
// or Func.
func (f *File) Own(name string) string {
	if f.hides && types.Universe.Lookup(name) != nil {
		return ownQualifier + "." + name
	}
	return name
}

// Plain returns source without the qualifiers of Own and Type, for people.
func Plain(source string) string { return strings.ReplaceAll(source, ownQualifier+".", "") }

// qualify returns the qualifier of a package's types.
func (f *File) qualify(p *types.Package) string {
	if f.hides && f.own(p) {
		return ownQualifier
	}
	return f.Import(p.Path())
}

// Hides reports whether the file's package redeclares a predeclared name, so that files without a
// runtime cannot use it.
func (f *File) Hides() bool { return f.hides }

// hidden reports whether a predeclared name means something else in the file's package.
func (f *File) hidden(name string) bool {
	return f.hides && refine.Hides(f.pkg, name)
}

// quoted returns a declaration in which all predeclared names have Go's own meaning: those that the
// package redeclares become names of the runtime. Names qualified by Own and Type are the
// package's.
func (f *File) quoted(source string) string {
	if !f.hides {
		return source
	}
	const head = "package p\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", head+source, 0)
	if err != nil {
		return source // Bytes returns the error.
	}
	q := &replacements{f: f, base: int(file.FileStart) + len(head)}
	unresolved := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		unresolved[id] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		q.node(n, unresolved)
		return true
	})
	slices.SortStableFunc(q.edits, func(a, b replacement) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var out strings.Builder
	at := 0
	for _, e := range q.edits {
		if e.from < at {
			continue
		}
		out.WriteString(source[at:e.from] + e.text)
		at = e.to
	}
	return out.String() + source[at:]
}

// replacements collects the changes in one declaration.
type replacements struct {
	f     *File
	base  int
	edits []replacement
}

// A replacement replaces a range of bytes by text.
type replacement struct {
	from, to int
	text     string
}

func (q *replacements) edit(from, to token.Pos, text string) {
	q.edits = append(q.edits, replacement{int(from) - q.base, int(to) - q.base, text})
}

// node makes the changes for one node. Unresolved has the identifiers that the declaration does not
// declare.
func (q *replacements) node(n ast.Node, unresolved map[*ast.Ident]bool) {
	hidden := func(x ast.Expr, name string) bool {
		id, ok := x.(*ast.Ident)
		return ok && id.Name == name && unresolved[id] && q.f.hidden(name)
	}
	switch n := n.(type) {
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok && x.Name == ownQualifier {
			q.edit(n.Pos(), n.Sel.Pos(), "")
		}
	case *ast.BinaryExpr:
		if (n.Op == token.EQL || n.Op == token.NEQ) && hidden(n.Y, "nil") {
			not := ""
			if n.Op == token.NEQ {
				not = "!"
			}
			q.edit(n.Pos(), n.Pos(), not+q.f.runtime("GoIsNil")+"(")
			q.edit(n.X.End(), n.Y.End(), ")")
			delete(unresolved, n.Y.(*ast.Ident))
		}
	case *ast.CallExpr:
		if len(n.Args) == 1 && hidden(n.Args[0], "nil") { // T(nil)
			of := ast.Unparen(n.Fun)
			q.edit(n.Pos(), of.Pos(), q.f.runtime("Zero")+"[")
			q.edit(of.End(), n.End(), "]()")
			delete(unresolved, n.Args[0].(*ast.Ident))
		}
		for _, name := range []string{"make", "new"} {
			if hidden(n.Fun, name) && len(n.Args) > 0 {
				q.edit(n.Fun.Pos(), n.Args[0].Pos(), q.f.runtime(Quoted(name))+"[")
				end := n.Rparen
				if len(n.Args) > 1 {
					end = n.Args[1].Pos()
				}
				q.edit(n.Args[0].End(), end, "](")
				delete(unresolved, n.Fun.(*ast.Ident))
			}
		}
	case *ast.Ident:
		if unresolved[n] && q.f.hidden(n.Name) {
			q.edit(n.Pos(), n.End(), q.name(n.Name))
		}
	}
}

// name returns Go source for a redeclared predeclared name.
func (q *replacements) name(name string) string {
	switch name {
	case "true":
		return "(0 == 0)"
	case "false":
		return "(0 != 0)"
	case "iota", "clear", "close", "complex", "imag", "real", "print", "println", "recover":
		q.f.fail("%w", refine.Shadowed("package %s declares %s, so Go's own %s cannot be written there", q.f.pkg.Name(), name, name))
		return name
	}
	if q.f.opt.Runtime == "" {
		q.f.fail("%w", refine.Shadowed("package %s declares %s, so Go's own %s cannot be written there", q.f.pkg.Name(), name, name))
		return name
	}
	return q.f.runtime(Quoted(name))
}

// Quoted returns the runtime's name for a predeclared name.
func Quoted(name string) string { return "Go" + strings.ToUpper(name[:1]) + name[1:] }
