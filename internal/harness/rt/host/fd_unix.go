//go:build unix

package host

import (
	"syscall"
	"time"
)

// firstLine is the least descriptor of the harness, out of the way of the code under
// test; there are fewer than mostLines of them.
const (
	firstLine = 100
	mostLines = 64
)

// lines are open descriptors from firstLine on, by number, with what they are open for.
type lines map[int][2]uint64

// openLines returns those that are open.
func openLines() lines {
	l := lines{}
	for fd := firstLine; fd < firstLine+2*mostLines; fd++ {
		if id, ok := identity(fd); ok {
			l[fd] = id
		}
	}
	return l
}

// identity tells the file that a descriptor is open for from others.
func identity(fd int) (id [2]uint64, ok bool) {
	var st syscall.Stat_t
	if syscall.Fstat(fd, &st) != nil {
		return id, false
	}
	return [2]uint64{uint64(st.Dev), uint64(st.Ino)}, true
}

// without returns those that are not among others.
func (l lines) without(others lines) lines {
	for fd := range others {
		delete(l, fd)
	}
	return l
}

// severed tells whether one of them was closed, or is open for something else.
func (l lines) severed() bool {
	for fd, was := range l {
		if id, ok := identity(fd); !ok || id != was {
			return true
		}
	}
	return false
}

// aside moves a descriptor out of the way of the code under test and hides it
// from the processes that this starts.
func aside(fd uintptr) uintptr {
	for to := firstLine + int(fd); to < firstLine+mostLines; to++ {
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
	var held []int
	for {
		fd, err := syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			break
		}
		held = append(held, fd)
		if fd >= firstLine {
			break
		}
	}
	time.AfterFunc(time.Hour, func() {}).Stop()
	for _, fd := range held {
		syscall.Close(fd)
	}
}
