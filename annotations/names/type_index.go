package names

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// A TypeIndex has the directives at the types of a package, at their declarations and in its
// contract files.
type TypeIndex struct {
	Unit     *Unit
	Declared map[*types.TypeName]*TypeDirectives
	// InContractFiles are the directives in contract files.
	InContractFiles []foreignDirectives
}

// TypeDirectives are the directives at the declaration of one type.
type TypeDirectives struct {
	File       *ast.File
	Name       *ast.Ident
	Directives []*syntax.Directive
	Fields     []fieldDirectives
}

type fieldDirectives struct {
	Field      *ast.Field
	Directives []*syntax.Directive
}

type foreignDirectives struct {
	Type       types.Type
	File       *ast.File
	At         *ast.Ident
	Directives []*syntax.Directive
}

// NewTypeIndex collects the directives at u's types.
func NewTypeIndex(u *Unit) *TypeIndex {
	x := &TypeIndex{Unit: u, Declared: map[*types.TypeName]*TypeDirectives{}}
	for _, found := range u.Found {
		switch o := found.Owner.(type) {
		case *syntax.TypeOwner:
			if d := x.decl(o.Spec); d != nil {
				d.Directives = append(d.Directives, found.Directives...)
			}
		case *syntax.FieldOwner:
			if o.Struct == nil {
				u.Errorf(found.Directives[0].Span, codes.Field, "a field of a struct type without a name cannot have directives")
				continue
			}
			if d := x.decl(o.Struct); d != nil {
				d.Fields = append(d.Fields, fieldDirectives{o.Field, found.Directives})
			}
		case *syntax.AliasOwner:
			if tv, ok := u.Node.Info.Types[o.Spec.Type]; ok && tv.IsType() {
				x.alias(o, types.Unalias(tv.Type), found.Directives)
			}
		}
	}
	return x
}

// alias adds the directives of type _ = t. If t is a pointer, directives about building values
// apply to its target too, because constructors usually return pointers.
func (x *TypeIndex) alias(o *syntax.AliasOwner, t types.Type, dirs []*syntax.Directive) {
	add := func(t types.Type, dirs []*syntax.Directive) {
		if len(dirs) > 0 {
			x.InContractFiles = append(x.InContractFiles, foreignDirectives{t, x.Unit.FileOf(o.Spec.Pos()), o.Spec.Name, dirs})
		}
	}
	p, isPointer := t.(*types.Pointer)
	if !isPointer {
		add(t, dirs)
		return
	}
	n, named := types.Unalias(p.Elem()).(*types.Named)
	var built []*syntax.Directive
	dirs = slices.DeleteFunc(slices.Clone(dirs), func(d *syntax.Directive) bool {
		of := syntax.KindOf(d.Verb.Name).Is(syntax.Builds)
		if of && named {
			built = append(built, d)
		} else if of {
			x.Unit.Errorf(d.Verb.Span, codes.Mismatch, "%s needs a type with a name, as in type _ = T; it applies to pointers to that type too", d.Verb.Name)
		}
		return of
	})
	if named {
		add(n, built)
	}
	add(t, dirs)
}

func (x *TypeIndex) decl(spec *ast.TypeSpec) *TypeDirectives {
	tn, ok := x.Unit.Node.Info.Defs[spec.Name].(*types.TypeName)
	if !ok {
		return nil
	}
	if x.Declared[tn] == nil {
		x.Declared[tn] = &TypeDirectives{File: x.Unit.FileOf(spec.Pos()), Name: spec.Name}
	}
	return x.Declared[tn]
}

// HasInvariant reports whether the type, or an instance of it, has an invariant directive, at its
// declaration or at an alias in a contract file.
func (x *TypeIndex) HasInvariant(tn *types.TypeName) bool {
	if d := x.Declared[tn]; d != nil && slices.ContainsFunc(d.Directives, isInvariant) {
		return true
	}
	return slices.ContainsFunc(x.InContractFiles, func(fd foreignDirectives) bool {
		n, ok := fd.Type.(*types.Named)
		return ok && n.Origin().Obj() == tn && slices.ContainsFunc(fd.Directives, isInvariant)
	})
}

// InvariantInstances returns the type arguments of the instances of a generic type that have an
// invariant, if the generic type itself has none.
func (x *TypeIndex) InvariantInstances(tn *types.TypeName) [][]types.Type {
	if d := x.Declared[tn]; d != nil && slices.ContainsFunc(d.Directives, isInvariant) {
		return nil
	}
	var out [][]types.Type
	for _, fd := range x.InContractFiles {
		if n, ok := fd.Type.(*types.Named); ok && n.Origin().Obj() == tn && n.TypeArgs().Len() > 0 && slices.ContainsFunc(fd.Directives, isInvariant) {
			out = append(out, TypeList(n.TypeArgs()))
		}
	}
	return out
}

// Builds reports whether calls make a value of t, or of a type it reaches, so that the value may
// refer back to itself. It returns false for a nil index.
func (x *TypeIndex) Builds(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if x == nil || seen[t] {
		return false
	}
	seen[t] = true
	isVia := func(d *syntax.Directive) bool { return d.Verb.Name == "via" }
	if n, ok := t.(*types.Named); ok {
		if d := x.Declared[n.Origin().Obj()]; d != nil && slices.ContainsFunc(d.Directives, isVia) {
			return true
		}
	}
	for _, fd := range x.InContractFiles {
		if types.Identical(fd.Type, t) && slices.ContainsFunc(fd.Directives, isVia) {
			return true
		}
	}
	return slices.ContainsFunc(refine.TypeParts(t), func(u types.Type) bool { return x.Builds(u, seen) })
}

func isInvariant(d *syntax.Directive) bool { return d.Verb.Name == "invariant" }
