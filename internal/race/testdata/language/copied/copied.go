// Package copied has accesses that no expression shows.
package copied

import (
	"errors"
	"runtime"
	"sort"
	"sync"
)

// A point is copied where its method is called.
type point struct{ x, y int }

// Sum returns the sum.
func (p point) Sum() int { return p.x + p.y }

// A fixed has a method that gets a pointer.
type fixed struct{ x int }

// Sum returns nothing.
func (p *fixed) Sum() int { return 0 }

// A wide has a method of a part of it, which never changes.
type wide struct {
	point
	n int
}

type summer interface{ Sum() int }

// A WrongSum changes a value that is copied by a call through an interface.
//
//rtest:via NewWrongSum, Sum, Move
//rtest:concurrent Sum, Move
type WrongSum struct {
	mu sync.Mutex
	p  *point
	s  summer
}

// NewWrongSum returns a value.
func NewWrongSum() *WrongSum {
	p := &point{}
	return &WrongSum{p: p, s: p}
}

// Sum looks at the value.
func (w *WrongSum) Sum() int { return w.s.Sum() * 0 }

// Move changes it.
func (w *WrongSum) Move() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.p.y++
}

// A RightSum calls methods through interfaces that do not look at what changes.
//
//rtest:via NewRightSum, Sum, Move
//rtest:concurrent Sum, Move
type RightSum struct {
	mu sync.Mutex
	w  *wide
	f  *fixed
	s  []summer
}

// NewRightSum returns a value.
func NewRightSum() *RightSum {
	w, f := &wide{}, &fixed{}
	return &RightSum{w: w, f: f, s: []summer{w, f, point{}}}
}

// Sum looks at values.
func (r *RightSum) Sum() (n int) {
	for _, s := range r.s {
		n += s.Sum()
	}
	return n
}

// Move changes some.
func (r *RightSum) Move() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.w.n++
	r.f.x++
}

// A WrongLater calls a method through an interface as it returns, when it holds no lock any more.
//
//rtest:via NewWrongLater, Sum, Move
//rtest:concurrent Sum, Move
type WrongLater struct {
	mu sync.Mutex
	p  *point
	s  summer
}

// NewWrongLater returns a value.
func NewWrongLater() *WrongLater {
	p := &point{}
	return &WrongLater{p: p, s: p}
}

// Sum looks at the value.
func (w *WrongLater) Sum() int {
	w.mu.Lock()
	s := w.s
	w.mu.Unlock()
	return min(s.Sum(), 0)
}

// Move changes it.
func (w *WrongLater) Move() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.p.x++
}

// A WrongSorted sorts under a lock for reading, with a type of package sort.
//
//rtest:via NewWrongSorted(), Sort, First
//rtest:concurrent Sort, First
type WrongSorted struct {
	mu   sync.RWMutex
	list []int
}

// NewWrongSorted returns a list.
func NewWrongSorted() *WrongSorted { return &WrongSorted{list: []int{2, 1}} }

// Sort sorts it.
func (w *WrongSorted) Sort() {
	w.mu.RLock()
	defer w.mu.RUnlock()
	sort.Sort(sort.IntSlice(w.list))
}

// First returns the first element.
func (w *WrongSorted) First() int {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.list[0] * 0
}

// A WrongStable sorts backwards under a lock for reading.
//
//rtest:via NewWrongStable(), Sort, First
//rtest:concurrent Sort, First
type WrongStable struct {
	mu   sync.RWMutex
	list []string
}

// NewWrongStable returns a list.
func NewWrongStable() *WrongStable { return &WrongStable{list: []string{"a", "b"}} }

// Sort sorts it.
func (w *WrongStable) Sort() {
	w.mu.RLock()
	defer w.mu.RUnlock()
	sort.Stable(sort.Reverse(sort.StringSlice(w.list)))
}

// First returns the length of the first element.
func (w *WrongStable) First() int {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return len(w.list[0])
}

// A WrongOwnSort calls the method of a type of package sort.
//
//rtest:via NewWrongOwnSort(), Sort, First
//rtest:concurrent Sort, First
type WrongOwnSort struct {
	mu   sync.RWMutex
	list sort.Float64Slice
}

// NewWrongOwnSort returns a list.
func NewWrongOwnSort() *WrongOwnSort { return &WrongOwnSort{list: []float64{2, 1}} }

// Sort sorts it.
func (w *WrongOwnSort) Sort() {
	w.mu.RLock()
	defer w.mu.RUnlock()
	w.list.Sort()
}

// First returns the first element.
func (w *WrongOwnSort) First() float64 {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.list[0] * 0
}

// A RightSorted sorts what is sorted already, both ways, which only reads.
//
//rtest:via NewRightSorted(), Sort, First
//rtest:concurrent Sort, First
type RightSorted struct{ up, down []int }

// NewRightSorted returns lists.
func NewRightSorted() *RightSorted { return &RightSorted{up: []int{1, 2}, down: []int{2, 1}} }

// Sort sorts them.
func (r *RightSorted) Sort() {
	sort.Sort(sort.IntSlice(r.up))
	sort.IntSlice(r.up).Sort()
	sort.Sort(sort.Reverse(sort.IntSlice(r.down)))
}

// First returns the first element.
func (r *RightSorted) First() int { return r.up[0] + r.down[0] }

// A WrongBare returns a result that a goroutine still sets.
//
//rtest:via NewWrongBare, Get
//rtest:concurrent Get
type WrongBare struct{ n int }

// NewWrongBare returns a value.
func NewWrongBare() *WrongBare { return &WrongBare{} }

// Get starts what sets its result, and does not wait for it.
func (w *WrongBare) Get() (err error) {
	go func() { err = nil }()
	return
}

// A WrongLast waits for half of what sets its results.
//
//rtest:via NewWrongLast, Get
//rtest:concurrent Get
type WrongLast struct{ n int }

// NewWrongLast returns a value.
func NewWrongLast() *WrongLast { return &WrongLast{} }

// Get waits for one of two.
func (w *WrongLast) Get() (n, m int) {
	done := make(chan bool, 2)
	go func() { n = 1; done <- true }()
	go func() { m = 0 }()
	defer func() { <-done }()
	return
}

// A RightBare waits for what sets its results, partly in deferred calls.
//
//rtest:via NewRightBare, Get, Fail, Many
//rtest:concurrent Get, Fail, Many
type RightBare struct{ n int }

// NewRightBare returns a value.
func NewRightBare() *RightBare { return &RightBare{} }

// Get waits before it returns.
func (r *RightBare) Get() (n int) {
	done := make(chan bool)
	go func() { n = 1; close(done) }()
	<-done
	return
}

// Fail waits in a deferred call.
func (r *RightBare) Fail() (n int, err error) {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { n = 2 })
	wg.Go(func() { err = errors.New("fails") })
	if r == nil {
		return 3, nil
	}
	return
}

// Many returns in several places.
func (r *RightBare) Many() (n int) {
	done := make(chan bool, 1)
	go func() { n++; done <- true }()
	if <-done; n > 5 {
		return
	}
	func() (m int) {
		defer func() { m++ }()
		return
	}()
	switch {
	case n == 1:
		return
	default:
		return n + 1
	}
}

// A WrongShape is behind a pointer, and one of its methods gets a copy.
//
//rtest:via NewWrongShape, Area, Grow
//rtest:concurrent Area, Grow
type WrongShape interface {
	Area() int
	Grow()
}

// NewWrongShape returns a square.
func NewWrongShape() WrongShape { return &square{mu: &sync.Mutex{}} }

type square struct {
	mu *sync.Mutex
	n  int
}

// Area does not look at what it gets.
func (s square) Area() int { return 0 }

// Grow grows the square.
func (s *square) Grow() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}

// A WrongYielded waits for a goroutine that may not have said yet that it is to be waited for, after it lets it go first.
//
//rtest:via NewWrongYielded, Run
//rtest:concurrent Run
type WrongYielded struct{ n int }

// NewWrongYielded returns a value.
func NewWrongYielded() *WrongYielded { return &WrongYielded{} }

// Run runs a goroutine.
func (w *WrongYielded) Run() {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1)
		runtime.Gosched()
		wg.Done()
	}()
	runtime.Gosched()
	wg.Wait()
}
