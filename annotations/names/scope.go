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

// Lookup finds what a name means: bound variables first, then parameters and
// results, what the package declares, what it imports, Go's predeclared names,
// and last rtest's own. Standard packages are found only where qualified says
// that a selector follows. It returns nil for a name that means nothing, as _
// does.
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
	if a := s.dotted(name); a != nil {
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

// dotted returns the alias of that name of a package that the file imports with a
// dot, or nil.
func (s *Scope) dotted(name string) *Alias {
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

// A Scope says what names mean at one place of a contract. The outermost one
// knows the package, the file and the directive; those inside add variables.
type Scope struct {
	Unit      *Unit
	File      *ast.File
	Directive *syntax.Directive
	Outer     *Scope
	Names     map[string]Meaning
	// Own are rtest's own names for the results. Any other name hides them.
	Own map[string]Meaning
	// Later has the names of the results where these are not known yet.
	Later map[string]bool
	// Below has the names of the lets that stand further down.
	Below map[string]bool
	// Lost has the names that directives of the doc comment would declare if they had no
	// mistakes. These mistakes were reported, so nothing is said of the names.
	Lost map[string]bool
	// Entry is that of a sig whose type is read.
	Entry Entry
	// Value is the variable in braces that stands for a whole input or result.
	Value string
	// Place says which forms are allowed.
	Place Place
	// Cyclic says that a value may lead back to itself, because a call made it.
	Cyclic bool
}

// A Place tells which forms a predicate may have.
type Place uint8

const (
	// Before is a predicate over inputs, or over one value.
	Before Place = iota
	// After is a postcondition: old and calls are allowed.
	After
	// Within is the operand of old.
	Within
)

// A Meaning is what a name stands for: a binding, an object of Go's, an alias
// or a def.
type Meaning interface{ meaning() }

// A Binding is a variable of the contract, or what a parameter of an alias or def stands
// for. With Ref or Type it is a type parameter: that of an alias is given as a refined
// type, that of a function as a Go type.
type Binding struct {
	Expr refine.Expr
	Type types.Type
	Ref  syntax.RefType
	// RefScope is where Ref was written, Outside what was being unfolded there.
	RefScope *Scope
	Outside  Outside
}

// An Object is what Go declares.
type Object struct{ types.Object }

func (*Binding) meaning() {}
func (Object) meaning()   {}
func (*Alias) meaning()   {}
func (*Def) meaning()     {}

// Inner returns a scope inside s with no names yet.
func (s *Scope) Inner() *Scope {
	return &Scope{Unit: s.Unit, File: s.File, Directive: s.Directive, Outer: s, Names: map[string]Meaning{}, Place: s.Place, Cyclic: s.Cyclic}
}

// At returns a scope inside s for the text of another directive.
func (s *Scope) At(d *syntax.Directive, p Place) *Scope {
	in := s.Inner()
	in.Directive, in.Place = d, p
	return in
}

// Bind lets a name stand for a variable.
func (s *Scope) Bind(v *refine.Variable, src refine.Source) {
	s.Names[v.Name] = &Binding{Expr: &refine.Ref{Source: src, Var: v}}
}

// Owns returns rtest's own names for the results, nil where there are none.
func (s *Scope) Owns() map[string]Meaning {
	for at := s; at != nil; at = at.Outer {
		if at.Own != nil {
			return at.Own
		}
	}
	return nil
}

// FileScope is the outermost scope of a directive in a file of u.
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

// Candidates returns the names that a misspelt one may have meant.
func (s *Scope) Candidates() []string {
	names := s.variables()
	names = append(names, s.Unit.Node.Types.Scope().Names()...)
	names = append(names, slices.Sorted(maps.Keys(s.Unit.Aliases))...)
	names = append(names, slices.Sorted(maps.Keys(s.Unit.Defs))...)
	names = append(names, s.Unit.PackageNames()...)
	names = append(names, types.Universe.Names()...)
	return append(names, slices.Sorted(maps.Keys(OwnFunctions))...)
}

// IsLost tells whether a name means nothing because the directive that gives it
// has a mistake, which was reported.
func (s *Scope) IsLost(name string) bool {
	for at := s; at != nil; at = at.Outer {
		if at.Lost[name] {
			return true
		}
	}
	return s.Unit.lost[name]
}

// NamesType tells whether what a name means is a type or an alias.
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

// NamesValue tells whether what a name means is a variable, a constant or a
// function.
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

// OwnFunctions are the functions that rtest adds to Go's, with the number of their
// arguments.
var OwnFunctions = map[string]int{
	"old": 1, "sorted": 1, "distinct": 1, "permutation": 2, "count": 2, "sum": 1,
	"with": 3, "without": 2, "equal": 2, "calls": 1,
}

// An Entry says what a scope does not know while the type of one entry of a sig is
// read. The zero value is that no such type is read.
type Entry struct {
	// Own are the names of what the type is about.
	Own []string
	// Behind are the names that are listed after it.
	Behind []string
	// Clause is the directive that may speak of all of them.
	Clause string
}

// An Outside is what was being unfolded where the arguments of an alias or def are
// written: of these the alias itself is none, so that NonEmpty[NonEmpty[int]] does
// not refer to itself.
type Outside []Declaration
