//go:build !linux

package wholefile

import "os"

// Reserve makes an empty file size bytes long, all zero, and reserves disk space for them. So a
// full disk is an error here, and does not kill a process that writes to the mapped file.
func Reserve(f *os.File, size int64) error { return writeZeros(f, size) }
