package host

import (
	"encoding/json"
	"runtime/debug"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// TakeTable takes the states of a builder. What they take is not counted as memory
// of the code under test, so what the last job could have at most does not bind
// here: the next one says it anew.
func (p *Process) TakeTable(data []byte) error {
	lift()
	defer p.Busy()()
	var t wire.Table
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	read.SetStates(t)
	before := p.held
	if p.held = read.StateBytes(); p.held > before+largeTable {
		debug.FreeOSMemory() // what reading it took
	}
	p.private = max(p.private, private())
	return nil
}

// largeTable is how many bytes of states make it worthwhile to look for garbage.
const largeTable = 1 << 24
