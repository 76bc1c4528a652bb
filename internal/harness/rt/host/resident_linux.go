package host

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// resident returns the bytes of the process that are in memory.
func resident() int64 {
	s := statm()
	// What is shared with files, the board and the binary, is not counted.
	return s[1] - s[2]
}

// private returns the bytes that the process may write and shares with nobody, in
// memory or not yet.
func private() int64 { return statm()[5] }

// statm reads /proc/self/statm: bytes in all, resident, shared, of code, of
// libraries, private ones; zeros where it cannot be read.
func statm() (sizes [6]int64) {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return sizes
	}
	for i, field := range bytes.Fields(data) {
		if i == len(sizes) {
			break
		}
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return [6]int64{}
		}
		sizes[i] = n * int64(os.Getpagesize())
	}
	return sizes
}

// ceiling makes the system refuse the process more than so many private bytes;
// the runtime ends it then.
func ceiling(bytes int64) {
	var l syscall.Rlimit
	if raceEnabled || syscall.Getrlimit(syscall.RLIMIT_DATA, &l) != nil {
		return // the shadow memory is private, too
	}
	l.Cur = min(uint64(bytes), l.Max)
	syscall.Setrlimit(syscall.RLIMIT_DATA, &l) // The watch is there all the same.
}

// lift takes the ceiling away.
func lift() {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &l) == nil && l.Cur != l.Max {
		l.Cur = l.Max
		syscall.Setrlimit(syscall.RLIMIT_DATA, &l)
	}
}
