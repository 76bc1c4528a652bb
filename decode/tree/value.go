// Package tree shows Go values as text.
//
// It takes value trees, as the harness reports them. It returns literals, statements that can be
// pasted, and drawings. It knows nothing of shapes and solutions.
package tree

// A Value is a Go value as the harness reports it, with enough to print it as a Go literal and to
// draw it. It crosses the process boundary as JSON.
type Value struct {
	// Kind says which of the other fields count.
	Kind ValueKind `json:"k"`
	// Type is the value's type as Go writes it, with import paths. In an interface it is the
	// dynamic type.
	Type string `json:"t,omitempty"`
	// Text is the literal of a scalar: 12, -0.5, "ab", true. For Opaque it is what fmt prints.
	Text string `json:"s,omitempty"`
	// Const is a constant expression for a scalar of an enumerated type, as the package under test
	// writes it: Blue, fs.ModeDir. It does not cross the process boundary.
	Const string `json:"-"`
	// Char is the literal of a scalar that is shown as a character. It does not cross the process
	// boundary either.
	Char string `json:"-"`
	// Elems are the fields of a Compound, zero ones included and named by Names; the elements of a
	// Sequence; the entries of a Mapping as key, value, key, …; the pointee of an Address; the
	// dynamic value of a Boxed; the two parts of a complex Scalar.
	Elems []*Value `json:"e,omitempty"`
	Names []string `json:"n,omitempty"`
	// Cap is the capacity of a slice if it exceeds the length. Room are the elements between, if
	// they are there on purpose.
	Cap  int      `json:"c,omitempty"`
	Room []*Value `json:"r,omitempty"`
	// ID numbers the things that pointers, maps or slices refer to, from 1, in the order of the
	// walk. A second occurrence is a Shared value with the same ID.
	ID int `json:"i,omitempty"`
	// Within says that the value refers to a part of an earlier value: an element, a field, or a
	// range of elements. Its literal does not show that.
	Within bool `json:"w,omitempty"`
	// Array is the number, from 1, of the array of an input that is a slice, if another input is another window
	// of it. At is the index of the first element in the array. The array ends with its last window.
	Array int `json:"a,omitempty"`
	At    int `json:"o,omitempty"`
	// Declared asks for a variable that holds the value, because another expression names it. It
	// does not cross the process boundary.
	Declared bool `json:"-"`
}

// A ValueKind is the kind of a Value.
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
	// Function is a function. Text is its name, or a literal that shows its answers.
	Function
	// Opaque is anything else. That includes a value known by an expression, such as time.Date(…);
	// if the expression begins with *, the rest is its address. It includes unsafe pointers, and
	// values known by the name of a package variable. For an error in such a variable, the one Name
	// is its message, quoted.
	Opaque
	// ByCalls is a value that calls made. Its Elems are of kind Called, in order. With an ID it is
	// kept in a variable, even if an expression would do.
	ByCalls
	// Called is one call. Its Elems are the arguments, without the value before a step. Text is the Go statement
	// of the call, with Slots in it. The one Name says what the statement yields: a value of the type ("."), a
	// pointer to one ("*"), or nothing new ("").
	Called
	// Asked is a function with the questions it was asked. The first of its Elems is the list of
	// parameters; only their types count, and its Names if they are declared. The second is the
	// list of results. Then come, for each question, a list of the arguments and a list of the
	// answers. Text is "..." if the last parameter is variadic.
	Asked
	// Yielded is an iterator with the values that it yielded. Each of its Elems is a list of one or two values.
	// Text is "…" if it yielded more.
	Yielded
	// Channel is a channel that is not nil. Cap is its capacity, Text the number of values waiting in it.
	Channel
	// Answering is a function with its answers. Its Elems are, for each call, a list of the
	// arguments and a list of the results. Text is "…", because it may be called again.
	Answering
)

// The Slots in the statement of a Called.
const (
	// SlotNew is the variable that the statement declares or sets.
	SlotNew = "\x01v"
	// SlotSelf, SlotPointer and SlotValue are the value before the step: as the operand of a
	// selector, as a pointer, and as a value.
	SlotSelf    = "\x01m"
	SlotPointer = "\x01p"
	SlotValue   = "\x01t"
	// SlotFirst is the first argument as the operand of a selector. It is then not in the list of
	// arguments.
	SlotFirst = "\x01f"
	// SlotArgs is the list of arguments. SlotMore is the same after another argument, with a comma
	// in front unless it is empty.
	SlotArgs = "\x01a"
	SlotMore = "\x01b"
	// SlotSpread follows the list if the last argument is the slice of a variadic parameter.
	SlotSpread = "\x01d"
	// SlotTyped follows the list if the arguments must determine omitted type arguments.
	SlotTyped = "\x01c"
	// SlotHeld is an assertion that the value of an interface has the Type.
	SlotHeld = "\x01i"
)

// Number returns the Go expression for the text of a number, and whether it is a constant.
func Number(text string) (s string, isConst bool) {
	switch text {
	case "NaN":
		return "math.NaN()", false
	case "+Inf", "Inf":
		return "math.Inf(1)", false
	case "-Inf":
		return "math.Inf(-1)", false
	case "-0":
		return "math.Copysign(0, -1)", false
	}
	return text, true
}
