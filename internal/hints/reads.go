package hints

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// reads are the struct fields that may be read.
type reads struct {
	fields map[*types.Var]bool
	// unnamed are the struct types without a name whose fields are read. Identical types have
	// separate fields at each place.
	unnamed []*types.Struct
	// all is set if anything may be read. ifaces are the interfaces whose dynamic values may be
	// read.
	all    bool
	ifaces []types.Type
	seen   map[types.Type]bool
	// args are the types for which the type parameters of generic code may stand. generic says that
	// a value of such a type is read, alike that two of them are compared.
	args           []types.Type
	generic, alike bool
}

// these records that fields are read.
func (r *reads) these(fields []*types.Var) {
	for _, f := range fields {
		r.fields[f.Origin()] = true
	}
}

// of records that fields of the type, or of the type that it points to, are read.
func (r *reads) of(t types.Type) {
	if s, ok := types.Unalias(refine.Pointed(t)).(*types.Struct); ok && !slices.Contains(r.unnamed, s) {
		r.unnamed = append(r.unnamed, s)
	}
}

// made records that fields of all types in t are read.
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

// own records that the fields of the struct type itself are read.
func (r *reads) own(t types.Type) {
	if s, ok := t.Underlying().(*types.Struct); ok {
		r.of(t)
		for f := range s.Fields() {
			r.fields[f.Origin()] = true
		}
	}
}

// whole records that everything a value of type t reaches is read.
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

// compared records that what == compares is read. That excludes what pointers point to.
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
		// It is not known which fields of other dynamic values count.
		if len(inhabitants) == 0 {
			h.reads.ifaces = addType(h.reads.ifaces, t)
		}
	}
}

// argued records that type arguments are read if generic code reads values of its type parameters,
// which may stand for any of them.
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

// typeArgs returns the type arguments of some types.
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

// isParam reports whether t is a type parameter.
func isParam(t types.Type) bool {
	_, ok := t.(*types.TypeParam)
	return ok
}

// promoted returns the embedded fields through which types with loaded source have a method of that
// name. A call through an interface reads these fields.
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

// addWays records the embedded fields through which a struct has its methods.
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

// lawful records that the fields of a struct type that hold an invariant's value are read. Left at
// zero they might break the invariant.
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

// holdsLaw reports whether t, or what it holds by value, has an invariant.
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

// held records that values in interfaces are read if dynamic values of these interfaces are read.
// Only values that come in as interfaces count: a conversion of other values to an interface is
// seen by itself.
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

// heldBy records the interfaces that values of t reach. If a directive makes calls build the value,
// the content of an interface in it comes from the calls, and is not known here.
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

// dynamicTypes returns the types of the values that some interfaces hold.
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

// mayImplement reports whether interface i may hold a value of type t, or a pointer to one.
func mayImplement(t, i types.Type) bool {
	iface, ok := i.Underlying().(*types.Interface)
	return !ok || refine.Parametric(i) || types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface)
}
