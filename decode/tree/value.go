// Package tree shows values of Go as text.
//
// In come value trees, as the harness reports them; out go literals, statements
// that can be pasted, and drawings. It knows nothing of shapes and solutions.
package tree

// A Value is a Go value as the harness reports it: enough to print it as a Go
// literal, and to draw it. It crosses the process boundary as JSON.
type Value struct {
	// Kind tells which of the other fields count.
	Kind ValueKind `json:"k"`
	// Type is the value's type as Go writes it, with import paths; below an
	// interface it is the dynamic type.
	Type string `json:"t,omitempty"`
	// Text is the literal text of a scalar: 12, -0.5, "ab", true; for Opaque
	// what fmt prints of it.
	Text string `json:"s,omitempty"`
	// Const is a constant expression for a scalar of an enumerated type, as the
	// package under test writes it: Blue, fs.ModeDir. It does not cross the
	// border.
	Const string `json:"-"`
	// Elems are the fields of a Compound (zero ones too, named by Names), the
	// elements of a Sequence, the entries of a Mapping as key, value, key, …, what
	// an Address points to, the dynamic value of a Boxed one, the two parts of a
	// complex Scalar.
	Elems []*Value `json:"e,omitempty"`
	Names []string `json:"n,omitempty"`
	// Cap is the capacity of a slice where it exceeds the length; Room are the
	// elements between, where they are there by intent.
	Cap  int      `json:"c,omitempty"`
	Room []*Value `json:"r,omitempty"`
	// ID numbers what a pointer, map or slice refers to, from 1, in the order
	// of the walk; a second occurrence is a Shared value with the same ID.
	ID int `json:"i,omitempty"`
	// Within says that it refers to a part of what was met before: an element,
	// a field, a range of elements. Its literal does not.
	Within bool `json:"w,omitempty"`
	// Declared asks for a variable that holds it, because an expression beside
	// it names that. It does not cross the border.
	Declared bool `json:"-"`
}

// A ValueKind tells the kinds of a Value apart.
type ValueKind uint8

const (
	// Nil is nil of any type.
	Nil ValueKind = iota
	// Scalar is a bool, number or string.
	Scalar
	// Compound is a struct.
	Compound
	// Sequence is an array or a slice that is not nil.
	Sequence
	// Mapping is a map that is not nil, its entries in ascending order of keys.
	Mapping
	// Address is a pointer that is not nil.
	Address
	// Boxed is an interface that is not nil.
	Boxed
	// Shared is a reference that was met before, under the same ID.
	Shared
	// Function is a function; Text is its name, or a literal for answers.
	Function
	// Opaque is anything else: what is known by an expression (time.Date(…);
	// where that begins with * the rest is its address), an unsafe pointer, what
	// a package variable holds that is known by its name: of an error its one
	// Name is the message, quoted.
	Opaque
	// ByCalls is a value that calls made: its Elems are Called, in order. With
	// an ID it is in a variable, also where an expression would do.
	ByCalls
	// Called is one call; its Elems are the arguments, without the value from
	// which it is a step. Text is the Go statement of the call, with the Slots
	// in it; the one Name is what the statement gives: a value of the type
	// ("."), a pointer to one ("*"), or nothing new ("").
	Called
	// Asked is a function by what it was asked: its Elems are a list of the
	// parameters, of which only the types count and its Names, where these are
	// declared, one of the results, and for each question a list of the arguments
	// and one of the answers. Text is "..." when the last parameter is variadic.
	Asked
	// Yielded is an iterator by what it yielded: its Elems are, for each time, a
	// list of one value or two. Text is "…" where there was more.
	Yielded
	// Channel is a channel that is not nil: Cap is its capacity, Text the number
	// of values that wait in it.
	Channel
	// Answering is a function by what it answered: its Elems are, for each call, a
	// list of the arguments and one of the results. Text is "…", as it may be asked
	// more.
	Answering
)

// The Slots of the statement of a Called.
const (
	// SlotNew is the variable that the statement declares or sets.
	SlotNew = "\x01v"
	// SlotSelf, SlotPointer and SlotValue are what the step begins from: as
	// the operand of a selector, as a pointer, as a value.
	SlotSelf    = "\x01m"
	SlotPointer = "\x01p"
	SlotValue   = "\x01t"
	// SlotFirst is the first argument as the operand of a selector; it is not in
	// the list of arguments then.
	SlotFirst = "\x01f"
	// SlotArgs is the list of arguments; SlotMore the same behind another, with
	// a comma in front unless it is empty.
	SlotArgs = "\x01a"
	SlotMore = "\x01b"
	// SlotSpread stands behind the list when the last argument is the slice of
	// a variadic parameter.
	SlotSpread = "\x01d"
	// SlotTyped stands behind the list when the arguments have to tell type
	// arguments that are left out.
	SlotTyped = "\x01c"
	// SlotHeld is the assertion of what an interface holds: the Type.
	SlotHeld = "\x01i"
)
