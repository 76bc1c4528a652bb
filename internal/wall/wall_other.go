//go:build !linux || !(amd64 || arm64)

package wall

import (
	"errors"
	"os"
	"runtime"
)

// Available returns an error: processes cannot be confined on this machine.
func Available() (how string, err error) {
	return "", errors.New("it needs Linux on amd64 or arm64; this is " + runtime.GOOS + " on " + runtime.GOARCH)
}

// Enter is not available here.
func Enter([]string) error {
	_, err := Available()
	return err
}

// A Watch answers the kernel's questions about one confined process.
type Watch struct{}

// New is not available here.
func New(dir, program string) (w *Watch, child *os.File, err error) {
	_, err = Available()
	return nil, nil, err
}

// Close ends a watch whose Serve is not called.
func (w *Watch) Close() {}

// Serve answers until the process is gone.
func (w *Watch) Serve(stop func(Attempt)) {}
