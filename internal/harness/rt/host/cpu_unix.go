//go:build unix

package host

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the process has used.
func processorTime() (t time.Duration, known bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
