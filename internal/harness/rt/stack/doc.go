// Package stack reads the stacks of goroutines: which frames are the user's, which are
// generated, which are the harness's own, and what kind a panic is of.
//
// In come frames of the running process, or the text that the runtime writes when it
// dies; out go frames that mean something to the user. It has the names by which
// generated code is told from all other code.
package stack
