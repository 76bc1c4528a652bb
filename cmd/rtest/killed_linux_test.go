package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// hostile is a package whose functions wait, take memory, start processes and write files, so that a
// run may be ended in the middle of any of these.
const hostile = `package p

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

//rtest:ensures true
func Waits(x int) { time.Sleep(200 * time.Millisecond) }

//rtest:ensures true
func Loops(x int) {
	for x == 1 {
	}
}

//rtest:ensures result == x
func Starts(x int) int {
	exec.Command("sleep", "1000").Start()
	time.Sleep(50 * time.Millisecond)
	return x
}

//rtest:ensures result == x
func Daemon(x int) int {
	c := exec.Command("sleep", "1000")
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Start()
	time.Sleep(50 * time.Millisecond)
	return x
}

//rtest:ensures result >= 0
func Writes(x int) int {
	os.Mkdir("deep", 0o777)
	os.WriteFile("deep/file", make([]byte, 1000), 0o666)
	os.Chmod("deep", 0o500)
	time.Sleep(50 * time.Millisecond)
	return x
}

//rtest:ensures true
func Panics(x int) {
	if x == 1 {
		panic("one")
	}
}
`

// A victim is a run of rtest in a world of its own.
type victim struct {
	dir, mark string
	env       []string
	// out is where what a run prints is read.
	out *os.File
}

func newVictim(t *testing.T) *victim {
	v := &victim{dir: t.TempDir()}
	v.mark = "RTEST_VICTIM=" + v.dir
	v.env = append(os.Environ(), v.mark, "TMPDIR="+v.path("tmp"), "XDG_CACHE_HOME="+v.path("cache"), "GOTOOLCHAIN=local")
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		v.env = append(v.env, name+"="+strings.TrimSpace(string(out)))
	}
	for _, dir := range []string{"tmp", "cache", "m"} {
		if err := os.Mkdir(v.path(dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"m/go.mod": "module example.com/p\n\ngo 1.24\n", "m/p.go": hostile} {
		if err := os.WriteFile(v.path(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

func (v *victim) path(name string) string { return filepath.Join(v.dir, name) }

// rtest prepares a run.
func (v *victim) rtest(out *bytes.Buffer) *exec.Cmd {
	cmd := exec.Command("rtest", "-depth", "1", "-beyond", "0", "-p", "2")
	cmd.Dir, cmd.Env = v.path("m"), v.env
	cmd.Stdout, cmd.Stderr = out, out
	return cmd
}

// A survivor is a process that comes of a run.
type survivor struct {
	pid  int
	args string
}

// alive lists the processes that come of the run, but those that are dead and
// wait to be noticed.
func (v *victim) alive() []survivor {
	var all []survivor
	envs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range envs {
		env, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(env, []byte(v.mark+"\x00")) {
			continue
		}
		dir := filepath.Dir(name)
		stat, _ := os.ReadFile(filepath.Join(dir, "stat"))
		_, state, _ := strings.Cut(string(stat), ") ")
		args, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err == nil && len(args) > 0 && !strings.HasPrefix(state, "Z") {
			pid, _ := strconv.Atoi(filepath.Base(dir))
			all = append(all, survivor{pid, strings.ReplaceAll(string(args), "\x00", " ")})
		}
	}
	return all
}

// left lists the files that a run must not leave.
func (v *victim) left(t *testing.T) []string {
	var all []string
	for _, pattern := range []string{"tmp/*", "cache/rtest/harness/bin/*/run-*", "cache/rtest/harness/??/.*", "m/testdata/rtest/.*"} {
		names, err := filepath.Glob(v.path(pattern))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, names...)
	}
	saved, _ := filepath.Glob(v.path("m/testdata/rtest/*"))
	for _, name := range saved {
		if data, err := os.ReadFile(name); err != nil || !bytes.HasSuffix(data, []byte("\n")) {
			all = append(all, fmt.Sprintf("half of %s: %q", name, data))
		}
	}
	return all
}

// settles waits until nothing of a run is there any more.
func (v *victim) settles(t *testing.T) {
	t.Helper()
	var alive []survivor
	var left []string
	for range 1200 {
		alive, left = v.alive(), v.left(t)
		if len(alive)+len(left) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("processes %v and files %q are left", alive, left)
}

var (
	kills    = flag.Int("kills", 21, "how many runs TestKilled ends")
	killSeed = flag.Uint64("killseed", 1, "what the moments at which it does so are made from")
)

// ways are the ways in which runs are ended, each with the status expected.
var ways = []struct {
	name string
	end  func(*victim, *exec.Cmd)
	// code is the exit code, or -1 if the process is killed. said is a text that it must print.
	code int
	said string
}{
	{"SIGKILL", signalled(syscall.SIGKILL), -1, ""},
	{"SIGINT", signalled(syscall.SIGINT), 2, "rtest: interrupted"},
	{"SIGTERM", signalled(syscall.SIGTERM), 2, "rtest: interrupted"},
	{"SIGHUP", signalled(syscall.SIGHUP), 2, "rtest: interrupted"},
	{"SIGINT twice", signalled(syscall.SIGINT, syscall.SIGINT), -1, ""},
	{"closed pipe", func(v *victim, _ *exec.Cmd) { v.out.Close() }, 2, ""},
	{"SIGKILL of all", func(v *victim, _ *exec.Cmd) { v.killAll() }, -1, ""},
}

func signalled(signals ...syscall.Signal) func(*victim, *exec.Cmd) {
	return func(_ *victim, cmd *exec.Cmd) {
		for _, s := range signals {
			cmd.Process.Signal(s)
		}
	}
}

// listens waits until a run hears signals: then it starts its guard. Before, it
// ends as any process does, and says nothing.
func (v *victim) listens(t *testing.T) {
	t.Helper()
	for range 1200 {
		if slices.ContainsFunc(v.alive(), survivor.guard) {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("no guard is started")
}

// guard reports whether this is the process that ends what a run leaves.
func (s survivor) guard() bool { return strings.HasSuffix(s.args, " "+guardCommand+" ") }

// killAll kills all that comes of the run, the guard first.
func (v *victim) killAll() {
	for _, guard := range []bool{true, false} {
		for _, p := range v.alive() {
			if !guard || p.guard() {
				syscall.Kill(p.pid, syscall.SIGKILL)
			}
		}
	}
}

// TestKilled ends runs at random moments in every way, and checks what they leave behind. A run
// afterwards is like the first.
func TestKilled(t *testing.T) {
	longtest.Only(t, "ends a run again and again")
	v := newVictim(t)
	first, whole := v.toEnd(t)
	v.settles(t)
	_, built := v.toEnd(t)
	n := *kills
	r := rand.New(rand.NewPCG(*killSeed, 0))
	for i := range n {
		within := built
		if r.IntN(3) == 0 {
			within = whole
			if err := os.RemoveAll(v.path("cache/rtest/harness")); err != nil {
				t.Fatal(err)
			}
		}
		v.end(t, i%len(ways), time.Duration(r.Float64()*float64(within)))
	}
	if last, _ := v.toEnd(t); last != first {
		t.Errorf("the last run says\n%s\nthe first\n%s", last, first)
	}
	v.settles(t)
}

// toEnd lets a run finish.
func (v *victim) toEnd(t *testing.T) (text string, took time.Duration) {
	t.Helper()
	var out bytes.Buffer
	began := time.Now()
	if err := v.rtest(&out).Run(); err == nil {
		t.Fatal("no failure was found")
	}
	return times.ReplaceAllString(out.String(), "T"), time.Since(began)
}

// end ends one run in one of the ways after a while.
func (v *victim) end(t *testing.T, i int, after time.Duration) {
	t.Helper()
	way := ways[i]
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	v.out = r
	defer r.Close()
	var errs bytes.Buffer
	cmd := v.rtest(&errs)
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if way.said != "" {
		v.listens(t)
	}
	time.Sleep(after)
	way.end(v, cmd)
	cmd.Wait()
	if way.name == "SIGKILL of all" {
		// Nobody is left who could clean up, but the next run does.
		v.toEnd(t)
	}
	v.settles(t)
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case status.ExitStatus() == 1: // It was done before.
	case way.code >= 0 && status.ExitStatus() != way.code, !strings.Contains(errs.String(), way.said):
		t.Errorf("status %v, want %d, and %q:\n%s", cmd.ProcessState, way.code, way.said, errs.String())
	}
	if t.Failed() {
		t.Fatalf("%s after %v: %v\n%s", way.name, after, cmd.ProcessState, errs.String())
	}
}

// TestSlowGo ends runs while the go command lists packages, which may take long when it downloads or
// compiles dependencies. Here it never ends.
func TestSlowGo(t *testing.T) {
	v := newVictim(t)
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\ncase $1 in (list) echo >>" + v.path("listing") + "; sleep 1000; esac\nexec " + real + " \"$@\"\n"
	if err := errors.Join(os.Mkdir(v.path("bin"), 0o777), os.WriteFile(v.path("bin/go"), []byte(script), 0o777)); err != nil {
		t.Fatal(err)
	}
	v.env = append(v.env, "PATH="+v.path("bin")+":"+os.Getenv("PATH"))
	commands := [][]string{{"check"}, {"list"}, {"replay"}, {"gen"}, {"find", "Panics", "x == 1"}}
	for i, c := range commands {
		way := ways[i%4] // Those with one signal.
		os.Remove(v.path("listing"))
		var out bytes.Buffer
		cmd := v.rtest(&out)
		cmd.Args = append(cmd.Args[:1], c...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for begun := false; !begun; time.Sleep(20 * time.Millisecond) {
			_, err := os.Stat(v.path("listing"))
			begun = err == nil
		}
		way.end(v, cmd)
		cmd.Wait()
		v.settles(t)
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if status.ExitStatus() != way.code || !strings.Contains(out.String(), way.said) {
			t.Errorf("%s of %v: status %v, want %d, and %q:\n%s", way.name, c, cmd.ProcessState, way.code, way.said, out.String())
		}
	}
}

// interrupt starts a command and interrupts it once code under test has made the folder deep.
func (v *victim) interrupt(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := false; !begun; time.Sleep(20 * time.Millisecond) {
		files, err := filepath.Glob(v.path("tmp/rtest-run-*/*/deep"))
		if err != nil {
			t.Fatal(err)
		}
		begun = len(files) > 0
	}
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
}

// TestFindInterrupted ends a search that would take long. It must not claim that there is no such
// input.
func TestFindInterrupted(t *testing.T) {
	v := newVictim(t)
	var out bytes.Buffer
	cmd := v.rtest(&out)
	cmd.Args = append(cmd.Args[:1], "find", "-ints", "0..1000", "-time", "1h", "Writes", "result == 1000")
	v.interrupt(t, cmd)
	if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(out.String(), "(spent: interrupted)") {
		t.Errorf("status %v, want 2:\n%s", cmd.ProcessState, out.String())
	}
	v.settles(t)
}

// TestDiffInterrupted ends a comparison of two functions in the second one. What was found of the first is printed.
func TestDiffInterrupted(t *testing.T) {
	v := newVictim(t)
	code := func(early string) string {
		return `package p

import (
	"os"
	"time"
)

//rtest:ensures true
func Early(x int) int { return ` + early + ` }

//rtest:ensures true
func Late(x int) int {
	os.Mkdir("deep", 0o777)
	time.Sleep(50 * time.Millisecond)
	return x
}
`
	}
	write := func(early string) {
		if err := os.WriteFile(v.path("m/p.go"), []byte(code(early)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("x")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "old"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = v.path("m")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write("x + 1")
	var out bytes.Buffer
	cmd := v.rtest(&out)
	cmd.Args = append(cmd.Args[:1], "diff", "-p", "1", "-ints", "0..1000", "-time", "1h", "-rev", "HEAD")
	v.interrupt(t, cmd)
	if status := cmd.ProcessState.ExitCode(); status != 2 {
		t.Errorf("status %d, want 2", status)
	}
	for _, want := range []string{"Early: result differs, always", "left out: example.com/p.Late: interrupted", "1 difference, 1 function, ", "; interrupted\n", "rtest: interrupted\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in\n%s", want, out.String())
		}
	}
	v.settles(t)
}
