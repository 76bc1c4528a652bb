package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// endStrays kills what the code under test has started and what has left its
// group, as a daemon does: all processes with this mark in their environment
// (or, where it ends with a slash, with one that begins so), and their
// descendants. What has neither the environment nor a living ancestor any more
// is not found. What is older than since is not looked at.
func endStrays(mark string, since birth) {
	// What is killed may just be starting another one.
	for range 20 {
		list := strays(mark, 0, since)
		if len(list) == 0 {
			return
		}
		killAll(list)
	}
}

// offspring returns the processes that come of a living one: its descendants and
// those with its mark.
func offspring(pid int, mark string, since birth) []int { return strays(mark, pid, since) }

// A birth is when a process was started, in ticks of the system's clock; the
// zero birth is that of the oldest.
type birth struct{ ticks uint64 }

// birthOf reads when a process was started, the zero birth where that is not known.
func birthOf(pid int) birth {
	s, _ := statOf(pid, make([]byte, procRead))
	return s.born
}

func killAll(pids []int) {
	for _, pid := range pids {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// strays returns the processes with a mark that live, with their descendants, and
// those of root, where it is not 0. This is done at the end of each process, and
// all processes of the machine are looked at: only what cannot be older than
// what it comes of has its environment read.
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
		if marked(pid, mark) {
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

// A stat is what is read of /proc/PID/stat.
type stat struct {
	parent int
	born   birth
}

// procRead is more than that file has; parentField and bornField count its
// fields behind the name.
const (
	procRead    = 2048
	parentField = 1
	bornField   = 19
)

// statOf reads the parent and the birth of a process, and whether it is more
// than dead.
func statOf(pid int, buf []byte) (s stat, alive bool) {
	fd, err := syscall.Open("/proc/"+strconv.Itoa(pid)+"/stat", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return stat{}, false
	}
	defer syscall.Close(fd)
	n, err := syscall.Read(fd, buf)
	if err != nil {
		return stat{}, false
	}
	// The name before the state is in parentheses and may have any characters.
	text := buf[:n]
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) <= bornField || fields[0][0] == 'Z' || fields[0][0] == 'X' {
		return stat{}, false
	}
	if s.parent, err = strconv.Atoi(string(fields[parentField])); err != nil {
		return stat{}, false
	}
	born, err := strconv.ParseUint(string(fields[bornField]), 10, 64)
	s.born = birth{born}
	return s, err == nil
}

// marked tells whether a process was started with a mark in its environment.
func marked(pid int, mark string) bool {
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
