//go:build unix

package harness

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/rtest-dev/rtest/internal/harness/rt"
)

// inherit hands files to the process and returns the variable that says which
// they are.
func inherit(cmd *exec.Cmd, files ...*os.File) string {
	cmd.ExtraFiles = files
	return rt.Env + "=3,4,5"
}

// killGroup kills the process and what it has started.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
