package pace

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// A meter measures how long the threads of this process and its descendants ran, and how long they
// waited for the processor.
type meter struct{ threads map[string]thread }

// A thread has the kernel's counts of a thread.
type thread struct{ ran, waited int64 }

// read returns the times since the last call.
func (m *meter) read() (ran, waited time.Duration, known bool) {
	now := map[string]thread{}
	m.process("self", now)
	for name, t := range now {
		before := m.threads[name]
		ran += time.Duration(max(0, t.ran-before.ran))
		waited += time.Duration(max(0, t.waited-before.waited))
	}
	m.threads = now
	return ran, waited, len(now) > 0
}

// process adds the threads of a process, and of its children.
func (m *meter) process(pid string, to map[string]thread) {
	tasks := filepath.Join("/proc", pid, "task")
	list, err := os.ReadDir(tasks)
	if err != nil {
		return // The process has ended.
	}
	for _, e := range list {
		dir := filepath.Join(tasks, e.Name())
		data, err := os.ReadFile(filepath.Join(dir, "schedstat"))
		fields := bytes.Fields(data)
		if err != nil || len(fields) < 2 {
			continue
		}
		ran, err1 := strconv.ParseInt(string(fields[0]), 10, 64)
		waited, err2 := strconv.ParseInt(string(fields[1]), 10, 64)
		if err1 == nil && err2 == nil {
			to[e.Name()] = thread{ran, waited}
		}
		children, err := os.ReadFile(filepath.Join(dir, "children"))
		if err != nil {
			continue
		}
		for _, child := range bytes.Fields(children) {
			m.process(string(child), to)
		}
	}
}
