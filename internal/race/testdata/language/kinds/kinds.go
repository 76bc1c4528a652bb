// Package kinds has pairs of types of which one is right and the other has a fault of some kind.
package kinds

import (
	"bytes"
	"container/list"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// RightSlot has callers that lock, look and unlock in a loop, until another call changes what they look at.
//
//rtest:via NewRightSlot(), Take, Put
//rtest:concurrent
type RightSlot struct {
	mu   sync.Mutex
	full atomic.Bool
}

// NewRightSlot returns one that is empty.
func NewRightSlot() *RightSlot { return &RightSlot{} }

// Take waits until it is full, and empties it.
func (s *RightSlot) Take() {
	for {
		s.mu.Lock()
		if s.full.Load() {
			s.full.Store(false)
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
	}
}

// Put fills it.
func (s *RightSlot) Put() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.full.Store(true)
}

// RightSpin is a lock of its own that calls wait for in a loop that changes something.
//
//rtest:via NewRightSpin(), Add, Wait
//rtest:concurrent
type RightSpin struct {
	held atomic.Int32
	n    int
}

// NewRightSpin returns one with zero.
func NewRightSpin() *RightSpin { return &RightSpin{} }

func (s *RightSpin) lock() {
	for !s.held.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
}

// Add adds one.
func (s *RightSpin) Add() int {
	s.lock()
	defer s.held.Store(0)
	s.n++
	return s.n
}

// Wait waits for the first Add.
func (s *RightSpin) Wait() {
	for {
		s.lock()
		n := s.n
		s.held.Store(0)
		if n > 0 {
			return
		}
	}
}

// WrongSpin has two callers that undo what each other does as long as both go on.
//
//rtest:via NewWrongSpin(), Enter
//rtest:concurrent
type WrongSpin struct{ wanted [2]atomic.Bool }

// NewWrongSpin returns one.
func NewWrongSpin() *WrongSpin { return &WrongSpin{} }

// Enter waits while the other side wants to enter. It leaves its own wish.
func (s *WrongSpin) Enter(side bool) {
	me, other := &s.wanted[0], &s.wanted[1]
	if side {
		me, other = other, me
	}
	me.Store(true)
	for other.Load() {
		me.Store(true)
	}
	me.Store(false)
}

// A RightPermits wakes those that wait whenever something is given back.
//
//rtest:via NewRightPermits(2), Acquire, Release
//rtest:concurrent
type RightPermits struct {
	mu   sync.Mutex
	free int
	wake chan struct{}
}

// NewRightPermits returns n permits.
func NewRightPermits(n int) *RightPermits {
	return &RightPermits{free: n, wake: make(chan struct{})}
}

// Acquire takes n permits.
//
//rtest:requires n > 0 && n <= 2
func (p *RightPermits) Acquire(n int) {
	for {
		p.mu.Lock()
		if p.free >= n {
			p.free -= n
			p.mu.Unlock()
			return
		}
		wake := p.wake
		p.mu.Unlock()
		<-wake
	}
}

// Release gives one back.
func (p *RightPermits) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
	close(p.wake)
	p.wake = make(chan struct{})
}

// A WrongPermits wakes those that wait only if nothing was free before.
//
//rtest:via NewWrongPermits(2), Acquire, Release
//rtest:concurrent
type WrongPermits struct{ RightPermits }

// NewWrongPermits returns n permits.
func NewWrongPermits(n int) *WrongPermits { return &WrongPermits{*NewRightPermits(n)} }

// Release gives one back.
func (p *WrongPermits) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
	if p.free == 1 {
		close(p.wake)
		p.wake = make(chan struct{})
	}
}

// A RightTurnstile lets callers through in the order in which they came, even where those behind could go.
//
//rtest:via NewRightTurnstile(1), Acquire, Release
//rtest:concurrent
type RightTurnstile struct {
	mu      sync.Mutex
	free    int
	waiting []*visitor
}

type visitor struct {
	n    int
	wake chan struct{}
}

// NewRightTurnstile returns one with n permits.
func NewRightTurnstile(n int) *RightTurnstile { return &RightTurnstile{free: n} }

// Acquire takes n permits.
//
//rtest:requires n > 0 && n <= 2
func (t *RightTurnstile) Acquire(n int) {
	t.mu.Lock()
	if len(t.waiting) == 0 && t.free >= n {
		t.free -= n
		t.mu.Unlock()
		return
	}
	v := &visitor{n, make(chan struct{})}
	t.waiting = append(t.waiting, v)
	t.mu.Unlock()
	<-v.wake
}

// Release gives one back.
func (t *RightTurnstile) Release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	for len(t.waiting) > 0 && t.free >= t.waiting[0].n {
		t.free -= t.waiting[0].n
		close(t.waiting[0].wake)
		t.waiting = t.waiting[1:]
	}
}

// A RightEvent wakes those that wait when it comes about, but not those that come later.
//
//rtest:via NewRightEvent(), Wait, Pulse
//rtest:concurrent
type RightEvent struct {
	mu   sync.Mutex
	next chan struct{}
}

// NewRightEvent returns one.
func NewRightEvent() *RightEvent { return &RightEvent{next: make(chan struct{})} }

// Wait waits for the next Pulse.
func (e *RightEvent) Wait() {
	e.mu.Lock()
	next := e.next
	e.mu.Unlock()
	<-next
}

// Pulse wakes all that wait.
func (e *RightEvent) Pulse() {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.next)
	e.next = make(chan struct{})
}

// A RightGroup is closed before it is waited for.
//
//rtest:via NewRightGroup(), Start, Close
//rtest:concurrent
type RightGroup struct {
	mu     sync.Mutex
	closed bool
	wg     sync.WaitGroup
}

// NewRightGroup returns one that is open.
func NewRightGroup() *RightGroup { return &RightGroup{} }

// Start starts a goroutine, but not behind Close.
func (g *RightGroup) Start() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.wg.Add(1)
	go g.wg.Done()
	return true
}

// Close waits for all.
func (g *RightGroup) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.wg.Wait()
}

// A WrongGroup may start the first goroutine while it is waited for.
//
//rtest:via NewWrongGroup(), Start, Wait
//rtest:concurrent
type WrongGroup struct{ wg sync.WaitGroup }

// NewWrongGroup returns one.
func NewWrongGroup() *WrongGroup { return &WrongGroup{} }

// Start starts a goroutine.
func (g *WrongGroup) Start() {
	g.wg.Add(1)
	go g.wg.Done()
}

// Wait waits for all.
func (g *WrongGroup) Wait() { g.wg.Wait() }

// RightViews returns copies of what it guards, and what stays as it is.
//
//rtest:via NewRightViews(), Set, All, List, Add
//rtest:concurrent
type RightViews struct {
	mu   sync.RWMutex
	m    map[string]int
	list []int
}

// NewRightViews returns one that is empty.
func NewRightViews() *RightViews { return &RightViews{m: map[string]int{}} }

// Set sets an element.
func (v *RightViews) Set(k string, x int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.m[k] = x
}

// All returns all elements.
func (v *RightViews) All() map[string]int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	out := map[string]int{}
	for k, x := range v.m {
		out[k] = x
	}
	return out
}

// Add adds a number. What is in the list stays.
func (v *RightViews) Add(x int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list = append(v.list, x)
}

// List returns the list of now.
func (v *RightViews) List() []int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.list
}

// WrongViews returns the map that it guards.
//
//rtest:via NewWrongViews(), Set, All
//rtest:concurrent
type WrongViews struct{ RightViews }

// NewWrongViews returns one that is empty.
func NewWrongViews() *WrongViews { return &WrongViews{*NewRightViews()} }

// All returns all elements.
func (v *WrongViews) All() map[string]int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.m
}

// WrongList returns the slice that it guards, and changes its elements.
//
//rtest:via NewWrongList(), Sort, List
//rtest:concurrent
type WrongList struct {
	mu   sync.Mutex
	list []int
}

// NewWrongList returns one with three elements.
func NewWrongList() *WrongList { return &WrongList{list: []int{1, 2, 3}} }

// List returns the elements.
func (l *WrongList) List() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.list
}

// Sort swaps the first two elements.
func (l *WrongList) Sort() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list[0], l.list[1] = l.list[1], l.list[0]
}

// RightLong is made in many steps.
//
//rtest:via NewRightLong(), Add
//rtest:concurrent
type RightLong struct{ cells []atomic.Int64 }

// NewRightLong returns one in which each cell was set.
func NewRightLong() *RightLong {
	l := &RightLong{cells: make([]atomic.Int64, 30_000)}
	for i := range l.cells {
		l.cells[i].Store(1)
	}
	l.cells = l.cells[:1]
	return l
}

// Add adds one.
func (l *RightLong) Add() int64 { return l.cells[0].Add(1) }

// A RightStack is an interface, and so are the values that its constructor returns.
//
//rtest:via NewRightStack(), Push, Pop
//rtest:concurrent
type RightStack interface {
	Push(x int)
	Pop() (int, bool)
}

// NewRightStack returns an empty stack.
func NewRightStack() RightStack { return &stack{} }

// A WrongStack is an interface as well.
//
//rtest:via NewWrongStack(), Push, Pop
//rtest:concurrent
type WrongStack interface {
	Push(x int)
	Pop() (int, bool)
}

// NewWrongStack returns a stack that looks and takes in two steps.
func NewWrongStack() WrongStack { return &hasty{} }

type stack struct {
	mu   sync.Mutex
	list []int
}

func (s *stack) Push(x int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, x)
}

func (s *stack) top() (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return 0, false
	}
	return s.list[len(s.list)-1], true
}

func (s *stack) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = slices.Delete(s.list, max(0, len(s.list)-1), len(s.list))
}

func (s *stack) Pop() (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return 0, false
	}
	x := s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return x, true
}

type hasty struct{ stack }

func (s *hasty) Pop() (int, bool) {
	x, ok := s.top()
	if ok {
		s.drop()
	}
	return x, ok
}

// A RightRecent keeps names in a list of package list.
//
//rtest:via NewRightRecent(), Use, Last, Len
//rtest:concurrent
type RightRecent struct {
	mu   sync.RWMutex
	at   map[string]*list.Element
	list *list.List
}

// NewRightRecent returns one without names.
func NewRightRecent() *RightRecent {
	return &RightRecent{at: map[string]*list.Element{}, list: list.New()}
}

// Use moves a name to the front.
func (r *RightRecent) Use(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.use(name)
}

func (r *RightRecent) use(name string) {
	if e := r.at[name]; e != nil {
		r.list.MoveToFront(e)
		return
	}
	r.at[name] = r.list.PushFront(name)
}

// Last returns the name that was used last.
func (r *RightRecent) Last() any {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if e := r.list.Front(); e != nil {
		return e.Value
	}
	return nil
}

// Len returns the number of names.
func (r *RightRecent) Len() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.list.Len()
}

// A WrongRecent moves names that it knows while it holds the lock for reading.
//
//rtest:via NewWrongRecent(), Use, Last, Len
//rtest:concurrent
type WrongRecent struct{ RightRecent }

// NewWrongRecent returns one with two names: to move the only one changes nothing.
func NewWrongRecent() *WrongRecent {
	w := &WrongRecent{*NewRightRecent()}
	w.use("a")
	w.use("b")
	return w
}

// Use moves a name to the front.
func (w *WrongRecent) Use(name string) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if e := w.at[name]; e != nil {
		w.list.MoveToFront(e)
	}
}

// A RightText is built in a buffer.
//
//rtest:via NewRightText(), Add, String
//rtest:concurrent
type RightText struct {
	mu   sync.Mutex
	text strings.Builder
}

// NewRightText returns one that is empty.
func NewRightText() *RightText { return &RightText{} }

// Add adds a text.
func (t *RightText) Add(s string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text.WriteString(s)
}

// String returns all of it.
func (t *RightText) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// A WrongText does not lock where it reads.
//
//rtest:via NewWrongText(), Add, Len
//rtest:concurrent
type WrongText struct{ RightText }

// NewWrongText returns one that is empty.
func NewWrongText() *WrongText { return &WrongText{} }

// Len returns how long it is.
func (t *WrongText) Len() int { return t.text.Len() }

// A RightSorted sorts a copy.
//
//rtest:via NewRightSorted(), Sorted, Has
//rtest:concurrent
type RightSorted struct {
	mu   sync.RWMutex
	list []int
}

// NewRightSorted returns one with three numbers.
func NewRightSorted() *RightSorted { return &RightSorted{list: []int{3, 1, 2}} }

// Sorted returns the numbers in order.
func (s *RightSorted) Sorted() []int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Sorted(slices.Values(s.list))
}

// Has reports whether a number is there.
func (s *RightSorted) Has(x int) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Contains(s.list, x)
}

// A WrongSorted sorts its numbers while it holds the lock for reading.
//
//rtest:via NewWrongSorted(), Min, Has
//rtest:concurrent
type WrongSorted struct{ RightSorted }

// NewWrongSorted returns one with three numbers.
func NewWrongSorted() *WrongSorted { return &WrongSorted{*NewRightSorted()} }

// Min returns the least number.
func (s *WrongSorted) Min() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	slices.Sort(s.list)
	return s.list[0]
}

// A RightWords takes buffers from a pool, and returns texts.
//
//rtest:via NewRightWords(), Say
//rtest:concurrent
type RightWords struct{ pool sync.Pool }

// NewRightWords returns one with an empty pool.
func NewRightWords() *RightWords {
	return &RightWords{sync.Pool{New: func() any { return new(bytes.Buffer) }}}
}

// Say returns a text.
func (w *RightWords) Say(s string) string {
	b := w.pool.Get().(*bytes.Buffer)
	defer w.pool.Put(b)
	b.Reset()
	b.WriteString(s)
	return b.String()
}

// A WrongWords returns the bytes of a buffer that it has given back.
//
//rtest:via NewWrongWords(), Say
//rtest:concurrent
type WrongWords struct{ pool sync.Pool }

// NewWrongWords returns one with an empty pool.
func NewWrongWords() *WrongWords {
	return &WrongWords{sync.Pool{New: func() any { return new(bytes.Buffer) }}}
}

// Say returns a text.
func (w *WrongWords) Say(s string) []byte {
	b := w.pool.Get().(*bytes.Buffer)
	defer w.pool.Put(b)
	b.Reset()
	b.WriteString(s)
	return b.Bytes()
}

// A RightTask runs in a goroutine that begins with the function that is passed. Several calls may wait for it.
//
//rtest:via NewRightTask(), Start, Join
//rtest:concurrent
type RightTask struct {
	mu  sync.Mutex
	run *run
}

type run struct {
	value int
	done  chan struct{}
}

// NewRightTask returns one that does not run.
func NewRightTask() *RightTask { return &RightTask{} }

// Start runs f unless something runs already.
func (t *RightTask) Start(f func() int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.run != nil {
		return
	}
	r := &run{done: make(chan struct{})}
	t.run = r
	go func() {
		r.value = f()
		t.mu.Lock()
		t.run = nil
		t.mu.Unlock()
		close(r.done)
	}()
}

// Join waits for what runs, if anything does.
func (t *RightTask) Join() (int, bool) {
	t.mu.Lock()
	r := t.run
	t.mu.Unlock()
	if r == nil {
		return 0, false
	}
	<-r.done
	return r.value, true
}

// RightViewer returns the bytes of a buffer to which it only appends.
//
//rtest:via NewRightViewer(), Write, View
//rtest:concurrent
type RightViewer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// NewRightViewer returns one that is empty.
func NewRightViewer() *RightViewer { return &RightViewer{} }

// Write appends a text.
func (w *RightViewer) Write(s string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf.WriteString(s)
}

// View returns what was written. It stays as it is.
func (w *RightViewer) View() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.Bytes()
}

// WrongViewer moves the bytes that it has returned.
//
//rtest:via NewWrongViewer(), Write, Next, View
//rtest:concurrent
type WrongViewer struct{ RightViewer }

// NewWrongViewer returns one that has room for three bytes.
func NewWrongViewer() *WrongViewer {
	w := &WrongViewer{}
	w.buf = *bytes.NewBuffer(make([]byte, 2, 3))
	return w
}

// Next takes a byte.
func (w *WrongViewer) Next() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf.Next(1)
}

// RightCopied is a sorted list that is copied when it changes.
//
//rtest:via NewRightCopied(), Add, Has, Drop
//rtest:concurrent
type RightCopied struct {
	mu sync.Mutex
	p  atomic.Pointer[[]int]
}

// NewRightCopied returns an empty list.
func NewRightCopied() *RightCopied {
	c := &RightCopied{}
	c.p.Store(&[]int{})
	return c
}

// Add adds a number.
func (c *RightCopied) Add(x int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := *c.p.Load()
	if i, ok := slices.BinarySearch(s, x); !ok {
		s = slices.Insert(slices.Clip(s), i, x)
		c.p.Store(&s)
	}
}

// Has looks for a number.
func (c *RightCopied) Has(x int) bool { return slices.Contains(*c.p.Load(), x) }

// Drop drops the last number.
func (c *RightCopied) Drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := *c.p.Load(); len(s) > 0 {
		s = slices.Compact(s[:len(s)-1])
		c.p.Store(&s)
	}
}

// WrongCopied puts numbers into the list that others read.
//
//rtest:via NewWrongCopied(), Add, Has
//rtest:concurrent
type WrongCopied struct{ RightCopied }

// NewWrongCopied returns an empty list with room.
func NewWrongCopied() *WrongCopied {
	c := &WrongCopied{}
	s := make([]int, 1, 5)
	c.p.Store(&s)
	return c
}

// Add adds a number.
func (c *WrongCopied) Add(x int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := slices.Insert(*c.p.Load(), 0, x)
	c.p.Store(&s)
}

// RightHead cuts a list behind the numbers that are read without a lock.
//
//rtest:via NewRightHead(), Cut, Head
//rtest:concurrent
type RightHead struct {
	mu         sync.Mutex
	list, head []int
}

// NewRightHead returns one with four numbers.
func NewRightHead() *RightHead {
	s := []int{1, 2, 3, 4}
	return &RightHead{list: s, head: s[:1]}
}

// Cut takes the second number out, and all that are equal.
func (h *RightHead) Cut() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.list) > 2 {
		h.list = slices.Delete(h.list, 1, 2)
		h.list = slices.DeleteFunc(h.list, func(x int) bool { return x == 4 })
	}
	return len(h.list)
}

// Head returns the first number.
func (h *RightHead) Head() int { return h.head[0] }

// RightDice takes its numbers from a source with a lock.
//
//rtest:via NewRightDice(), Roll
//rtest:concurrent
//rtest:relaxed Roll
type RightDice struct{ r *rand.Rand }

type source struct {
	mu sync.Mutex
	s  rand.Source
}

// Int63 returns a number.
func (l *source) Int63() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.s.Int63()
}

// Seed begins anew.
func (l *source) Seed(n int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.s.Seed(n)
}

// NewRightDice returns dice.
func NewRightDice() *RightDice { return &RightDice{rand.New(&source{s: rand.NewSource(1)})} }

// Roll returns a number.
func (d *RightDice) Roll() int { return d.r.Intn(6) }

// WrongDice takes its numbers from a source without a lock.
//
//rtest:via NewWrongDice(), Roll
//rtest:concurrent
//rtest:relaxed Roll
type WrongDice struct{ r *rand.Rand }

// NewWrongDice returns dice.
func NewWrongDice() *WrongDice { return &WrongDice{rand.New(rand.NewSource(1))} }

// Roll returns a number.
func (d *WrongDice) Roll() int { return d.r.Intn(6) }

// RightCounters returns counters that are atomic.
//
//rtest:via NewRightCounters(), Add, All
//rtest:concurrent
//rtest:relaxed All
type RightCounters struct{ all []Counter }

// A Counter counts.
type Counter struct{ N atomic.Int64 }

// NewRightCounters returns two.
func NewRightCounters() *RightCounters { return &RightCounters{make([]Counter, 2)} }

// Add counts.
func (c *RightCounters) Add() { c.all[0].N.Add(1) }

// All returns the counters.
func (c *RightCounters) All() []Counter { return c.all }

// RightDeferred takes the lock behind what it defers.
//
//rtest:via NewRightDeferred(), Add, Text
//rtest:concurrent
type RightDeferred struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	list []int
}

// NewRightDeferred returns one that is empty.
func NewRightDeferred() *RightDeferred { return &RightDeferred{list: []int{2, 1}} }

// Add appends a text.
func (d *RightDeferred) Add(s string) {
	defer d.mu.Unlock()
	defer d.buf.WriteString(s)
	defer slices.Reverse(d.list)
	d.mu.Lock()
}

// Text returns all.
func (d *RightDeferred) Text() string {
	text := d.buf.String
	d.mu.Lock()
	defer d.mu.Unlock()
	return text()
}

// WrongDeferred gives the lock up before what it defers.
//
//rtest:via NewWrongDeferred(), Add
//rtest:concurrent
type WrongDeferred struct{ RightDeferred }

// NewWrongDeferred returns one that is empty.
func NewWrongDeferred() *WrongDeferred { return &WrongDeferred{} }

// Add appends a text.
func (d *WrongDeferred) Add(s string) {
	d.mu.Lock()
	defer d.buf.WriteString(s)
	defer d.mu.Unlock()
}

// A WrongKeyed wakes somebody, whatever they wait for.
//
//rtest:via NewWrongKeyed, LockA, LockB, UnlockA
//rtest:concurrent
type WrongKeyed struct {
	mu   sync.Mutex
	cond *sync.Cond
	held [2]bool
}

func NewWrongKeyed() *WrongKeyed {
	o := &WrongKeyed{}
	o.cond = sync.NewCond(&o.mu)
	return o
}

func (o *WrongKeyed) lock(i int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.held[i] {
		o.cond.Wait()
	}
	o.held[i] = true
}
func (o *WrongKeyed) LockA()   { o.lock(0) }
func (o *WrongKeyed) LockB()   { o.lock(1) }
func (o *WrongKeyed) UnlockA() { o.mu.Lock(); defer o.mu.Unlock(); o.held[0] = false; o.cond.Signal() }

// A RightKeyed wakes all, and those go on that can.
//
//rtest:via NewRightKeyed, LockA, LockB, UnlockA
//rtest:concurrent
type RightKeyed struct{ k *WrongKeyed }

func NewRightKeyed() *RightKeyed { return &RightKeyed{NewWrongKeyed()} }
func (o *RightKeyed) LockA()     { o.k.lock(0) }
func (o *RightKeyed) LockB()     { o.k.lock(1) }
func (o *RightKeyed) UnlockA() {
	o.k.mu.Lock()
	defer o.k.mu.Unlock()
	o.k.held[0] = false
	o.k.cond.Broadcast()
}

// A RightFair is a semaphore that serves those who wait in the order in which they came: who wants little waits
// behind who wants much.
//
//rtest:via NewRightFair(2), Take, Give
//rtest:concurrent
type RightFair struct {
	mu    sync.Mutex
	free  int
	queue []*place
}

type place struct {
	n     int
	ready chan struct{}
}

func NewRightFair(n int) *RightFair { return &RightFair{free: n} }

//rtest:requires n >= 1
//rtest:requires n <= 2
func (o *RightFair) Take(n int) {
	o.mu.Lock()
	if len(o.queue) == 0 && o.free >= n {
		o.free -= n
		o.mu.Unlock()
		return
	}
	p := &place{n, make(chan struct{})}
	o.queue = append(o.queue, p)
	o.mu.Unlock()
	<-p.ready
}

func (o *RightFair) Give() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.free++
	for len(o.queue) > 0 && o.free >= o.queue[0].n {
		o.free -= o.queue[0].n
		close(o.queue[0].ready)
		o.queue = o.queue[1:]
	}
}

// A WrongPromoted calls the methods of a list as its own.
//
//rtest:via NewWrongPromoted, Add, Size
//rtest:concurrent
type WrongPromoted struct {
	mu sync.Mutex
	*list.List
}

func NewWrongPromoted() *WrongPromoted { return &WrongPromoted{List: list.New()} }
func (o *WrongPromoted) Add(n int)     { o.mu.Lock(); defer o.mu.Unlock(); o.PushBack(n) }
func (o *WrongPromoted) Size() int     { return o.Len() }

//rtest:via RightPromoted{}, Add, Size
//rtest:concurrent
type RightPromoted struct {
	mu sync.Mutex
	inner
}

type inner struct{ list.List }

func (o *RightPromoted) Add(n int) { o.mu.Lock(); defer o.mu.Unlock(); o.PushBack(n) }
func (o *RightPromoted) Size() int { o.mu.Lock(); defer o.mu.Unlock(); return o.Len() }

// A WrongWalk goes from element to element without the lock.
//
//rtest:via WrongWalk{}, Add, Sum
//rtest:concurrent
type WrongWalk struct {
	mu sync.Mutex
	l  list.List
}

func (o *WrongWalk) Add(n int) { o.mu.Lock(); defer o.mu.Unlock(); o.l.PushBack(n) }
func (o *WrongWalk) Sum() (n int) {
	o.mu.Lock()
	e := o.l.Front()
	o.mu.Unlock()
	for ; e != nil; e = e.Next() {
		n += e.Value.(int)
	}
	return n
}

//rtest:via RightWalk{}, Add, Sum
//rtest:concurrent
type RightWalk struct {
	mu sync.RWMutex
	l  list.List
}

func (o *RightWalk) Add(n int) { o.mu.Lock(); defer o.mu.Unlock(); o.l.PushBack(n) }
func (o *RightWalk) Sum() (n int) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	for e := o.l.Front(); e != nil; e = e.Next() {
		n += e.Value.(int)
	}
	return n
}

// The steps of WrongListed are those of a list.
//
//rtest:via NewWrongListed, PushBack, Len
//rtest:concurrent
type WrongListed struct{ *list.List }

func NewWrongListed() *WrongListed { return &WrongListed{list.New()} }

// WrongGauge counts what comes and goes. What it estimates may be less than nothing.
//
//rtest:via NewWrongGauge(), Add, Remove, Estimate, Parts
//rtest:concurrent
//rtest:relaxed Estimate, Parts
type WrongGauge struct {
	mu      sync.Mutex
	in, out atomic.Int64
}

func NewWrongGauge() *WrongGauge { return &WrongGauge{} }

func (g *WrongGauge) Add() { g.in.Add(1) }

func (g *WrongGauge) Remove() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.in.Load() <= g.out.Load() {
		return false
	}
	g.out.Add(1)
	return true
}

// Estimate returns how much there is.
//
//rtest:ensures result >= 0
func (g *WrongGauge) Estimate() int64 { n := g.in.Load(); return n - g.out.Load() }

// Parts returns an estimate for each of some parts.
//
//rtest:requires n > 0
//rtest:ensures len(result) == n
//rtest:ensures g.in.Load() >= 0
func (g *WrongGauge) Parts(n int) []int64 { return make([]int64, n) }

// RightGauge estimates the other way round.
//
//rtest:via NewRightGauge(), Add, Remove, Estimate, Room
//rtest:concurrent
//rtest:relaxed Estimate, Room
type RightGauge struct{ WrongGauge }

func NewRightGauge() *RightGauge { return &RightGauge{} }

// Estimate returns how much there is.
//
//rtest:ensures result >= 0
func (g *RightGauge) Estimate() int64 { n := g.out.Load(); return g.in.Load() - n }

// Room returns whether there is less than n.
//
//rtest:ensures n > 0 || !result
//rtest:ensures err == nil
func (g *RightGauge) Room(n int) (result bool, err error) { return g.Estimate() < int64(n) && n > 0, nil }
