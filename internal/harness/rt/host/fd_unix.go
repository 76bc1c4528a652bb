//go:build unix

package host

import (
	"syscall"
	"time"
)

// The harness moves its descriptors to numbers from firstDescriptor on, where the code under test hardly
// reaches them. It has fewer than maxDescriptors of them.
const (
	firstDescriptor = 100
	maxDescriptors  = 64
)

// descriptorSet maps open descriptors from firstDescriptor on to the identity of their files.
type descriptorSet map[int][2]uint64

// openDescriptors returns the descriptors that are open.
func openDescriptors() descriptorSet {
	l := descriptorSet{}
	for fd := firstDescriptor; fd < firstDescriptor+2*maxDescriptors; fd++ {
		if id, ok := identity(fd); ok {
			l[fd] = id
		}
	}
	return l
}

// identity returns the device and inode of an open descriptor.
func identity(fd int) (id [2]uint64, ok bool) {
	var st syscall.Stat_t
	if syscall.Fstat(fd, &st) != nil {
		return id, false
	}
	return [2]uint64{uint64(st.Dev), uint64(st.Ino)}, true
}

// without removes the descriptors of others from l and returns l.
func (l descriptorSet) without(others descriptorSet) descriptorSet {
	for fd := range others {
		delete(l, fd)
	}
	return l
}

// severed reports whether a descriptor was closed, or is open for another file.
func (l descriptorSet) severed() bool {
	for fd, was := range l {
		if id, ok := identity(fd); !ok || id != was {
			return true
		}
	}
	return false
}

// moveAside moves a descriptor out of reach of the code under test, and hides it from the processes
// that this code starts.
func moveAside(fd uintptr) uintptr {
	for to := firstDescriptor + int(fd); to < firstDescriptor+maxDescriptors; to++ {
		if err := dup(int(fd), to); err == nil {
			syscall.Close(int(fd))
			syscall.CloseOnExec(to)
			return uintptr(to)
		}
	}
	syscall.CloseOnExec(int(fd))
	return fd
}

// pollable has the runtime's poller wait for a descriptor. A thread that waits in a read call keeps the monitor of
// the runtime awake, which takes more time than short jobs do.
func pollable(fd uintptr) {
	syscall.SetNonblock(int(fd), true) // Without it, reads block.
}

// raisePoller makes the runtime create its poller, as the first timer does, and places the
// descriptors of the poller from firstDescriptor on. The process would end if the code under test closed
// them. It has no effect if the runtime has a poller already.
func raisePoller() {
	var held []int
	for {
		fd, err := syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			break
		}
		held = append(held, fd)
		if fd >= firstDescriptor {
			break
		}
	}
	time.AfterFunc(time.Hour, func() {}).Stop()
	for _, fd := range held {
		syscall.Close(fd)
	}
}
