// Package mutants makes faulty variants of functions, to measure how much tests notice.
//
// In comes a type-checked package with the functions to vary; out go the mutants, each of
// which compiles, and for each file one copy that holds all of its mutants behind a
// switch, so that one binary has them all. The package runs nothing, and knows nothing
// of contracts or inputs.
package mutants
