// Package codegen writes the Go source of the process that tests a package.
//
// Its input is a Unit: the contracts of one package with the shapes of their inputs. Its
// output is files of that package: the preconditions as functions that can be lifted
// (Predicates), and the code that builds inputs, calls, judges and explains (New). A failure
// in the process is a stage and an index, and Code tells which clause that is. The package
// knows the names that the process offers (package rt/read) and nothing about how files are
// compiled or run.
package codegen
