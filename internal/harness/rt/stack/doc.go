// Package stack reads the stacks of goroutines: which frames belong to the user, to generated code and to the
// harness, and what kind a panic is of.
//
// It takes frames of the running process, or the runtime's text when the process dies. It returns the frames
// that are meaningful to the user. The package holds the names by which generated code is recognized.
package stack
