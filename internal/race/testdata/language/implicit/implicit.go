// Package implicit reads and writes variables where nothing names them: copies of receivers, embedded pointers, results,
// variables of loops.
package implicit

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

// WrongFour assigns four fields without a lock.
//
//rtest:via WrongFour{}, Set, Run
//rtest:concurrent Set
type WrongFour struct{ a, b, c, d int }

func four(n int) (int, int, int, int) { return n, n, n, n }

func (w *WrongFour) Set(n int) { w.a, w.b, w.c, w.d = four(n) }
func (w *WrongFour) Run() int  { return w.a + w.b + w.c + w.d }

// WrongAssert assigns by an assertion.
//
//rtest:via WrongAssert{}, Set
//rtest:concurrent Set
type WrongAssert struct {
	n  int
	ok bool
}

func (w *WrongAssert) Set(x any) { w.n, w.ok = x.(int) }

// WrongRangeKey has a field as variable of a loop.
//
//rtest:via WrongRangeKey{}, Set
//rtest:concurrent Set
type WrongRangeKey struct{ i int }

func (w *WrongRangeKey) Set() {
	for w.i = range 2 {
	}
}

// WrongRangeKey2 has a field as variable of a loop over a slice.
//
//rtest:via WrongRangeKey2{}, Set
//rtest:concurrent Set
type WrongRangeKey2 struct{ i int }

func (w *WrongRangeKey2) Set(l []int) {
	for w.i = range l {
	}
}

func seq(yield func(int) bool) { _ = yield(1) && yield(2) }

// WrongRangeFunc has a field as variable of a loop over a function.
//
//rtest:via WrongRangeFunc{}, Set
//rtest:concurrent Set
type WrongRangeFunc struct{ i int }

func (w *WrongRangeFunc) Set() {
	for w.i = range seq {
	}
}

// WrongRangeText has a field as variable of a loop over a string.
//
//rtest:via WrongRangeText{}, Set
//rtest:concurrent Set
type WrongRangeText struct{ r rune }

func (w *WrongRangeText) Set(s string) {
	for _, w.r = range s {
	}
}

// WrongValue has a method with a value as receiver.
//
//rtest:via NewWrongValue(), Inc, Get
//rtest:concurrent
type WrongValue struct{ n int }

func NewWrongValue() *WrongValue { return &WrongValue{} }

var mu sync.Mutex

func (w *WrongValue) Inc()    { mu.Lock(); w.n++; mu.Unlock() }
func (w WrongValue) Get() int { return w.n }

type point struct{ x, y int }

func (p point) sum() int { return p.x + p.y }

// WrongInner calls a method with a value as receiver by a pointer.
//
//rtest:via NewWrongInner(), Inc, Get
//rtest:concurrent
type WrongInner struct {
	mu sync.Mutex
	p  *point
}

func NewWrongInner() *WrongInner { return &WrongInner{p: &point{}} }
func (w *WrongInner) Inc()       { w.mu.Lock(); w.p.x++; w.mu.Unlock() }
func (w *WrongInner) Get() int   { return w.p.sum() }

// WrongEmbedded calls a promoted method with a value as receiver.
//
//rtest:via NewWrongEmbedded(), Inc, Get
//rtest:concurrent
type WrongEmbedded struct {
	mu sync.Mutex
	*point
}

func NewWrongEmbedded() *WrongEmbedded { return &WrongEmbedded{point: &point{}} }
func (w *WrongEmbedded) Inc()          { w.mu.Lock(); w.x++; w.mu.Unlock() }
func (w *WrongEmbedded) Get() int      { return w.sum() }

// WrongEmbedded2 calls a promoted method with a value as receiver.
//
//rtest:via NewWrongEmbedded2(), Inc, Get
//rtest:concurrent
type WrongEmbedded2 struct {
	mu sync.Mutex
	point
}

func NewWrongEmbedded2() *WrongEmbedded2 { return &WrongEmbedded2{} }
func (w *WrongEmbedded2) Inc()           { w.mu.Lock(); w.x++; w.mu.Unlock() }
func (w *WrongEmbedded2) Get() int       { return w.sum() }

type summer interface{ sum() int }

// WrongConverted makes an interface of what is behind a pointer.
//
//rtest:via NewWrongConverted(), Inc, Get
//rtest:concurrent
type WrongConverted struct {
	mu sync.Mutex
	p  *point
}

func NewWrongConverted() *WrongConverted { return &WrongConverted{p: &point{}} }
func (w *WrongConverted) Inc()           { w.mu.Lock(); w.p.x++; w.mu.Unlock() }
func (w *WrongConverted) Get() int       { var s summer = *w.p; return s.sum() }

// WrongNamed returns while a goroutine writes its result.
//
//rtest:via WrongNamed{}, Run
//rtest:concurrent
type WrongNamed struct{}

func (w *WrongNamed) Run() (n int) {
	go func() { n = 1 }()
	return 2
}

// RightNamed waits.
//
//rtest:via RightNamed{}, Run
//rtest:concurrent
type RightNamed struct{}

func (w *RightNamed) Run() (n int) {
	var wg sync.WaitGroup
	wg.Go(func() { n = 1 })
	wg.Wait()
	return n + 1
}

// WrongText converts bytes that others write.
//
//rtest:via NewWrongText(), Set, String
//rtest:concurrent
type WrongText struct {
	mu sync.Mutex
	b  []byte
}

func NewWrongText() *WrongText      { return &WrongText{b: make([]byte, 1)} }
func (w *WrongText) Set(c byte)     { w.mu.Lock(); w.b[0] = c; w.mu.Unlock() }
func (w *WrongText) String() string { return string(w.b) }

// WrongArray converts a slice to an array.
//
//rtest:via NewWrongArray(), Set, Get
//rtest:concurrent
type WrongArray struct {
	mu sync.Mutex
	b  []int
}

func NewWrongArray() *WrongArray  { return &WrongArray{b: make([]int, 1)} }
func (w *WrongArray) Set(c int)   { w.mu.Lock(); w.b[0] = c; w.mu.Unlock() }
func (w *WrongArray) Get() [1]int { return [1]int(w.b) }

type in struct{ n atomic.Int64 }

func (i *in) inc() int64 { return i.n.Add(1) }

// WrongPointer replaces an embedded pointer.
//
//rtest:via NewWrongPointer(), Reset, Inc
//rtest:concurrent
type WrongPointer struct {
	mu sync.Mutex
	*in
}

func NewWrongPointer() *WrongPointer { return &WrongPointer{in: &in{}} }
func (w *WrongPointer) Reset()       { w.mu.Lock(); w.in = &in{}; w.mu.Unlock() }
func (w *WrongPointer) Inc() int64   { return w.inc() }

// WrongPointer2 replaces an embedded pointer, whose field is used.
//
//rtest:via NewWrongPointer2(), Reset, Inc
//rtest:concurrent
type WrongPointer2 struct {
	mu sync.Mutex
	*in
}

func NewWrongPointer2() *WrongPointer2 { return &WrongPointer2{in: &in{}} }
func (w *WrongPointer2) Reset()        { w.mu.Lock(); w.in = &in{}; w.mu.Unlock() }
func (w *WrongPointer2) Inc() int64    { return w.n.Add(1) }

type both struct {
	point
	other int
}

// RightPromoted reads one part of a field and writes another.
//
//rtest:via NewRightPromoted(), Inc, Sum
//rtest:concurrent
type RightPromoted struct {
	mu sync.Mutex
	b  both
}

func NewRightPromoted() *RightPromoted { return &RightPromoted{} }
func (w *RightPromoted) Inc()          { w.mu.Lock(); w.b.other++; w.mu.Unlock() }
func (w *RightPromoted) Sum() int      { return w.b.sum() }

// RightSorted sorts what is sorted.
//
//rtest:via NewRightSorted(), Min
//rtest:concurrent
type RightSorted struct{ l []int }

func NewRightSorted() *RightSorted { return &RightSorted{[]int{1, 2, 3}} }
func (w *RightSorted) Min() int    { sort.Ints(w.l); return w.l[0] }

// RightSorted2 sorts what is sorted.
//
//rtest:via NewRightSorted2(), Min
//rtest:concurrent
type RightSorted2 struct{ l []string }

func NewRightSorted2() *RightSorted2 { return &RightSorted2{[]string{"a", "b", "c"}} }
func (w *RightSorted2) Min() string {
	sort.Slice(w.l, func(i, k int) bool { return w.l[i] < w.l[k] })
	slices.Sort(w.l)
	slices.SortFunc(w.l, strings.Compare)
	return w.l[0]
}

// WrongVal calls a method of a value in a closure made of it.
//
//rtest:via NewWrongVal(), Get, Set
//rtest:concurrent
type WrongVal struct {
	mu sync.Mutex
	p  *point
}

func NewWrongVal() *WrongVal { return &WrongVal{p: &point{}} }
func (w *WrongVal) Set()     { w.mu.Lock(); w.p.y = 1; w.mu.Unlock() }
func (w *WrongVal) Get() int { f := w.p.sum; return f() }

// WrongDefer does so in a deferred call.
//
//rtest:via NewWrongDefer(), Get, Set
//rtest:concurrent
type WrongDefer struct {
	mu sync.Mutex
	p  *point
}

func NewWrongDefer() *WrongDefer { return &WrongDefer{p: &point{}} }
func (w *WrongDefer) Set()       { w.mu.Lock(); w.p.y = 1; w.mu.Unlock() }
func (w *WrongDefer) Get()       { defer w.p.sum() }

// WrongBytes encodes a number without a lock.
//
//rtest:via NewWrongBytes(), Set, Get
//rtest:concurrent
type WrongBytes struct{ b [8]byte }

func NewWrongBytes() *WrongBytes { return &WrongBytes{} }

func (r *WrongBytes) Set(n uint64) { binary.LittleEndian.PutUint64(r.b[:], n) }

func (r *WrongBytes) Get() uint64 { return binary.LittleEndian.Uint64(r.b[:]) }

// RightBytes encodes two numbers, each with a lock of its own.
//
//rtest:via NewRightBytes(), Set, Put
//rtest:concurrent
type RightBytes struct {
	one, two sync.Mutex
	b        []byte
}

func NewRightBytes() *RightBytes { return &RightBytes{b: make([]byte, 4)} }

func (r *RightBytes) Set(n uint16) uint16 {
	r.one.Lock()
	defer r.one.Unlock()
	binary.LittleEndian.PutUint16(r.b, n)
	return binary.LittleEndian.Uint16(r.b)
}

func (r *RightBytes) Put(n uint16) uint16 {
	r.two.Lock()
	defer r.two.Unlock()
	binary.BigEndian.PutUint16(r.b[2:], n)
	return binary.BigEndian.Uint16(r.b[2:])
}
