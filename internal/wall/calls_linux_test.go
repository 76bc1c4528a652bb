//go:build linux && (amd64 || arm64)

package wall

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// TestMain is the program that is confined as well: it enters the wall, becomes itself
// again, and makes a call for each rule.
func TestMain(m *testing.M) {
	switch os.Getenv("WALL") {
	case "enter":
		os.Setenv("WALL", "calls")
		fmt.Println(Enter([]string{os.Getenv("DIR"), "/proc/self/exe", "3"}))
		os.Exit(1)
	case "calls":
		for _, r := range rules() {
			a := arguments(r)
			_, _, no := unix.RawSyscall6(r.number, a[0], a[1], a[2], a[3], a[4], a[5])
			fmt.Println(r.name, unix.ErrnoName(no))
		}
		fmt.Println("another program", unix.Exec("/bin/true", []string{"true"}, nil) == unix.EACCES)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// arguments returns arguments for a call that the wall should stop, and that does nothing if it does
// not.
func arguments(r rule) [6]uintptr {
	const all = ^uintptr(0)
	a := [6]uintptr{all, all, all, all, all, all}
	switch {
	case r.test == forking:
		// No thread, and flags that exclude each other.
		a[0] = unix.CLONE_FS | unix.CLONE_NEWNS
	case r.number == unix.SYS_PIDFD_SEND_SIGNAL:
		// With a negative descriptor the call asks whether the kernel knows it.
		a[0] = 0
	}
	return a
}

// TestCalls makes a call for each rule. The wall stops all but those that should fail as on an older
// kernel.
func TestCalls(t *testing.T) {
	if _, err := Available(); err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	w, child, err := New(dir, self)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "WALL=enter", "DIR="+dir)
	cmd.ExtraFiles = []*os.File{child}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	// It is killed with the thread that starts it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	child.Close()
	var attempts []string
	var serving sync.WaitGroup
	serving.Go(func() { w.Serve(func(a Attempt) { attempts = append(attempts, a.Call) }) })
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	serving.Wait()
	var want []string
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, r := range rules() {
		errno := "EACCES"
		if r.test == missing {
			errno = "ENOSYS"
		} else {
			want = append(want, r.name)
		}
		if i >= len(lines) || lines[i] != r.name+" "+errno {
			t.Errorf("%s fails with %v, want %s", r.name, lines[min(i, len(lines)-1)], errno)
		}
	}
	if n := len(rules()); n >= len(lines) || lines[n] != "another program true" {
		t.Errorf("another program is started: %v", lines[len(lines)-1])
	}
	if want := append(slices.Clone(want), "execve"); !slices.Equal(attempts, want) {
		t.Errorf("the wall has stopped %v, want %v", attempts, want)
	}
	if n := map[string]int{"amd64": 122, "arm64": 102}[runtime.GOARCH]; len(want) != n {
		t.Errorf("the wall stops %d calls, want %d", len(want), n)
	}
}
