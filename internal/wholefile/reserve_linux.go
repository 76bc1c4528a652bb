package wholefile

import (
	"errors"
	"os"
	"syscall"
)

// Reserve makes an empty file size bytes long, all zero, and reserves disk space for them. So a
// full disk is an error here, and does not kill a process that writes to the mapped file.
func Reserve(f *os.File, size int64) error {
	err := syscall.Fallocate(int(f.Fd()), 0, 0, size)
	for errors.Is(err, syscall.EINTR) {
		err = syscall.Fallocate(int(f.Fd()), 0, 0, size)
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return writeZeros(f, size)
	}
	if err != nil {
		return &os.PathError{Op: "fallocate", Path: f.Name(), Err: err}
	}
	return nil
}
