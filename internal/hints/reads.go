package hints

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// reads are struct fields that may be read.
type reads struct {
	fields map[*types.Var]bool
	// unnamed are the struct types without a name among those whose fields are
	// read: identical ones have fields of their own at each place.
	unnamed []*types.Struct
	// all is set when anything may be read; ifaces are the interfaces of which the
	// dynamic value may be.
	all    bool
	ifaces []types.Type
	seen   map[types.Type]bool
	// args are what the type parameters of generic code may stand for; generic tells
	// that a value of such a type is read, alike that two are compared.
	args           []types.Type
	generic, alike bool
}

// these takes fields as read.
func (r *reads) these(fields []*types.Var) {
	for _, f := range fields {
		r.fields[f.Origin()] = true
	}
}

// of notes the type, or what it points to, as one whose fields are read.
func (r *reads) of(t types.Type) {
	if s, ok := types.Unalias(refine.Pointed(t)).(*types.Struct); ok && !slices.Contains(r.unnamed, s) {
		r.unnamed = append(r.unnamed, s)
	}
}

// made notes all types that t is made of as ones whose fields are read.
func (r *reads) made(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	r.of(t)
	for _, part := range refine.TypeParts(t) {
		r.made(part, seen)
	}
}

// own takes the fields of a struct type itself as read.
func (r *reads) own(t types.Type) {
	if s, ok := t.Underlying().(*types.Struct); ok {
		r.of(t)
		for f := range s.Fields() {
			r.fields[f.Origin()] = true
		}
	}
}

// whole takes everything that a value of the type t reaches as read.
func (r *reads) whole(t types.Type) {
	t = types.Unalias(t)
	if r.seen[t] {
		return
	}
	r.seen[t] = true
	if isParam(t) {
		r.generic = true
		return
	}
	r.own(t)
	if types.IsInterface(t) {
		r.ifaces = addType(r.ifaces, t)
	}
	for _, part := range parts(t) {
		r.whole(part)
	}
}

// compared takes as read what == compares: not what pointers point to.
func (h *hinter) compared(t types.Type) {
	h.comparedOnce(t, map[types.Type]bool{})
}

func (h *hinter) comparedOnce(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	if isParam(t) {
		h.reads.alike = true
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		h.reads.of(t)
		for f := range u.Fields() {
			h.reads.fields[f.Origin()] = true
			h.comparedOnce(f.Type(), seen)
		}
	case *types.Array:
		h.comparedOnce(u.Elem(), seen)
	case *types.Slice:
		h.comparedOnce(u.Elem(), seen)
	case *types.Map:
		h.comparedOnce(u.Key(), seen)
		h.comparedOnce(u.Elem(), seen)
	case *types.Signature:
		// An iterator: what it yields is compared.
		for v := range u.Params().Variables() {
			if yield, ok := v.Type().Underlying().(*types.Signature); ok {
				for y := range yield.Params().Variables() {
					h.comparedOnce(y.Type(), seen)
				}
			}
		}
	case *types.Interface:
		inhabitants := refine.Inhabitants(h.a.facts, t)
		for _, dynamic := range inhabitants {
			h.comparedOnce(dynamic, seen)
		}
		// Which fields of other dynamic values count is not known.
		if len(inhabitants) == 0 {
			h.reads.ifaces = addType(h.reads.ifaces, t)
		}
	}
}

// argued takes as read what generic code reads of values of its type parameters: they may
// stand for any of the type arguments.
func (h *hinter) argued() {
	for _, arg := range h.reads.args {
		if h.reads.generic && !isParam(arg) {
			h.reads.whole(arg)
		}
		if h.reads.alike && !isParam(arg) {
			h.compared(arg)
		}
	}
}

// typeArgs are the type arguments of some types.
func typeArgs(list []types.Type) (out []types.Type) {
	for _, t := range list {
		if n, ok := t.(*types.Named); ok {
			for arg := range n.TypeArgs().Types() {
				out = addType(out, arg)
			}
		}
	}
	return out
}

// isParam tells whether t is a type parameter.
func isParam(t types.Type) bool {
	_, ok := t.(*types.TypeParam)
	return ok
}

// promoted returns the embedded fields through which types whose source is
// loaded have a method of that name: a call by way of an interface reads them.
func (a *Program) promoted(name string) []*types.Var {
	if a.ways == nil {
		a.ways = map[string][]*types.Var{}
		for _, n := range a.Packages {
			if n.Info == nil {
				continue
			}
			scope := n.Types.Scope()
			for _, each := range scope.Names() {
				if tn, ok := scope.Lookup(each).(*types.TypeName); ok && !tn.IsAlias() {
					a.addWays(tn.Type())
				}
			}
		}
	}
	return a.ways[name]
}

// addWays notes through which embedded fields a structure has its methods.
func (a *Program) addWays(t types.Type) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	embeds := false
	for f := range s.Fields() {
		embeds = embeds || f.Embedded()
	}
	if !embeds {
		return
	}
	for sel := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		for _, f := range along(t, sel.Index()[:len(sel.Index())-1]) {
			a.ways[sel.Obj().Name()] = append(a.ways[sel.Obj().Name()], f.Origin())
		}
	}
}

// lawful takes as read the fields of a struct type that hold by value what an
// invariant reads: left at zero they might break it.
func (h *hinter) lawful(t types.Type) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range s.Fields() {
		if h.holdsLaw(f.Type()) {
			h.reads.fields[f.Origin()] = true
		}
	}
}

// holdsLaw tells whether t, or what it holds by value, has an invariant.
func (h *hinter) holdsLaw(t types.Type) bool {
	if tf := h.a.facts.Of(t); tf != nil && len(tf.Invariants)+len(tf.Fields) > 0 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if h.holdsLaw(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return h.holdsLaw(u.Elem())
	}
	return false
}

// held takes as read what interfaces hold of which the dynamic value is read. Only values
// that came in as interfaces count: others are converted to one first, and that is seen.
func (h *hinter) held(inputs []*refine.Variable) {
	seen := map[types.Type]bool{}
	for _, v := range inputs {
		h.heldBy(v.Type, seen, map[types.Type]bool{}, false)
	}
	dynamic := h.dynamicTypes(seen)
	for n := -1; n != len(h.reads.ifaces); {
		n = len(h.reads.ifaces)
		for _, t := range dynamic {
			if slices.ContainsFunc(h.reads.ifaces, func(i types.Type) bool { return mayImplement(t, i) }) {
				h.reads.whole(t)
			}
		}
	}
}

// heldBy notes the interfaces that values of t reach. Where a directive has calls build
// the value, what an interface in it holds comes out of the calls, and is not known here.
func (h *hinter) heldBy(t types.Type, seen, seenBuilt map[types.Type]bool, built bool) {
	t = types.Unalias(t)
	if seenBuilt[t] || seen[t] && !built {
		return
	}
	facts := h.a.facts.Of(t)
	if facts != nil && len(facts.Via) > 0 {
		if facts.Standard && !refine.IsError(t) {
			return
		}
		built = !facts.Standard
	}
	seen[t], seenBuilt[t] = true, built
	if types.IsInterface(t) && built && len(h.reads.ifaces) > 0 {
		h.out.ReadAll = true
	}
	for _, impl := range refine.Inhabitants(h.a.facts, t) {
		h.heldBy(impl, seen, seenBuilt, built)
	}
	for _, part := range refine.TypeParts(t) {
		h.heldBy(part, seen, seenBuilt, built)
	}
}

// dynamicTypes are the types of the values that some interfaces hold.
func (h *hinter) dynamicTypes(list map[types.Type]bool) (out []types.Type) {
	for t := range list {
		i, ok := t.Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for _, d := range refine.Inhabitants(h.a.facts, t) {
			out = addType(out, d)
		}
		if i.NumMethods() == 0 {
			for _, d := range h.out.Asserted {
				out = addType(out, d)
				for _, impl := range refine.Inhabitants(h.a.facts, d) {
					out = addType(out, impl)
				}
			}
		}
		if refine.IsError(t) {
			for _, d := range h.out.ErrorTypes {
				out = addType(out, d)
			}
		}
	}
	return out
}

// mayImplement tells whether a value of type t, or a pointer to one, may be in an interface.
func mayImplement(t, i types.Type) bool {
	iface, ok := i.Underlying().(*types.Interface)
	return !ok || refine.Parametric(i) || types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface)
}
