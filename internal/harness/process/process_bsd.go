//go:build unix && !linux

package process

import (
	"os/exec"
	"syscall"
)

// setGroupAndParent gives the process a group of its own, so that an interrupt from the terminal
// does not reach it. When the parent dies, the process ends because its pipe of commands is closed.
func setGroupAndParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// stopped is not known on this system. A process that is silent for long is ended.
func stopped(int) bool { return false }
