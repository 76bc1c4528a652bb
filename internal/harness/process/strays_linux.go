package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// endStrays kills the processes with this mark in their environment and their descendants, including those that
// left their process group, as daemons do. A mark that ends with a slash matches all marks that begin with it.
// It cannot find a process that has neither the environment nor a living ancestor. It skips processes older than
// since.
func endStrays(mark string, since birth) {
	// A killed process may just have started another one.
	for range 20 {
		list := strays(mark, 0, since)
		if len(list) == 0 {
			return
		}
		killAll(list)
	}
}

// descendantsOf returns the descendants of the living process pid, and the processes with its mark.
func descendantsOf(pid int, mark string, since birth) []int { return strays(mark, pid, since) }

// A birth is when a process was started, in ticks of the system's clock. The zero birth is earlier
// than all others.
type birth struct{ ticks uint64 }

// birthOf returns when a process was started, or the zero birth if that is not known.
func birthOf(pid int) birth {
	s, _ := statOf(pid, make([]byte, procRead))
	return s.born
}

func killAll(pids []int) {
	for _, pid := range pids {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// strays returns the living processes with a mark, the descendants of root unless it is 0, and the
// descendants of these. It looks at all processes of the machine, and it runs at the end of each
// process. So it reads the environment only of processes that are not older than since.
func strays(mark string, root int, since birth) []int {
	dirs, _ := os.ReadDir("/proc")
	children := map[int][]int{}
	var queue, found []int
	buf := make([]byte, procRead)
	self := os.Getpid()
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil || pid == self {
			continue
		}
		s, alive := statOf(pid, buf)
		if !alive || s.born.ticks < since.ticks {
			continue
		}
		children[s.parent] = append(children[s.parent], pid)
		if hasMark(pid, mark) {
			queue = append(queue, pid)
		}
	}
	if root != 0 {
		queue = append(queue, children[root]...)
	}
	seen := map[int]bool{root: true}
	for ; len(queue) > 0; queue = queue[1:] {
		if pid := queue[0]; !seen[pid] {
			seen[pid] = true
			found = append(found, pid)
			queue = append(queue, children[pid]...)
		}
	}
	return found
}

// A processStat is what statOf reads from /proc/PID/stat.
type processStat struct {
	parent int
	born   birth
}

// procRead exceeds the size of that file. parentField and bornField are indices of its fields after
// the name.
const (
	procRead    = 2048
	parentField = 1
	bornField   = 19
)

// statOf returns the parent and the birth of a process, and whether it is alive.
func statOf(pid int, buf []byte) (s processStat, alive bool) {
	fd, err := syscall.Open("/proc/"+strconv.Itoa(pid)+"/stat", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return processStat{}, false
	}
	defer syscall.Close(fd)
	n, err := syscall.Read(fd, buf)
	if err != nil {
		return processStat{}, false
	}
	// The name before the state is in parentheses and may contain any characters.
	text := buf[:n]
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) <= bornField || fields[0][0] == 'Z' || fields[0][0] == 'X' {
		return processStat{}, false
	}
	if s.parent, err = strconv.Atoi(string(fields[parentField])); err != nil {
		return processStat{}, false
	}
	born, err := strconv.ParseUint(string(fields[bornField]), 10, 64)
	s.born = birth{born}
	return s, err == nil
}

// hasMark reports whether a process was started with a mark in its environment.
func hasMark(pid int, mark string) bool {
	env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil || mark == "" {
		return false
	}
	end := "\x00"
	if mark[len(mark)-1] == '/' {
		end = ""
	}
	return bytes.HasPrefix(env, []byte(mark+end)) || bytes.Contains(env, []byte("\x00"+mark+end))
}
