//go:build !unix || solaris || illumos || aix

package wire

import (
	"io"
	"os"
	"unsafe"
)

// MapWords returns words that replace shared memory where package syscall cannot map it. The process calls flush
// before each stage to write its words to f.
func MapWords(f *os.File) (words []int64, flush func(int), unmap func() error, err error) {
	words = make([]int64, BoardSize/8)
	data := bytesOf(words)
	flush = func(n int) { f.WriteAt(data[:8*min(n, len(words))], 0) }
	return words, flush, func() error { return nil }, nil
}

// RefreshWords reads the words that the process wrote.
func RefreshWords(f *os.File, words []int64) error {
	if _, err := f.ReadAt(bytesOf(words), 0); err != nil && err != io.EOF {
		return err
	}
	return nil
}

func bytesOf(words []int64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}
