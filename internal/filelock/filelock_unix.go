//go:build unix && !solaris && !illumos && !aix

package filelock

import (
	"os"
	"syscall"
)

// Lock waits until no other process holds the lock of the file path, and holds it until unlock is
// called. It makes the file if it is missing. It returns nil if locking fails.
func Lock(path string) (unlock func()) { return flock(path, os.O_CREATE, syscall.LOCK_EX) }

// Try is like Lock, but returns nil if another process holds the lock, or if the file does not
// exist.
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
