package host

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// residentBytes returns how many bytes of the process are in memory.
func residentBytes() int64 {
	s := statm()
	// Pages of files, such as the board and the binary, are shared and do not count.
	return s[1] - s[2]
}

// privateBytes returns how many bytes the process may write and shares with no other, whether they
// are in memory or not.
func privateBytes() int64 { return statm()[5] }

// statm reads /proc/self/statm, in bytes: total, resident, shared, code, libraries, private. It
// returns zeros if the file cannot be read.
func statm() (sizes [6]int64) {
	// Each job and each tick asks. Without a file of package os it takes a third of the time.
	fd, err := syscall.Open("/proc/self/statm", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return sizes
	}
	var text [256]byte
	n, err := syscall.Read(fd, text[:])
	syscall.Close(fd)
	if err != nil {
		return sizes
	}
	for i, field := range bytes.Fields(text[:n]) {
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

// limitPrivateMemory makes the system refuse the process more than this many private bytes. The
// runtime then ends the process.
func limitPrivateMemory(bytes int64) {
	var l syscall.Rlimit
	if raceEnabled || syscall.Getrlimit(syscall.RLIMIT_DATA, &l) != nil {
		return // the shadow memory is private, too
	}
	l.Cur = min(uint64(bytes), l.Max)
	syscall.Setrlimit(syscall.RLIMIT_DATA, &l) // Without this limit there is still the watch.
}

// unlimitPrivateMemory removes the limit.
func unlimitPrivateMemory() {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &l) == nil && l.Cur != l.Max {
		l.Cur = l.Max
		syscall.Setrlimit(syscall.RLIMIT_DATA, &l)
	}
}
