package rt

import (
	"bytes"
	"os"
	"strconv"
)

// resident returns the bytes of the process that are in memory.
func resident() int64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(data)
	if len(fields) < 3 {
		return 0
	}
	// What is shared with files, the board and the binary, is not counted.
	all, err1 := strconv.ParseInt(string(fields[1]), 10, 64)
	shared, err2 := strconv.ParseInt(string(fields[2]), 10, 64)
	if err1 != nil || err2 != nil {
		return 0
	}
	return (all - shared) * int64(os.Getpagesize())
}
