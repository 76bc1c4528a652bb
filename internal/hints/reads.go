package hints

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

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
	// bodies are the functions that predicates call and of which the reads were added.
	bodies map[*ssa.Function]bool
	// typeArgs are the types for which the type parameters of generic code may stand. readsParams
	// says that a value of such a type is read, comparesParams that two of them are compared.
	typeArgs                    []types.Type
	readsParams, comparesParams bool
}

// addFields records that fields are read.
func (r *reads) addFields(fields []*types.Var) {
	for _, f := range fields {
		r.fields[f.Origin()] = true
	}
}

// addUnnamed records that fields of the type, or of the type that it points to, are read.
func (r *reads) addUnnamed(t types.Type) {
	if s, ok := types.Unalias(refine.Pointed(t)).(*types.Struct); ok && !slices.Contains(r.unnamed, s) {
		r.unnamed = append(r.unnamed, s)
	}
}

// addParts records that fields of all types in t are read.
func (r *reads) addParts(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	r.addUnnamed(t)
	for _, part := range refine.TypeParts(t) {
		r.addParts(part, seen)
	}
}

// addStruct records that the fields of the struct type itself are read.
func (r *reads) addStruct(t types.Type) {
	if s, ok := t.Underlying().(*types.Struct); ok {
		r.addUnnamed(t)
		for f := range s.Fields() {
			r.fields[f.Origin()] = true
		}
	}
}

// addReachable records that everything a value of type t reaches is read.
func (r *reads) addReachable(t types.Type) {
	t = types.Unalias(t)
	if r.seen[t] {
		return
	}
	r.seen[t] = true
	if isParam(t) {
		r.readsParams = true
		return
	}
	r.addStruct(t)
	if types.IsInterface(t) {
		r.ifaces = addType(r.ifaces, t)
	}
	for _, part := range parts(t) {
		r.addReachable(part)
	}
}

// readCompared records that == reads the parts it compares. It does not follow pointers.
func (h *hinter) readCompared(t types.Type) {
	h.readComparedOnce(t, map[types.Type]bool{})
}

func (h *hinter) readComparedOnce(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	if isParam(t) {
		h.reads.comparesParams = true
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		h.reads.addUnnamed(t)
		for f := range u.Fields() {
			h.reads.fields[f.Origin()] = true
			h.readComparedOnce(f.Type(), seen)
		}
	case *types.Array:
		h.readComparedOnce(u.Elem(), seen)
	case *types.Slice:
		h.readComparedOnce(u.Elem(), seen)
	case *types.Map:
		h.readComparedOnce(u.Key(), seen)
		h.readComparedOnce(u.Elem(), seen)
	case *types.Signature:
		// The values that an iterator yields are compared.
		for v := range u.Params().Variables() {
			if yield, ok := v.Type().Underlying().(*types.Signature); ok {
				for y := range yield.Params().Variables() {
					h.readComparedOnce(y.Type(), seen)
				}
			}
		}
	case *types.Interface:
		inhabitants := refine.Inhabitants(h.a.facts, t)
		for _, dynamic := range inhabitants {
			h.readComparedOnce(dynamic, seen)
		}
		// It is not known which fields of other dynamic values count.
		if len(inhabitants) == 0 {
			h.reads.ifaces = addType(h.reads.ifaces, t)
		}
	}
}

// readTypeArgs records that type arguments are read if generic code reads values of its type
// parameters, which may stand for any of them.
func (h *hinter) readTypeArgs() {
	for _, arg := range h.reads.typeArgs {
		if h.reads.readsParams && !isParam(arg) {
			h.reads.addReachable(arg)
		}
		if h.reads.comparesParams && !isParam(arg) {
			h.readCompared(arg)
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
	if a.promotedFields == nil {
		a.promotedFields = map[string][]*types.Var{}
		for _, n := range a.Packages {
			if n.Info == nil {
				continue
			}
			scope := n.Types.Scope()
			for _, each := range scope.Names() {
				if tn, ok := scope.Lookup(each).(*types.TypeName); ok && !tn.IsAlias() {
					a.addPromoted(tn.Type())
				}
			}
		}
	}
	return a.promotedFields[name]
}

// addPromoted records the embedded fields through which a struct has its methods.
func (a *Program) addPromoted(t types.Type) {
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
		for _, f := range fieldsAlong(t, sel.Index()[:len(sel.Index())-1]) {
			a.promotedFields[sel.Obj().Name()] = append(a.promotedFields[sel.Obj().Name()], f.Origin())
		}
	}
}

// readInvariantFields records that the fields of a struct type that hold an invariant's value are
// read. Left at zero they might break the invariant.
func (h *hinter) readInvariantFields(t types.Type) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range s.Fields() {
		if h.hasInvariant(f.Type()) {
			h.reads.fields[f.Origin()] = true
		}
	}
}

// hasInvariant reports whether t, or what it holds by value, has an invariant.
func (h *hinter) hasInvariant(t types.Type) bool {
	if tf := h.a.facts.Of(t); tf != nil && len(tf.Invariants)+len(tf.Fields) > 0 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if h.hasInvariant(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return h.hasInvariant(u.Elem())
	}
	return false
}

// readDynamicValues records that values in interfaces are read if dynamic values of these
// interfaces are read. Only values that come in as interfaces count: a conversion of other values
// to an interface is seen by itself.
func (h *hinter) readDynamicValues(inputs []*refine.Variable) {
	seen := map[types.Type]bool{}
	for _, v := range inputs {
		h.interfacesIn(v.Type, seen, map[types.Type]bool{}, false)
	}
	dynamic := h.dynamicTypes(seen)
	for n := -1; n != len(h.reads.ifaces); {
		n = len(h.reads.ifaces)
		for _, t := range dynamic {
			if slices.ContainsFunc(h.reads.ifaces, func(i types.Type) bool { return mayImplement(t, i) }) {
				h.reads.addReachable(t)
			}
		}
	}
}

// interfacesIn records the interfaces that values of t reach. If a directive makes calls build the
// value, the content of an interface in it comes from the calls, and is not known here.
func (h *hinter) interfacesIn(t types.Type, seen, seenBuilt map[types.Type]bool, built bool) {
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
		h.out.ReadsAllFields = true
	}
	for _, impl := range refine.Inhabitants(h.a.facts, t) {
		h.interfacesIn(impl, seen, seenBuilt, built)
	}
	for _, part := range refine.TypeParts(t) {
		h.interfacesIn(part, seen, seenBuilt, built)
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
