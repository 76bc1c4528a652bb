// Package rewrite makes copies of Go files in which parts of functions are replaced.
//
// It takes the files of a type-checked package, functions, and replacements for some of their nodes. It returns
// files with the same line numbers that are known to compile. The package does not know the purpose of the
// copies.
package rewrite
