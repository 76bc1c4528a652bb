package stack

import (
	"testing"
)

// FuzzDump parses output of the code under test, which may look like the last output of the runtime,
// as stacks.
func FuzzDump(f *testing.F) {
	f.Add("panic: boom\n\ngoroutine 7 [running]:\nexample.com/m.(*T).M(0xc000012345, {0x1, 0x2})\n\t/home/u/m/a.go:12 +0x1d\ncreated by main.f in goroutine 1\n\t/x.go:1\n")
	f.Add(RaceWarning + "\nWrite at 0x1 by goroutine 7:\n  example.com/m.F()\n      /home/u/m/a.go:12 +0x1d\n\nPrevious")
	f.Add("goroutine 1 [x]:\n\t\n(\n\tx:\n")
	m := Module{"example.com/m", "/home/u/m"}
	f.Fuzz(func(t *testing.T, dump string) {
		frames := ParseRace(dump)
		for _, g := range ParseStacks(dump) {
			frames = append(frames, m.Inner(g.Frames)...)
			Strange(g.Frames, "example.com/m.F")
		}
		for _, frame := range m.UserFrames(frames) {
			if frame.Line < 0 {
				t.Errorf("%+v", frame)
			}
		}
		Lines(m.UserFrames(frames))
	})
}
