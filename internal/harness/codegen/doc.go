// Package codegen writes the Go source of the process that tests a package.
//
// In come a Unit, the contracts of one package with the shapes of their inputs; out
// come files of that package: the preconditions as functions that can be lifted
// (Predicates), and the code that builds inputs, calls, judges and explains (New). A
// failure in the process is a stage and an index, and Code tells which clause that is.
// It knows the names of what the process has (package rt/read) and nothing of how files are compiled
// or run.
package codegen
