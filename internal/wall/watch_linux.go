//go:build linux && (amd64 || arm64)

package wall

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Watch answers the kernel's questions about one confined process.
type Watch struct {
	dir, program string
	socket       *os.File
	rules        map[int32]rule
	// entered says that the program was started, by the first execve.
	entered bool
}

// New returns the watch of a process that is to be confined to the folder dir and runs program.
// child is the end of a socket that the process must pass to Enter.
func New(dir, program string) (w *Watch, child *os.File, err error) {
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, nil, err
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		return nil, nil, err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	w = &Watch{dir: dir, program: program, socket: os.NewFile(uintptr(pair[0]), "wall"), rules: map[int32]rule{}}
	for _, r := range rules() {
		w.rules[int32(r.number)] = r
	}
	return w, os.NewFile(uintptr(pair[1]), "wall"), nil
}

// Close ends a watch whose Serve is not called.
func (w *Watch) Close() { w.socket.Close() }

// Serve answers until the process is gone. It calls stop with each attempt before it answers; stop
// should kill the process.
func (w *Watch) Serve(stop func(Attempt)) {
	fd, err := w.receive()
	w.socket.Close()
	if err != nil {
		return
	}
	defer unix.Close(fd)
	for {
		poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if _, err := unix.Poll(poll, -1); err != nil && err != unix.EINTR {
			return
		}
		if poll[0].Revents&unix.POLLIN != 0 {
			w.answer(fd, stop)
		} else if poll[0].Revents != 0 {
			return
		}
	}
}

// receive receives the descriptor on which the kernel asks.
func (w *Watch) receive() (int, error) {
	oob := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(int(w.socket.Fd()), make([]byte, 1), oob, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return -1, err
	}
	messages, err := unix.ParseSocketControlMessage(oob[:n])
	if err != nil {
		return -1, err
	}
	for _, m := range messages {
		if fds, err := unix.ParseUnixRights(&m); err == nil && len(fds) == 1 {
			return fds[0], nil
		}
	}
	return -1, errors.New("no descriptor was sent")
}

// A question is struct seccomp_notif of the kernel, an answer struct seccomp_notif_resp.
type question struct {
	id     uint64
	pid    uint32
	flags  uint32
	number int32
	arch   uint32
	ip     uint64
	args   [6]uint64
}

type answer struct {
	id    uint64
	value int64
	err   int32
	flags uint32
}

func (w *Watch) answer(fd int, stop func(Attempt)) {
	var q question
	if _, _, err := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&q))); err != 0 {
		return
	}
	a := answer{id: q.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	if object, ok := w.permits(&q); !ok {
		stop(Attempt{Call: w.rules[q.number].name, Object: object})
		a.flags, a.err = 0, -int32(unix.EACCES)
	}
	unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&a)))
}

// permits decides about a call. object is what the call is about. A permitted call is carried out
// as if it had not been asked about, and landlock still applies.
func (w *Watch) permits(q *question) (object string, ok bool) {
	r, known := w.rules[q.number]
	switch {
	case !known:
		return fmt.Sprint("number ", q.number), false
	case q.number == unix.SYS_EXECVE:
		return w.permitsStart(q)
	case q.number == unix.SYS_PIDFD_SEND_SIGNAL:
		// Package os makes this call without a process to see whether the kernel has it.
		return "a process", int32(q.args[0]) < 0
	case r.test == forking:
		return "a process", false
	case r.test == signalling || r.test == limitingProcess:
		return fmt.Sprint("process ", int32(q.args[0])), false
	case q.number == unix.SYS_TKILL:
		_, err := os.Stat(fmt.Sprintf("/proc/%d/task/%d", q.pid, int32(q.args[0])))
		return fmt.Sprint("thread ", int32(q.args[0])), err == nil
	}
	for _, p := range r.places {
		if object, ok = w.inside(q, p, r); !ok {
			return object, false
		}
	}
	return "", len(r.places) > 0
}

// permitsStart permits the start of the program. It also permits that the program starts itself
// again before it has more than one thread, as the race detector does.
func (w *Watch) permitsStart(q *question) (object string, ok bool) {
	name, err := readString(q.pid, q.args[0])
	if err != nil {
		return "", false
	}
	if name == "/proc/self/exe" {
		if name, err = os.Readlink(fmt.Sprintf("/proc/%d/exe", q.pid)); err != nil {
			return "", false
		}
	}
	file, err := filepath.EvalSymlinks(name)
	first := !w.entered
	w.entered = true
	return name, err == nil && (first || file == w.program && w.hasOneThread(q.pid))
}

// hasOneThread reports whether a process has only one thread, which means that no Go code runs yet.
func (w *Watch) hasOneThread(pid uint32) bool {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	return err == nil && len(threads) == 1
}

// inside reports whether a place is in the folder of the process. object is its path.
func (w *Watch) inside(q *question, p filePlace, r rule) (object string, ok bool) {
	file, err := w.file(q, p)
	if err != nil {
		return file, false
	}
	if r.test == opening && slices.Contains(devices(), file) {
		return file, true
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(file))
	if errors.Is(err, os.ErrNotExist) {
		// The call fails without a change.
		return file, true
	}
	if err != nil {
		return file, false
	}
	real := filepath.Join(folder, filepath.Base(file))
	if r.follow || p.path == none {
		if end, err := filepath.EvalSymlinks(real); err == nil {
			real = end
		} else if target, err := os.Readlink(real); err == nil {
			// Opening a link to a missing file may create the file.
			real = filepath.Join(folder, target)
			if filepath.IsAbs(target) {
				real = target
			}
		}
	}
	return file, w.isInFolder(real)
}

func (w *Watch) isInFolder(file string) bool {
	return file == w.dir || strings.HasPrefix(file, w.dir+string(filepath.Separator))
}

// file returns the absolute path of a place.
func (w *Watch) file(q *question, p filePlace) (string, error) {
	base := fmt.Sprintf("/proc/%d/cwd", q.pid)
	if p.dir != none && int32(q.args[p.dir]) != unix.AT_FDCWD {
		base = fmt.Sprintf("/proc/%d/fd/%d", q.pid, int32(q.args[p.dir]))
	}
	var name string
	var err error
	// A null path stands for the descriptor.
	if p.path != none && q.args[p.path] != 0 {
		if name, err = readString(q.pid, q.args[p.path]); err != nil {
			return "", err
		}
	}
	if !filepath.IsAbs(name) {
		folder, err := os.Readlink(base)
		if err != nil {
			return name, err
		}
		name = filepath.Join(folder, name)
	}
	for _, self := range []string{"/proc/self/", "/proc/thread-self/"} {
		if rest, ok := strings.CutPrefix(name, self); ok {
			name = "/proc/" + strconv.Itoa(int(q.pid)) + "/" + rest
		}
	}
	return filepath.Clean(name), nil
}

// readString reads a zero-terminated text from the memory of a process.
func readString(pid uint32, at uint64) (string, error) {
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return "", err
	}
	defer mem.Close()
	buf := make([]byte, unix.PathMax)
	n, err := mem.ReadAt(buf, int64(at))
	end := bytes.IndexByte(buf[:n], 0)
	if end < 0 {
		return "", errors.Join(err, errors.New("a path without an end"))
	}
	return string(buf[:end]), nil
}
