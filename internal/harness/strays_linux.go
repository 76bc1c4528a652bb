package harness

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// endStrays kills what the code under test has started and what has left its
// group, as a daemon does: all processes with this mark in their environment
// (or, where it ends with a slash, with one that begins so), and their
// descendants. What has neither the environment nor a living ancestor any more
// is not found.
func endStrays(mark string) {
	// What is killed may just be starting another one.
	for range 20 {
		list := strays(mark, 0)
		if len(list) == 0 {
			return
		}
		killAll(list)
	}
}

// offspring returns the processes that come of a living one: its descendants and
// those with its mark.
func offspring(pid int, mark string) []int { return strays(mark, pid) }

func killAll(pids []int) {
	for _, pid := range pids {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// strays returns the processes with a mark that live, with their descendants, and
// those of root, where it is not 0.
func strays(mark string, root int) []int {
	dirs, _ := os.ReadDir("/proc")
	children := map[int][]int{}
	var queue, found []int
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		if parent, alive := parentOf(pid); alive {
			children[parent] = append(children[parent], pid)
			if marked(pid, mark) {
				queue = append(queue, pid)
			}
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

// parentOf reads the parent of a process, and whether it is more than dead.
func parentOf(pid int) (parent int, alive bool) {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0, false
	}
	// The name before the state is in parentheses and may have any characters.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 || fields[0][0] == 'Z' || fields[0][0] == 'X' {
		return 0, false
	}
	parent, err = strconv.Atoi(string(fields[1]))
	return parent, err == nil
}

// marked tells whether a process was started with a mark in its environment.
func marked(pid int, mark string) bool {
	env, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	if err != nil || mark == "" {
		return false
	}
	end := "\x00"
	if mark[len(mark)-1] == '/' {
		end = ""
	}
	return bytes.HasPrefix(env, []byte(mark+end)) || bytes.Contains(env, []byte("\x00"+mark+end))
}
