// Package lockfree has types without locks. They look at much before they change anything, and use hashes and
// random numbers of the runtime.
package lockfree

import (
	"hash/maphash"
	"math/rand"
	randv2 "math/rand/v2"
	"sync/atomic"
	"unsafe"
)

//go:noescape
//go:linkname memhash runtime.memhash
func memhash(p unsafe.Pointer, seed, size uintptr) uintptr

//go:linkname fastrand runtime.fastrand
func fastrand() uint32

// A Table has a place for each of its first keys, found by looking at one after the other.
//
//rtest:via New, Put, Has
//rtest:concurrent
type Table struct {
	seed maphash.Seed
	keys [8]atomic.Pointer[string]
}

// New returns an empty table.
func New() *Table { return &Table{seed: maphash.MakeSeed()} }

// Has reports whether the key was put.
func (t *Table) Has(key string) bool {
	for i := range t.keys {
		if k := t.keys[i].Load(); k != nil && *k == key {
			return true
		}
	}
	return false
}

// Put puts the key, and reports whether there was room.
func (t *Table) Put(key string) bool {
	first := int((maphash.String(t.seed, key) ^ uint64(memhash(unsafe.Pointer(&first), 1, 8))) % 8)
	for i := range t.keys {
		if t.keys[(first+i)%8].CompareAndSwap(nil, &key) {
			return true
		}
	}
	return false
}

var first uint64

// A Skipper chooses levels at random. Its sum forgets one of two at the same time.
//
//rtest:via NewSkipper, Add, Sum
//rtest:concurrent
type Skipper struct{ levels, n atomic.Int64 }

// NewSkipper returns one without levels.
func NewSkipper() *Skipper { return &Skipper{} }

// Add adds a level.
func (s *Skipper) Add() {
	level := int64(rand.Intn(4) + randv2.IntN(4) + int(fastrand()%4) + 1)
	s.levels.Store(s.levels.Load() + level)
	s.n.Add(1)
}

// Sum reports whether there is a level for each call.
func (s *Skipper) Sum() bool { return s.levels.Load() >= s.n.Load() }

// A Pile loses an element that is pushed while another one is.
//
//rtest:via Pile{}, Push, Pop
//rtest:concurrent Push
type Pile struct{ top unsafe.Pointer }

type element struct {
	v     int
	below unsafe.Pointer
}

// Push puts an element on top.
func (p *Pile) Push(v int) {
	atomic.StorePointer(&p.top, unsafe.Pointer(&element{v, atomic.LoadPointer(&p.top)}))
}

// Pop takes the element on top.
func (p *Pile) Pop() (v int, ok bool) {
	for {
		top := atomic.LoadPointer(&p.top)
		if top == nil {
			return 0, false
		}
		if e := (*element)(top); atomic.CompareAndSwapPointer(&p.top, top, e.below) {
			return e.v, true
		}
	}
}

// A Hidden counter loses counts of Add, which only Get shows, and which is seen nowhere in the value.
//
//rtest:via NewHidden, Add, Get
//rtest:concurrent Add
type Hidden struct {
	add func()
	get func() int64
}

// NewHidden returns a counter of 0.
func NewHidden() *Hidden {
	var n atomic.Int64
	return &Hidden{func() { n.Store(n.Load() + 1) }, n.Load}
}

// Add adds one.
func (h *Hidden) Add() { h.add() }

// Get returns how many there are.
func (h *Hidden) Get() int64 { return h.get() }
