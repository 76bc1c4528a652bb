// Package sync has types that use what the scheduler controls, right ones and wrong ones.
package sync

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// What follows uses go with any call.

//rtest:via RightGoKinds{}, Sum
//rtest:concurrent
type RightGoKinds struct{ n atomic.Int64 }

func (g *RightGoKinds) add(k int, wg *sync.WaitGroup) { g.n.Add(int64(k)); wg.Done() }

func addGen[T ~int](g *RightGoKinds, k T, wg *sync.WaitGroup) { g.n.Add(int64(k)); wg.Done() }

func two(g *RightGoKinds, wg *sync.WaitGroup) (int, *sync.WaitGroup) { return 1, wg }

type adder interface {
	add(k int, wg *sync.WaitGroup)
}

func variadic(g *RightGoKinds, wg *sync.WaitGroup, ks ...int) {
	for _, k := range ks {
		g.n.Add(int64(k))
	}
	wg.Done()
}

// Sum starts goroutines of all kinds, and returns 9.
func (g *RightGoKinds) Sum() int {
	var h RightGoKinds
	var wg sync.WaitGroup
	wg.Add(9)
	go h.add(1, &wg)
	f := h.add
	go f(1, &wg)
	go addGen[int](&h, 1, &wg)
	go addGen(&h, 1, &wg)
	go (*RightGoKinds).add(&h, 1, &wg)
	go adder(&h).add(1, &wg)
	go func(k int) { h.n.Add(int64(k)); wg.Done() }(1)
	go variadic(&h, &wg, []int{1}...)
	go h.add(two(&h, &wg))
	m := map[int]int{1: 1}
	wg.Add(1)
	go func() { defer wg.Done(); delete(m, 1) }()
	c := make(chan int)
	go close(c)
	<-c
	go println()
	go fmt.Sprint(1, "x")
	wg.Wait()
	return int(h.n.Load()) + len(m)
}

// What follows uses select.

//rtest:via NewRightSelect, Put, Get, TryPut, TryGet
//rtest:concurrent
type RightSelect struct {
	c    chan int
	none chan int
}

func NewRightSelect() *RightSelect { return &RightSelect{c: make(chan int, 1)} }

func (s *RightSelect) TryPut(v int) bool {
	select {
	case s.c <- v:
		return true
	default:
		return false
	}
}
func (s *RightSelect) TryGet() (int, bool) {
	select {
	case v, ok := <-s.c:
		return v, ok
	case <-s.none:
		panic("nil channel")
	default:
		return 0, false
	}
}
func (s *RightSelect) Put(v int) {
	select {
	case s.c <- v:
	case s.none <- 1:
	}
}
func (s *RightSelect) Get() (v int) {
	select {
	case v = <-s.c:
	case <-s.none:
	}
	return
}

//rtest:via NewWrongClose, Put, Close
//rtest:concurrent
type WrongClose struct {
	c      chan int
	closed atomic.Bool
}

func NewWrongClose() *WrongClose { return &WrongClose{c: make(chan int, 8)} }
func (b *WrongClose) Put(v int) bool {
	if b.closed.Load() {
		return false
	}
	select {
	case b.c <- v:
		return true
	default:
		return false
	}
}
func (b *WrongClose) Close() {
	if b.closed.CompareAndSwap(false, true) {
		close(b.c)
	}
}

//rtest:via NewRightRange, Sum
//rtest:concurrent
type RightRange struct{}

func NewRightRange() *RightRange { return &RightRange{} }
func pairs(n int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := range n {
			if !yield(i, i*i) {
				return
			}
		}
	}
}

// Sum is always 4+3+6.
func (o *RightRange) Sum() (s int) {
	c := make(chan int)
	go func() {
		defer close(c)
	outer:
		for i := range 5 {
			for j := range 5 {
				if j > i {
					continue outer
				}
				if i == 3 {
					break outer
				}
				if i == 2 && j == 1 {
					goto done
				}
				c <- 1
			}
		}
	done:
	}()
	for v := range c {
		s += v
	}
	for i, q := range pairs(3) {
		_ = i
		s += q
	}
	return s
}

// What follows uses sync.

//rtest:via RightTry{}, Try, RTry
//rtest:concurrent
//rtest:relaxed Try, RTry
type RightTry struct {
	mu sync.Mutex
	rw sync.RWMutex
	n  int
}

func (t *RightTry) Try() bool {
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	t.n++
	return true
}
func (t *RightTry) RTry() int {
	if !t.rw.TryRLock() {
		return -1
	}
	defer t.rw.RUnlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

//rtest:via WrongTry{}, Inc, Get
//rtest:concurrent
type WrongTry struct {
	mu sync.Mutex
	n  int
}

func (t *WrongTry) Inc() {
	if t.mu.TryLock() {
		t.n++
		t.mu.Unlock()
	}
}
func (t *WrongTry) Get() int { t.mu.Lock(); defer t.mu.Unlock(); return t.n }

//rtest:via NewRightOnce, Get
//rtest:concurrent
type RightOnce struct {
	f func() int
	g func() (int, error)
	h func()
	n atomic.Int32
}

func NewRightOnce() *RightOnce {
	o := &RightOnce{}
	o.f = sync.OnceValue(func() int { return int(o.n.Add(1)) })
	o.g = sync.OnceValues(func() (int, error) { return int(o.n.Add(1)), errors.New("e") })
	o.h = sync.OnceFunc(func() { o.n.Add(1) })
	return o
}
func (o *RightOnce) Get() int32 { o.h(); o.f(); o.g(); return o.n.Load() }

//rtest:via WrongOnce{}, Get
//rtest:concurrent
type WrongOnce struct {
	done bool
	v    *int
}

func (o *WrongOnce) Get() int {
	if !o.done {
		x := 1
		o.v = &x
		o.done = true
	}
	return *o.v
}

//rtest:via RightWG{}, Run
//rtest:concurrent
type RightWG struct{ n atomic.Int32 }

func (w *RightWG) Run() int32 {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { n.Add(1) })
	}
	wg.Wait()
	return n.Load()
}

//rtest:via NewRightCond, Put, Get
//rtest:concurrent
type RightCond struct {
	mu sync.Mutex
	c  *sync.Cond
	q  []int
}

func NewRightCond() *RightCond { o := &RightCond{}; o.c = sync.NewCond(&o.mu); return o }
func (o *RightCond) Put(v int) { o.mu.Lock(); o.q = append(o.q, v); o.c.Signal(); o.mu.Unlock() }
func (o *RightCond) Get() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.q) == 0 {
		o.c.Wait()
	}
	v := o.q[0]
	o.q = o.q[1:]
	return v
}

//rtest:via NewWrongCond, Put, Get
//rtest:concurrent
type WrongCond struct {
	mu sync.Mutex
	c  sync.Cond
	q  []int
}

func NewWrongCond() *WrongCond { o := &WrongCond{}; o.c.L = &o.mu; return o }
func (o *WrongCond) Put(v int) {
	o.mu.Lock()
	o.q = append(o.q, v)
	if len(o.q) == 1 {
		o.c.Signal()
	}
	o.mu.Unlock()
}
func (o *WrongCond) Get() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.q) == 0 {
		o.c.Wait()
	}
	v := o.q[0]
	o.q = o.q[1:]
	return v
}

//rtest:via RightMap{}, Put, Get, Del, Len, Swap
//rtest:concurrent
//rtest:relaxed Len
type RightMap struct{ m sync.Map }

func (o *RightMap) Put(k string, v int) bool     { _, l := o.m.LoadOrStore(k, v); return l }
func (o *RightMap) Get(k string) (any, bool)     { return o.m.Load(k) }
func (o *RightMap) Del(k string) (any, bool)     { return o.m.LoadAndDelete(k) }
func (o *RightMap) Swap(k string, a, b int) bool { return o.m.CompareAndSwap(k, a, b) }
func (o *RightMap) Len() (n int)                 { o.m.Range(func(k, v any) bool { n++; return true }); return }

//rtest:via WrongMap{}, Put
//rtest:concurrent
type WrongMap struct{ m sync.Map }

func (o *WrongMap) Put(k string, v int) bool {
	if _, ok := o.m.Load(k); ok {
		return false
	}
	o.m.Store(k, v)
	return true
}

var pool = sync.Pool{New: func() any { return new([4]byte) }}

//rtest:via RightPool{}, Use
//rtest:concurrent
type RightPool struct{}

func (RightPool) Use(v byte) byte {
	b := pool.Get().(*[4]byte)
	defer pool.Put(b)
	b[0] = v
	runtime.Gosched()
	return b[0]
}

//rtest:via WrongPool{}, Use
//rtest:concurrent
type WrongPool struct{}

func (WrongPool) Use(v byte) byte {
	b := pool.Get().(*[4]byte)
	pool.Put(b)
	b[0] = v
	return b[0]
}

// What follows uses embedded mutex, copies, method values.

//rtest:via RightEmbed{}, Inc
//rtest:concurrent
type RightEmbed struct {
	sync.Mutex
	n int
}

func (o *RightEmbed) Inc() int { defer o.Unlock(); o.Lock(); o.n++; return o.n }

type locker interface {
	sync.Locker
}

//rtest:via NewRightLocker, Inc
//rtest:concurrent
type RightLocker struct {
	l  locker
	rw *sync.RWMutex
	n  int
}

func NewRightLocker() *RightLocker { o := &RightLocker{rw: new(sync.RWMutex)}; o.l = o.rw; return o }
func (o *RightLocker) Inc() int {
	lock, unlock := o.l.Lock, o.l.Unlock
	lock()
	defer unlock()
	o.n++
	return o.n
}

//rtest:via NewWrongLocker, Inc
//rtest:concurrent
type WrongLocker struct {
	l sync.Locker
	n atomic.Int32
}

func NewWrongLocker() *WrongLocker { return &WrongLocker{l: new(sync.RWMutex).RLocker()} }
func (o *WrongLocker) Inc() int32 {
	o.l.Lock()
	defer o.l.Unlock()
	o.n.Store(o.n.Load() + 1)
	return o.n.Load()
}

//rtest:via WrongCopy{}, Inc
//rtest:concurrent
type WrongCopy struct {
	mu sync.Mutex
	n  int
}

func (b *WrongCopy) Inc() int {
	mu := b.mu
	mu.Lock()
	defer mu.Unlock()
	b.n++
	return b.n
}

// What follows uses atomics.

//rtest:via RightAtomics{}, Push, Pop
//rtest:concurrent
type RightAtomics struct{ head atomic.Pointer[node] }
type node struct {
	v    int
	next *node
}

func (s *RightAtomics) Push(v int) {
	n := &node{v: v}
	for {
		n.next = s.head.Load()
		if s.head.CompareAndSwap(n.next, n) {
			return
		}
	}
}
func (s *RightAtomics) Pop() (int, bool) {
	for {
		h := s.head.Load()
		if h == nil {
			return 0, false
		}
		if s.head.CompareAndSwap(h, h.next) {
			return h.v, true
		}
	}
}

//rtest:via WrongAtomics{}, Push, Pop
//rtest:concurrent
type WrongAtomics struct{ head atomic.Pointer[node] }

func (s *WrongAtomics) Push(v int) {
	n := &node{v: v, next: s.head.Load()}
	s.head.Store(n)
}
func (s *WrongAtomics) Pop() (int, bool) {
	h := s.head.Load()
	if h == nil {
		return 0, false
	}
	s.head.CompareAndSwap(h, h.next)
	return h.v, true
}

//rtest:via RightValue{}, Set, Get
//rtest:concurrent
type RightValue struct {
	v atomic.Value
	b atomic.Bool
	u atomic.Uintptr
}

func (o *RightValue) Set(k int) { o.v.Store([2]int{k, k}); o.b.Store(true); o.u.Or(1) }
func (o *RightValue) Get() bool {
	x, ok := o.v.Load().([2]int)
	return !ok || x[0] == x[1]
}

// What follows uses contexts.

//rtest:via RightCtx{}, Run, Stop
//rtest:concurrent
type RightCtx struct{}

func (RightCtx) Run() string {
	ctx, cancel := context.WithCancelCause(context.Background())
	var wg sync.WaitGroup
	wg.Add(1)
	stop := context.AfterFunc(ctx, wg.Done)
	out := make(chan string, 1)
	go func() { <-ctx.Done(); out <- context.Cause(ctx).Error() }()
	cancel(errors.New("why"))
	wg.Wait()
	return fmt.Sprint(<-out, stop(), ctx.Err())
}
func (RightCtx) Stop() (string, error) {
	ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), "k", 1), time.Second)
	defer cancel()
	free := context.WithoutCancel(ctx)
	<-ctx.Done()
	return fmt.Sprint(ctx.Err(), free.Value("k")), free.Err()
}

// What follows uses timers.

//rtest:via RightTimer{}, Run
//rtest:concurrent
type RightTimer struct{}

// Run resets a timer that has rung: since Go 1.23 no stale value is left.
func (RightTimer) Run() (n int) {
	t := time.NewTimer(time.Second)
	time.Sleep(2 * time.Second)
	t.Reset(time.Second)
	<-t.C
	n++
	select {
	case <-t.C:
		n++
	default:
	}
	k := time.NewTicker(time.Second)
	<-k.C
	<-k.C
	k.Stop()
	n += 10
	if !time.AfterFunc(time.Hour, func() {}).Stop() {
		n += 100
	}
	return n
}

//rtest:via NewWrongTimer, Fire, Stop
//rtest:concurrent
type WrongTimer struct {
	n int
	t *time.Timer
}

func NewWrongTimer() *WrongTimer { return &WrongTimer{} }
func (b *WrongTimer) Fire()      { time.AfterFunc(0, func() { b.n++ }) }
func (b *WrongTimer) Stop() int  { return b.n }

// What follows uses defer and recover.

//rtest:via RightRecover{}, Run
//rtest:concurrent
type RightRecover struct{ n atomic.Int32 }

func (o *RightRecover) Run() (s string) {
	done := make(chan string)
	go func() {
		defer func() { done <- fmt.Sprint(recover()) }()
		defer func() { panic("second") }()
		panic("first")
	}()
	s = <-done
	go func() {
		defer func() { done <- "exit" }()
		runtime.Goexit()
	}()
	return s + <-done
}

//rtest:via WrongPanic{}, Inc, Do
//rtest:concurrent
type WrongPanic struct {
	mu sync.Mutex
	m  map[int]int
}

func (b *WrongPanic) Inc() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.m == nil {
		b.m = map[int]int{}
	}
	b.m[1]++
}

// Do panics in a goroutine if Inc came before.
func (b *WrongPanic) Do() {
	done := make(chan bool)
	b.mu.Lock()
	n := len(b.m)
	b.mu.Unlock()
	go func() {
		defer close(done)
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.m) != n {
			panic("changed")
		}
	}()
	<-done
}

// What follows uses generics.

//rtest:via NewRightGen[string, int](), Put, Get
//rtest:concurrent
type RightGen[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]V
	c  chan map[K]V
}

func NewRightGen[K comparable, V any]() *RightGen[K, V] { return &RightGen[K, V]{m: map[K]V{}} }
func (o *RightGen[K, V]) Put(k K, v V)                  { o.mu.Lock(); defer o.mu.Unlock(); o.m[k] = v }
func (o *RightGen[K, V]) Get(k K) (v V, ok bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	v, ok = o.m[k]
	return
}

//rtest:via NewWrongGen[int](), Add, Len
//rtest:concurrent
type WrongGen[T any] struct {
	mu sync.Mutex
	l  []T
}

func NewWrongGen[T any]() *WrongGen[T] { return &WrongGen[T]{} }
func (o *WrongGen[T]) Add(v T)         { o.mu.Lock(); o.l = append(o.l, v); o.mu.Unlock() }
func (o *WrongGen[T]) Len() int        { return len(o.l) }
