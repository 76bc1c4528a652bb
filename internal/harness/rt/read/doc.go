// Package read makes inputs: it reads streams, and has all that generated code calls.
//
// In comes the stream of a solution, with the choices that are made while an input runs;
// out come Go values, made by the constructors of the generated code. A Case is one
// input of a target on its way through the stages, a Unit all targets of a package. The
// functions among the inputs are asked here, and values built by calls are built again.
// Constructors and predicates are plain functions: what they need of the process they
// reach by package variables (the states, the domains, the questions), which whoever
// runs inputs sets. The package does not know who that is.
package read
