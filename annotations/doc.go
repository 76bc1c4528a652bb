// Package annotations turns directive comments into contracts: it loads Go
// packages, reads the directives in their doc comments, and finds out what
// every name in them means and which type every part has.
//
// In come package patterns of the go command, out go [refine.Package] values
// with contracts whose aliases and defs are unfolded, facts about types, and the
// mistakes that were found, each at its
// place. It is the only package that knows go/packages. It knows nothing of
// how inputs are found or run.
package annotations
