// Package below uses packages that are not its own.
package below

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"weak"

	"example.com/language/below/plain"
	"example.com/other"
	"example.com/other/fixed"
)

//rtest:via NewWrongPlain, Inc
//rtest:concurrent
type WrongPlain struct{ b *plain.Box }

func NewWrongPlain() *WrongPlain { return &WrongPlain{b: &plain.Box{}} }
func (b *WrongPlain) Inc()       { b.b.Inc() }

//rtest:via NewRightPlain, Inc
//rtest:concurrent
type RightPlain struct {
	b  *plain.Box
	mu sync.Mutex
}

func NewRightPlain() *RightPlain { return &RightPlain{b: &plain.Box{}} }
func (b *RightPlain) Inc() {
	b.b.Each(func() { b.mu.Lock(); b.b.Inc(); b.mu.Unlock() })
}

//rtest:via RightPipe{}, Run
//rtest:concurrent
type RightPipe struct{}

func (RightPipe) Run() (out string) {
	r, w := io.Pipe()
	go func() {
		fmt.Fprintln(w, "hello")
		fmt.Fprintf(w, "you")
		w.CloseWithError(io.ErrUnexpectedEOF)
	}()
	s := bufio.NewScanner(r)
	for s.Scan() {
		out += s.Text() + ","
	}
	_, err := w.Write(nil)
	_, err2 := io.Copy(io.Discard, r)
	return out + fmt.Sprint(s.Err(), err, err2)
}

//rtest:via RightNetPipe{}, Run
//rtest:concurrent
type RightNetPipe struct{}

func (RightNetPipe) Run() string {
	a, b := net.Pipe()
	go func() {
		fmt.Fprint(a, "hello")
		a.Close()
	}()
	text, err := io.ReadAll(b)
	_, err2 := b.Write([]byte("you"))
	c, _ := net.Pipe()
	c.SetReadDeadline(time.Now().Add(time.Second))
	_, err3 := c.Read(make([]byte, 1))
	return fmt.Sprint(string(text), err, err2, err3, c.LocalAddr(), c.Close(), c.SetDeadline(time.Time{}))
}

// A WrongNetPipe does not keep two messages apart.
//
//rtest:via NewWrongNetPipe(), Put, Log
//rtest:concurrent
type WrongNetPipe struct {
	c   net.Conn
	mu  sync.Mutex
	log []byte
}

func NewWrongNetPipe() *WrongNetPipe {
	a, b := net.Pipe()
	p := &WrongNetPipe{c: a}
	go func() {
		data := make([]byte, 1)
		for n := 1; ; n++ {
			if _, err := b.Read(data); err != nil {
				return
			}
			p.mu.Lock()
			p.log = append(p.log, data[0])
			p.mu.Unlock()
			if n%2 == 0 {
				b.Write(data)
			}
		}
	}()
	return p
}

func (p *WrongNetPipe) Put(x byte) {
	p.c.Write([]byte{x})
	p.c.Write([]byte{x})
	p.c.Read(make([]byte, 1))
}

func (p *WrongNetPipe) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.log)
}

//rtest:via RightRuntime{}, Run
//rtest:concurrent
type RightRuntime struct{}

func (o *RightRuntime) Run() string {
	x := new(int)
	runtime.SetFinalizer(x, func(*int) {})
	defer runtime.AddCleanup(x, func(int) {}, 1).Stop()
	w := weak.Make(x)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m := map[string]int{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}
	return fmt.Sprint(w.Value() == x, runtime.NumCPU(), runtime.GOMAXPROCS(0), strings.Join(slices.Collect(maps.Keys(m)), ""), slices.Collect(maps.Values(m)))
}

// A RightOther counts with a package of another module that has an internal one.
//
//rtest:via RightOther{}, Next
//rtest:concurrent
type RightOther struct{ c other.Counter }

func (o *RightOther) Next() int { return o.c.Next() }

//rtest:via WrongOther{}, Next, Skip
//rtest:concurrent
type WrongOther struct{ c other.Counter }

func (o *WrongOther) Next() int { return o.c.Next() }
func (o *WrongOther) Skip()     { o.c.Skip() }

// A WrongHidden calls a method of an embedded field that it cannot name.
//
//rtest:via NewWrongHidden, Size, Grow
//rtest:concurrent
type WrongHidden struct {
	mu sync.Mutex
	h  *plain.Hidden
}

func NewWrongHidden() *WrongHidden { return &WrongHidden{h: plain.NewHidden()} }
func (w *WrongHidden) Size() int   { return w.h.Size() }
func (w *WrongHidden) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.h.Grow()
}

// A WrongTurned defers the call, by a place that is no pointer.
//
//rtest:via NewWrongTurned, Size, Turn
//rtest:concurrent
type WrongTurned struct {
	mu sync.Mutex
	h  plain.Hidden
}

func NewWrongTurned() *WrongTurned { return &WrongTurned{h: *plain.NewHidden()} }
func (w *WrongTurned) Size()       { defer w.h.Size() }
func (w *WrongTurned) Turn() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.h.Turn()
}

// A WrongStep has such a method as a step.
//
//rtest:via NewWrongStep, Size, Grow
//rtest:concurrent
type WrongStep struct {
	mu sync.Mutex
	plain.Hidden
}

func NewWrongStep() *WrongStep { return &WrongStep{Hidden: *plain.NewHidden()} }
func (w *WrongStep) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Hidden.Grow()
}

// A RightHidden changes what the method does not copy.
//
//rtest:via NewRightHidden, Size, Late, Grow
//rtest:concurrent
type RightHidden struct {
	mu sync.Mutex
	h  plain.Hidden
}

func NewRightHidden() *RightHidden { return &RightHidden{h: *plain.NewHidden()} }
func (r *RightHidden) Size() int   { return r.h.Size() }
func (r *RightHidden) Late() int   { f := r.h.Size; return f() }
func (r *RightHidden) Grow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.h.Other++
}

// An OutsideLater has goroutines started by a package that is not controlled.
//
//rtest:via OutsideLater{}, Inc, Get
//rtest:concurrent
type OutsideLater struct {
	mu sync.Mutex
	n  int
}

func (o *OutsideLater) Inc()     { fixed.Later(func() { o.n++ }) }
func (o *OutsideLater) Get() int { o.mu.Lock(); defer o.mu.Unlock(); return o.n }

// An OutsideCloser defers a call of a method that such a package declares.
//
//rtest:via NewOutsideCloser, Inc
//rtest:concurrent
type OutsideCloser struct{ c fixed.Closer }

func NewOutsideCloser() *OutsideCloser { return &OutsideCloser{io.NopCloser(nil)} }
func (o *OutsideCloser) Inc()          { defer o.c.Close() }

// A RightFixed may start one, and does not.
//
//rtest:via RightFixed{}, Inc
//rtest:concurrent
type RightFixed struct {
	mu sync.Mutex
	n  int
}

func (r *RightFixed) Inc() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n++; r.n < 0 {
		fixed.Later(func() {})
	}
	return r.n
}
