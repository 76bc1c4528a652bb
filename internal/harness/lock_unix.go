//go:build unix && !solaris && !illumos && !aix

package harness

import (
	"os"
	"syscall"
)

// lock waits until no other process holds the file of this path. It returns
// nil where there is no locking.
func lock(path string) (unlock func()) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
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
