//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// interrupts returns the signals that end a run. The results so far are printed.
func interrupts() []os.Signal {
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// closedPipes makes a write to a closed pipe, or beyond the limit for file sizes, return an error.
// Otherwise a signal would kill the process before it has cleaned up.
func closedPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE, syscall.SIGXFSZ) }
