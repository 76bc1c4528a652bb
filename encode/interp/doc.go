// Package interp interprets functions in SSA form over inputs of which only some parts are decided.
//
// It takes predicates, and inputs whose memory holds functions of a form's variables in place of
// values. It returns a form.Test. A run of the predicates continues until it reads something
// undecided, waits there, and is resumed later. If the answer is no, the parts that it has not read
// do not matter (Boyapati, Khurshid and Marinov, "Korat: Automated Testing Based on Java
// Predicates", 2002, section 3; Runciman, Naylor and Lindblad, "SmallCheck and Lazy SmallCheck",
// 2008, section 3). The package knows nothing of how inputs are laid out, of engines, or of
// contracts.
//
// A function is compiled to a list of closures, one for each instruction, over the registers of a
// frame. Frames are on a stack of the interpreter's own, so the state of a run is two slices that
// can be copied. Changes of memory are recorded on a trail. A run that waits has changed nothing
// since the instruction at which it waits.
//
//	bool, integers     the number, of the width of its kind
//	floats             the bits of a float64
//	complex numbers    the number
//	string             a Go string, or a part of one whose bytes are not decided
//	pointer            an object and one of its cells
//	slice, map, func   a window on an object, a table, a closure
//	interface          a type and a value
//	struct, array      the values of its scalar parts, in order
//
// A run gives up at anything that is not supported (reflection, unsafe, assembly, cgo, channels,
// goroutines, a package variable that may change), and after too many steps. Then the value of its
// predicate is unknown: the input is let through, and native Go judges it. The same happens if a
// predicate panics. It also happens for a statement that reads what a call in it changes, because
// Go leaves the order open (analysis.Evaluation), and for the values with which the runtime panics.
// A range over a map follows the order in which its keys were set.
package interp
