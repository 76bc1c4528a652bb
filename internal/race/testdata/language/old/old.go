// Package old is of an old version of the language.
package old

import "sync"

// RightOrder goes through a map.
//
//rtest:via NewRightOrder, Put, Keys, Sum
//rtest:concurrent
type RightOrder struct {
	mu sync.RWMutex
	m  map[string]int
	l  []int
	a  [3]int
}

// NewRightOrder returns one with some keys.
func NewRightOrder() *RightOrder {
	return &RightOrder{m: map[string]int{"x": 1, "y": 2, "z": 3, "w": 4}}
}

// Put sets an element.
func (o *RightOrder) Put(k string, v int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.m[k] = v
	o.l = append(o.l, v)
	o.a[1] = v
}

// Keys returns the keys in the order of the map.
func (o *RightOrder) Keys() (s []string) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	for k := range o.m {
		s = append(s, k)
	}
	return s
}

// Sum adds all.
func (o *RightOrder) Sum() (s int) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	for _, v := range o.m {
		s += v
	}
	for i, v := range o.l {
		s += i + v
	}
	p := &o.a
	for _, v := range p {
		s += v
	}
	var k interface{}
	for k, s = range o.l {
		if k == 3 {
			break
		}
	}
	return s
}

// WrongRead reads elements that another writes.
//
//rtest:via NewWrongRead, Set, Sum
//rtest:concurrent
type WrongRead struct {
	l []int
}

// NewWrongRead returns one.
func NewWrongRead() *WrongRead { return &WrongRead{l: make([]int, 2)} }

// Set sets an element.
func (o *WrongRead) Set() { o.l[1] = 1 }

// Sum adds all.
func (o *WrongRead) Sum() (s int) {
	for _, v := range o.l {
		s += v
	}
	return s
}

// WrongLoop has all its goroutines see one variable.
//
//rtest:via WrongLoop{}, Sum
//rtest:concurrent
type WrongLoop struct{}

// Sum should return 3.
func (WrongLoop) Sum() int {
	c := make(chan int, 2)
	for _, v := range []int{1, 2} {
		go func() { c <- v }()
	}
	return <-c + <-c
}

// RightLoop gives each goroutine a variable of its own.
//
//rtest:via RightLoop{}, Sum
//rtest:concurrent
type RightLoop struct{}

// Sum returns 3.
func (RightLoop) Sum() int {
	c := make(chan int, 2)
	for _, v := range []int{1, 2} {
		v := v
		go func() { c <- v }()
	}
	return <-c + <-c
}
