// Package stack reads the stacks of goroutines: which frames belong to the user, to generated code
// and to the harness, and what kind a panic is of.
//
// In come frames of the running process, or the text that the runtime writes when the process dies.
// Out go frames that mean something to the user. The package holds the names by which generated
// code is recognized.
package stack
