package names

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// A Unit is one package with source: its directives and the names they declare. There is one for
// each package under test, and one for each package that these mention and whose aliases, or types
// with directives, they may use.
type Unit struct {
	Graph *load.Graph
	Node  *load.Package
	// Root is the unit of the package under test. It collects the mistakes in declarations of other
	// packages too, because it needs these.
	Root *Unit

	// Found are the directives of the package's files.
	Found []syntax.Found
	// Diags are the mistakes found so far. Only the root has any.
	Diags []diag.Diagnostic
	// Aliases and Defs are those that the package's directives declare, by name.
	Aliases map[string]*Alias
	Defs    map[string]*Def
	// imports has the packages of import directives, by file and name.
	imports map[*ast.File]map[string]*types.Package
	// lost has the names of import directives with mistakes.
	mistakenNames map[string]bool
	// others are the units of imported packages, made when they are requested.
	others map[*types.Package]*Unit
	// AtTypes are the directives at types. It is nil until they are collected.
	AtTypes *TypeIndex
	// Excessive means that an alias or def that unfolds to too much was reported.
	Excessive bool
}

// An Alias is a type directive.
type Alias struct {
	*syntax.TypeDef
	Unit      *Unit
	File      *ast.File
	Directive *syntax.Directive
	// Bad means that it could not be parsed, which was reported.
	Bad bool
}

// A Def is a def directive.
type Def struct {
	*syntax.Def
	Unit      *Unit
	File      *ast.File
	Directive *syntax.Directive
	// Bad means that it could not be parsed, which was reported.
	Bad bool
}

// A Declaration is an alias or a def.
type Declaration interface{ Declared() syntax.Ident }

// Declared returns the name that the directive declares.
func (a *Alias) Declared() syntax.Ident { return a.Name }

// Declared returns the name that the directive declares.
func (d *Def) Declared() syntax.Ident { return d.Name }

// NewUnit returns the unit of a package under test. Call Read to read its directives.
func NewUnit(g *load.Graph, n *load.Package) *Unit {
	u := &Unit{
		Graph:         g,
		Node:          n,
		Aliases:       map[string]*Alias{},
		Defs:          map[string]*Def{},
		imports:       map[*ast.File]map[string]*types.Package{},
		mistakenNames: map[string]bool{},
		others:        map[*types.Package]*Unit{},
	}
	u.Root = u
	return u
}

// hasDirectives reports whether some file has a directive.
func (u *Unit) hasDirectives() bool {
	return slices.ContainsFunc(u.Node.Files, u.Directs)
}

// Directs reports whether a file of the package has a directive.
func (u *Unit) Directs(f *ast.File) bool {
	return bytes.Contains(u.Node.Sources[f], []byte("//rtest:"))
}

// HasNearMisses reports whether some file has a comment that is nearly a directive.
func (u *Unit) HasNearMisses() bool {
	for f, src := range u.Node.Sources {
		if !syntax.Mentions(src) {
			continue
		}
		if _, ds := syntax.Read(u.Graph.Fset, f, src); len(ds) > 0 {
			return true
		}
	}
	return false
}

// Errorf reports a mistake of the user at s.
func (u *Unit) Errorf(s syntax.Span, code diag.Code, format string, args ...any) {
	u.Report(s, diag.Error, code, "", format, args...)
}

// Report adds a diagnostic at s. Fix is the replacement for the text at s, or empty.
func (u *Unit) Report(s syntax.Span, sev diag.Severity, code diag.Code, fix, format string, args ...any) {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	u.Root.Diags = append(u.Root.Diags, diag.Diagnostic{
		Pos: u.Graph.Fset.Position(s.From), End: u.Graph.Fset.Position(s.To),
		Severity: sev, Code: code, Fix: fix, Message: format,
	})
}

// ShortPosition formats a position without its directory.
func (u *Unit) ShortPosition(pos token.Pos) string {
	p := u.Graph.Fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column)
}

// UnitOf returns the unit of a package that u depends on, or nil if its source is not loaded.
func (u *Unit) UnitOf(pkg *types.Package) *Unit {
	if pkg == nil || pkg == u.Node.Types {
		return u
	}
	if o, ok := u.others[pkg]; ok {
		return o
	}
	u.others[pkg] = nil
	n := u.Graph.ReachableTypes(u.Node, pkg)
	if n == nil || n.Info == nil {
		return nil
	}
	o := NewUnit(u.Graph, n)
	o.others, o.Root = u.others, u.Root
	u.others[pkg] = o
	if o.hasDirectives() {
		o.Read()
	}
	return o
}

// FileOf returns the file that contains a position.
func (u *Unit) FileOf(pos token.Pos) *ast.File {
	for _, f := range u.Node.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

// FileNamed returns the file with that name, or nil.
func (u *Unit) FileNamed(name string) *ast.File {
	for _, f := range u.Node.Files {
		if u.Graph.Fset.Position(f.Package).Filename == name {
			return f
		}
	}
	return nil
}

// DirectivesOf returns the directives of a function that do not form a contract by themselves.
func (u *Unit) DirectivesOf(fd *ast.FuncDecl) []*syntax.Directive {
	for _, f := range u.Found {
		if o, ok := f.Owner.(*syntax.FuncOwner); ok && o.Decl == fd {
			return f.Directives
		}
	}
	return nil
}

// InTest reports whether an object is declared in a test file.
func (u *Unit) InTest(o types.Object) bool {
	return strings.HasSuffix(u.Graph.Fset.Position(o.Pos()).Filename, "_test.go")
}

// ContractTests returns the test files that have contracts.
func (u *Unit) ContractTests() []string {
	var names []string
	for _, f := range u.Found {
		for _, d := range f.Directives {
			if name := u.Graph.Fset.Position(d.From).Filename; strings.HasSuffix(name, "_test.go") && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// FunctionOf returns the function that an expression names, with its type arguments, or those of
// its receiver's type.
func (u *Unit) FunctionOf(e ast.Expr) (*types.Func, []types.Type) {
	info := u.Node.Info
	var targs []types.Type
	var id *ast.Ident
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
		if sel := info.Selections[x]; sel != nil {
			if sel.Kind() != types.MethodExpr {
				return nil, nil
			}
			fn, ok := sel.Obj().(*types.Func)
			if !ok {
				return nil, nil
			}
			if n, ok := types.Unalias(refine.Pointed(sel.Recv())).(*types.Named); ok {
				targs = TypeList(n.TypeArgs())
			}
			return fn.Origin(), targs
		}
	case *ast.IndexExpr:
		return u.FunctionOf(x.X)
	case *ast.IndexListExpr:
		return u.FunctionOf(x.X)
	}
	if id == nil {
		return nil, nil
	}
	fn, ok := info.Uses[id].(*types.Func)
	if !ok {
		return nil, nil
	}
	return fn.Origin(), TypeList(info.Instances[id].TypeArgs)
}

// KeepGeneral calls do and keeps only those of its mistakes that do not depend on type arguments.
func (u *Unit) KeepGeneral(do func()) {
	before := len(u.Root.Diags)
	do()
	found := u.Root.Diags[before:]
	u.Root.Diags = append(u.Root.Diags[:before:before], slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
		switch d.Code {
		case codes.UnknownName, codes.Parameter, codes.Sig, codes.PanicsTwice, codes.Twice, codes.EmptyRange, codes.HiddenPackage, codes.MisplacedForm:
			return false
		}
		return true
	})...)
}

// NewClause returns a clause with the given text and no expression.
func (u *Unit) NewClause(kind refine.ClauseKind, s syntax.Span, text string) *refine.Clause {
	return &refine.Clause{Kind: kind, Text: text, Pos: u.Graph.Fset.Position(s.From), End: u.Graph.Fset.Position(s.To)}
}

// TypeList returns the list as a slice.
func TypeList(l *types.TypeList) []types.Type {
	var ts []types.Type
	for t := range l.Types() {
		ts = append(ts, t)
	}
	return ts
}

// TypeName returns a type as the package would write it. Packages with the same name are written by
// their paths.
func (u *Unit) TypeName(typ types.Type) string {
	own := u.Node.Types
	return types.TypeString(typ, func(p *types.Package) string {
		other := func(q *types.Package) bool { return q.Name() == p.Name() && q.Path() != p.Path() }
		switch {
		case p.Path() == own.Path():
			return ""
		case slices.ContainsFunc(own.Imports(), other):
			return p.Path()
		}
		return p.Name()
	})
}
