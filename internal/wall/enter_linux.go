//go:build linux && (amd64 || arm64)

package wall

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Available returns how processes are confined on this machine, or an error that says why they are
// not.
func Available() (how string, err error) {
	version, err := landlockVersion()
	if err != nil {
		return "", fmt.Errorf("the kernel has no landlock, or it is switched off: %w", err)
	}
	action := uint32(unix.SECCOMP_RET_USER_NOTIF)
	_, _, no := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if no != 0 {
		return "", fmt.Errorf("seccomp cannot ask another process: %w", no)
	}
	return fmt.Sprintf("landlock (ABI %d) and seccomp", version), nil
}

// Enter confines this process to the folder args[0] and becomes the program args[1]. args[2] is the
// descriptor of the socket from New; through it Enter sends the descriptor on which the kernel
// asks. Enter returns only if it fails.
func Enter(args []string) error {
	if len(args) != 3 {
		return errors.New("a folder, a program and a descriptor are expected")
	}
	socket, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	// Confinement applies to the thread, and the program inherits it from the thread that execs it.
	runtime.LockOSThread()
	unix.CloseOnExec(socket)
	// Descriptors after the socket were inherited, and may be open for writing.
	if err := unix.CloseRange(uint(socket)+1, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return fmt.Errorf("closing inherited files: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if err := restrict(args[0]); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	fd, err := install(rules())
	if err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	if err := unix.Sendmsg(socket, []byte{0}, unix.UnixRights(fd), nil, 0); err != nil {
		return fmt.Errorf("handing on the descriptor of the filter: %w", err)
	}
	return fmt.Errorf("starting %s: %w", args[1], unix.Exec(args[1], []string{args[1]}, os.Environ()))
}

// landlockVersion asks the kernel for the version of its landlock interface.
func landlockVersion() (int, error) {
	v, _, err := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if err != 0 {
		return 0, err
	}
	return int(v), nil
}

// changeRights returns the rights to change files that a version knows.
func changeRights(version int) uint64 {
	rights := uint64(unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_MAKE_SYM)
	if version >= 2 {
		rights |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		rights |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 5 {
		rights |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return rights
}

// devices returns the files outside the folder that a program may write, because nothing remains of
// it.
func devices() []string { return []string{"/dev/null", "/dev/zero", "/dev/full"} }

// restrict forbids this thread to change files outside the folder, to use TCP, and to signal
// outside processes.
func restrict(dir string) error {
	version, err := landlockVersion()
	if err != nil {
		return err
	}
	rights := changeRights(version)
	attr := unix.LandlockRulesetAttr{Handled_access_fs: rights}
	if version >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	set, _, no := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if no != 0 {
		return no
	}
	defer unix.Close(int(set))
	if err := allow(int(set), dir, rights); err != nil {
		return err
	}
	for _, device := range devices() {
		// A missing device cannot be written.
		if err := allow(int(set), device, rights&(unix.LANDLOCK_ACCESS_FS_WRITE_FILE|unix.LANDLOCK_ACCESS_FS_TRUNCATE)); err != nil && !errors.Is(err, unix.ENOENT) {
			return err
		}
	}
	if _, _, no := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0, 0); no != 0 {
		return no
	}
	return nil
}

// allow grants rights to a file, or to a folder with its content.
func allow(set int, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer unix.Close(fd)
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, no := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(set), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if no != 0 {
		return fmt.Errorf("%s: %w", path, no)
	}
	return nil
}
