package process

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// setGroupAndParent gives the process a group of its own, so that an interrupt from the terminal
// does not reach it. The system kills the process when its parent dies.
func setGroupAndParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// stopped reports whether a signal has stopped the process.
func stopped(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	// The name before the state is in parentheses and may contain any characters.
	i := bytes.LastIndexByte(stat, ')')
	return i >= 0 && bytes.HasPrefix(stat[i+1:], []byte(" T"))
}
