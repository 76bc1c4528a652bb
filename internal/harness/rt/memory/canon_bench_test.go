package memory

import (
	"container/list"
	"reflect"
	"testing"
)

// A cache is a value as people build it: a map into a list.
type cache struct {
	size  int
	order *list.List
	at    map[int]*list.Element
}

type cached struct{ k, v int }

func newCache(n int) *cache {
	c := &cache{n, list.New(), map[int]*list.Element{}}
	for i := range n {
		c.at[i] = c.order.PushFront(&cached{i, i * i})
	}
	return c
}

func BenchmarkCanon(b *testing.B) {
	c := newCache(4)
	b.ReportAllocs()
	for b.Loop() {
		Canon(&c)
	}
}

func BenchmarkReachedFrom(b *testing.B) {
	c := newCache(4)
	var blocks []Block
	b.ReportAllocs()
	for b.Loop() {
		blocks = append(blocks[:0], ReachedFrom(reflect.ValueOf(c))...)
	}
}
