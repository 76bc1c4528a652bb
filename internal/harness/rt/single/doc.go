// Package single runs one input and describes everything about it.
//
// It takes a stream. It returns the input before and after the call, the results, the calls of functions, and
// each failure with the parts that decided it. It blames predicates that change their values for the failures
// that follow from the change.
package single
