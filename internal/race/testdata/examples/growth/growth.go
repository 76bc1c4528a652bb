// Package growth has hash tables with a lock a bucket, which double their buckets when there are many elements.
package growth

import (
	"sync"
	"sync/atomic"
)

// A bucket has a few of the elements.
type bucket struct {
	mu sync.Mutex
	m  map[int]bool
}

// buckets are those of a table; their number is a power of two.
type buckets []bucket

func newBuckets(n int) *buckets {
	b := make(buckets, n)
	for i := range b {
		b[i].m = map[int]bool{}
	}
	return &b
}

func (b buckets) of(k int) *bucket { return &b[k&(len(b)-1)] }

// full is how many elements a bucket has on average before there are more buckets.
const full = 8

// A Set forgets an element that is added to a bucket which was copied already.
//
//rtest:via NewSet, Add, Has
//rtest:concurrent Add
type Set struct {
	buckets atomic.Pointer[buckets]
	size    atomic.Int64
	growing sync.Mutex
}

// NewSet returns an empty set.
func NewSet() *Set {
	s := &Set{}
	s.buckets.Store(newBuckets(2))
	return s
}

// Has reports whether an element is there.
func (s *Set) Has(k int) bool {
	b := s.buckets.Load().of(k)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.m[k]
}

// Add adds an element.
func (s *Set) Add(k int) {
	all := s.buckets.Load()
	b := all.of(k)
	b.mu.Lock()
	if !b.m[k] {
		s.size.Add(1)
	}
	b.m[k] = true
	b.mu.Unlock()
	if s.size.Load() > int64(full*len(*all)) {
		s.grow(all)
	}
}

func (s *Set) grow(from *buckets) {
	s.growing.Lock()
	defer s.growing.Unlock()
	if s.buckets.Load() != from {
		return
	}
	more := newBuckets(2 * len(*from))
	for i := range *from {
		b := &(*from)[i]
		b.mu.Lock()
		for k := range b.m {
			more.of(k).m[k] = true
		}
		b.mu.Unlock()
	}
	s.buckets.Store(more)
}

// A Careful set looks again whether its bucket is one of the table, and keeps all of them locked until there are others.
//
//rtest:via NewCareful, Add, Has
//rtest:concurrent Add
type Careful struct {
	buckets atomic.Pointer[buckets]
	size    atomic.Int64
	growing sync.Mutex
}

// NewCareful returns an empty set.
func NewCareful() *Careful {
	s := &Careful{}
	s.buckets.Store(newBuckets(2))
	return s
}

// lock returns the bucket of an element, locked.
func (s *Careful) lock(k int) *bucket {
	for {
		all := s.buckets.Load()
		b := all.of(k)
		b.mu.Lock()
		if s.buckets.Load() == all {
			return b
		}
		b.mu.Unlock()
	}
}

// Has reports whether an element is there.
func (s *Careful) Has(k int) bool {
	b := s.lock(k)
	defer b.mu.Unlock()
	return b.m[k]
}

// Add adds an element.
func (s *Careful) Add(k int) {
	b := s.lock(k)
	if !b.m[k] {
		s.size.Add(1)
	}
	b.m[k] = true
	b.mu.Unlock()
	if all := s.buckets.Load(); s.size.Load() > int64(full*len(*all)) {
		s.grow(all)
	}
}

func (s *Careful) grow(from *buckets) {
	s.growing.Lock()
	defer s.growing.Unlock()
	if s.buckets.Load() != from {
		return
	}
	more := newBuckets(2 * len(*from))
	for i := range *from {
		b := &(*from)[i]
		b.mu.Lock()
		defer b.mu.Unlock()
		for k := range b.m {
			more.of(k).m[k] = true
		}
	}
	s.buckets.Store(more)
}
