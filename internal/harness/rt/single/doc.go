// Package single runs one input and describes everything about it.
//
// In comes a stream. Out go the input before and after the call, the results, the calls of
// functions, and each failure with what decided it. Predicates that change their values are blamed
// for the failures that follow from the change.
package single
