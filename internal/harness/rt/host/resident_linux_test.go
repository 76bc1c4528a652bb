package host

import (
	"encoding/json"
	"math"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// TestCeiling checks that memory which a process already has, from a job with a higher limit or for
// tables, is not refused to a job with a lower limit.
func TestCeiling(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector needs more addresses than a ceiling leaves, so there is none")
	}
	defer unlimitPrivateMemory()
	p := &Process{Unit: &read.Unit{Builders: make([]read.Builder, 1)}, words: make([]int64, wire.BoardSize/8), flush: func(int) {}, ownBytes: privateBytes()}
	before := make([]byte, 64<<20)
	for i := range before {
		before[i] = 1
	}
	memory := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(memory)
	p.Watch(nil, 0, 1<<20)
	if got, least := allowed(t), privateBytes(); got < least {
		t.Errorf("%d bytes are allowed, and %d there", got, least)
	}
	runtime.KeepAlive(before)

	read.SetUnit(&read.Unit{Builders: make([]read.Builder, 1)})
	text, err := json.Marshal(wire.Table{States: make(wire.States, 1)})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.TakeTable(text); err != nil {
		t.Fatal(err)
	}
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &l); err != nil || l.Cur != l.Max {
		t.Errorf("a table has %d of %d bytes, %v", l.Cur, l.Max, err)
	}
}

// allowed is how much the system lets the process have.
func allowed(t *testing.T) int64 {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &l); err != nil {
		t.Fatal(err)
	}
	return int64(min(l.Cur, math.MaxInt64))
}
