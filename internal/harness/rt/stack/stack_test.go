package stack

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestInner finds the code under test in the stack of a call that does not return, also while the
// harness answers for a function input.
func TestInner(t *testing.T) {
	frame := func(fn, file string) Frame { return Frame{Func: fn, File: file, Line: 1} }
	var (
		loop      = frame("example.com/m.Loop", "/home/u/m/a.go")
		index     = frame("slices.Index", "/go/src/slices/slices.go")
		unlock    = frame("sync.(*Mutex).Unlock", "/go/src/sync/mutex.go")
		ask       = frame("example.com/m/"+RuntimeDir+"/rt.(*Case).Ask", "/h/rt/case.go")
		generated = frame("example.com/m.rtestCall0", "/home/u/m/"+GeneratedPrefix+"calls.go")
	)
	m := Module{"example.com/m", "/home/u/m"}
	for _, c := range []struct {
		name       string
		have, want []Frame
	}{
		{"the function", []Frame{loop, generated, ask}, []Frame{loop}},
		{"what it calls", []Frame{index, loop, generated, ask}, []Frame{index, loop}},
		{"a predicate that calls Go's own", []Frame{index, generated, ask}, []Frame{index}},
		{"an answer", []Frame{ask, generated, loop, generated, ask}, []Frame{loop}},
		{"what an answer takes", []Frame{unlock, ask, generated, loop, generated, ask}, []Frame{loop}},
		{"an answer for a function of Go's own", []Frame{unlock, ask, generated, index, generated, ask}, []Frame{index}},
		{"the harness alone", []Frame{unlock, ask, generated, ask}, nil},
		{"nothing of the harness", []Frame{unlock, loop}, []Frame{unlock, loop}},
	} {
		if got := m.Inner(c.have); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestParseStacks(t *testing.T) {
	const dump = `panic: boom

goroutine 7 [running]:
example.com/m.(*T).M(0xc000012345, {0x1, 0x2})
	/home/u/m/a.go:12 +0x1d
example.com/m.rtestg_Call3.Each.func1(...)
	/home/u/m/a.go:30
example.com/m/internal/rtest_runtime/rt/judge.(*Worker).runInput(0xc0)
	/home/u/m/internal/rtest_runtime/rt/judge/worker.go:9 +0x1d
created by example.com/m/internal/rtest_runtime/rt.newCrew in goroutine 1
	/home/u/m/internal/rtest_runtime/rt/batches.go:30 +0x1d

goroutine 9 [chan receive, 2 minutes]:
main.main()
	/home/u/m/main.go:3 +0x1d
`
	const inModule, inStandard = "example.com/m/internal/rtest_runtime/", "rtest_runtime/"
	for _, home := range []string{inModule, inStandard} {
		got := ParseStacks(strings.ReplaceAll(dump, inModule, home))
		if len(got) != 2 || !got[0].Worker || got[1].Worker || len(got[1].Frames) != 1 {
			t.Fatalf("%s: %+v", home, got)
		}
		m := Module{"example.com/m", "/home/u/m"}
		want := []string{"example.com/m.(*T).M /home/u/m/a.go:12", "example.com/m.Each.func1 /home/u/m/a.go:30"}
		if lines := Lines(m.UserFrames(got[0].Frames)); !reflect.DeepEqual(lines, want) {
			t.Errorf("%s: %q", home, lines)
		}
	}
}
