package sched

import (
	"reflect"
	"slices"
	"unsafe"
)

// whole accounts for an access to all elements of a slice.
func whole[E any](s []E, kind Kind, site int32) {
	if the.cur != nil && len(s) > 0 {
		the.access(unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s))*unsafe.Sizeof(s[0]), kind, site)
	}
}

// taken returns a copy of elements when they are read. The write that follows may be a step of its own, before
// which others change them.
func taken[E any](s []E, site int32) []E {
	if the.cur == nil {
		return s
	}
	whole(s, Read, site)
	return slices.Clone(s)
}

// An Appender appends to a slice.
type Appender[S ~[]E, E any] struct {
	s    S
	site int32
}

// A returns what appends to a slice. Its methods are called when the values are computed.
func A[S ~[]E, E any](s S, site int32) Appender[S, E] { return Appender[S, E]{s, site} }

// Append appends values. They are written after the slice if there is room. Otherwise the slice is read: no
// other goroutine knows the new memory.
func (a Appender[S, E]) Append(v ...E) S {
	if n := len(a.s); len(v) <= cap(a.s)-n {
		whole(a.s[n:n+len(v)], Write, a.site)
	} else {
		whole(a.s, Read, a.site)
	}
	return append(a.s, v...)
}

// AppendAll appends the elements of another slice.
func (a Appender[S, E]) AppendAll(v []E) S { return a.Append(taken(v, a.site)...) }

// AppendText appends the bytes of a text.
func AppendText[S ~[]byte, T ~string | ~[]byte](s S, site int32, text T) S {
	return A(s, site).Append(bytesOf(text, site)...)
}

// bytesOf returns the bytes of a text. If it is a slice, they are read.
func bytesOf[T ~string | ~[]byte](text T, site int32) []byte {
	if reflect.TypeFor[T]().Kind() == reflect.Slice {
		return taken([]byte(text), site)
	}
	return []byte(text)
}

// Copy copies elements, and returns how many.
func Copy[D ~[]E, S ~[]E, E any](dst D, src S, site int32) int {
	n := min(len(dst), len(src))
	from := taken(src[:n], site)
	whole(dst[:n], Write, site)
	return copy(dst, from)
}

// CopyText copies the bytes of a text, and returns how many.
func CopyText[D ~[]byte, T ~string | ~[]byte](dst D, text T, site int32) int {
	n := min(len(dst), len(text))
	from := bytesOf(text[:n], site)
	whole(dst[:n], Write, site)
	return copy(dst, from)
}

// ClearAll sets all elements to zero.
func ClearAll[S ~[]E, E any](s S, site int32) {
	whole(s, Write, site)
	clear(s)
}
