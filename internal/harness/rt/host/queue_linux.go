package host

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"syscall"
)

// threadReady reports whether a thread of the process, other than the caller's, is running, ready
// to run, or waiting for a disk.
func threadReady() (ready, known bool) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	self := strconv.Itoa(syscall.Gettid())
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return false, false
	}
	for _, t := range threads {
		if t.Name() == self {
			known = true
			continue
		}
		stat, err := os.ReadFile("/proc/self/task/" + t.Name() + "/stat")
		if err != nil {
			continue // It has ended.
		}
		// The name of the thread is in parentheses; its state follows.
		at := bytes.LastIndexByte(stat, ')')
		if at < 0 || len(stat) <= at+2 {
			return false, false
		}
		ready = ready || stat[at+2] == 'R' || stat[at+2] == 'D'
	}
	return ready, known
}
