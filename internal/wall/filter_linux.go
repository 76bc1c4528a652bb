//go:build linux && (amd64 || arm64)

package wall

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// An argumentTest says for which arguments of a system call the kernel asks the watch.
type argumentTest uint8

const (
	// always makes the kernel ask about every such call.
	always argumentTest = iota
	// opening asks if the argument flag opens a file for more than reading.
	opening
	// forking asks if the call makes a process instead of a thread.
	forking
	// signalling asks if the first argument is another process.
	signalling
	// limitingProcess is like signalling, but 0 also stands for the process itself.
	limitingProcess
	// controlling asks about all requests except those that query a terminal or set flags of the
	// descriptor.
	controlling
	// missing makes the call fail as on a kernel without it. Its arguments are in memory, where the
	// filter cannot see them, and programs fall back to another call.
	missing
)

// A filePlace says where the arguments of a call name a file: the index of the argument with the
// folder, and of the argument with the path relative to it. none stands for the working folder, or
// for the file of the descriptor itself.
type filePlace struct{ dir, path int }

const none = -1

// A rule describes one system call.
type rule struct {
	number uintptr
	name   string
	test   argumentTest
	// flag is the index of the argument with the flags of a call that opens a file.
	flag int
	// places are the files that the call changes. A call without places is forbidden.
	places []filePlace
	// follow says that the call changes the target of a symbolic link.
	follow bool
}

func path(at int) []filePlace     { return []filePlace{{none, at}} }
func relative(at int) []filePlace { return []filePlace{{at, at + 1}} }
func descriptor() []filePlace     { return []filePlace{{0, none}} }

// rules returns the rules for the system calls of all architectures.
func rules() []rule {
	list := []rule{
		{number: unix.SYS_OPENAT, name: "openat", test: opening, flag: 2, places: relative(0), follow: true},
		{number: unix.SYS_TRUNCATE, name: "truncate", places: path(0), follow: true},
		{number: unix.SYS_MKDIRAT, name: "mkdirat", places: relative(0)},
		{number: unix.SYS_MKNODAT, name: "mknodat", places: relative(0)},
		{number: unix.SYS_UNLINKAT, name: "unlinkat", places: relative(0)},
		{number: unix.SYS_SYMLINKAT, name: "symlinkat", places: relative(1)},
		{number: unix.SYS_LINKAT, name: "linkat", places: []filePlace{{0, 1}, {2, 3}}},
		{number: unix.SYS_RENAMEAT, name: "renameat", places: []filePlace{{0, 1}, {2, 3}}},
		{number: unix.SYS_RENAMEAT2, name: "renameat2", places: []filePlace{{0, 1}, {2, 3}}},
		{number: unix.SYS_FCHMOD, name: "fchmod", places: descriptor()},
		{number: unix.SYS_FCHMODAT, name: "fchmodat", places: relative(0), follow: true},
		{number: unix.SYS_FCHMODAT2, name: "fchmodat2", places: relative(0), follow: true},
		{number: unix.SYS_FCHOWN, name: "fchown", places: descriptor()},
		{number: unix.SYS_FCHOWNAT, name: "fchownat", places: relative(0), follow: true},
		{number: unix.SYS_UTIMENSAT, name: "utimensat", places: relative(0), follow: true},
		{number: unix.SYS_SETXATTR, name: "setxattr", places: path(0), follow: true},
		{number: unix.SYS_LSETXATTR, name: "lsetxattr", places: path(0)},
		{number: unix.SYS_FSETXATTR, name: "fsetxattr", places: descriptor()},
		{number: unix.SYS_REMOVEXATTR, name: "removexattr", places: path(0), follow: true},
		{number: unix.SYS_LREMOVEXATTR, name: "lremovexattr", places: path(0)},
		{number: unix.SYS_FREMOVEXATTR, name: "fremovexattr", places: descriptor()},
		{number: unix.SYS_FILE_SETATTR, name: "file_setattr", places: relative(0), follow: true},
		{number: unix.SYS_EXECVE, name: "execve"},
		{number: unix.SYS_EXECVEAT, name: "execveat"},
		{number: unix.SYS_CLONE, name: "clone", test: forking},
		{number: unix.SYS_CLONE3, name: "clone3", test: missing},
		{number: unix.SYS_OPENAT2, name: "openat2", test: missing},
		{number: unix.SYS_IO_URING_SETUP, name: "io_uring_setup", test: missing},
		{number: unix.SYS_TGKILL, name: "tgkill", test: signalling},
		{number: unix.SYS_KILL, name: "kill", test: signalling},
		{number: unix.SYS_RT_SIGQUEUEINFO, name: "rt_sigqueueinfo", test: signalling},
		{number: unix.SYS_RT_TGSIGQUEUEINFO, name: "rt_tgsigqueueinfo", test: signalling},
		{number: unix.SYS_PRLIMIT64, name: "prlimit64", test: limitingProcess},
		{number: unix.SYS_SCHED_SETAFFINITY, name: "sched_setaffinity", test: limitingProcess},
		{number: unix.SYS_SCHED_SETSCHEDULER, name: "sched_setscheduler", test: limitingProcess},
		{number: unix.SYS_SCHED_SETPARAM, name: "sched_setparam", test: limitingProcess},
		{number: unix.SYS_SCHED_SETATTR, name: "sched_setattr", test: limitingProcess},
		{number: unix.SYS_IOCTL, name: "ioctl", test: controlling, places: descriptor()},
	}
	for _, f := range forbidden() {
		list = append(list, rule{number: f.number, name: f.name})
	}
	return append(list, legacy()...)
}

// A forbiddenCall is a system call that is forbidden whatever its arguments are.
type forbiddenCall struct {
	number uintptr
	name   string
}

// forbidden returns the calls by which a process reaches other processes, the network or the state
// of the machine.
func forbidden() []forbiddenCall {
	return []forbiddenCall{
		{unix.SYS_SOCKET, "socket"}, {unix.SYS_SOCKETPAIR, "socketpair"}, {unix.SYS_BIND, "bind"}, {unix.SYS_CONNECT, "connect"},
		{unix.SYS_TKILL, "tkill"}, {unix.SYS_PIDFD_SEND_SIGNAL, "pidfd_send_signal"}, {unix.SYS_PIDFD_GETFD, "pidfd_getfd"},
		{unix.SYS_PTRACE, "ptrace"}, {unix.SYS_PROCESS_VM_WRITEV, "process_vm_writev"}, {unix.SYS_PROCESS_MADVISE, "process_madvise"},
		{unix.SYS_MOUNT, "mount"}, {unix.SYS_UMOUNT2, "umount2"}, {unix.SYS_PIVOT_ROOT, "pivot_root"}, {unix.SYS_CHROOT, "chroot"},
		{unix.SYS_FSOPEN, "fsopen"}, {unix.SYS_FSPICK, "fspick"}, {unix.SYS_OPEN_TREE, "open_tree"}, {unix.SYS_MOVE_MOUNT, "move_mount"},
		{unix.SYS_MOUNT_SETATTR, "mount_setattr"}, {unix.SYS_OPEN_BY_HANDLE_AT, "open_by_handle_at"},
		{unix.SYS_SETNS, "setns"}, {unix.SYS_UNSHARE, "unshare"}, {unix.SYS_BPF, "bpf"}, {unix.SYS_PERF_EVENT_OPEN, "perf_event_open"},
		{unix.SYS_SETXATTRAT, "setxattrat"}, {unix.SYS_REMOVEXATTRAT, "removexattrat"},
		{unix.SYS_SETHOSTNAME, "sethostname"}, {unix.SYS_SETDOMAINNAME, "setdomainname"}, {unix.SYS_REBOOT, "reboot"},
		{unix.SYS_SETTIMEOFDAY, "settimeofday"}, {unix.SYS_CLOCK_SETTIME, "clock_settime"}, {unix.SYS_ADJTIMEX, "adjtimex"}, {unix.SYS_CLOCK_ADJTIME, "clock_adjtime"},
		{unix.SYS_INIT_MODULE, "init_module"}, {unix.SYS_FINIT_MODULE, "finit_module"}, {unix.SYS_DELETE_MODULE, "delete_module"},
		{unix.SYS_KEXEC_LOAD, "kexec_load"}, {unix.SYS_KEXEC_FILE_LOAD, "kexec_file_load"}, {unix.SYS_VHANGUP, "vhangup"}, {unix.SYS_SWAPON, "swapon"}, {unix.SYS_SWAPOFF, "swapoff"}, {unix.SYS_ACCT, "acct"},
		{unix.SYS_QUOTACTL, "quotactl"}, {unix.SYS_QUOTACTL_FD, "quotactl_fd"}, {unix.SYS_SYSLOG, "syslog"}, {unix.SYS_ADD_KEY, "add_key"}, {unix.SYS_KEYCTL, "keyctl"}, {unix.SYS_REQUEST_KEY, "request_key"},
		{unix.SYS_SHMGET, "shmget"}, {unix.SYS_SHMCTL, "shmctl"}, {unix.SYS_SEMGET, "semget"}, {unix.SYS_SEMCTL, "semctl"}, {unix.SYS_MSGGET, "msgget"}, {unix.SYS_MSGCTL, "msgctl"},
		{unix.SYS_SHMAT, "shmat"}, {unix.SYS_SEMOP, "semop"}, {unix.SYS_SEMTIMEDOP, "semtimedop"}, {unix.SYS_MSGSND, "msgsnd"}, {unix.SYS_MSGRCV, "msgrcv"},
		{unix.SYS_SETPRIORITY, "setpriority"}, {unix.SYS_IOPRIO_SET, "ioprio_set"}, {unix.SYS_PROCESS_MRELEASE, "process_mrelease"},
		{unix.SYS_MIGRATE_PAGES, "migrate_pages"}, {unix.SYS_MOVE_PAGES, "move_pages"},
		{unix.SYS_MQ_OPEN, "mq_open"}, {unix.SYS_MQ_UNLINK, "mq_unlink"}, {unix.SYS_FANOTIFY_INIT, "fanotify_init"},
	}
}

// Offsets in struct seccomp_data of the kernel, which is what a filter sees of a call.
const (
	offsetNumber = 0
	offsetArch   = 4
	offsetArgs   = 16
)

// program returns the filter for the rules in the process pid.
func program(list []rule, pid int) []unix.SockFilter {
	load := func(offset int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: uint32(offset)}
	}
	jump := func(how uint16, k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | how, Jt: yes, Jf: no, K: k}
	}
	end := func(action uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}
	}
	ask, allow := end(unix.SECCOMP_RET_USER_NOTIF), end(unix.SECCOMP_RET_ALLOW)
	argument := func(i int) unix.SockFilter { return load(offsetArgs + 8*i) }
	p := []unix.SockFilter{
		load(offsetArch), jump(unix.BPF_JEQ, arch, 1, 0), end(unix.SECCOMP_RET_KILL_PROCESS),
		load(offsetNumber), jump(unix.BPF_JGE, otherABI, 0, 1), end(unix.SECCOMP_RET_KILL_PROCESS),
	}
	for _, r := range list {
		var body []unix.SockFilter
		switch r.test {
		case always:
			body = []unix.SockFilter{ask}
		case opening:
			const writing = unix.O_ACCMODE | unix.O_CREAT | unix.O_TRUNC | unix.O_TMPFILE&^unix.O_DIRECTORY
			body = []unix.SockFilter{argument(r.flag), jump(unix.BPF_JSET, writing, 0, 1), ask, allow}
		case forking:
			body = []unix.SockFilter{argument(0), jump(unix.BPF_JSET, unix.CLONE_THREAD, 1, 0), ask, allow}
		case signalling:
			body = []unix.SockFilter{argument(0), jump(unix.BPF_JEQ, uint32(pid), 1, 0), ask, allow}
		case limitingProcess:
			body = []unix.SockFilter{argument(0), jump(unix.BPF_JEQ, uint32(pid), 2, 0), jump(unix.BPF_JEQ, 0, 1, 0), ask, allow}
		case controlling:
			body = []unix.SockFilter{argument(1)}
			harmless := harmlessRequests()
			for i, request := range harmless {
				body = append(body, jump(unix.BPF_JEQ, request, uint8(len(harmless)-i), 0))
			}
			body = append(body, ask, allow)
		case missing:
			body = []unix.SockFilter{end(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS))}
		}
		p = append(append(p, jump(unix.BPF_JEQ, uint32(r.number), 0, uint8(len(body)))), body...)
	}
	return append(p, allow)
}

// harmlessRequests returns the requests that query a terminal or a pipe, or set flags of the
// descriptor.
func harmlessRequests() []uint32 {
	const setNonblock, clearCloseOnExec, setCloseOnExec = 0x5421, 0x5450, 0x5451
	return []uint32{unix.TCGETS, unix.TCGETS2, unix.TIOCGWINSZ, unix.TIOCGPGRP, unix.TIOCINQ, setNonblock, clearCloseOnExec, setCloseOnExec}
}

// install installs the filter on this thread and its descendants. It returns the descriptor on
// which the kernel asks.
func install(list []rule) (int, error) {
	p := program(list, unix.Getpid())
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	set := func(flags uintptr) (int, unix.Errno) {
		fd, _, err := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
		return int(fd), err
	}
	// If the kernel supports it, a call that is asked about is not interrupted.
	fd, err := set(unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
	if err == unix.EINVAL {
		fd, err = set(unix.SECCOMP_FILTER_FLAG_NEW_LISTENER)
	}
	if err != 0 {
		return -1, err
	}
	return fd, nil
}
