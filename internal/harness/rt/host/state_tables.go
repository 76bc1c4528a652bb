package host

import (
	"encoding/json"
	"runtime/debug"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// TakeTable receives the states of a builder. Their memory is not charged to the code under test,
// so it removes the limit of the last job; the next job sets its own.
func (p *Process) TakeTable(data []byte) error {
	unlimitPrivateMemory()
	defer p.Busy()()
	var t wire.Table
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	read.SetStates(t)
	before := p.tableBytes
	if p.tableBytes = read.StateBytes(); p.tableBytes > before+largeTable {
		debug.FreeOSMemory() // what reading the table took
	}
	p.ownBytes = max(p.ownBytes, privateBytes())
	return nil
}

// largeTable is how many bytes of states justify a search for garbage.
const largeTable = 1 << 24
