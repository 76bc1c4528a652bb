package shape

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

func (s *shaper) basic(t types.Type, u *types.Basic, at place) value.Shape {
	switch info := u.Info(); {
	case info&types.IsBoolean != 0:
		return &value.Bool{T: t}
	case info&types.IsInteger != 0:
		own := at.field != nil && (at.field.IntsFull || at.field.Ints != nil)
		return &value.Int{T: t, Ranges: s.rangesFor(u, at), General: !own}
	case info&types.IsFloat != 0:
		return &value.Float{T: t}
	case info&types.IsComplex != 0:
		return &value.Complex{T: t}
	case info&types.IsString != 0:
		return s.text(t, at)
	}
	return s.unsupported(t, "an unsafe pointer", func() string { return s.helpWith(t) })
}

// pointer makes the shape of a pointer type. It leaves out nil where passing nil would only be a
// mistake of the caller.
func (s *shaper) pointer(t types.Type, u *types.Pointer, at place, keep func(value.Shape)) {
	elem := u.Elem()
	tf := s.facts.Of(elem)
	if s.isShared(elem, tf) {
		notNil := !at.nilable && tf != nil && len(tf.Invariants) > 0 && !s.graph.recursive(elem)
		keep(&value.Reference{T: t, To: s.objects(elem, tf), NotNil: notNil})
		return
	}
	shape := &value.Pointer{T: t}
	keep(shape)
	if tf != nil {
		shape.NotNil = !at.nilable && (len(tf.Via) > 0 || len(tf.Invariants) > 0 && !s.graph.recursive(elem))
	}
	at.parts = at.parts.OfElem()
	shape.Elem, shape.Node = s.reference(t, elem, at)
}

// reference returns the way from a pointer or interface to its value, and whether the value is a
// node of a recursive type.
func (s *shaper) reference(from, to types.Type, at place) (ref value.Ref, node bool) {
	step := 0
	switch to.Underlying().(type) {
	case *types.Struct:
		node = s.graph.recursive(to)
		if node && !at.depthSpent {
			step = 1
		}
	case *types.Array:
		step = s.cycleStep(from, to)
	case *types.Pointer, *types.Interface:
		// From an interface to the pointer that inhabits it there is no step.
		if !types.IsInterface(from) {
			step = s.cycleStep(from, to)
		}
	}
	next := place{depthSpent: at.depthSpent || step > 0, field: at.field, nilable: !types.IsInterface(from) && s.nilPart(to), parts: at.parts}
	return value.Ref{Shape: s.shape(to, next), Step: step}, node
}

// cycleStep returns 1 if the types belong to one cycle, else 0.
func (s *shaper) cycleStep(from, to types.Type) int {
	if s.graph.sameCycle(from, to) {
		return 1
	}
	return 0
}

// byValue returns the way from an array to its element, or from a struct to its field.
func (s *shaper) byValue(from, to types.Type, at place) value.Ref {
	step := 0
	if _, ok := to.Underlying().(*types.Struct); ok && !at.depthSpent {
		step = s.cycleStep(from, to)
	}
	return value.Ref{Shape: s.shape(to, place{depthSpent: at.depthSpent || step > 0, field: at.field, nilable: at.nilable, parts: at.parts, resultIsTypeParam: at.resultIsTypeParam}), Step: step}
}

// element returns the way into an element of a container.
func (s *shaper) element(t types.Type, at place) value.Ref {
	return s.entry(t, at, at.parts.OfElem())
}

func (s *shaper) entry(t types.Type, at place, parts *refine.FuncParts) value.Ref {
	return value.Ref{Shape: s.shape(t, place{depthSpent: true, field: at.field, nilable: s.nilPart(t), parts: parts}), Step: 1}
}

// nilPart reports whether elements, answers and targets of pointers of the type are compared with nil.
func (s *shaper) nilPart(t types.Type) bool {
	return slices.ContainsFunc(s.opt.Hints.NilParts, func(p types.Type) bool { return types.Identical(p, t) })
}

// structure makes the shape of a struct type. Fields that nothing reads stay zero.
func (s *shaper) structure(t types.Type, u *types.Struct, at place, keep func(value.Shape)) {
	for i := range u.NumFields() {
		v := u.Field(i)
		if v.Name() != "_" && s.mayRead(t, u, i) && !v.Exported() && s.foreign(v.Pkg()) {
			why := fmt.Sprintf("a struct of package %s with the unexported field %s", v.Pkg().Name(), v.Name())
			keep(s.unsupported(t, why, func() string { return s.helpWith(t) }))
			return
		}
	}
	tf := s.facts.Of(t)
	if tf != nil && tf.Closed != "" {
		keep(s.unsupported(t, tf.Closed, func() string { return tf.OpenedBy }))
		return
	}
	shape := &value.Struct{T: t}
	keep(shape)
	for i := range u.NumFields() {
		v := u.Field(i)
		field := value.Field{Name: v.Name(), Index: i}
		switch {
		case v.Name() == "_" || !s.mayRead(t, u, i) || tf != nil && tf.ExportedOnly && !v.Exported():
			field.Ref = value.Ref{Shape: &value.Zero{T: v.Type()}}
		default:
			inner := place{field: at.field, nilable: s.opt.Hints.HasField(s.opt.Hints.NilFields, t, u, i), parts: at.parts.OfField(i), resultIsTypeParam: refine.Folds(v.Origin().Type())}
			if tf != nil {
				field.Derived = tf.Derived[i]
				inner.parts = s.unionParts(inner.parts, tf.FieldParts[i])
				if b, ok := tf.FieldInts[i]; ok {
					inner.field = s.graph.fieldBounds(v, b)
				}
			}
			field.Ref = s.byValue(t, v.Type(), inner)
		}
		shape.Fields = append(shape.Fields, field)
	}
}

// maxArrayParts is the greatest number of parts of an array that is built. Each part is a variable
// of the form.
const maxArrayParts = 1 << 16

func (s *shaper) array(t types.Type, u *types.Array, at place, keep func(value.Shape)) {
	switch n := inlineParts(t); {
	case n == 0:
		keep(&value.Zero{T: t})
		return
	case n > maxArrayParts:
		why := fmt.Sprintf("an array of more than %d values", maxArrayParts)
		keep(s.unsupported(t, why, func() string { return s.helpWith(t) }))
		return
	}
	shape := &value.Array{T: t, Len: int(u.Len())}
	keep(shape)
	at.nilable, at.parts = s.nilPart(u.Elem()), at.parts.OfElem()
	shape.Elem = s.byValue(t, u.Elem(), at)
}

// inlineParts counts the values that a value of type t consists of, without references. It stops
// counting just beyond maxArrayParts.
func inlineParts(t types.Type) int64 {
	const enough = maxArrayParts + 1
	switch u := t.Underlying().(type) {
	case *types.Array:
		n := inlineParts(u.Elem())
		if n > 0 && u.Len() > enough/n {
			return enough
		}
		return n * u.Len()
	case *types.Struct:
		var sum int64
		for f := range u.Fields() {
			sum = min(sum+inlineParts(f.Type()), enough)
		}
		return sum
	}
	return 1
}

// mayRead reports whether the code or the contract can read the i-th field of the struct u
// underlying t.
func (s *shaper) mayRead(t types.Type, u *types.Struct, i int) bool {
	h := &s.opt.Hints
	return h.ReadsAny() || h.HasField(h.ReadFields, t, u, i)
}

// slice makes the shape of a slice type. Slices of bytes and runes have the shape of text.
func (s *shaper) slice(t types.Type, u *types.Slice, at place, keep func(value.Shape)) {
	if b, ok := u.Elem().(*types.Basic); ok && (b.Name() == "byte" || b.Name() == "rune") {
		shape := s.text(t, at)
		shape.EmptyToo = s.opt.Hints.NilSlices
		if chars := characterRanges(shape.Alphabet, b); s.opt.Hints.Capacities && len(chars) > 0 {
			roomy := &value.Slice{T: t, EmptyToo: shape.EmptyToo, Room: true}
			keep(roomy)
			roomy.Elem = s.element(u.Elem(), at)
			roomy.Elem.Shape = &value.Int{T: u.Elem(), Ranges: chars}
			return
		}
		keep(shape)
		return
	}
	shape := &value.Slice{T: t, EmptyToo: s.opt.Hints.NilSlices, Room: s.opt.Hints.Capacities}
	keep(shape)
	shape.Elem = s.element(u.Elem(), at)
}

// mapping makes the shape of a map type.
func (s *shaper) mapping(t types.Type, u *types.Map, at place, keep func(value.Shape)) {
	shape := &value.Map{T: t}
	keep(shape)
	shape.Key, shape.Elem = s.entry(u.Key(), at, at.parts.OfKey()), s.element(u.Elem(), at)
	if i, ok := shape.Key.Shape.(*value.Interface); ok {
		key := *i
		key.Alts = nil
		for _, a := range i.Alts {
			if types.Comparable(a.T) {
				key.Alts = append(key.Alts, a)
			} else {
				key.Dropped = append(slices.Clone(key.Dropped), a.T)
			}
		}
		shape.Key.Shape = &key
	}
}

// iface makes the shape of an interface type from its inhabitants.
func (s *shaper) iface(t types.Type, u *types.Interface, at place, keep func(value.Shape)) {
	at.parts = nil
	list, byRule := s.graph.inhabitants(t)
	if len(list) == 0 {
		why := "an interface that no type of this package or its own implements"
		if _, named := t.(*types.Named); !named {
			why = "an interface without a name that no type of this package implements"
		}
		keep(s.unsupported(t, why, func() string { return s.helpWith(t) }))
		return
	}
	shape := &value.Interface{T: t, Nil: at.nilable}
	keep(shape)
	if open := slices.DeleteFunc(slices.Clone(list), func(i refine.Inhabitant) bool { return s.isClosed(i.T) }); byRule && len(open) > 0 {
		for _, i := range list {
			if s.isClosed(i.T) {
				shape.Dropped = append(shape.Dropped, i.T)
			}
		}
		list = open
	}
	for _, i := range list {
		alt := s.inhabitantShape(t, i, at)
		if byRule && u.NumMethods() == 0 && value.FindUnsupported(alt.Shape) != nil {
			shape.Dropped = append(shape.Dropped, i.T)
			continue
		}
		if n, ok := t.(*types.Named); ok && byRule && s.foreign(n.Obj().Pkg()) {
			s.preferInterfaceHelp(t, alt.Shape)
		}
		shape.Alts = append(shape.Alts, alt)
	}
}

// isClosed reports whether nothing is known to make values of an inhabitant.
func (s *shaper) isClosed(t types.Type) bool {
	tf := s.facts.Of(refine.Pointed(t))
	return tf != nil && tf.Closed != ""
}

// preferInterfaceHelp replaces the help for an inhabitant without values by the help for its
// interface, whose other implementations may have some.
func (s *shaper) preferInterfaceHelp(t types.Type, alt value.Shape) {
	if p, ok := alt.(*value.Pointer); ok {
		alt = p.Elem.Shape
	}
	if none, ok := alt.(*value.Unsupported); ok && s.helps[none] != nil {
		s.helps[none] = func() string { return s.helpWith(t) }
	}
}

// inhabitantShape returns one inhabitant. A pointer that inhabits an interface is not nil, unless a
// directive allows it.
func (s *shaper) inhabitantShape(iface types.Type, i refine.Inhabitant, at place) value.Alt {
	at.onlyWritten = onlyWrites(iface)
	ref, node := s.reference(iface, i.T, at)
	if r, ok := ref.Shape.(*value.Reference); ok {
		ref.Shape = &value.Reference{T: r.T, To: r.To, NotNil: !i.NilToo}
	}
	if p, ok := ref.Shape.(*value.Pointer); ok && p.NotNil == i.NilToo {
		// The pointer's target may still be under construction.
		inner := *p
		inner.NotNil = !i.NilToo
		if p.Elem.Shape == nil {
			u := i.T.Underlying().(*types.Pointer)
			next := place{depthSpent: at.depthSpent || ref.Step > 0, field: at.field, onlyWritten: at.onlyWritten}
			inner.Elem, inner.Node = s.reference(i.T, u.Elem(), next)
		}
		ref.Shape = &inner
	}
	return value.Alt{T: i.T, Ref: ref, Node: node}
}

// onlyWrites reports whether t is an interface of package io whose methods only write, so that the
// contents of its values before do not matter.
func onlyWrites(t types.Type) bool {
	n, ok := t.(*types.Named)
	i, isIface := t.Underlying().(*types.Interface)
	if !ok || !isIface || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "io" || i.NumMethods() == 0 {
		return false
	}
	for m := range i.Methods() {
		if !strings.HasPrefix(m.Name(), "Write") && m.Name() != "ReadFrom" && m.Name() != "Close" {
			return false
		}
	}
	return i.NumMethods() > 1 || i.Method(0).Name() != "Close" && i.Method(0).Name() != "WriteTo"
}

// function makes the shape of a function type. Its values are orders, or functions whose answers
// are chosen, or constant ones.
func (s *shaper) function(t types.Type, u *types.Signature, at place, keep func(value.Shape)) {
	if o := refine.OrderOf(u); o != nil && !at.resultIsTypeParam && !refine.Folds(t) && len(at.parts.Functions()) == 0 {
		if !o.CompareBy(s.foreign) {
			keep(s.unsupported(t, "an order of "+s.typeName(o.Elem)+", which Go cannot order", func() string { return s.helpFunctions(t) }))
			return
		}
		keep(s.listedFuncs(o, t, at.nilable))
		return
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "iter" {
		keep(s.unsupported(t, "an iterator over pairs", func() string { return s.helpPairs(t) }))
		return
	}
	if s.opt.Constant && len(at.parts.Functions()) > 0 {
		keep(s.unsupported(t, "a function on the way to a value, with a refined type", func() string { return s.helpFunctions(t) }))
		return
	}
	if s.opt.Constant {
		keep(s.listedFuncs(&constantFuncs{u}, t, false))
		return
	}
	shape := &value.Func{T: u, Of: t, Nil: at.nilable}
	if rules := at.parts.Functions(); len(rules) > 0 {
		shape.Rules = rules
	}
	keep(shape)
	for v := range u.Results().Variables() {
		step := s.answerStep(t, v.Type())
		inner := place{depthSpent: step > 0, field: at.field, nilable: s.nilPart(v.Type()), parts: at.parts.OfField(len(shape.Results))}
		shape.Results = append(shape.Results, value.Ref{Shape: s.shape(v.Type(), inner), Step: step})
	}
}

// answerStep returns the step from a function to its answer. For a pointer to a struct the cost is
// at the pointer, as elsewhere: nil is an answer at depth 0 too.
func (s *shaper) answerStep(from, to types.Type) int {
	if ptr, ok := to.Underlying().(*types.Pointer); ok {
		if _, ok := ptr.Elem().Underlying().(*types.Struct); ok {
			return 0
		}
	}
	return s.cycleStep(from, to)
}

// inputName returns the name of the current input.
func (s *shaper) inputName() string {
	if vs := s.c.Inputs(); s.input < len(vs) && vs[s.input].Name != "" {
		return vs[s.input].Name
	}
	return "p"
}

// typeName returns t as the package under test writes it.
func (s *shaper) typeName(t types.Type) string { return refine.TypeName(t, s.opt.Package) }
