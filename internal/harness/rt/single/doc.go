// Package single runs one input and tells everything about it.
//
// In comes a stream; out go the input before and after the call, the results, the calls
// of functions, each failure with what decided it, and which predicates to blame because
// they change what they are about.
package single
