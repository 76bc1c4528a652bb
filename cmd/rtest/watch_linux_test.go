package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A watched is a process of rtest watch on a package of two functions.
type watched struct {
	*testing.T
	*exec.Cmd
	dir    string
	output chan string
	// text is what the process has written and no step has waited for.
	text string
}

const (
	watchedGood = "package m\n\n//rtest:ensures result == int(x) + 1\nfunc Next(x int8) int { return int(x) + 1 }\n"
	watchedBad  = "package m\n\n//rtest:ensures result == int(x) + 1\nfunc Next(x int8) int { return int(x) + 2 }\n"
	watchedRest = "package m\n\n//rtest:ensures result >= 0\nfunc Zero(x int8) int { return 0 }\n"
)

// startWatch starts a process that writes to out; in is the other end.
func startWatch(t *testing.T, out, in *os.File) *watched {
	t.Helper()
	w := &watched{T: t, Cmd: exec.Command("rtest", "watch", "-time=0"), dir: t.TempDir(), output: make(chan string)}
	w.save("go.mod", "module example.com/m\n\ngo 1.26\n")
	w.save("next.go", watchedGood)
	w.save("zero.go", watchedRest)
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	w.Dir, w.Stdout, w.Stderr = w.dir, out, out
	w.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=1", "XDG_CACHE_HOME="+t.TempDir(), "GOCACHE="+strings.TrimSpace(string(cache)))
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	t.Cleanup(func() { w.Process.Kill() })
	go func() {
		defer close(w.output)
		buffer := make([]byte, 1<<16)
		for {
			n, err := in.Read(buffer)
			if w.output <- string(buffer[:n]); err != nil {
				return
			}
		}
	}()
	return w
}

// save writes a file as an editor does that replaces it.
func (w *watched) save(name, text string) {
	w.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.WriteFile(path+"~", []byte(text), 0o666); err != nil {
		w.Fatal(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		w.Fatal(err)
	}
}

// shown waits until a run is over that writes some texts in order, and returns what was written until
// then.
func (w *watched) shown(want ...string) string {
	w.Helper()
	for end := time.After(3 * time.Minute); ; {
		before, after, found := strings.Cut(w.text, "Ctrl-C ends.")
		if found && inOrder(w.text, want) {
			// The text after the line is written with it.
			w.text = ""
			return before + after
		}
		select {
		case text, ok := <-w.output:
			if !ok {
				w.Fatalf("the process has ended: %s", w.text)
			}
			w.text += text
		case <-end:
			w.Fatalf("%q does not come, but\n%s", want, w.text)
		}
	}
}

// inOrder reports whether the parts occur in a text one after the other.
func inOrder(text string, parts []string) bool {
	for _, p := range parts {
		_, after, found := strings.Cut(text, p)
		if !found {
			return false
		}
		text = after
	}
	return true
}

// end interrupts the process and returns its exit code.
func (w *watched) end() int {
	w.Helper()
	if err := w.Process.Signal(os.Interrupt); err != nil {
		w.Fatal(err)
	}
	for range w.output {
	}
	_ = w.Wait() // The exit code says it.
	return w.ProcessState.ExitCode()
}

// TestWatch saves files while a process watches them.
func TestWatch(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	w := startWatch(t, out, in)
	w.shown("2 functions, ")
	w.save("next.go", watchedBad)
	if text := w.shown("FAIL\texample.com/m"); !strings.Contains(text, "next.go:3:17: Next: ensures result == int(x) + 1 fails") || !strings.Contains(text, "tested Next, 1 unchanged") {
		t.Errorf("after a save that breaks Next:\n%s", text)
	}
	w.save("zero.go", "package m\n\nfunc")
	if text := w.shown("[build failed]"); !strings.Contains(text, "zero.go:3:") {
		t.Errorf("after a save that does not compile:\n%s", text)
	}
	w.save("zero.go", "\n"+watchedRest)
	// The lines of a failure may have moved, so the function is tested again.
	if text := w.shown("next.go:3:17"); !strings.Contains(text, "tested Next, 1 unchanged") {
		t.Errorf("after a save that mends it:\n%s", text)
	}
	w.save("rtest.toml", "depth = 1\n")
	w.shown("tested Next, Zero")
	if code := w.end(); code != 1 {
		t.Errorf("the exit code is %d, want that of a failure", code)
	}
}

// TestWatchOrder tests first what has failed before.
func TestWatchOrder(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	w := startWatch(t, out, in)
	w.shown("2 functions, ")
	w.save("zero.go", strings.Replace(watchedRest, "return 0", "if x == 3 { return -1 }; return 0", 1))
	w.shown("Zero(3) = -1")
	w.save("rtest.toml", "depth = 3\n")
	w.shown("tested Zero, Next")
	w.end()
}

// TestWatchTerminal looks at the screen: it is drawn from its corner, and does not scroll.
func TestWatchTerminal(t *testing.T) {
	const rows, columns = 9, 40
	in, out := terminalOf(t, rows, columns)
	w := startWatch(t, out, in)
	for line := range strings.SplitSeq(w.shown("2 functions"), "\x1b[H") {
		if n := strings.Count(line, "\n"); n >= rows {
			t.Errorf("%d lines on a screen of %d:\n%q", n, rows, line)
		}
	}
	w.save("next.go", watchedBad)
	const more = "lines more; rtest shows all"
	before, after, _ := strings.Cut(w.shown(more, "\x1b[J"), more)
	rest, _, cleared := strings.Cut(after, "\x1b[J")
	screen := before[strings.LastIndex(before, "\x1b[H"):] + more + rest
	if strings.Count(screen, "\n") != rows-2 || !cleared {
		t.Errorf("the screen is %q", screen)
	}
	if code := w.end(); code != 1 {
		t.Errorf("the exit code is %d, want that of a failure", code)
	}
}

// terminalOf makes a terminal of a size: the end of its user, and that of programs.
func terminalOf(t *testing.T, rows, columns uint16) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	number, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(user.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns})
	}
	if err != nil {
		t.Fatal(err)
	}
	if program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	return user, program
}
