//go:build !unix

package main

import "os"

// interrupts are the signals that end a run: what there is so far is printed.
func interrupts() []os.Signal { return []os.Signal{os.Interrupt} }

// closedPipes has nothing to do: writing to a closed pipe is an error here.
func closedPipes() {}
