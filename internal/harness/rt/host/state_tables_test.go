package host

import (
	"encoding/json"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// TestTableMemory checks that tables of states do not count as memory of the code under test, whose
// limit may be lower.
func TestTableMemory(t *testing.T) {
	list := make(wire.States, 10_000)
	for i := range list {
		list[i].Stream = make([]int64, 100)
	}
	text, err := json.Marshal(wire.Table{States: list})
	if err != nil {
		t.Fatal(err)
	}
	read.SetUnit(&read.Unit{Builders: make([]read.Builder, 1)})
	p := &Process{Unit: &read.Unit{Builders: make([]read.Builder, 1)}, words: make([]int64, wire.BoardSize/8), flush: func(int) {}}
	if err := p.TakeTable(text); err != nil {
		t.Fatal(err)
	}
	if least := int64(8 * 100 * len(list)); p.tableBytes < least {
		t.Errorf("%d bytes held, not %d or more", p.tableBytes, least)
	}
}
