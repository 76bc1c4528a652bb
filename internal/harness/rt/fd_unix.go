//go:build unix

package rt

import (
	"syscall"
	"time"
)

// aside moves a descriptor out of the way of the code under test and hides it
// from the processes that this starts.
func aside(fd uintptr) uintptr {
	const first = 100
	for to := first + int(fd); to < first+64; to++ {
		if err := dup(int(fd), to); err == nil {
			syscall.Close(int(fd))
			syscall.CloseOnExec(to)
			return uintptr(to)
		}
	}
	syscall.CloseOnExec(int(fd))
	return fd
}

// raisePoller has the runtime make its poller, which the first timer does, and places the
// poller's descriptors where aside places others: the process ends when the code under
// test closes them. It does nothing where there is a poller already.
func raisePoller() {
	const first = 100
	var held []int
	for {
		fd, err := syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			break
		}
		held = append(held, fd)
		if fd >= first {
			break
		}
	}
	time.AfterFunc(time.Hour, func() {}).Stop()
	for _, fd := range held {
		syscall.Close(fd)
	}
}
