package copied

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// A WrongValue calls a method of its buffer later, without the lock.
//
//rtest:via NewWrongValue, Len, Add
//rtest:concurrent Len, Add
type WrongValue struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// NewWrongValue returns a value.
func NewWrongValue() *WrongValue { return &WrongValue{} }

// Len calls a method value when the lock is given up.
func (w *WrongValue) Len() int {
	w.mu.Lock()
	length := w.buf.Len
	w.mu.Unlock()
	return length()
}

// Add writes.
func (w *WrongValue) Add() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf.WriteByte('x')
}

// A RightValue makes its method values without the lock, and calls them under it.
//
//rtest:via NewRightValue, Len, Add, Both
//rtest:concurrent Len, Add, Both
type RightValue struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// NewRightValue returns a value.
func NewRightValue() *RightValue { return &RightValue{} }

// Len calls a method value under the lock.
func (r *RightValue) Len() int {
	length := r.buf.Len
	return locked(&r.mu, length)
}

// Add calls one with arguments and several results.
func (r *RightValue) Add(s string) int {
	write := r.buf.WriteString
	r.mu.Lock()
	defer r.mu.Unlock()
	n, _ := write(s[:min(1, len(s))])
	return n
}

// Both defers a call, before the lock is given up.
func (r *RightValue) Both() {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.out().WriteByte('y')
}

func (r *RightValue) out() *bytes.Buffer { return &r.buf }

func locked(mu *sync.Mutex, f func() int) int {
	mu.Lock()
	defer mu.Unlock()
	return f()
}

// A WrongDeferred defers a call of what a function returns, until after the lock is given up.
//
//rtest:via NewWrongDeferred, Add
//rtest:concurrent Add
type WrongDeferred struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// NewWrongDeferred returns a value.
func NewWrongDeferred() *WrongDeferred { return &WrongDeferred{} }

// Add writes without the lock.
func (w *WrongDeferred) Add() {
	defer w.out().WriteByte('x')
	w.mu.Lock()
	defer w.mu.Unlock()
}

func (w *WrongDeferred) out() *bytes.Buffer { return &w.buf }

// A WrongGone writes in a goroutine that it starts with a method value.
//
//rtest:via NewWrongGone, Add
//rtest:concurrent Add
type WrongGone struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// NewWrongGone returns a value.
func NewWrongGone() *WrongGone { return &WrongGone{} }

// Add holds the lock while it starts the goroutine.
func (w *WrongGone) Add() {
	w.mu.Lock()
	defer w.mu.Unlock()
	go w.buf.Reset()
}

// A WrongLocal has a goroutine write what it reads, a variable of its own that it never assigns to.
//
//rtest:via NewWrongLocal, Text
//rtest:concurrent Text
type WrongLocal struct{ n int }

// NewWrongLocal returns a value.
func NewWrongLocal() *WrongLocal { return &WrongLocal{} }

// Text does not wait for the goroutine.
func (w *WrongLocal) Text() string {
	var out strings.Builder
	go func() { out.WriteString("x") }()
	return out.String()
}

// A WrongCounter has a goroutine count what it reads.
//
//rtest:via NewWrongCounter, Count
//rtest:concurrent Count
type WrongCounter struct{ n int }

// NewWrongCounter returns a value.
func NewWrongCounter() *WrongCounter { return &WrongCounter{} }

// Count does not wait for the goroutine.
func (w *WrongCounter) Count() int {
	var c counter
	go c.add()
	return c.n
}

// A WrongSlice has a goroutine write the array that it reads.
//
//rtest:via NewWrongSlice, First
//rtest:concurrent First
type WrongSlice struct{ n int }

// NewWrongSlice returns a value.
func NewWrongSlice() *WrongSlice { return &WrongSlice{} }

// First does not wait for the goroutine.
func (w *WrongSlice) First() int {
	var a [3]int
	s := a[:]
	go func() { s[0] = 1 }()
	return a[0]
}

// A WrongCase has a goroutine write the variable of a type switch.
//
//rtest:via NewWrongCase, Get
//rtest:concurrent Get
type WrongCase struct{ v any }

// NewWrongCase returns a value.
func NewWrongCase() *WrongCase { return &WrongCase{1} }

// Get does not wait for the goroutine.
func (w *WrongCase) Get() int {
	switch v := w.v.(type) {
	case int:
		go func() { v++ }()
		return v
	}
	return 0
}

// A RightLocal waits for the goroutines that write its variables.
//
//rtest:via NewRightLocal, Text, Count
//rtest:concurrent Text, Count
type RightLocal struct{ n int }

// NewRightLocal returns a value.
func NewRightLocal() *RightLocal { return &RightLocal{} }

// Text waits.
func (r *RightLocal) Text() string {
	var out strings.Builder
	var wg sync.WaitGroup
	wg.Go(func() { out.WriteString("x") })
	wg.Wait()
	return out.String()
}

// Count waits.
func (r *RightLocal) Count() int {
	var c counter
	var wg sync.WaitGroup
	wg.Go(c.add)
	wg.Wait()
	return c.n
}

type counter struct{ n int }

func (c *counter) add() { c.n++ }

// A WrongCopy closes over what a method of an interface copies when it is called, not when the method value is made.
//
//rtest:via NewWrongCopy, Area, Grow
//rtest:concurrent Area, Grow
type WrongCopy struct {
	mu sync.Mutex
	in area
}

type area interface{ area() int }

// NewWrongCopy returns a value.
func NewWrongCopy() *WrongCopy { return &WrongCopy{in: &side{}} }

// Area makes a method value under the lock.
func (w *WrongCopy) Area() int {
	w.mu.Lock()
	f := w.in.area
	w.mu.Unlock()
	return f()
}

// Grow changes it under the lock.
func (w *WrongCopy) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.(*side).n++
}

type side struct{ n int }

func (s side) area() int { return 0 }

// A RightCopy makes method values without the lock and calls them under it.
//
//rtest:via NewRightCopy, Area, Grow, Last
//rtest:concurrent Area, Grow, Last
type RightCopy struct {
	mu sync.Mutex
	in area
}

// NewRightCopy returns a value.
func NewRightCopy() *RightCopy { return &RightCopy{in: &side{}} }

// Area makes a method value without the lock.
func (r *RightCopy) Area() int { return locked(&r.mu, r.in.area) }

// Grow changes it under the lock.
func (r *RightCopy) Grow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.in.(*side).n++
}

// Last defers the call until before the lock is given up.
func (r *RightCopy) Last() {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.in.area()
}

// A WrongCloser defers the call of a method that copies, until after the lock is given up.
//
//rtest:via NewWrongCloser, Close, Grow
//rtest:concurrent Close, Grow
type WrongCloser struct {
	mu sync.Mutex
	in io.Closer
}

// NewWrongCloser returns a value.
func NewWrongCloser() *WrongCloser { return &WrongCloser{in: &closer{}} }

// Close defers what recovers from its panic.
func (w *WrongCloser) Close() {
	defer w.in.Close()
	panic("recovered")
}

// Grow changes it under the lock.
func (w *WrongCloser) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.(*closer).n++
}

type closer struct{ n int }

func (c closer) Close() error {
	_ = recover()
	return nil
}

// A RightCloser holds the lock.
//
//rtest:via NewRightCloser, Close, Grow
//rtest:concurrent Close, Grow
type RightCloser struct {
	mu sync.Mutex
	in io.Closer
}

// NewRightCloser returns a value.
func NewRightCloser() *RightCloser { return &RightCloser{in: &closer{}} }

// Close defers what recovers from its panic.
func (r *RightCloser) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.in.Close()
	panic("recovered")
}

// Grow changes it under the lock.
func (r *RightCloser) Grow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.in.(*closer).n++
}
