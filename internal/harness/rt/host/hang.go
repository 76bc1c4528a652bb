package host

import (
	"runtime"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

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
func (w *Watch) locate(k *wire.Killed) {
	var samples [][]stack.Frame
	buf, waiting := make([]byte, 1<<20), true
	for looks := 0; len(samples) < stackSamples && (len(samples) > 0 || looks < stackLooks); looks++ {
		if looks > 0 {
			time.Sleep(time.Millisecond)
			w.board.Watched()
		}
		frames, waits := w.look(k, buf)
		if len(frames) > 0 {
			samples = append(samples, frames)
			waiting = waiting && waits
		}
		if k.Cause == wire.Memory || looks > 2*stackSamples {
			break
		}
	}
	k.Place = stack.InCommon(samples)
	k.Place.Waits = waiting && len(samples) > 0
}

// look reads the stack of the worker once. It returns the frames that mean something to
// the user, and whether the worker waits.
func (w *Watch) look(k *wire.Killed, buf []byte) (frames []stack.Frame, waits bool) {
	own := w.proc.Unit.Own()
	for _, g := range stack.ParseStacks(string(buf[:runtime.Stack(buf, true)])) {
		if !g.Worker {
			continue
		}
		frames, waits = own.UserFrames(own.Inner(g.Frames)), g.Waits
		if k.Stage == wire.Checking && (stack.Strange(g.Frames, w.proc.fn) || w.hasReturned(g.Frames)) {
			k.Stage = wire.Calling
		}
	}
	return frames, waits
}
