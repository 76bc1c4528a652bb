//go:build !linux

package wholefile

import "os"

// Reserve makes an empty file size bytes long, all zero, and takes the room for
// them on the disk: a full disk is an error here, and not the death of a process
// that writes to the file when it is mapped.
func Reserve(f *os.File, size int64) error { return fill(f, size) }
