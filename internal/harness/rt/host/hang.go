package host

import (
	"runtime"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// stackSamples is how often the stack of a call that does not end is read; if the call is out of
// memory, it is read once. A sample may name no function of the user: the instructions of an
// inlined loop belong to the generated call. The stack is then read again, until stackLooks reads
// gave no sample.
const (
	stackSamples = 32
	stackLooks   = 20
)

// locate finds out where the worker is. If the call under test blocks a predicate that judges it,
// the failure is the call's.
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
		if k.Stage == wire.Checking && (stack.Strange(g.Frames, w.proc.tested) || w.hasReturned(g.Frames)) {
			k.Stage = wire.Calling
		}
	}
	return frames, waits
}
