package copied

import (
	"bytes"
	"sync"
)

// A WrongExpr calls a method of its buffer as a function.
//
//rtest:via NewWrongExpr, Len, Add
//rtest:concurrent Len, Add
type WrongExpr struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// NewWrongExpr returns a value.
func NewWrongExpr() *WrongExpr { return &WrongExpr{} }

// Len does not lock.
func (w *WrongExpr) Len() int { return (*bytes.Buffer).Len(&w.buf) }

// Add writes.
func (w *WrongExpr) Add() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf.WriteByte('x')
}

// A WrongPointer calls a method that gets a copy as a function that gets a pointer.
//
//rtest:via NewWrongPointer, Size, Grow
//rtest:concurrent Size, Grow
type WrongPointer struct {
	mu sync.Mutex
	in outer
}

// NewWrongPointer returns a value.
func NewWrongPointer() *WrongPointer { return &WrongPointer{} }

// Size does not lock.
func (w *WrongPointer) Size() int { return apply((*outer).Size, &w.in) }

// Grow locks.
func (w *WrongPointer) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.m++
}

func apply[T any](f func(T) int, v T) int { return f(v) }

// A WrongAny calls a method of an interface as a function.
//
//rtest:via NewWrongAny, Size, Grow
//rtest:concurrent Size, Grow
type WrongAny struct {
	mu sync.Mutex
	in sizer
}

// NewWrongAny returns a value.
func NewWrongAny() *WrongAny { return &WrongAny{in: &outer{}} }

// Size does not lock.
func (w *WrongAny) Size() int { return apply(sizer.Size, w.in) }

// Grow locks.
func (w *WrongAny) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.(*outer).m++
}

// A RightExpr calls methods as functions, under the lock or where others change something else.
//
//rtest:via NewRightExpr, Len, Size, Same, Grow
//rtest:concurrent Len, Size, Same, Grow
type RightExpr struct {
	mu  sync.Mutex
	buf bytes.Buffer
	in  outer
}

// NewRightExpr returns a value.
func NewRightExpr() *RightExpr { return &RightExpr{} }

// Len locks.
func (r *RightExpr) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	write := (*bytes.Buffer).WriteString
	write(&r.buf, "x")
	return apply((*bytes.Buffer).Len, &r.buf)
}

// Size does not lock.
func (r *RightExpr) Size() int { return apply((*outer).Size, &r.in) }

// Same does not lock.
func (r *RightExpr) Same() int { return apply(inner.Size, r.in.inner) }

// Grow locks.
func (r *RightExpr) Grow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.in.other++
}
