//go:build unix

package onsave

import (
	"os"

	"golang.org/x/sys/unix"
)

// SizeOf returns the size of a terminal, 24 rows of 80 columns if that is unknown.
func SizeOf(f *os.File) (rows, columns int) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Row == 0 || size.Col == 0 {
		return 24, 80
	}
	return int(size.Row), int(size.Col)
}
