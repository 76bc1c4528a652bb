// Package sym defines the values of symbolic execution: Go values that may depend on the input, as
// terms under guards.
//
// It makes, merges and compares them. It knows nothing of code or of how it is executed.
package sym
