// Package facts resolves the directives at types: invariants, refined fields, the calls that build
// values, listed values. For types without directives it has a list for the standard library, and
// looks for functions that make values.
//
// It takes the directives at types and their scopes, and returns [refine.TypeFacts]. It knows
// nothing of the contracts of functions.
package facts

import (
	"go/ast"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/refine"
)

// Of returns the facts about the type t, or nil if it has no directives. They come from its
// declaration, instantiated if t is generic, and from contract files.
func (f *Facts) Of(t types.Type) *refine.TypeFacts {
	f.mu.Lock()
	defer f.mu.Unlock()
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() < n.TypeParams().Len() {
		return nil
	}
	if known, ok := f.cache.At(t).(*refine.TypeFacts); ok {
		return known
	}
	// A type that its own invariant mentions is requested again below.
	f.cache.Set(t, (*refine.TypeFacts)(nil))
	found := f.find(t)
	f.cache.Set(t, found)
	return found
}

// Facts are the directives at types of a package, of its imports, and of its contract files.
type Facts struct {
	Unit *names.Unit
	// mu guards everything: functions are checked concurrently, and instances of generic types are
	// resolved on demand.
	mu    sync.Mutex
	cache typeutil.Map
	// effects knows what functions do outside their process.
	effects *EffectIndex
	// pkg is the package under test.
	pkg *refine.Package
	// contracted are the types that inputs of contracts reach. It is nil until needed.
	contracted map[*types.TypeName]bool
	// concrete caches the result of concreteTypes by package.
	concrete sync.Map
	// implementing caches which types implement interfaces.
	implementing implementerCache
}

// CheckAll resolves the directives of all types, so that mistakes are found even if no contract
// uses the type. Generic types get default type arguments, or others that satisfy the constraints.
// If there are none, only mistakes that do not depend on them are reported.
func (f *Facts) CheckAll() {
	var names []*types.TypeName
	for tn := range f.Unit.AtTypes.Declared {
		names = append(names, tn)
	}
	slices.SortFunc(names, func(a, b *types.TypeName) int { return int(a.Pos() - b.Pos()) })
	for _, tn := range names {
		t := tn.Type()
		if n, ok := t.(*types.Named); ok && n.TypeParams().Len() > 0 {
			targs, _ := generics.Default(n.TypeParams())
			if targs == nil {
				targs = generics.Satisfying(f.Unit, n.TypeParams(), nil)
			}
			if targs == nil {
				f.Unit.KeepGeneral(func() { f.find(generics.Instantiated(f.Unit, n, generics.Own(n.TypeParams()))) })
				continue
			}
			inst, err := types.Instantiate(f.Unit.Graph.Context, n, targs, true)
			if err != nil {
				continue
			}
			t = inst
		}
		f.Of(t)
	}
	for _, fd := range f.Unit.AtTypes.InContractFiles {
		f.Of(fd.Type)
	}
}

// NewFacts returns the facts of the package under test.
func NewFacts(u *names.Unit, pkg *refine.Package, effects *EffectIndex) *Facts {
	return &Facts{Unit: u, pkg: pkg, effects: effects}
}

// find resolves the directives of t.
func (f *Facts) find(t types.Type) *refine.TypeFacts {
	b := &factBuilder{f: f, t: t, out: &refine.TypeFacts{Type: t, Depth: -1, FieldInts: map[int]refine.Bounds{}, Derived: map[int]bool{}, FieldParts: map[int]*refine.FuncParts{}}}
	if n, ok := t.(*types.Named); ok {
		if o := f.Unit.UnitOf(n.Obj().Pkg()); o != nil && n.Obj().Pkg() != nil {
			if o.AtTypes == nil {
				o.AtTypes = names.NewTypeIndex(o)
			}
			if d := o.AtTypes.Declared[n.Origin().Obj()]; d != nil {
				b.declared(o, d, n)
			}
			if o != f.Unit {
				// Contract files of the type's own package apply wherever it is used.
				b.foreign(o.AtTypes)
			}
		}
	}
	b.foreign(f.Unit.AtTypes)
	if b.unsourced() {
		b.standard()
	}
	b.warnIdle()
	for _, g := range b.directives {
		b.checkConcurrent(g)
	}
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
	f    *Facts
	Unit *names.Unit
	ty   *typing.Typer
	t    types.Type
	out  *refine.TypeFacts
	any  bool
	// directives are the user's directives.
	directives []placedDirective
}

// begin prepares for directives of the unit u.
func (b *factBuilder) begin(u *names.Unit, at *ast.Ident) {
	b.Unit = u
	b.ty = typing.NewTyper(u)
	if b.any {
		return
	}
	b.any = true
	b.out.Pos = u.Graph.Fset.Position(at.Pos())
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
func (b *factBuilder) foreign(x *names.TypeIndex) {
	for _, fd := range x.InContractFiles {
		if !types.Identical(fd.Type, b.t) {
			continue
		}
		sc := x.Unit.FileScope(fd.File, nil)
		b.begin(x.Unit, fd.At)
		for _, d := range fd.Directives {
			b.directives = append(b.directives, placedDirective{x.Unit, d})
			b.directive(sc, d)
		}
	}
}

// declared adds the directives at the declaration of n, in the unit o.
func (b *factBuilder) declared(o *names.Unit, d *names.TypeDirectives, n *types.Named) {
	b.begin(o, d.Name)
	sc := o.FileScope(d.File, nil)
	generics.Bind(sc, n.Origin().TypeParams(), names.TypeList(n.TypeArgs()))
	for _, dir := range d.Directives {
		b.directives = append(b.directives, placedDirective{o, dir})
		b.directive(sc, dir)
	}
	if s, ok := n.Underlying().(*types.Struct); ok {
		b.structFields(sc, d, s)
	}
}

// Each visits the facts resolved so far.
func (f *Facts) Each(visit func(*refine.TypeFacts)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cache.Iterate(func(_ types.Type, v any) {
		if tf := v.(*refine.TypeFacts); tf != nil {
			visit(tf)
		}
	})
}
