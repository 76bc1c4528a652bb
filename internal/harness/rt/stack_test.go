package rt

import (
	"slices"
	"testing"
)

// TestInner looks for the code under test in what a call is at when it does not
// return: while the harness answers for a function among the inputs, too.
func TestInner(t *testing.T) {
	frame := func(fn, file string) Frame { return Frame{Func: fn, File: file, Line: 1} }
	var (
		loop      = frame("example.com/m.Loop", "/home/u/m/a.go")
		index     = frame("slices.Index", "/go/src/slices/slices.go")
		unlock    = frame("sync.(*Mutex).Unlock", "/go/src/sync/mutex.go")
		ask       = frame("example.com/m/"+RuntimeDir+"/rt.(*Case).Ask", "/h/rt/case.go")
		generated = frame("example.com/m.rtestCall0", "/home/u/m/"+GeneratedPrefix+"calls.go")
	)
	u := &Unit{Module: "example.com/m", ModuleDir: "/home/u/m", Package: "example.com/m"}
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
		if got := u.Inner(c.have); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
