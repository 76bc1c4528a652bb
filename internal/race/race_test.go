package race

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write the golden files")

// found returns the findings in the packages of a folder as text.
func found(t *testing.T, dir string, q Request, patterns ...string) string {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	q.Dir, q.Patterns = abs, patterns
	s := &Showing{
		Place: func(file string) string {
			if rel, err := filepath.Rel(abs, file); err == nil {
				return filepath.ToSlash(rel)
			}
			return file
		},
		Read: func(file string) []string {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
			}
			return strings.Split(string(data), "\n")
		},
	}
	if q.Save {
		q.Showing = s
	}
	var out strings.Builder
	err = Test(t.Context(), q, func(r *Result) bool {
		for i := range r.Findings {
			fmt.Fprintln(&out, strings.Join(s.Finding(r, &r.Findings[i]), "\n"))
		}
		for _, n := range r.notes() {
			fmt.Fprintln(&out, n)
		}
		fmt.Fprintln(&out, r.Summary())
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func defaults() Request { return Request{Config: config.Defaults(), Limits: DefaultLimits()} }

// compare compares a text with a golden file.
func compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, []byte(got)) {
		t.Errorf("%s differs:\n%s", file, got)
	}
}

// TestExamples runs the examples: one for each kind of bug, and a correct version of it. Without -long
// it runs five of them.
func TestExamples(t *testing.T) {
	for _, name := range []string{"counter", "semaphore", "arguments", "account", "outside", "check", "elements", "flight", "lazy", "lockfree", "lru", "once", "pool", "promises", "queue", "registry", "timeout", "waits"} {
		t.Run(name, func(t *testing.T) {
			if name != "counter" && name != "semaphore" && name != "elements" && name != "timeout" && name != "lockfree" && name != "promises" {
				longtest.Only(t, "it builds a program for each package")
			}
			compare(t, name, found(t, filepath.Join("testdata", "examples"), defaults(), "./"+name))
		})
	}
}

// TestKeepGoing shows both races of the thesis' process registry: a process that dies while it is
// registered, and two registrations of one name that both succeed.
func TestKeepGoing(t *testing.T) {
	q := defaults()
	q.Run, q.Limits.KeepGoing = config.Matching(regexp.MustCompile("^Registry$")), true
	got := found(t, filepath.Join("testdata", "examples"), q, "./registry")
	compare(t, "registry-all", got)
	for _, calls := range []string{
		"      A: c.Kill(1)\n      B: c.Register(\"a\", 1) = true\n    and then",
		"      A: c.Register(\"a\", 1) = true\n      B: c.Register(\"a\", 1) = true\n    no order",
	} {
		if !strings.Contains(got, calls) {
			t.Errorf("the race of these calls is missing:\n%s", calls)
		}
	}
}

// TestSameFindings tests the same packages with different numbers of processors and while the machine
// is busy. The findings are the same, to the byte.
func TestSameFindings(t *testing.T) {
	examples := []string{"./counter", "./semaphore"}
	if longtest.Enabled() {
		examples = []string{"./..."}
	}
	dir, err := filepath.Abs(filepath.Join("testdata", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	all := func() string {
		q := defaults()
		q.Dir, q.Patterns, q.Limits.KeepGoing = dir, examples, true
		q.Limits.Schedules = 20_000
		s := ShowingIn(dir)
		var out strings.Builder
		err := Test(t.Context(), q, func(r *Result) bool {
			data, err := json.Marshal(s.Event(r).Detail)
			if err != nil {
				t.Error(err)
			}
			fmt.Fprintf(&out, "%s\n", data)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	stop := make(chan struct{})
	var load sync.WaitGroup
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	first := ""
	for _, n := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(n)
		if n == 8 {
			for range 4 {
				load.Go(func() {
					for x := 0; ; x++ {
						if x%1000 == 0 {
							select {
							case <-stop:
								return
							default:
							}
						}
					}
				})
			}
		}
		got := all()
		if first == "" {
			first = got
		}
		if !strings.Contains(got, `"cause"`) {
			t.Errorf("nothing is found:\n%s", got)
		}
		if got != first {
			t.Errorf("with %d processors:\n%s\nwith one:\n%s", n, got, first)
		}
	}
	close(stop)
	load.Wait()
}

// TestBroken tests a package that does not compile.
func TestBroken(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/broken\n\ngo 1.25\n",
		"a.go":   "// Package broken does not compile.\npackage broken\n\n//rtest:via T{}, Get\n//rtest:concurrent\ntype T struct{ m missing }\n\nfunc (T) Get() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	q := defaults()
	q.Dir, q.Patterns = dir, []string{"."}
	err := Test(t.Context(), q, func(*Result) bool { return true })
	if err == nil || !strings.Contains(err.Error(), "undefined: missing") {
		t.Errorf("it says %v", err)
	}
}
