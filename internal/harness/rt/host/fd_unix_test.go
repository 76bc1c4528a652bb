//go:build unix

package host

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"
)

// TestPollable checks that no thread waits in a read of the descriptor: only what is polled can have a deadline.
func TestPollable(t *testing.T) {
	var pipe [2]int
	if err := syscall.Pipe(pipe[:]); err != nil {
		t.Skip(err)
	}
	pollable(uintptr(pipe[0]))
	f := os.NewFile(uintptr(pipe[0]), "pipe")
	defer f.Close()
	defer syscall.Close(pipe[1])
	if err := f.SetReadDeadline(time.Now().Add(time.Millisecond)); err != nil {
		t.Error(err)
	}
	if _, err := f.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}
