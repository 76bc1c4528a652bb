// Package mutants makes faulty variants of functions, to measure how many faults tests notice.
//
// It takes a type-checked package and the functions to vary. It returns the mutants, which all compile, and for
// each file one copy that contains all of its mutants behind a switch. So one binary has them all. The package
// runs nothing, and knows nothing of contracts or inputs.
package mutants
