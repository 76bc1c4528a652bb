package annotations

import (
	"go/ast"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// Of returns what directives say of the type t: those at its declaration, for
// instances of generic types with the type arguments in place, and those of
// contract files. It is nil for a type without directives.
func (f *facts) Of(t types.Type) *refine.TypeFacts {
	f.mu.Lock()
	defer f.mu.Unlock()
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() < n.TypeParams().Len() {
		return nil
	}
	if known, ok := f.cache.At(t).(*refine.TypeFacts); ok {
		return known
	}
	// A type that mentions itself in its own invariant asks again.
	f.cache.Set(t, (*refine.TypeFacts)(nil))
	found := f.find(t)
	f.cache.Set(t, found)
	return found
}

// facts are what the directives of a package, of those it imports and of its
// contract files say of types.
type facts struct {
	u *unit
	// mu guards all: functions are checked at once, and instances of generic
	// types are resolved when they are asked for.
	mu    sync.Mutex
	cache typeutil.Map
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

// newFacts collects the directives of u's types.
func newFacts(u *unit) *facts {
	f := &facts{u: u, decls: map[*types.TypeName]*typeDirectives{}}
	for _, x := range u.found {
		switch o := x.Owner.(type) {
		case *syntax.TypeOwner:
			if d := f.decl(o.Spec); d != nil {
				d.dirs = append(d.dirs, x.Directives...)
			}
		case *syntax.FieldOwner:
			if o.Struct == nil {
				u.errorf(x.Directives[0].Span, codes.Field, "a field of a struct type without a name cannot have directives")
				continue
			}
			if d := f.decl(o.Struct); d != nil {
				d.fields = append(d.fields, fieldDirectives{o.Field, x.Directives})
			}
		case *syntax.AliasOwner:
			if tv, ok := u.node.Info.Types[o.Spec.Type]; ok && tv.IsType() {
				f.alias(o, types.Unalias(tv.Type), x.Directives)
			}
		}
	}
	return f
}

// alias adds the directives of type _ = t. How values are built is said of what
// they are, also where t points to it, as what builds them mostly gives pointers.
func (f *facts) alias(o *syntax.AliasOwner, t types.Type, dirs []*syntax.Directive) {
	add := func(t types.Type, dirs []*syntax.Directive) {
		if len(dirs) > 0 {
			f.foreign = append(f.foreign, foreignDirectives{t, f.u.fileOf(o.Spec.Pos()), o.Spec.Name, dirs})
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
			f.u.errorf(d.Verb.Span, codes.Mismatch, "%s is said of a type with a name, as in type _ = T, and holds for pointers to it as well", d.Verb.Name)
		}
		return of
	})
	if named {
		add(n, built)
	}
	add(t, dirs)
}

func (f *facts) decl(spec *ast.TypeSpec) *typeDirectives {
	tn, ok := f.u.node.Info.Defs[spec.Name].(*types.TypeName)
	if !ok {
		return nil
	}
	if f.decls[tn] == nil {
		f.decls[tn] = &typeDirectives{file: f.u.fileOf(spec.Pos()), name: spec.Name}
	}
	return f.decls[tn]
}

// hasInvariant tells whether the type, or an instance of it, has an invariant
// directive: at its declaration, or at an alias for it in a contract file.
func (f *facts) hasInvariant(tn *types.TypeName) bool {
	if d := f.decls[tn]; d != nil && slices.ContainsFunc(d.dirs, isInvariant) {
		return true
	}
	return slices.ContainsFunc(f.foreign, func(fd foreignDirectives) bool {
		n, ok := fd.t.(*types.Named)
		return ok && n.Origin().Obj() == tn && slices.ContainsFunc(fd.dirs, isInvariant)
	})
}

// invariantInstances returns the type arguments of the instances of a generic
// type that alone have an invariant.
func (f *facts) invariantInstances(tn *types.TypeName) [][]types.Type {
	if d := f.decls[tn]; d != nil && slices.ContainsFunc(d.dirs, isInvariant) {
		return nil
	}
	var out [][]types.Type
	for _, fd := range f.foreign {
		if n, ok := fd.t.(*types.Named); ok && n.Origin().Obj() == tn && n.TypeArgs().Len() > 0 && slices.ContainsFunc(fd.dirs, isInvariant) {
			out = append(out, typeList(n.TypeArgs()))
		}
	}
	return out
}

// builds tells whether calls make a value of t or of what it reaches, which may
// then lead back to itself. Nothing is known as long as f is nil.
func (f *facts) builds(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if f == nil || seen[t] {
		return false
	}
	seen[t] = true
	isVia := func(d *syntax.Directive) bool { return d.Verb.Name == "via" }
	if n, ok := t.(*types.Named); ok {
		if d := f.decls[n.Origin().Obj()]; d != nil && slices.ContainsFunc(d.dirs, isVia) {
			return true
		}
	}
	for _, fd := range f.foreign {
		if types.Identical(fd.t, t) && slices.ContainsFunc(fd.dirs, isVia) {
			return true
		}
	}
	return slices.ContainsFunc(refine.TypeParts(t), func(u types.Type) bool { return f.builds(u, seen) })
}

func isInvariant(d *syntax.Directive) bool { return d.Verb.Name == "invariant" }

// checkAll resolves the directives of all types, so that mistakes are found
// whether or not a contract uses the type. Generic ones are tried with the
// default type arguments; where there are none, with others that satisfy the
// constraints, else only what is wrong with any is reported.
func (f *facts) checkAll() {
	var names []*types.TypeName
	for tn := range f.decls {
		names = append(names, tn)
	}
	slices.SortFunc(names, func(a, b *types.TypeName) int { return int(a.Pos() - b.Pos()) })
	for _, tn := range names {
		t := tn.Type()
		if n, ok := t.(*types.Named); ok && n.TypeParams().Len() > 0 {
			targs, _ := defaultTypes(n.TypeParams())
			if targs == nil {
				targs = f.u.satisfying(n.TypeParams(), nil)
			}
			if targs == nil {
				f.u.whatever(func() { f.find(f.u.instantiated(n, ownTypes(n.TypeParams()))) })
				continue
			}
			inst, err := types.Instantiate(f.u.graph.Context, n, targs, true)
			if err != nil {
				continue
			}
			t = inst
		}
		f.Of(t)
	}
	for _, fd := range f.foreign {
		f.Of(fd.t)
	}
}

// find resolves the directives of t.
func (f *facts) find(t types.Type) *refine.TypeFacts {
	b := &factBuilder{f: f, t: t, out: &refine.TypeFacts{Type: t, Depth: -1, FieldInts: map[int]refine.Bounds{}, Derived: map[int]bool{}, FieldParts: map[int]*refine.FuncParts{}}}
	if n, ok := t.(*types.Named); ok {
		if o := f.u.of(n.Obj().Pkg()); o != nil && n.Obj().Pkg() != nil {
			if o.facts == nil {
				o.facts = newFacts(o)
			}
			if d := o.facts.decls[n.Origin().Obj()]; d != nil {
				b.declared(o, d, n)
			}
			if o != f.u {
				// Contract files of the type's own package count wherever it is used.
				b.foreign(o.facts)
			}
		}
	}
	b.foreign(f)
	if b.unsourced() {
		b.standard()
	}
	b.idle()
	if !b.any {
		b.infer()
	}
	if !b.any {
		return nil
	}
	return b.out
}

// A factBuilder makes the facts of one type.
type factBuilder struct {
	f   *facts
	u   *unit
	ty  *typer
	t   types.Type
	out *refine.TypeFacts
	any bool
	// given are the user's directives.
	given []given
}

// begin prepares for directives of the unit u.
func (b *factBuilder) begin(u *unit, at *ast.Ident) {
	b.u = u
	b.ty = u.typer()
	if b.any {
		return
	}
	b.any = true
	b.out.Pos = u.graph.Fset.Position(at.Pos())
	self := b.t
	if n, ok := b.t.(*types.Named); ok && hasPointerMethod(n) {
		self = types.NewPointer(b.t)
	}
	b.out.Self = &refine.Variable{Name: "self", Type: self, Role: refine.Self}
}

func hasPointerMethod(n *types.Named) bool {
	for m := range n.Methods() {
		if recv := m.Signature().Recv(); recv != nil {
			if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
				return true
			}
		}
	}
	return false
}

// foreign adds the directives of the contract files of a package.
func (b *factBuilder) foreign(f *facts) {
	for _, fd := range f.foreign {
		if !types.Identical(fd.t, b.t) {
			continue
		}
		sc := f.u.fileScope(fd.file, nil)
		b.begin(f.u, fd.at)
		for _, d := range fd.dirs {
			b.given = append(b.given, given{f.u, d})
			b.directive(sc, d)
		}
	}
}

// declared adds the directives at the declaration of n, in the unit o.
func (b *factBuilder) declared(o *unit, d *typeDirectives, n *types.Named) {
	b.begin(o, d.name)
	sc := o.fileScope(d.file, nil)
	bindTypes(sc, n.Origin().TypeParams(), typeList(n.TypeArgs()))
	for _, dir := range d.dirs {
		b.given = append(b.given, given{o, dir})
		b.directive(sc, dir)
	}
	if s, ok := n.Underlying().(*types.Struct); ok {
		b.structFields(sc, d, s)
	}
}
