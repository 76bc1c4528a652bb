// Package elements has types whose methods share the memory of slices.
package elements

import (
	"slices"
	"sync"
)

// Sum adds elements that it has not locked.
//
//rtest:via NewSum(), Set, Total
//rtest:concurrent
type Sum struct {
	mu   sync.Mutex
	list []int
}

// NewSum returns two elements.
func NewSum() *Sum { return &Sum{list: make([]int, 2)} }

// Set sets the second element.
func (s *Sum) Set() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list[1] = 1
}

// Total returns the sum of the elements.
func (s *Sum) Total() (n int) {
	for _, v := range s.list {
		n += v
	}
	return n
}

// Log appends to the memory that others read.
//
//rtest:via NewLog(), Add
//rtest:concurrent
type Log struct {
	mu   sync.Mutex
	head []int
}

// NewLog returns a log with room.
func NewLog() *Log { return &Log{head: make([]int, 1, 4)} }

// Add returns the log with one more entry.
func (l *Log) Add(n int) int {
	l.mu.Lock()
	head := l.head
	l.mu.Unlock()
	return append(head, n)[1]
}

// Buffer copies what is read from it without its lock.
//
//rtest:via NewBuffer(), Write, Read
//rtest:concurrent
type Buffer struct {
	mu   sync.Mutex
	data []byte
}

// NewBuffer returns a buffer of some bytes.
func NewBuffer() *Buffer { return &Buffer{data: make([]byte, 16)} }

// Write sets the first bytes.
func (b *Buffer) Write(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	copy(b.data, s)
}

// Read returns the first byte.
func (b *Buffer) Read() byte {
	out := make([]byte, 16)
	copy(out, b.data)
	return out[0]
}

// List does all under its lock, and hands out copies.
//
//rtest:via NewList(), Add, All, Total
//rtest:concurrent
type List struct {
	mu   sync.RWMutex
	list []int
}

// NewList returns a list with room.
func NewList() *List { return &List{list: make([]int, 0, 2)} }

// Add appends an element.
func (l *List) Add(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, n)
}

// All returns the elements.
func (l *List) All() []int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return append(slices.Clone(l.list[:0]), l.list...)
}

// Total returns the sum of the elements.
func (l *List) Total() (n int) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, v := range l.list {
		n += v
	}
	return n
}
