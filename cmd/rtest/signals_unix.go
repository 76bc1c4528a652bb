//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// interrupts are the signals that end a run: what there is so far is printed.
func interrupts() []os.Signal {
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// closedPipes makes writing to a closed pipe, or beyond the limit for files, an
// error, where it would be the death of the process before it has cleaned up.
func closedPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE, syscall.SIGXFSZ) }
