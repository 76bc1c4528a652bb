package kinds

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// RightJournal keeps the stacks of those that write.
//
//rtest:via NewRightJournal(), Write, Last
//rtest:concurrent
type RightJournal struct {
	mu   sync.Mutex
	n    int
	text []byte
	pcs  []uintptr
}

// NewRightJournal returns an empty journal.
func NewRightJournal() *RightJournal { return &RightJournal{} }

// note keeps the stack of its caller, as another goroutine.
func (j *RightJournal) note() {
	var done sync.WaitGroup
	done.Go(func() {
		pcs := make([]uintptr, 16)
		j.n, j.text, j.pcs = j.n+1, debug.Stack(), pcs[:runtime.Callers(0, pcs)]
	})
	done.Wait()
}

// Write notes the writer.
func (j *RightJournal) Write() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.note()
	return j.n
}

// Last returns the last stack.
func (j *RightJournal) Last() (int, string, []uintptr) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.n, string(j.text), j.pcs
}

// WrongJournal writes without the lock.
//
//rtest:via NewWrongJournal(), Write, Last
//rtest:concurrent
type WrongJournal struct{ RightJournal }

// NewWrongJournal returns an empty journal.
func NewWrongJournal() *WrongJournal { return &WrongJournal{} }

// Write notes the writer.
func (j *WrongJournal) Write() int {
	j.note()
	return j.n
}
