package sched

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"sort"
	"strings"
)

// ReadAll is called before a function reads the elements of a slice; it returns s.
func ReadAll[S ~[]E, E any](s S, site int32) S {
	whole(s, Read, site)
	return s
}

// WriteAll is called before a function changes the order of the elements of a slice; it returns s.
func WriteAll[S ~[]E, E any](s S, site int32) S {
	if len(s) > 1 {
		whole(s, Write, site)
	}
	return s
}

// ReadFirst is called before a function reads the first n elements of a slice; it returns s.
func ReadFirst[S ~[]E, E any](n int, s S, site int32) S {
	whole(s[:min(n, len(s))], Read, site)
	return s
}

// WriteFirst is called before a function writes the first n elements of a slice; it returns s.
func WriteFirst[S ~[]E, E any](n int, s S, site int32) S {
	whole(s[:min(n, len(s))], Write, site)
	return s
}

// Sorting is called before the elements of a slice are sorted; it returns s. If they are sorted, they are only read.
func Sorting[S ~[]E, E cmp.Ordered](s S, site int32) S {
	sorts(s, site, func() bool { return slices.IsSorted(s) })
	return s
}

// SortingBack is Sorting for the opposite order.
func SortingBack[S ~[]E, E cmp.Ordered](s S, site int32) S {
	sorts(s, site, func() bool { return slices.IsSortedFunc(s, func(a, b E) int { return cmp.Compare(b, a) }) })
	return s
}

// SortFunc is slices.SortFunc.
func SortFunc[S ~[]E, E any](s S, site int32, compare func(a, b E) int) {
	sorts(s, site, func() bool { return slices.IsSortedFunc(s, compare) })
	slices.SortFunc(s, compare)
}

// SortStableFunc is slices.SortStableFunc.
func SortStableFunc[S ~[]E, E any](s S, site int32, compare func(a, b E) int) {
	sorts(s, site, func() bool { return slices.IsSortedFunc(s, compare) })
	slices.SortStableFunc(s, compare)
}

// Slice is sort.Slice.
func Slice[S ~[]E, E any](s S, site int32, less func(i, k int) bool) {
	sorts(s, site, func() bool { return sort.SliceIsSorted(s, less) })
	sort.Slice(s, less)
}

// SliceStable is sort.SliceStable.
func SliceStable[S ~[]E, E any](s S, site int32, less func(i, k int) bool) {
	sorts(s, site, func() bool { return sort.SliceIsSorted(s, less) })
	sort.SliceStable(s, less)
}

// sorts accounts for a function that sorts a slice. Those of the standard library change nothing if that is sorted.
func sorts[E any](s []E, site int32, sorted func() bool) {
	if the.cur == nil || len(s) < 2 {
		return
	}
	if whole(s, Read, site); !sorted() {
		whole(s, Write, site)
	}
}

// Insert is slices.Insert. It writes into the slice only if there is room.
func Insert[S ~[]E, E any](s S, site int32, i int, v ...E) S {
	exchange(s, site, i, i, len(v))
	return slices.Insert(s, i, v...)
}

// Delete is slices.Delete. Elements before the first deleted one do not change.
func Delete[S ~[]E, E any](s S, site int32, i, k int) S {
	exchange(s, site, i, k, 0)
	return slices.Delete(s, i, k)
}

// Replace is slices.Replace. It writes into the slice only if there is room.
func Replace[S ~[]E, E any](s S, site int32, i, k int, v ...E) S {
	exchange(s, site, i, k, len(v))
	return slices.Replace(s, i, k, v...)
}

// exchange records that n elements replace those from i up to k.
func exchange[E any](s []E, site int32, i, k, n int) {
	if i < 0 || i > k || k > len(s) || i == k && n == 0 {
		return
	}
	if n += len(s) - (k - i); n > cap(s) {
		whole(s, Read, site)
	} else {
		whole(s[i:max(n, len(s))], Write, site)
	}
}

// DeleteFunc is slices.DeleteFunc. Elements before the first deleted one are only read.
func DeleteFunc[S ~[]E, E any](s S, site int32, del func(E) bool) S {
	whole(s, Read, site)
	i := slices.IndexFunc(s, del)
	if i < 0 {
		return s
	}
	whole(s[i:], Write, site)
	first := true
	return s[:i+len(slices.DeleteFunc(s[i:], func(e E) bool {
		known := first
		first = false
		return known || del(e)
	}))]
}

// Compact is slices.Compact. Elements before the first deleted one are only read.
func Compact[S ~[]E, E comparable](s S, site int32) S {
	return CompactFunc(s, site, func(a, b E) bool { return a == b })
}

// CompactFunc is slices.CompactFunc. Elements before the first deleted one are only read.
func CompactFunc[S ~[]E, E any](s S, site int32, eq func(E, E) bool) S {
	whole(s, Read, site)
	for i := 1; i < len(s); i++ {
		if eq(s[i], s[i-1]) {
			whole(s[i:], Write, site)
			first := true
			return s[:i-1+len(slices.CompactFunc(s[i-1:], func(a, b E) bool {
				known := first
				first = false
				return known || eq(a, b)
			}))]
		}
	}
	return s
}

// WriteBuffer is called before something is written into a buffer; it returns b. The bytes that it has returned move only
// if some before them were read.
func WriteBuffer(b *bytes.Buffer, site int32) *bytes.Buffer {
	if the.cur != nil {
		W(b, site)
		all := b.Bytes()
		from := len(all)
		if b.Cap() > cap(all) {
			from = 0
		}
		whole(all[from:cap(all)], Write, site)
	}
	return b
}

// TakeRandom is called before a number is taken from a Rand; it returns r. The sources of the standard library are not
// safe for concurrent use, others may be.
func TakeRandom[T any](r *T, site int32) *T {
	if the.cur == nil {
		return r
	}
	R(r, site)
	src := reflect.ValueOf(r).Elem().FieldByName("src").Elem()
	if src.Kind() == reflect.Pointer && strings.HasPrefix(src.Type().Elem().PkgPath(), "math/rand") {
		the.access(src.UnsafePointer(), 1, Write, site)
	}
	return r
}
