// Package growth has hash tables with a lock a bucket, which double their buckets when there are many elements.
package growth

import (
	"sync"
	"sync/atomic"
)

// A bucket has a few of the elements.
type bucket struct {
	mu sync.Mutex
	m  map[int]int
}

// buckets are those of a table; their number is a power of two.
type buckets []bucket

func newBuckets(n int) *buckets {
	b := make(buckets, n)
	for i := range b {
		b[i].m = map[int]int{}
	}
	return &b
}

func (b buckets) of(k int) *bucket { return &b[k&(len(b)-1)] }

// full is how many elements a bucket has on average before there are more buckets.
const full = 8

// A Table forgets an element that is stored in a bucket which was copied already.
//
//rtest:via NewTable, Store, Load
//rtest:concurrent
type Table struct {
	buckets atomic.Pointer[buckets]
	size    atomic.Int64
	growing sync.Mutex
}

// NewTable returns an empty table.
func NewTable() *Table {
	t := &Table{}
	t.buckets.Store(newBuckets(2))
	return t
}

// Load returns an element.
func (t *Table) Load(k int) (int, bool) {
	b := t.buckets.Load().of(k)
	b.mu.Lock()
	defer b.mu.Unlock()
	v, ok := b.m[k]
	return v, ok
}

// Store stores an element.
func (t *Table) Store(k, v int) {
	all := t.buckets.Load()
	b := all.of(k)
	b.mu.Lock()
	if _, ok := b.m[k]; !ok {
		t.size.Add(1)
	}
	b.m[k] = v
	b.mu.Unlock()
	if t.size.Load() > int64(full*len(*all)) {
		t.grow(all)
	}
}

func (t *Table) grow(from *buckets) {
	t.growing.Lock()
	defer t.growing.Unlock()
	if t.buckets.Load() == from {
		more := newBuckets(2 * len(*from))
		for i := range *from {
			b := &(*from)[i]
			b.mu.Lock()
			for k, v := range b.m {
				more.of(k).m[k] = v
			}
			b.mu.Unlock()
		}
		t.buckets.Store(more)
	}
}

// A Careful table looks again whether its bucket is one of the table, and keeps all of them locked until there are others.
//
//rtest:via NewCareful, Store, Load
//rtest:concurrent
type Careful struct {
	buckets atomic.Pointer[buckets]
	size    atomic.Int64
	growing sync.Mutex
}

// NewCareful returns an empty table.
func NewCareful() *Careful {
	t := &Careful{}
	t.buckets.Store(newBuckets(2))
	return t
}

// lock returns the bucket of an element, locked.
func (t *Careful) lock(k int) *bucket {
	for {
		all := t.buckets.Load()
		b := all.of(k)
		b.mu.Lock()
		if t.buckets.Load() == all {
			return b
		}
		b.mu.Unlock()
	}
}

// Load returns an element.
func (t *Careful) Load(k int) (int, bool) {
	b := t.lock(k)
	defer b.mu.Unlock()
	v, ok := b.m[k]
	return v, ok
}

// Store stores an element.
func (t *Careful) Store(k, v int) {
	b := t.lock(k)
	if _, ok := b.m[k]; !ok {
		t.size.Add(1)
	}
	b.m[k] = v
	b.mu.Unlock()
	if all := t.buckets.Load(); t.size.Load() > int64(full*len(*all)) {
		t.grow(all)
	}
}

func (t *Careful) grow(from *buckets) {
	t.growing.Lock()
	defer t.growing.Unlock()
	if t.buckets.Load() != from {
		return
	}
	more := newBuckets(2 * len(*from))
	for i := range *from {
		b := &(*from)[i]
		b.mu.Lock()
		defer b.mu.Unlock()
		for k, v := range b.m {
			more.of(k).m[k] = v
		}
	}
	t.buckets.Store(more)
}
