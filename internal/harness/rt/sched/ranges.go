package sched

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
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

// LenOut is Len for a channel that is only sent to.
func LenOut[T any](c chan<- T) int {
	look(*(*<-chan T)(unsafe.Pointer(&c)))
	return len(c)
}

// CapOut is Cap for a channel that is only sent to.
func CapOut[T any](c chan<- T) int { return cap(c) }

// look takes a step that looks at a channel.
func look[T any](c <-chan T) {
	if c == nil {
		return
	}
	if g := Point(Receive, nil); g != nil {
		the.looked(g, &the.channel(chanPointer(&c), cap(c), len(c)).object)
	}
}

// A MapTurn iterates over the elements of a map, each time in the same order: that of the keys if they are
// ordered, and that of their texts otherwise.
type MapTurn[K comparable, V any] struct {
	m    Map[K, V]
	keys []K
	k    K
	v    V
}

// Each returns an iteration over a map, and variables for its keys and values.
func (m Map[K, V]) Each() (turn *MapTurn[K, V], k K, v V) {
	m.access(Read)
	return &MapTurn[K, V]{m: m, keys: Ordered(m.m)}, k, v
}

// Next proceeds to the next element that still exists. It returns false after the last one.
func (t *MapTurn[K, V]) Next() (ok bool) {
	for !ok && len(t.keys) > 0 {
		t.m.access(Read)
		t.k, t.keys = t.keys[0], t.keys[1:]
		t.v, ok = t.m.m[t.k]
	}
	return ok
}

// Take sets variables, which may be nil, to key and value. It returns true.
func (t *MapTurn[K, V]) Take(k *K, v *V) bool {
	if k != nil {
		*k = t.k
	}
	if v != nil {
		*v = t.v
	}
	return true
}

// A SliceTurn iterates over the elements of a slice, and reads each when its turn comes.
type SliceTurn[E any] struct {
	s    []E
	at   int
	site int32
}

// Each returns an iteration over a slice, and variables for its indices and elements.
func Each[S ~[]E, E any](s S, site int32) (turn *SliceTurn[E], i int, v E) {
	return &SliceTurn[E]{s, -1, site}, i, v
}

// Next proceeds to the next element. It returns false after the last one.
func (t *SliceTurn[E]) Next() bool {
	t.at++
	return t.at < len(t.s)
}

// Take sets variables to index and element. The first may be nil. It returns true.
func (t *SliceTurn[E]) Take(i *int, v *E) bool {
	if i != nil {
		*i = t.at
	}
	*v = *R(&t.s[t.at], t.site)
	return true
}

// Ordered returns the keys of a map in order.
func Ordered[K comparable, V any](m map[K]V) []K {
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
