// Package interp interprets functions in SSA form over inputs of which only
// some parts are decided.
//
// In come predicates, and inputs whose memory holds, in place of values, what
// tells them from the variables of a form.Form once these are decided. Out
// goes a form.Test: a run of the predicates goes on until it comes to read
// what is not decided, waits there, and is taken up again; what it has not read
// when it answers no does not matter (Boyapati, Khurshid and Marinov, "Korat:
// Automated Testing Based on Java Predicates", 2002, section 3; Runciman,
// Naylor and Lindblad, "SmallCheck and Lazy SmallCheck", 2008, section 3). The
// package knows nothing of how inputs are laid out, of engines, or of
// contracts.
//
// A function is compiled to a list of closures, one for each instruction, over
// the registers of a frame. Frames stand on a stack of the interpreter's own,
// so that the state of a run is two slices that can be copied; what a run
// changes in memory is noted on a trail. A run that waits has changed nothing
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
// A run that comes to what has no meaning here (reflection, unsafe, assembly,
// cgo, channels, goroutines, a package variable that may change), or takes too
// many steps, does not know what its predicate says: the input is let through,
// and native Go judges it. The same goes for a statement that reads what a call in it
// changes, because Go leaves open which comes first (Evaluation), and for what the
// runtime panics with. So it is where a predicate panics. Maps are ranged
// over in the order in which their keys were set.
package interp
