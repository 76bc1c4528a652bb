// Package maps replaces the functions of the standard package of that name that access maps. They have one order of the
// elements, and their accesses are watched.
package maps

import (
	"iter"
	"maps"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// watched returns what reads and writes a map.
func watched[M ~map[K]V, K comparable, V any](m M) sched.Map[K, V] {
	return sched.M(map[K]V(m), sched.OtherSite)
}

// All yields the keys and values of a map.
func All[M ~map[K]V, K comparable, V any](m M) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		turn, k, v := watched(m).Each()
		for turn.Next() && turn.Take(&k, &v) {
			if !yield(k, v) {
				return
			}
		}
	}
}

// Keys yields the keys of a map.
func Keys[M ~map[K]V, K comparable, V any](m M) iter.Seq[K] {
	return func(yield func(K) bool) {
		for k := range All(m) {
			if !yield(k) {
				return
			}
		}
	}
}

// Values yields the values of a map.
func Values[M ~map[K]V, K comparable, V any](m M) iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, v := range All(m) {
			if !yield(v) {
				return
			}
		}
	}
}

// Insert adds the elements of a sequence.
func Insert[M ~map[K]V, K comparable, V any](m M, seq iter.Seq2[K, V]) {
	for k, v := range seq {
		watched(m).Set(k, v)
	}
}

// Clone returns a copy.
func Clone[M ~map[K]V, K comparable, V any](m M) M {
	watched(m).Len()
	return maps.Clone(m)
}

// Copy adds the elements of src.
func Copy[M1 ~map[K]V, M2 ~map[K]V, K comparable, V any](dst M1, src M2) {
	Insert(dst, All(src))
}

// Equal reports whether two maps have the same elements.
func Equal[M1, M2 ~map[K]V, K, V comparable](m1 M1, m2 M2) bool {
	watched(m1).Len()
	watched(m2).Len()
	return maps.Equal(m1, m2)
}

// EqualFunc is Equal with a function that compares values.
func EqualFunc[M1 ~map[K]V1, M2 ~map[K]V2, K comparable, V1, V2 any](m1 M1, m2 M2, eq func(V1, V2) bool) bool {
	if watched(m1).Len() != watched(m2).Len() {
		return false
	}
	for k, v := range All(m1) {
		if w, ok := watched(m2).Get2(k); !ok || !eq(v, w) {
			return false
		}
	}
	return true
}

// DeleteFunc removes the elements for which del returns true.
func DeleteFunc[M ~map[K]V, K comparable, V any](m M, del func(K, V) bool) {
	for k, v := range All(m) {
		if del(k, v) {
			watched(m).Delete(k)
		}
	}
}
