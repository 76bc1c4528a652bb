//go:build unix && !solaris && !illumos && !aix

package harness

import (
	"os"
	"syscall"
)

// lock waits until no other process holds the file of this path. It returns
// nil where there is no locking.
func lock(path string) (unlock func()) { return flock(path, os.O_CREATE, syscall.LOCK_EX) }

// tryLock returns nil where another process holds the file, or it is not there.
func tryLock(path string) (unlock func()) {
	return flock(path, 0, syscall.LOCK_EX|syscall.LOCK_NB)
}

func flock(path string, flag, how int) (unlock func()) {
	f, err := os.OpenFile(path, os.O_RDWR|flag, 0o666)
	if err != nil {
		return nil
	}
	for {
		err = syscall.Flock(int(f.Fd()), how)
		if err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil
	}
	return func() { f.Close() }
}
