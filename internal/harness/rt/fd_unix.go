//go:build unix

package rt

import "syscall"

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
