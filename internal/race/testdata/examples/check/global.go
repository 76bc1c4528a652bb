package check

import (
	"sync"
	"sync/atomic"
)

// opened are the names of all handles, and closed counts those that are no longer used.
var (
	opened sync.Map
	closed atomic.Int64
	limits = map[string]int{}
	mu     sync.Mutex
)

// A Handle has its state in package variables. It forgets a limit, if two are raised at the same time, and a closing.
//
//rtest:via Handle{}, Raise, Limit
//rtest:concurrent Raise
type Handle struct{}

// Raise raises the limit of a name by one.
func (Handle) Raise(name string) {
	mu.Lock()
	n := limits[name]
	mu.Unlock()
	mu.Lock()
	defer mu.Unlock()
	limits[name] = n + 1
}

// Limit returns the limit of a name.
func (Handle) Limit(name string) int {
	mu.Lock()
	defer mu.Unlock()
	return limits[name]
}

// A Closer counts what is closed.
//
//rtest:via Closer{}, Close, Closed
//rtest:concurrent Close
type Closer struct{}

// Close counts one more.
func (Closer) Close() { closed.Store(closed.Load() + 1) }

// Closed returns how many there are.
func (Closer) Closed() int64 { return closed.Load() }

// An Opener keeps names.
//
//rtest:via Opener{}, Open, Count
//rtest:concurrent Open
type Opener struct{}

// Open counts how often a name was opened.
func (Opener) Open(name string) {
	n, _ := opened.LoadOrStore(name, 0)
	opened.Store(name, n.(int)+1)
}

// Count returns how often a name was opened.
func (Opener) Count(name string) int {
	n, _ := opened.Load(name)
	k, _ := n.(int)
	return k
}
