package rt

import (
	"encoding/json"
	"runtime/debug"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// table takes the states of a builder. What they take is not counted as memory
// of the code under test, so what the last job could have at most does not bind
// here: the next one says it anew.
func (p *process) table(data []byte) error {
	lift()
	defer p.busy()()
	var t wire.Table
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	p.unit.setStates(t)
	before := p.held
	if p.held = states.Load().bytes(); p.held > before+largeTable {
		debug.FreeOSMemory() // what reading it took
	}
	p.private = max(p.private, private())
	return nil
}

// largeTable is how many bytes of states make it worthwhile to look for garbage.
const largeTable = 1 << 24

// bytes is about how much memory the states take.
func (l *library) bytes() (n int64) {
	for _, k := range l.states {
		for _, list := range [...][]wire.State{k.Near, k.Far} {
			for _, s := range list {
				n += 8*int64(len(s.Stream)) + stateBytes
			}
		}
	}
	return n
}

// stateBytes is what a State takes beside its stream.
const stateBytes = 40
