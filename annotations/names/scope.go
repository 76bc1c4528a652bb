package names

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// Lookup returns what a name refers to. It searches bound variables, parameters and results,
// declarations of the package, imports, Go's predeclared names, and rtest's own, in this order. It
// finds standard packages only if qualified says that a selector follows. It returns nil for an
// unknown name and for _.
func (s *Scope) Lookup(name string, qualified bool) Meaning {
	if name == "_" {
		return nil
	}
	for at := s; at != nil; at = at.Outer {
		if b, ok := at.Names[name]; ok {
			return b
		}
	}
	u := s.Unit
	if obj := u.Node.Types.Scope().Lookup(name); obj != nil {
		return Object{obj}
	}
	if a := u.Aliases[name]; a != nil {
		return a
	}
	if d := u.Defs[name]; d != nil {
		return d
	}
	if fs := u.Node.Info.Scopes[s.File]; fs != nil {
		if obj := fs.Lookup(name); obj != nil {
			return Object{obj}
		}
	}
	if a := s.dotImported(name); a != nil {
		return a
	}
	if pkg := u.imports[s.File][name]; pkg != nil {
		return Object{types.NewPkgName(token.NoPos, u.Node.Types, name, pkg)}
	}
	if obj := types.Universe.Lookup(name); obj != nil && !qualified {
		return Object{obj}
	}
	if b, ok := s.Owns()[name]; ok {
		return b
	}
	if !qualified {
		return nil
	}
	if pkg := u.PackageNamed(s.File, name); pkg != nil {
		return Object{types.NewPkgName(token.NoPos, u.Node.Types, name, pkg)}
	}
	if obj := types.Universe.Lookup(name); obj != nil {
		return Object{obj}
	}
	return nil
}

// dotImported returns the alias with that name of a package that the file imports with a dot, or
// nil.
func (s *Scope) dotImported(name string) *Alias {
	if s.File == nil || !token.IsExported(name) {
		return nil
	}
	for _, imp := range s.File.Imports {
		if imp.Name == nil || imp.Name.Name != "." {
			continue
		}
		pn, ok := s.Unit.Node.Info.Defs[imp.Name].(*types.PkgName)
		if !ok {
			continue
		}
		if o := s.Unit.UnitOf(pn.Imported()); o != nil && o.Aliases[name] != nil {
			return o.Aliases[name]
		}
	}
	return nil
}

// A Scope says what names refer to at one place of a contract. The outermost one knows the package,
// the file and the directive; inner ones add variables.
type Scope struct {
	Unit      *Unit
	File      *ast.File
	Directive *syntax.Directive
	Outer     *Scope
	Names     map[string]Meaning
	// ResultNames are rtest's own names for the results. Any other name hides them.
	ResultNames map[string]Meaning
	// LaterResults has the names of results that are not known yet.
	LaterResults map[string]bool
	// LaterLets has the names of the lets further down.
	LaterLets map[string]bool
	// MistakenNames has the names that faulty directives of the doc comment declare. The directives
	// are reported, so uses of the names are not.
	MistakenNames map[string]bool
	// Entry describes the sig entry whose type is being read.
	Entry Entry
	// Value is the variable in braces that stands for a whole input or result.
	Value string
	// Place says which forms are allowed.
	Place Place
	// Cyclic means that a value may refer back to itself, because a call made it.
	Cyclic bool
}

// A Place says which forms a predicate may have.
type Place uint8

const (
	// Before is a predicate over inputs, or over one value.
	Before Place = iota
	// After is a postcondition, where old and calls are allowed.
	After
	// Within is the operand of old.
	Within
)

// A Meaning is what a name refers to: a binding, a Go object, an alias or a def.
type Meaning interface{ meaning() }

// A Binding is a variable of the contract, or the argument for a parameter of an alias or def. With
// Ref or Type it is a type parameter: an alias is given a refined type, a function a Go type.
type Binding struct {
	Expr refine.Expr
	Type types.Type
	Ref  syntax.RefType
	// RefScope is the scope in which Ref was written. Outside is what was being unfolded there.
	RefScope *Scope
	Outside  Outside
}

// An Object is a Go declaration.
type Object struct{ types.Object }

func (*Binding) meaning() {}
func (Object) meaning()   {}
func (*Alias) meaning()   {}
func (*Def) meaning()     {}

// Inner returns a scope inside s without names.
func (s *Scope) Inner() *Scope {
	return &Scope{Unit: s.Unit, File: s.File, Directive: s.Directive, Outer: s, Names: map[string]Meaning{}, Place: s.Place, Cyclic: s.Cyclic}
}

// At returns a scope inside s for the text of another directive.
func (s *Scope) At(d *syntax.Directive, p Place) *Scope {
	in := s.Inner()
	in.Directive, in.Place = d, p
	return in
}

// Bind binds a variable to its name.
func (s *Scope) Bind(v *refine.Variable, src refine.Source) {
	s.Names[v.Name] = &Binding{Expr: &refine.Ref{Source: src, Var: v}}
}

// Owns returns rtest's own names for the results, or nil.
func (s *Scope) Owns() map[string]Meaning {
	for at := s; at != nil; at = at.Outer {
		if at.ResultNames != nil {
			return at.ResultNames
		}
	}
	return nil
}

// FileScope returns the outermost scope of a directive in a file of u.
func (u *Unit) FileScope(f *ast.File, d *syntax.Directive) *Scope {
	return &Scope{Unit: u, File: f, Directive: d, Names: map[string]Meaning{}}
}

// variables returns the names of all variables in scope.
func (s *Scope) variables() []string {
	var names []string
	for at := s; at != nil; at = at.Outer {
		names = append(names, slices.Sorted(maps.Keys(at.Names))...)
	}
	names = append(names, slices.Sorted(maps.Keys(s.Owns()))...)
	slices.Sort(names)
	return slices.Compact(names)
}

// Candidates returns the names in scope, as replacements for a misspelt one.
func (s *Scope) Candidates() []string {
	names := s.variables()
	names = append(names, s.Unit.Node.Types.Scope().Names()...)
	names = append(names, slices.Sorted(maps.Keys(s.Unit.Aliases))...)
	names = append(names, slices.Sorted(maps.Keys(s.Unit.Defs))...)
	names = append(names, s.Unit.PackageNames()...)
	names = append(names, types.Universe.Names()...)
	return append(names, slices.Sorted(maps.Keys(OwnFunctions))...)
}

// IsLost reports whether a name is unknown because its directive has a mistake, which was reported.
func (s *Scope) IsLost(name string) bool {
	for at := s; at != nil; at = at.Outer {
		if at.MistakenNames[name] {
			return true
		}
	}
	return s.Unit.mistakenNames[name]
}

// NamesType reports whether a meaning is a type or an alias.
func NamesType(m Meaning) bool {
	switch m := m.(type) {
	case *Alias:
		return true
	case *Binding:
		return m.Expr == nil
	case Object:
		_, ok := m.Object.(*types.TypeName)
		return ok
	}
	return false
}

// NamesValue reports whether a meaning is a variable, a constant or a function.
func NamesValue(m Meaning) bool {
	switch m := m.(type) {
	case *Def:
		return true
	case *Binding:
		return m.Expr != nil
	case Object:
		switch m.Object.(type) {
		case *types.Var, *types.Const, *types.Func:
			return true
		}
	}
	return false
}

// OwnFunctions are the functions that rtest adds to Go's, with their numbers of arguments.
var OwnFunctions = map[string]int{
	"old": 1, "sorted": 1, "distinct": 1, "permutation": 2, "count": 2, "sum": 1,
	"with": 3, "without": 2, "equal": 2, "calls": 1,
}

// An Entry says what is not yet known while the type of a sig entry is read. The zero value means
// that none is being read.
type Entry struct {
	// Own are the names of the entry itself.
	Own []string
	// Later are the names listed after it.
	Later []string
	// Clause is the directive that may refer to all of them.
	Clause string
}

// Outside has the declarations that were being unfolded where the arguments of an alias or def were
// written. It excludes the alias itself, so that NonEmpty[NonEmpty[int]] is not a self-reference.
type Outside []Declaration
