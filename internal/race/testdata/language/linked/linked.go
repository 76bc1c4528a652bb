// Package linked has functions that are linked to others.
package linked

import (
	"sync"
	"unsafe"
)

//go:linkname cputicks runtime.cputicks
func cputicks() int64

//go:noescape
//go:linkname clearMemory runtime.memclrNoHeapPointers
func clearMemory(p unsafe.Pointer, n uintptr)

//go:noescape
//go:linkname typehash runtime.typehash
func typehash(t uintptr, p unsafe.Pointer, h uintptr) uintptr

//go:linkname acquire sync.runtime_Semacquire
func acquire(s *uint32)

// A Key is what an element is found by.
type Key struct {
	a int
	b string
	c any
}

// A RightTable is guarded.
//
//rtest:via RightTable{}, Put, Get, Clear, Ticks
//rtest:concurrent
type RightTable struct {
	mu    sync.Mutex
	slots [8]int
}

func hash(a int) uintptr {
	k := Key{a, "k", 1.5}
	var of any = k
	return typehash(*(*uintptr)(unsafe.Pointer(&of)), unsafe.Pointer(&k), 1)
}

// Put stores b at a.
func (t *RightTable) Put(a, b int) { t.mu.Lock(); defer t.mu.Unlock(); t.slots[hash(a)%8] = b }

// Get returns what is at a.
func (t *RightTable) Get(a int) int { t.mu.Lock(); defer t.mu.Unlock(); return t.slots[hash(a)%8] }

// Clear forgets all.
func (t *RightTable) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clearMemory(unsafe.Pointer(&t.slots), unsafe.Sizeof(t.slots))
}

// Ticks returns the time that nothing takes.
func (t *RightTable) Ticks() int64 { from := cputicks(); return cputicks() - from }

// Acquire waits where nobody sees it; no other type does.
func (o *OutsideSemaphore) Acquire() { acquire(&o.s) }

//rtest:via NewOutsideSemaphore, Acquire
//rtest:concurrent
type OutsideSemaphore struct{ s uint32 }

// NewOutsideSemaphore returns one that has room.
func NewOutsideSemaphore() *OutsideSemaphore { return &OutsideSemaphore{1} }
