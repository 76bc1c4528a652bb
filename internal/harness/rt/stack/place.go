package stack

import (
	"slices"
)

// A Place is where a call was that did not end, as far as it is the same whenever one
// looks.
type Place struct {
	// Frames are those that all looks saw, innermost first.
	Frames []Frame
	// Lines are those of the innermost frame.
	Lines []int
	// Again says that the innermost frame calls itself, maybe by way of others.
	Again bool
	// Waits says that all looks saw the goroutine wait for something else to happen.
	Waits bool
}

// InCommon is what samples of a stack have in common, from the outermost frame on: the same
// calls at the same lines, but for the last one. What a function does that is called
// again below itself differs from one moment to the next, so it is left out.
func InCommon(samples [][]Frame) (p Place) {
	for i, s := range samples {
		s = slices.Clone(s)
		slices.Reverse(s)
		s, again := once(s)
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

// once returns the frames, the outermost first, up to the first function that is there
// again behind itself; again says that there is one.
func once(frames []Frame) (up []Frame, again bool) {
	for i, f := range frames {
		at := slices.IndexFunc(frames[:i], func(o Frame) bool { return o.Func == f.Func && o.File == f.File })
		if at >= 0 {
			return frames[:at+1], true
		}
	}
	return frames, false
}
