package sched

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"slices"
)

// In returns the channel of a range statement.
func In[T any](c <-chan T) <-chan T { return c }

// Len returns the number of elements in the buffer of a channel.
func Len[T any](c <-chan T) int {
	look(c)
	return len(c)
}

// Cap returns the size of the buffer of a channel.
func Cap[T any](c <-chan T) int { return cap(c) }

// look takes a step that looks at a channel.
func look[T any](c <-chan T) {
	if c == nil {
		return
	}
	if g := Point(Receive, nil); g != nil {
		the.looked(g, &the.channel(chanPointer(&c), cap(c), len(c)).object)
	}
}

// All yields the elements of the map, each time in the same order: that of their keys where these
// have one, and that of their texts otherwise.
func (m Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		m.access(Read)
		for _, k := range ordered(m.m) {
			m.access(Read)
			if v, ok := m.m[k]; ok && !yield(k, v) {
				return
			}
		}
	}
}

// Whole returns the map.
func (m Map[K, V]) Whole() map[K]V {
	m.access(Read)
	return m.m
}

// ordered returns the keys of a map in order.
func ordered[K comparable, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	if len(keys) > 1 {
		slices.SortFunc(keys, func(a, b K) int { return compareKeys(reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()) })
	}
	return keys
}

func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	}
	return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b))
}
