// Package rewrite makes copies of Go files in which parts of functions are written otherwise.
//
// In come the files of a type-checked package, functions, and what is to stand in the place
// of some of their nodes; out go files with the same lines, of which it is known that they
// compile. The package knows nothing of what the copies are for.
package rewrite
