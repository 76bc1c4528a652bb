//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// inherit passes files to the process and returns the environment variable with their descriptors.
func inherit(cmd *exec.Cmd, files ...*os.File) string {
	cmd.ExtraFiles = files
	return wire.Env + "=3,4,5"
}

// killGroup kills the process group of the command.
func killGroup(cmd *exec.Cmd) { killPID(cmd.Process.Pid) }

// killPID kills a group of processes.
func killPID(pid int) { syscall.Kill(-pid, syscall.SIGKILL) }

// setSession gives the process a session of its own, so that no signal from the terminal reaches
// it.
func setSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// removeName removes the name of an open file. The file is gone when the last process closes it.
func removeName(f *os.File) { os.Remove(f.Name()) }

// setGroup gives the process a group of its own, which can be killed as a whole.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
