package race

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/config"
)

// TestReplay saves what is found in a copy of an example, and compares what the saved schedules
// show with what was found. Then it mends the code, so that they show nothing.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "counter/counter.go"} {
		data, err := os.ReadFile(filepath.Join("testdata", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(data))
	}
	q := defaults()
	q.Save = true
	first := found(t, dir, q, "./counter")
	q.Replay = true
	again := found(t, dir, q, "./counter")
	if got, want := cut(again), cut(first); got != want {
		t.Errorf("the saved schedules show\n%s\nand not\n%s", got, want)
	}
	code, err := os.ReadFile(filepath.Join(dir, "counter", "counter.go"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "counter", "counter.go"), strings.Replace(string(code), "c.n.Store(c.n.Load() + 1)", "c.n.Add(1)", 1))
	q.Run = config.Matching(regexp.MustCompile("^Lossy$"))
	if got, want := found(t, dir, q, "./counter"), "ok    example.com/races/counter.Lossy  1 saved schedule, 1 not of this code any more\n"; got != want {
		t.Errorf("the code is mended, and its schedule shows %q; want %q", got, want)
	}
}

// TestReplayWaiting saves a schedule of calls that wait for each other, and shows it again: some sequential runs of them come to what others have
// come to.
func TestReplayWaiting(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/races/latch\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "latch.go"), `package races

import "sync"

// A Latch wakes one of those that wait.
//
//rtest:via New, Down, Wait
//rtest:concurrent
type Latch struct {
	mu   sync.Mutex
	cond *sync.Cond
	down bool
}

func New() *Latch {
	l := &Latch{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

func (l *Latch) Down() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = true
	l.cond.Signal()
}

func (l *Latch) Wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.down {
		l.cond.Wait()
	}
}
`)
	q := defaults()
	q.Save = true
	first := found(t, dir, q, ".")
	q.Replay = true
	if got, want := cut(found(t, dir, q, ".")), cut(first); got != want || !strings.Contains(want, "Latch: deadlock") {
		t.Errorf("the saved schedules show\n%s\nand not\n%s", got, want)
	}
}

// TestLong finds what goes wrong only when a table grows, after many calls, and runs the saved schedule again.
func TestLong(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "growth/growth.go"} {
		data, err := os.ReadFile(filepath.Join("testdata", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(data))
	}
	q := defaults()
	q.Save, q.Limits.Schedules = true, 20_000
	first := found(t, dir, q, "./growth")
	compare(t, "growth", first)
	q.Replay = true
	again := found(t, dir, q, "./growth")
	if got, want := cut(again), cut(first); got != want {
		t.Errorf("the saved schedule shows\n%s\nand not\n%s", got, want)
	}
}

// cut leaves out the lines that say how something was found.
func cut(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "    found with") && !strings.Contains(line, "example.com/races/") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
