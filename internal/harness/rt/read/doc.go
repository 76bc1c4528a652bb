// Package read makes inputs: it reads streams, and holds all functions that generated code calls.
//
// It takes the stream of a solution, with the choices made while an input runs, and returns Go values, made by
// the constructors of the generated code. A Case is one input of a target on its way through the stages, a Unit
// all targets of a package. The package also answers for function inputs, and rebuilds values built by calls.
// Constructors and predicates are plain functions. They reach the state of the process (the states, the domains,
// the questions) through package variables, which the code that runs inputs sets. The package does not know that
// code.
package read
