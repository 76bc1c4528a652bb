// Package maps replaces the functions of the standard package of that name that depend on the order of a map.
// Here that order is the same each time.
package maps

import (
	"iter"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// All yields the keys and values of a map.
func All[M ~map[K]V, K comparable, V any](m M) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, k := range sched.Ordered(m) {
			if v, ok := m[k]; ok && !yield(k, v) {
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
