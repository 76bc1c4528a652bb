package rt

import (
	"runtime"
	"slices"
	"time"
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
}

// How often the stack of a call that does not end is read. Of one that is out of memory
// it is read once. Where it names no function of the user, as a loop that was inlined into
// the generated call has instructions that belong to the call, it is read again, but no
// more than stackLooks times.
const (
	stackSamples = 32
	stackLooks   = 20
)

// locate finds out where the worker is. A precondition or postcondition that the call
// under test does not let go on is the call's failure.
func (p *process) locate(k *Killed, b *Board) {
	var samples [][]Frame
	buf := make([]byte, 1<<20)
	for looks := 0; len(samples) < stackSamples && (len(samples) > 0 || looks < stackLooks); looks++ {
		if looks > 0 {
			time.Sleep(time.Millisecond)
			b.watched()
		}
		frames := p.look(k, b, buf)
		if len(frames) > 0 {
			samples = append(samples, frames)
		}
		if k.Cause == Memory || looks > 2*stackSamples {
			break
		}
	}
	k.Place = inCommon(samples)
}

// look reads the stack of the worker once. It returns the frames that mean something to
// the user.
func (p *process) look(k *Killed, b *Board, buf []byte) (frames []Frame) {
	for _, g := range ParseStacks(string(buf[:runtime.Stack(buf, true)])) {
		if !g.Worker {
			continue
		}
		frames = p.unit.UserFrames(p.unit.Inner(g.Frames))
		if k.Stage == Checking && (Strange(g.Frames, p.fn) || b.Returned(g.Frames)) {
			k.Stage = Calling
		}
	}
	return frames
}

// inCommon is what samples of a stack have in common, from the outermost frame on: the same
// calls at the same lines, but for the last one. What a function does that is called
// again below itself differs from one moment to the next, so it is left out.
func inCommon(samples [][]Frame) (p Place) {
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
