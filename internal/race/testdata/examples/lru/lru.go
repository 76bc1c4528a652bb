// Package lru has caches that drop what was used least recently.
package lru

import (
	"container/list"
	"sync"
)

type entry struct {
	key   string
	value int
}

type cache struct {
	size  int
	order *list.List
	items map[string]*list.Element
}

func newCache(size int) cache {
	return cache{size: size, order: list.New(), items: map[string]*list.Element{}}
}

func (c *cache) get(k string) (int, bool) {
	e, ok := c.items[k]
	if !ok {
		return 0, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).value, true
}

func (c *cache) put(k string, v int) {
	if e, ok := c.items[k]; ok {
		e.Value.(*entry).value = v
		c.order.MoveToFront(e)
		return
	}
	c.items[k] = c.order.PushFront(&entry{k, v})
	if len(c.items) > c.size {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.items, last.Value.(*entry).key)
	}
}

// Shared counts its hits in Get, under the lock for readers.
//
//rtest:via NewShared(), Put, Get, Hits
//rtest:concurrent Put, Get
type Shared struct {
	mu   sync.RWMutex
	hits int
	cache
}

// NewShared returns an empty cache for two elements.
func NewShared() *Shared { return &Shared{cache: newCache(2)} }

// Get returns an element, which is the most recent one from then on.
func (s *Shared) Get(k string) (int, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.get(k)
	if ok {
		s.hits++
	}
	return v, ok
}

// Put sets an element.
func (s *Shared) Put(k string, v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(k, v)
}

// Hits returns how often Get found something.
func (s *Shared) Hits() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.hits
}

// Cache locks for writing in Get.
//
//rtest:via NewCache(), Put, Get, Hits
//rtest:concurrent Put, Get
type Cache struct {
	mu   sync.Mutex
	hits int
	cache
}

// NewCache returns an empty cache for two elements.
func NewCache() *Cache { return &Cache{cache: newCache(2)} }

// Get returns an element, which is the most recent one from then on.
func (s *Cache) Get(k string) (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.get(k)
	if ok {
		s.hits++
	}
	return v, ok
}

// Put sets an element.
func (s *Cache) Put(k string, v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(k, v)
}

// Hits returns how often Get found something.
func (s *Cache) Hits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hits
}
