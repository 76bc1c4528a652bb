package harness

import (
	"os/exec"
	"syscall"
)

// alone gives the process a group of its own, so that an interrupt from the
// terminal does not reach it, and ends it with its parent.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
