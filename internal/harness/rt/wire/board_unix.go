//go:build unix && !solaris && !illumos && !aix

package wire

import (
	"os"
	"syscall"
	"unsafe"
)

// MapWords maps the file f of BoardSize bytes. flush is nil, because each process sees what the
// other writes. The caller calls unmap when done.
func MapWords(f *os.File) (words []int64, flush func(int), unmap func() error, err error) {
	data, err := syscall.Mmap(int(f.Fd()), 0, BoardSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, nil, err
	}
	words = unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(data))), len(data)/8)
	return words, nil, func() error { return syscall.Munmap(data) }, nil
}

// RefreshWords does nothing, because memory is shared.
func RefreshWords(*os.File, []int64) error { return nil }
