package annotations

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// A typeIndex has the directives at the types of a package: at their declarations and
// in its contract files.
type typeIndex struct {
	u     *unit
	decls map[*types.TypeName]*typeDirectives
	// foreign are those of contract files.
	foreign []foreignDirectives
}

// typeDirectives are the directives at the declaration of one type.
type typeDirectives struct {
	file   *ast.File
	name   *ast.Ident
	dirs   []*syntax.Directive
	fields []fieldDirectives
}

type fieldDirectives struct {
	field *ast.Field
	dirs  []*syntax.Directive
}

type foreignDirectives struct {
	t    types.Type
	file *ast.File
	at   *ast.Ident
	dirs []*syntax.Directive
}

// newTypeIndex collects the directives of u's types.
func newTypeIndex(u *unit) *typeIndex {
	x := &typeIndex{u: u, decls: map[*types.TypeName]*typeDirectives{}}
	for _, found := range u.found {
		switch o := found.Owner.(type) {
		case *syntax.TypeOwner:
			if d := x.decl(o.Spec); d != nil {
				d.dirs = append(d.dirs, found.Directives...)
			}
		case *syntax.FieldOwner:
			if o.Struct == nil {
				u.errorf(found.Directives[0].Span, codes.Field, "a field of a struct type without a name cannot have directives")
				continue
			}
			if d := x.decl(o.Struct); d != nil {
				d.fields = append(d.fields, fieldDirectives{o.Field, found.Directives})
			}
		case *syntax.AliasOwner:
			if tv, ok := u.node.Info.Types[o.Spec.Type]; ok && tv.IsType() {
				x.alias(o, types.Unalias(tv.Type), found.Directives)
			}
		}
	}
	return x
}

// alias adds the directives of type _ = t. How values are built is said of what
// they are, also where t points to it, as what builds them mostly gives pointers.
func (x *typeIndex) alias(o *syntax.AliasOwner, t types.Type, dirs []*syntax.Directive) {
	add := func(t types.Type, dirs []*syntax.Directive) {
		if len(dirs) > 0 {
			x.foreign = append(x.foreign, foreignDirectives{t, x.u.fileOf(o.Spec.Pos()), o.Spec.Name, dirs})
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
			x.u.errorf(d.Verb.Span, codes.Mismatch, "%s is said of a type with a name, as in type _ = T, and holds for pointers to it as well", d.Verb.Name)
		}
		return of
	})
	if named {
		add(n, built)
	}
	add(t, dirs)
}

func (x *typeIndex) decl(spec *ast.TypeSpec) *typeDirectives {
	tn, ok := x.u.node.Info.Defs[spec.Name].(*types.TypeName)
	if !ok {
		return nil
	}
	if x.decls[tn] == nil {
		x.decls[tn] = &typeDirectives{file: x.u.fileOf(spec.Pos()), name: spec.Name}
	}
	return x.decls[tn]
}

// hasInvariant tells whether the type, or an instance of it, has an invariant
// directive: at its declaration, or at an alias for it in a contract file.
func (x *typeIndex) hasInvariant(tn *types.TypeName) bool {
	if d := x.decls[tn]; d != nil && slices.ContainsFunc(d.dirs, isInvariant) {
		return true
	}
	return slices.ContainsFunc(x.foreign, func(fd foreignDirectives) bool {
		n, ok := fd.t.(*types.Named)
		return ok && n.Origin().Obj() == tn && slices.ContainsFunc(fd.dirs, isInvariant)
	})
}

// invariantInstances returns the type arguments of the instances of a generic
// type that alone have an invariant.
func (x *typeIndex) invariantInstances(tn *types.TypeName) [][]types.Type {
	if d := x.decls[tn]; d != nil && slices.ContainsFunc(d.dirs, isInvariant) {
		return nil
	}
	var out [][]types.Type
	for _, fd := range x.foreign {
		if n, ok := fd.t.(*types.Named); ok && n.Origin().Obj() == tn && n.TypeArgs().Len() > 0 && slices.ContainsFunc(fd.dirs, isInvariant) {
			out = append(out, typeList(n.TypeArgs()))
		}
	}
	return out
}

// builds tells whether calls make a value of t or of what it reaches, which may
// then lead back to itself. Nothing is known as long as f is nil.
func (x *typeIndex) builds(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if x == nil || seen[t] {
		return false
	}
	seen[t] = true
	isVia := func(d *syntax.Directive) bool { return d.Verb.Name == "via" }
	if n, ok := t.(*types.Named); ok {
		if d := x.decls[n.Origin().Obj()]; d != nil && slices.ContainsFunc(d.dirs, isVia) {
			return true
		}
	}
	for _, fd := range x.foreign {
		if types.Identical(fd.t, t) && slices.ContainsFunc(fd.dirs, isVia) {
			return true
		}
	}
	return slices.ContainsFunc(refine.TypeParts(t), func(u types.Type) bool { return x.builds(u, seen) })
}

func isInvariant(d *syntax.Directive) bool { return d.Verb.Name == "invariant" }
