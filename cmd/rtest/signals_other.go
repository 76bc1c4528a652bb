//go:build !unix

package main

import "os"

// interrupts returns the signals that end a run. The results so far are printed.
func interrupts() []os.Signal { return []os.Signal{os.Interrupt} }

// closedPipes does nothing: here, writing to a closed pipe returns an error.
func closedPipes() {}
