package assert

import (
	"bytes"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// A Test is what a test, benchmark or fuzz target offers.
type Test interface {
	Name() string
	Fail()
	Helper()
	Error(args ...any)
	Cleanup(f func())
}

// tests are the tests that run, by the number of their goroutine.
var tests struct {
	sync.Mutex
	by   map[int64]Test
	list []Test
}

// Running notes that a test runs on this goroutine, until it has ended.
func Running(t Test) {
	n := stack.GoroutineNumber()
	tests.Lock()
	defer tests.Unlock()
	if slices.Contains(tests.list, t) {
		return
	}
	if tests.by == nil {
		tests.by = map[int64]Test{}
	}
	// A benchmark may run again on the goroutine of another one.
	before := tests.by[n]
	tests.by[n] = t
	tests.list = append(tests.list, t)
	t.Cleanup(func() {
		tests.Lock()
		defer tests.Unlock()
		if tests.by[n] = before; before == nil {
			delete(tests.by, n)
		}
		tests.list = slices.DeleteFunc(tests.list, func(o Test) bool { return o == t })
	})
}

// current returns the test that runs on this goroutine, or on the one that started it, or nil.
func current() Test {
	buf := make([]byte, 64<<10)
	buf = buf[:runtime.Stack(buf, false)]
	tests.Lock()
	defer tests.Unlock()
	if t := tests.by[stack.GoroutineNumber()]; t != nil {
		return t
	}
	const started = " in goroutine "
	i := bytes.LastIndex(buf, []byte(started))
	if i < 0 {
		return nil
	}
	rest, _, _ := bytes.Cut(buf[i+len(started):], []byte("\n"))
	n, err := strconv.ParseInt(string(rest), 10, 64)
	if err != nil {
		return nil
	}
	return tests.by[n]
}

// registered returns the tests that run, the last one to begin first.
func registered() []Test {
	tests.Lock()
	defer tests.Unlock()
	list := slices.Clone(tests.list)
	slices.Reverse(list)
	return list
}

// running returns the names of the tests that run.
func running() (names []string) {
	for _, t := range registered() {
		names = append(names, t.Name())
	}
	return names
}

// fail makes a test fail with a text. It returns false if the test has ended meanwhile.
func fail(t Test, text string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if o, has := t.(interface{ Output() io.Writer }); has {
		t.Fail()
		_, err := io.WriteString(o.Output(), text)
		return err == nil
	}
	t.Helper()
	t.Error(text)
	return true
}

// testInStack returns the name of the test, benchmark or example whose function is on the stack of
// this goroutine, or "".
func testInStack() string {
	for _, f := range currentFrames() {
		if !strings.HasSuffix(f.File, "_test.go") {
			continue
		}
		name := f.Func[strings.LastIndexByte(f.Func, '/')+1:]
		_, name, _ = strings.Cut(name, ".")
		name, _, _ = strings.Cut(name, ".")
		for _, kind := range [...]string{"Test", "Example", "Benchmark", "Fuzz"} {
			if strings.HasPrefix(name, kind) {
				return name
			}
		}
	}
	return ""
}
