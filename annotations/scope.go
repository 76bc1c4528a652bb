package annotations

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// lookup finds what a name means: bound variables first, then parameters and
// results, what the package declares, what it imports, Go's predeclared names,
// and last rtest's own. Standard packages are found only where qualified says
// that a selector follows. It returns nil for a name that means nothing, as _
// does.
func (s *scope) lookup(name string, qualified bool) meaning {
	if name == "_" {
		return nil
	}
	for at := s; at != nil; at = at.outer {
		if b, ok := at.names[name]; ok {
			return b
		}
	}
	u := s.unit
	if obj := u.node.Types.Scope().Lookup(name); obj != nil {
		return object{obj}
	}
	if a := u.aliases[name]; a != nil {
		return a
	}
	if d := u.defs[name]; d != nil {
		return d
	}
	if fs := u.node.Info.Scopes[s.file]; fs != nil {
		if obj := fs.Lookup(name); obj != nil {
			return object{obj}
		}
	}
	if a := s.dotted(name); a != nil {
		return a
	}
	if pkg := u.imports[s.file][name]; pkg != nil {
		return object{types.NewPkgName(token.NoPos, u.node.Types, name, pkg)}
	}
	if obj := types.Universe.Lookup(name); obj != nil && !qualified {
		return object{obj}
	}
	if b, ok := s.owns()[name]; ok {
		return b
	}
	if !qualified {
		return nil
	}
	if pkg := u.packageNamed(s.file, name); pkg != nil {
		return object{types.NewPkgName(token.NoPos, u.node.Types, name, pkg)}
	}
	if obj := types.Universe.Lookup(name); obj != nil {
		return object{obj}
	}
	return nil
}

// dotted returns the alias of that name of a package that the file imports with a
// dot, or nil.
func (s *scope) dotted(name string) *alias {
	if s.file == nil || !token.IsExported(name) {
		return nil
	}
	for _, imp := range s.file.Imports {
		if imp.Name == nil || imp.Name.Name != "." {
			continue
		}
		pn, ok := s.unit.node.Info.Defs[imp.Name].(*types.PkgName)
		if !ok {
			continue
		}
		if o := s.unit.of(pn.Imported()); o != nil && o.aliases[name] != nil {
			return o.aliases[name]
		}
	}
	return nil
}

// A scope says what names mean at one place of a contract. The outermost one
// knows the package, the file and the directive; those inside add variables.
type scope struct {
	unit  *unit
	file  *ast.File
	dir   *syntax.Directive
	outer *scope
	names map[string]meaning
	// own are rtest's own names for results, which any other name hides.
	own map[string]meaning
	// later has the names of results where these are not known yet.
	later map[string]bool
	// below has the names of the lets of the doc comment.
	below map[string]bool
	// lost has the names that directives of the doc comment may give whose
	// mistakes were reported.
	lost map[string]bool
	// entry is that of a sig whose type is read.
	entry entry
	// value is the variable in braces that stands for a whole input or result.
	value string
	// place says which forms are allowed.
	place place
	// cyclic says that what a predicate speaks of may come out of a call, and
	// lead back to itself.
	cyclic bool
}

// A place tells what a predicate may speak of.
type place uint8

const (
	// before is a predicate over inputs, or over one value.
	before place = iota
	// after is a postcondition: old and calls are allowed.
	after
	// within is the operand of old.
	within
)

// A meaning is what a name stands for: a binding, an object of Go's, an alias
// or a def.
type meaning interface{ meaning() }

type (
	// A binding is a variable of the contract, or what a parameter of an alias
	// or def stands for; with ref or typ it is a type parameter.
	binding struct {
		expr refine.Expr
		typ  types.Type
		ref  syntax.RefType
		// refScope is where ref was written, outside what was being unfolded there.
		refScope *scope
		outside  outside
	}
	object struct{ types.Object }
)

func (*binding) meaning() {}
func (object) meaning()   {}
func (*alias) meaning()   {}
func (*def) meaning()     {}

// in returns a scope inside s with no names yet.
func (s *scope) in() *scope {
	return &scope{unit: s.unit, file: s.file, dir: s.dir, outer: s, names: map[string]meaning{}, place: s.place, cyclic: s.cyclic}
}

// at returns a scope inside s for the text of another directive.
func (s *scope) at(d *syntax.Directive, p place) *scope {
	in := s.in()
	in.dir, in.place = d, p
	return in
}

// bind lets a name stand for a variable.
func (s *scope) bind(v *refine.Variable, src refine.Source) {
	s.names[v.Name] = &binding{expr: &refine.Ref{Source: src, Var: v}}
}

func (s *scope) owns() map[string]meaning {
	for at := s; at != nil; at = at.outer {
		if at.own != nil {
			return at.own
		}
	}
	return nil
}

// fileScope is the outermost scope of a directive in a file of u.
func (u *unit) fileScope(f *ast.File, d *syntax.Directive) *scope {
	return &scope{unit: u, file: f, dir: d, names: map[string]meaning{}}
}

// variables returns the names of all variables in scope.
func (s *scope) variables() []string {
	var names []string
	for at := s; at != nil; at = at.outer {
		names = append(names, slices.Sorted(maps.Keys(at.names))...)
	}
	names = append(names, slices.Sorted(maps.Keys(s.owns()))...)
	slices.Sort(names)
	return slices.Compact(names)
}

// candidates returns the names that a misspelt one may have meant.
func (s *scope) candidates() []string {
	names := s.variables()
	names = append(names, s.unit.node.Types.Scope().Names()...)
	names = append(names, slices.Sorted(maps.Keys(s.unit.aliases))...)
	names = append(names, slices.Sorted(maps.Keys(s.unit.defs))...)
	names = append(names, s.unit.packageNames()...)
	names = append(names, types.Universe.Names()...)
	return append(names, slices.Sorted(maps.Keys(ownForms))...)
}

// text returns what the user wrote from one place of the scope's directive to
// another.
func (s *scope) text(span syntax.Span) string {
	if s.dir == nil {
		return ""
	}
	return textOf(s.dir, span)
}

func textOf(d *syntax.Directive, span syntax.Span) string {
	from, to := offsetOf(d, span.From), offsetOf(d, span.To)
	if from > to {
		return ""
	}
	return d.Text[from:to]
}

// token is the place of the token of the scope's directive that begins at pos,
// which is empty where none does.
func (s *scope) token(pos token.Pos) syntax.Span {
	at := syntax.Span{From: pos, To: pos}
	if s.dir == nil {
		return at
	}
	from := offsetOf(s.dir, pos)
	if s.dir.TextAt(from) != pos {
		return at
	}
	rest := []byte(s.dir.Text[from:])
	var sc scanner.Scanner
	sc.Init(token.NewFileSet().AddFile("", 1, len(rest)), rest, nil, 0)
	switch _, tok, lit := sc.Scan(); {
	case tok == token.EOF || tok == token.ILLEGAL || tok == token.SEMICOLON && lit == "\n":
	case lit != "":
		at.To = s.dir.TextAt(from+len(lit)-1) + 1
	default:
		at.To = s.dir.TextAt(from+len(tok.String())-1) + 1
	}
	return at
}

// offsetOf is the inverse of d.TextAt, which grows with the offset.
func offsetOf(d *syntax.Directive, pos token.Pos) int {
	lo, hi := 0, len(d.Text)
	for lo < hi {
		mid := (lo + hi) / 2
		if d.TextAt(mid) < pos {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func sourceOf(n interface {
	Pos() token.Pos
	End() token.Pos
}) refine.Source {
	return refine.Source{Pos: n.Pos(), End: n.End()}
}
