package stack

import (
	"slices"
)

// A Place is where a call that does not end was, as far as all samples of its stack agree.
type Place struct {
	// Frames are the frames that all samples share, innermost first.
	Frames []Frame
	// Lines are the lines of the innermost frame, in order.
	Lines []int
	// Again says that the innermost frame calls itself, perhaps indirectly.
	Again bool
	// Waits says that all looks saw the goroutine wait for something else to happen.
	Waits bool
}

// InCommon returns what samples of a stack have in common, from the outermost frame on: the same
// calls at the same lines, except that the last call may be at different lines. Frames below a
// recursive call are omitted, because they differ from one moment to the next.
func InCommon(samples [][]Frame) (p Place) {
	for i, s := range samples {
		s = slices.Clone(s)
		slices.Reverse(s)
		s, again := untilRecursion(s)
		if p.Again = p.Again || again; i == 0 {
			p.Frames = s
			continue
		}
		n := 0
		for n < min(len(s), len(p.Frames)) && s[n] == p.Frames[n] {
			n++
		}
		if n < min(len(s), len(p.Frames)) && s[n].Func == p.Frames[n].Func && s[n].File == p.Frames[n].File {
			n++ // The lines differ.
		}
		p.Frames = p.Frames[:n]
	}
	slices.Reverse(p.Frames)
	if len(p.Frames) > 0 {
		for _, s := range samples {
			p.Lines = append(p.Lines, s[len(s)-len(p.Frames)].Line)
		}
		slices.Sort(p.Lines)
		p.Lines = slices.Compact(p.Lines)
	}
	return p
}

// untilRecursion returns the frames, outermost first, up to the first function that occurs again
// later. again reports that there is one.
func untilRecursion(frames []Frame) (up []Frame, again bool) {
	for i, f := range frames {
		at := slices.IndexFunc(frames[:i], func(o Frame) bool { return o.Func == f.Func && o.File == f.File })
		if at >= 0 {
			return frames[:at+1], true
		}
	}
	return frames, false
}
