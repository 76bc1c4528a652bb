//go:build unix && !solaris && !illumos && !aix

package filelock

import (
	"os"
	"syscall"
)

// Lock waits until no other process holds the file of this path, which is made
// where it is missing, and holds it until unlock is called. It returns nil where
// there is no locking.
func Lock(path string) (unlock func()) { return flock(path, os.O_CREATE, syscall.LOCK_EX) }

// Try is Lock, but returns nil where another process holds the file, or it is not
// there.
func Try(path string) (unlock func()) {
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
