// Package value describes what values of Go types look like: the shapes from which inputs are
// built, integers and characters.
//
// It has shapes for the types of go/types. Package encode turns them into variables, and package
// decode into values and text. It knows nothing of contracts, solvers or processes.
package value

import "go/types"

// A Shape says how the values of one Go type are built, and so what the stream of a value is: the
// integers, in preorder, from which a constructor builds it. Shapes of recursive types are cyclic
// graphs.
//
// The shapes are a closed set. Each takes from the stream:
//
//	Bool       0 or 1
//	Int        the number (a Uint64 as its two's complement)
//	Listed     the index in Values
//	Float      the bits, as math.Float64bits (of the float64 for a float32)
//	Complex    the bits of the real and of the imaginary part
//	String     the length, then each character's code point
//	Pointer    0 for nil, or 1 and the pointee
//	Reference  0 for nil, or the number of the object
//	Objects    their number, then each of them
//	Heap       its root, then each of its kinds of objects
//	Struct     its fields, in order, without those of shape Zero
//	Array      its elements
//	Slice      the length, or -1 for empty and not nil, then the elements;
//	           with Room the capacity beyond the length comes after the length,
//	           unless that is -1
//	Map        -1 for nil, or the number of entries, then key, value, key, …
//	           with the keys in strictly ascending order of their streams
//	Interface  the index of the inhabitant in Alts, or -1 for nil, then it
//	Zero       nothing: the zero value
//	Func       one number that the harness interprets
//	Drawn      nothing: the value is chosen once the other inputs are known
//	Aliased    the relation to earlier inputs, then the value by itself
//	Calls      the class and the number of a state; or -1, then the calls
//	           themselves: the index of the last call's function among those of
//	           the builder, which result of the call is the value (0 its
//	           receiver, 1 its first result), and the inputs of the call
//	Unsupported has no values
type Shape interface {
	// Go returns the type whose values the shape builds.
	Go() types.Type
	// Parts returns the ways to the direct parts, in the order of the stream.
	Parts() []Ref
}

// A Ref is a way from a shape to one of its parts.
type Ref struct {
	Shape Shape
	// Step is 1 if the way costs one of the depth: into an element of a container, or from a value
	// of a recursive type into another.
	Step int
}

// A Range holds the integers from Lo to Hi, both included, as numbers of the type at hand. For
// unsigned types of 64 bits they are two's complements.
type Range struct{ Lo, Hi int64 }

type (
	// Bool has the values false and true.
	Bool struct{ T types.Type }

	// Int is an integer type. If Ranges is nil, its values at depth d are those in -d..d, or 0..d
	// if unsigned. Otherwise they are those of Ranges at every depth. Ranges are disjoint,
	// ascending, and within the type.
	Int struct {
		T      types.Type
		Ranges []Range
		// General says that Ranges apply to more than the one field in which the integer stands.
		// They do not bound a derived field.
		General bool
		// Free says that a precondition bounds the values, and the depth does not.
		Free bool
	}

	// Listed is a type with listed values: those of a values directive, or the constants of an
	// enumeration.
	Listed struct {
		T types.Type
		// Values are Go expressions as the user's package would write them.
		Values []string
		// Ints are the values if all are integer constants, else nil.
		Ints []int64
		// Strings are the values if all are string constants, else nil.
		Strings []string
		// Origin is what package refine made the values from. Package refine prints them from it as
		// Go source for a generated file.
		Origin any
	}

	// Float is float32 or float64.
	Float struct{ T types.Type }

	// Complex is complex64 or complex128.
	Complex struct{ T types.Type }

	// String is string, []byte or []rune, spelled so, with characters from Alphabet. Except for
	// []rune, Alphabet may contain raw bytes (see RawByte).
	String struct {
		T        types.Type
		Alphabet []rune
		// Fixed says that a directive gives the alphabet, so there are no other characters at any
		// depth.
		Fixed bool
		// EmptyToo adds the empty slice that is not nil, as for Slice. It is never set for strings.
		EmptyToo bool
		// Single says that a value is one character at every depth. Rows of arguments of calls use
		// it.
		Single bool
	}

	// Pointer is nil, unless NotNil is set, or points to a value of Elem.
	Pointer struct {
		T      types.Type
		Elem   Ref
		NotNil bool
		// Node says that the pointee counts for the size of the input.
		Node bool
	}

	// Reference is nil, unless NotNil is set, or points to one of the objects of a heap. Several
	// references may point to one object.
	Reference struct {
		T      types.Type
		To     *Objects
		NotNil bool
	}

	// Objects are the objects of one type within the inputs of a function. They are numbered from 1
	// in the order in which the stream first refers to them: first the inputs, then object 1, object
	// 2, and so on. So no two streams stand for inputs that differ in the names of their objects only.
	//
	// Types that refer to each other are a group. Their objects are numbered level by level: first
	// those that what comes before the group refers to, then those that these refer to, and so on.
	// Within a level the order is that of the kinds, then that of the numbers.
	Objects struct {
		// T is the struct type of an object.
		T    types.Type
		Elem Ref
		// Most is how many there may be, or -1 if the depth says so.
		Most int
		// Group are the kinds of the group, in the order of the heap. It may be nil for one that is
		// alone.
		Group []*Objects
	}

	// Heap is an input with the objects that the references within it and within the inputs before
	// it point to. It stands for the last input of a function that has references.
	Heap struct {
		Root Shape
		// Kinds are the objects by type, group by group. Those of one group refer to objects of
		// their own and of later groups only.
		Kinds []*Objects
	}

	// Struct is the product of its fields.
	Struct struct {
		T      types.Type
		Fields []Field
	}

	// Array has Len elements.
	Array struct {
		T    types.Type
		Len  int
		Elem Ref
	}

	// Slice is a sequence of at most as many elements as depth is left.
	Slice struct {
		T    types.Type
		Elem Ref
		// EmptyToo adds the empty slice that is not nil.
		EmptyToo bool
		// Room adds slices with a capacity beyond their length.
		Room bool
	}

	// Map is nil, empty, or up to as many entries as depth is left.
	Map struct {
		T         types.Type
		Key, Elem Ref
	}

	// Interface is one of Alts, or nil if Nil is set.
	Interface struct {
		T    types.Type
		Alts []Alt
		Nil  bool
		// Dropped are types to which the code asserts or switches the value, but whose values
		// cannot be built or cannot be keys of a map.
		Dropped []types.Type
	}

	// Zero has only the zero value. It is used for types of sync, blank parameters, fields that
	// nobody reads, and variadic parameters of types that cannot be built. For the last, Why is the
	// reason.
	Zero struct {
		T   types.Type
		Why string
	}

	// Func is a function whose answers are chosen when it is called.
	Func struct {
		T *types.Signature
		// Of is the function's own type, which may be a named one.
		Of types.Type
		// Results are the shapes of the answers.
		Results []Ref
		Nil     bool
		// Rules is what package refine says of the arguments and answers of a function that is part
		// of an input; nil if nothing.
		Rules any
	}

	// Calls is a value built by calls; the harness finds its states. A Pointer to it is the very
	// pointer that the calls returned.
	Calls struct {
		T types.Type
		// Builder is the index of the builder among those of the package.
		Builder int
		// Given says that the value is not chosen: it is the one before a step.
		Given bool
		// Paid says that the way to the value costs one of the depth regardless of its type, as the
		// way into an element of a container does.
		Paid bool
	}

	// Drawn is an input that is one of the values of an expression over earlier inputs, and
	// identical to it.
	Drawn struct {
		T types.Type
		// Draw is the index among the draws of the contract.
		Draw int
	}

	// Aliased is an input that may be the same memory as an earlier one: the same pointer or map, or
	// a slice that is another window of its array.
	Aliased struct {
		// Own is the shape of the value by itself.
		Own Ref
		// With are the indices of the earlier inputs, ascending.
		With []int
		// Apart says that a solution has no relation but 0: only inputs that are made of others share
		// memory.
		Apart bool
	}

	// Unsupported is a type whose values cannot be built.
	Unsupported struct {
		T types.Type
		// Why is a clause such as "a channel"; Help is what the user can do.
		Why, Help string
	}
)

// A Field is one field of a Struct.
type Field struct {
	Name  string
	Index int
	Ref
	// Derived says that the depth does not bound the field: its values are those that the
	// predicates allow.
	Derived bool
}

// An Alt is one inhabitant of an Interface.
type Alt struct {
	// T is the dynamic type.
	T types.Type
	Ref
	// Node says that choosing it counts for the size of the input.
	Node bool
}

func (s *Bool) Go() types.Type        { return s.T }
func (s *Int) Go() types.Type         { return s.T }
func (s *Listed) Go() types.Type      { return s.T }
func (s *Float) Go() types.Type       { return s.T }
func (s *Complex) Go() types.Type     { return s.T }
func (s *String) Go() types.Type      { return s.T }
func (s *Pointer) Go() types.Type     { return s.T }
func (s *Reference) Go() types.Type   { return s.T }
func (s *Objects) Go() types.Type     { return s.T }
func (s *Heap) Go() types.Type        { return s.Root.Go() }
func (s *Struct) Go() types.Type      { return s.T }
func (s *Array) Go() types.Type       { return s.T }
func (s *Slice) Go() types.Type       { return s.T }
func (s *Map) Go() types.Type         { return s.T }
func (s *Interface) Go() types.Type   { return s.T }
func (s *Zero) Go() types.Type        { return s.T }
func (s *Func) Go() types.Type        { return s.Of }
func (s *Calls) Go() types.Type       { return s.T }
func (s *Drawn) Go() types.Type       { return s.T }
func (s *Aliased) Go() types.Type     { return s.Own.Shape.Go() }
func (s *Unsupported) Go() types.Type { return s.T }

func (*Bool) Parts() []Ref        { return nil }
func (*Int) Parts() []Ref         { return nil }
func (*Listed) Parts() []Ref      { return nil }
func (*Float) Parts() []Ref       { return nil }
func (*Complex) Parts() []Ref     { return nil }
func (*String) Parts() []Ref      { return nil }
func (s *Pointer) Parts() []Ref   { return []Ref{s.Elem} }
func (s *Reference) Parts() []Ref { return []Ref{{Shape: s.To}} }
func (s *Objects) Parts() []Ref   { return []Ref{s.Elem} }
func (s *Array) Parts() []Ref     { return []Ref{s.Elem} }
func (s *Slice) Parts() []Ref     { return []Ref{s.Elem} }
func (s *Map) Parts() []Ref       { return []Ref{s.Key, s.Elem} }
func (*Zero) Parts() []Ref        { return nil }
func (s *Func) Parts() []Ref      { return s.Results }
func (*Calls) Parts() []Ref       { return nil }
func (*Drawn) Parts() []Ref       { return nil }
func (s *Aliased) Parts() []Ref   { return []Ref{s.Own} }
func (*Unsupported) Parts() []Ref { return nil }

func (s *Struct) Parts() []Ref {
	refs := make([]Ref, len(s.Fields))
	for i, f := range s.Fields {
		refs[i] = f.Ref
	}
	return refs
}

func (s *Heap) Parts() []Ref {
	refs := []Ref{{Shape: s.Root}}
	for _, k := range s.Kinds {
		refs = append(refs, Ref{Shape: k})
	}
	return refs
}

func (s *Interface) Parts() []Ref {
	refs := make([]Ref, len(s.Alts))
	for i, a := range s.Alts {
		refs[i] = a.Ref
	}
	return refs
}

// OfCalls reports whether a value of the shape, or its pointee, is built by calls.
func OfCalls(s Shape) bool {
	s = OwnShape(s)
	if p, ok := s.(*Pointer); ok {
		s = p.Elem.Shape
	}
	_, ok := s.(*Calls)
	return ok
}
