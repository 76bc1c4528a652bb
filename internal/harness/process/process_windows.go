package process

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// inherit passes files to the process and returns the environment variable with their handles.
func inherit(cmd *exec.Cmd, files ...*os.File) string {
	attr := &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
	var list []string
	for _, f := range files {
		h := syscall.Handle(f.Fd())
		syscall.SetHandleInformation(h, syscall.HANDLE_FLAG_INHERIT, syscall.HANDLE_FLAG_INHERIT)
		attr.AdditionalInheritedHandles = append(attr.AdditionalInheritedHandles, h)
		list = append(list, fmt.Sprint(uintptr(h)))
	}
	cmd.SysProcAttr = attr
	return wire.Env + "=" + strings.Join(list, ",")
}

// setGroupAndParent has nothing to add to inherit.
func setGroupAndParent(*exec.Cmd) {}

// killGroup kills the process.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

// killPID kills a process.
func killPID(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		p.Kill()
	}
}

// setSession keeps signals of the terminal from the process.
func setSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// removeName does nothing: an open file cannot be removed here.
func removeName(*os.File) {}

// setGroup does what setSession does.
func setGroup(cmd *exec.Cmd) { setSession(cmd) }

// stopped is not known on this system. A process that is silent for long is ended.
func stopped(int) bool { return false }
