// Package control has right and wrong types with constructs that are hard to rewrite.
package control

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	. "sync"
	"sync/atomic"
	tm "time"
	"unique"
	"unsafe"
	"weak"
)

// What follows uses generic channels, maps, slices.

func recv[C ~chan T, T any](c C) T              { return <-c }
func send[C chan<- T | chan T, T any](c C, v T) { c <- v }
func each[C ~chan T | ~<-chan T, T any](c C, f func(T)) {
	for v := range c {
		f(v)
	}
}
func size[C chan int | chan string](c C) int { return len(c) + cap(c) }
func put[M ~map[K]V, K comparable, V any](m M, k K, v V) {
	m[k] = v
	if _, ok := m[k]; !ok {
		panic("no")
	}
}
func total[M ~map[K]int, K comparable](m M) (s int) {
	for _, v := range m {
		s = s*2 + v
	}
	return s + len(m)
}
func keysOf[M ~map[K]V, K comparable, V any](m M) (s []K) {
	for k := range m {
		s = append(s, k)
	}
	return
}
func set[S ~[]T, T any](s S, i int, v T) { s[i] = v }
func ptr[T any, P interface {
	*T
	Inc()
}](p P) { p.Inc(); *p = *p }

type cnt struct{ n int }

func (c *cnt) Inc() { c.n++ }

//rtest:via RightGenerics{}, Run
//rtest:concurrent
type RightGenerics struct{}

func (RightGenerics) Run() string {
	c := make(chan int, 1)
	go send(c, 1)
	a := recv(c)
	d := make(chan int)
	go func() { send[chan int](d, 5); close(d) }()
	each(d, func(v int) { a += v })
	m := map[string]int{}
	put(m, "a", 1)
	put(m, "b", 2)
	s := []int{1, 2}
	set(s, 1, 7)
	var x cnt
	ptr(&x)
	return fmt.Sprint(a, size(c), total(map[string]int{"k": 3}), len(keysOf(m)), s, x)
}

//rtest:via NewWrongGenericMap, Put, Len
//rtest:concurrent
type WrongGenericMap struct{ m map[string]int }

func NewWrongGenericMap() *WrongGenericMap { return &WrongGenericMap{m: map[string]int{}} }
func (b *WrongGenericMap) Put()            { put(b.m, "a", 1) }
func (b *WrongGenericMap) Len() int        { return total(b.m) }

//rtest:via NewWrongGenericSlice, Put, Get
//rtest:concurrent
type WrongGenericSlice struct{ l []int }

func NewWrongGenericSlice() *WrongGenericSlice { return &WrongGenericSlice{l: make([]int, 2)} }
func (b *WrongGenericSlice) Put()              { set(b.l, 0, 1) }
func (b *WrongGenericSlice) Get() int          { return first(b.l) }
func first[S ~[]T, T any](s S) T               { return s[0] }

// What follows uses types.

type mutex = Mutex
type own Mutex

func (o *own) with(f func()) {
	(*Mutex)(o).Lock()
	defer (*Mutex)(o).Unlock()
	f()
}

var anon struct {
	Mutex
	n int
}

//rtest:via RightTypes{}, Run
//rtest:concurrent
type RightTypes struct {
	mutex
	o  own
	n  int
	in struct {
		RWMutex
		m map[string][]int
	}
	all [2]struct {
		mu Mutex
		n  int
	}
}

func (o *RightTypes) Run() int {
	lock := (*Mutex).Lock
	lock(&o.mutex)
	o.n++
	o.Unlock()
	o.o.with(func() {})
	anon.Lock()
	anon.n++
	anon.Unlock()
	o.in.Lock()
	if o.in.m == nil {
		o.in.m = map[string][]int{"a": {1, 2}}
	}
	o.in.m["a"][0]++
	o.in.m["a"] = append(o.in.m["a"][:1], 2, 3)
	o.in.Unlock()
	for i := range o.all {
		e := &o.all[i]
		e.mu.Lock()
		e.n++
		e.mu.Unlock()
	}
	func() {
		var once Once
		once.Do(func() {})
		once.Do(func() { panic("twice") })
	}()
	return 0
}

// What follows uses control flow.

//rtest:via RightFlow{}, Run
//rtest:concurrent
type RightFlow struct{}

func pick(a, b chan int) int {
	for {
		select {
		case v := <-a:
			return v
		case v, ok := <-b:
			if !ok {
				b = nil
				continue
			}
			return v
		}
	}
}

func endless(a chan int) int {
	select {
	case v := <-a:
		return v
	}
}

func (RightFlow) Run() (out string) {
	a, b := make(chan int, 3), make(chan int)
	close(b)
	a <- 1
	out += fmt.Sprint(pick(a, b))
	a <- 2
	out += fmt.Sprint(endless(a))
	var arr [3]int
	i := 0
L:
	for {
		select {
		case arr[i] = <-a:
			i++
			if i == 3 {
				break L
			}
		case a <- i * 10:
			switch {
			case i == 1:
				continue L
			case i == 2:
				fallthrough
			default:
				break
			}
		}
	}
	out += fmt.Sprint(len(arr))
M:
	select {
	case <-b:
		if len(out) > 0 {
			break M
		}
		out += "no"
	default:
		out += "no"
	}
	for range 3 {
		defer func() {
			if recover() != nil {
				out += "r"
			}
		}()
	}
	n := 0
again:
	if n < 3 {
		n++
		goto again
	}
	c := make(chan struct{}, 2)
	c <- struct{}{}
	c <- struct{}{}
	close(c)
	for range c {
		n++
	}
	var st struct{ v int }
	d := make(chan int, 1)
	d <- 4
	close(d)
	for st.v = range d {
	}
	var k, v any
	for k, v = range map[string]int{"a": 1} {
	}
	for i := range slices.Values([]int{1, 2}) {
		n += i
		if i == 2 {
			break
		}
	}
	if x, ok := <-d; !ok && x == 0 {
		out += "closed"
	}
	f := func() (int, error) { return 1, errors.New("e") }
	var err error
	if n, err = f(); err != nil {
		out += "e"
	}
	switch x := any(n).(type) {
	case int, int64:
		out += fmt.Sprintf("%T", x)
	}
	return out + fmt.Sprint(n, st.v, k, v)
}

// What follows uses iter.Pull.

//rtest:via RightPull{}, Run
//rtest:concurrent
type RightPull struct {
	mu Mutex
	n  int
}

func (o *RightPull) Run() int {
	next, stop := iter.Pull(func(yield func(int) bool) {
		for {
			o.mu.Lock()
			o.n++
			o.mu.Unlock()
			if !yield(1) {
				return
			}
		}
	})
	defer stop()
	a, _ := next()
	b, _ := next()
	return a + b
}

//rtest:via WrongPull{}, Run, Get
//rtest:concurrent
type WrongPull struct {
	mu Mutex
	n  int
}

func (o *WrongPull) Run() int {
	next, stop := iter.Pull(func(yield func(int) bool) {
		for {
			o.mu.Lock()
			k := o.n
			o.mu.Unlock()
			o.mu.Lock()
			o.n = k + 1
			o.mu.Unlock()
			if !yield(k + 1) {
				return
			}
		}
	})
	defer stop()
	a, _ := next()
	return a
}
func (o *WrongPull) Get() int { o.mu.Lock(); defer o.mu.Unlock(); return o.n }

// What follows uses unsafe, unique, weak.

//rtest:via RightUnsafe{}, Put, Get
//rtest:concurrent
type RightUnsafe struct {
	p unsafe.Pointer
	n [2]int64
	u unique.Handle[string]
	w atomic.Pointer[weak.Pointer[int]]
}

func (o *RightUnsafe) Put(v int) {
	atomic.StorePointer(&o.p, unsafe.Pointer(&v))
	atomic.AddInt64((*int64)(unsafe.Add(unsafe.Pointer(&o.n[0]), unsafe.Sizeof(o.n[0]))), 1)
	w := weak.Make(&v)
	o.w.Store(&w)
}
func (o *RightUnsafe) Get() int {
	p := (*int)(atomic.LoadPointer(&o.p))
	if p == nil || unique.Make("a") != unique.Make(strings.ToLower("A")) {
		return -1
	}
	return *p
}

// What follows uses contexts, timers.

//rtest:via RightCtx{}, Run, Nest
//rtest:concurrent
type RightCtx struct{}
type key struct{}

func (RightCtx) Run() string {
	a, cancel := context.WithCancel(context.Background())
	b := context.WithValue(a, key{}, 1)
	c, cancel2 := context.WithTimeoutCause(b, tm.Minute, errors.New("late"))
	defer cancel2()
	d, cancel3 := context.WithDeadline(context.WithoutCancel(c), tm.Now().Add(tm.Hour))
	cancel()
	<-c.Done()
	out := fmt.Sprint(c.Err(), context.Cause(c), d.Err(), c.Value(key{}), d.Value(key{}))
	cancel3()
	_, ok := c.Deadline()
	return out + fmt.Sprint(d.Err(), ok, errors.Is(c.Err(), context.Canceled))
}
func (RightCtx) Nest() string {
	ctx, cancel := context.WithTimeoutCause(context.TODO(), tm.Second, errors.New("late"))
	defer cancel()
	stop := context.AfterFunc(ctx, func() {})
	select {
	case <-ctx.Done():
	case <-tm.After(2 * tm.Second):
		return "after"
	}
	return fmt.Sprint(context.Cause(ctx), errors.Is(ctx.Err(), context.DeadlineExceeded), stop())
}

//rtest:via NewRightTick, Close
//rtest:concurrent
type RightTick struct {
	stop chan struct{}
	once Once
	done WaitGroup
	n    atomic.Int64
}

func NewRightTick() *RightTick {
	o := &RightTick{stop: make(chan struct{})}
	o.done.Add(1)
	go o.loop()
	return o
}
func (o *RightTick) loop() {
	defer o.done.Done()
	t := tm.NewTicker(tm.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			o.n.Add(1)
		case <-o.stop:
			return
		}
	}
}
func (o *RightTick) Close() { o.once.Do(func() { close(o.stop) }); o.done.Wait() }

//rtest:via NewWrongTick, Close
//rtest:concurrent
type WrongTick struct {
	stop chan struct{}
	on   atomic.Bool
}

func NewWrongTick() *WrongTick {
	o := &WrongTick{stop: make(chan struct{})}
	o.on.Store(true)
	go func() {
		for {
			select {
			case <-tm.After(tm.Second):
			case <-o.stop:
				return
			}
		}
	}()
	return o
}
func (o *WrongTick) Close() {
	if o.on.Load() {
		o.on.Store(false)
		close(o.stop)
	}
}

// What follows uses maps and iterators.

//rtest:via NewRightOrder, Keys, Put
//rtest:concurrent
type RightOrder struct {
	mu RWMutex
	m  map[string]int
}

func NewRightOrder() *RightOrder {
	return &RightOrder{m: map[string]int{"x": 1, "y": 2, "z": 3, "w": 4}}
}
func (o *RightOrder) Put(k string, v int) { o.mu.Lock(); o.m[k] = v; o.mu.Unlock() }
func (o *RightOrder) Keys() []string {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return slices.Sorted(maps.Keys(o.m))
}

//rtest:via NewRightOrder2, Keys, Put
//rtest:concurrent
type RightOrder2 struct {
	mu RWMutex
	m  map[string]int
}

func NewRightOrder2() *RightOrder2 {
	return &RightOrder2{m: map[string]int{"x": 1, "y": 2, "z": 3, "w": 4}}
}
func (o *RightOrder2) Put(k string, v int) { o.mu.Lock(); o.m[k] = v; o.mu.Unlock() }

// Keys are in no order.
func (o *RightOrder2) Keys() []string {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return slices.Collect(maps.Keys(o.m))
}

// A RightSpawning starts goroutines as it needs them, which wait for more to do. One after the other, calls start as many only with
// more preemptions than at the same time.
//
//rtest:via NewRightSpawning(), Add
//rtest:concurrent
type RightSpawning struct {
	tasks chan int64
	n     atomic.Int64
}

func NewRightSpawning() *RightSpawning { return &RightSpawning{tasks: make(chan int64)} }

func (p *RightSpawning) Add() {
	select {
	case p.tasks <- 1:
	default:
		go func() {
			for x := range p.tasks {
				p.n.Add(x)
			}
		}()
		p.tasks <- 1
	}
}
