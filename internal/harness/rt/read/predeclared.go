package read

import (
	"cmp"
	"reflect"
)

// These are Go's predeclared names, for generated code in packages that declare something else
// under them. Package refine writes Go before the name of each.
type (
	GoAny        = any
	GoBool       = bool
	GoByte       = byte
	GoComplex64  = complex64
	GoComplex128 = complex128
	GoError      = error
	GoFloat32    = float32
	GoFloat64    = float64
	GoInt        = int
	GoInt8       = int8
	GoInt16      = int16
	GoInt32      = int32
	GoInt64      = int64
	GoRune       = rune
	GoString     = string
	GoUint       = uint
	GoUint8      = uint8
	GoUint16     = uint16
	GoUint32     = uint32
	GoUint64     = uint64
	GoUintptr    = uintptr
)

// GoComparable is comparable.
type GoComparable interface{ comparable }

// GoAppend is append.
func GoAppend[S ~[]E, E any](s S, list ...E) S { return append(s, list...) }

// GoCap is cap.
func GoCap(x any) int { return reflect.ValueOf(x).Cap() }

// GoCopy is copy.
func GoCopy[E any](to, from []E) int { return copy(to, from) }

// GoDelete is delete.
func GoDelete[M ~map[K]V, K comparable, V any](m M, k K) { delete(m, k) }

// GoLen is len.
func GoLen(x any) int {
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v.Len()
}

// GoMake is make for slices and maps.
func GoMake[T any](sizes ...int) T {
	t := reflect.TypeFor[T]()
	if t.Kind() == reflect.Map {
		return reflect.MakeMapWithSize(t, append(sizes, 0)[0]).Interface().(T)
	}
	return reflect.MakeSlice(t, sizes[0], sizes[len(sizes)-1]).Interface().(T)
}

// GoMax is max.
func GoMax[T cmp.Ordered](x T, list ...T) T {
	for _, y := range list {
		x = max(x, y)
	}
	return x
}

// GoMin is min.
func GoMin[T cmp.Ordered](x T, list ...T) T {
	for _, y := range list {
		x = min(x, y)
	}
	return x
}

// GoNew is new for a type.
func GoNew[T any]() *T { return new(T) }

// GoPanic is panic.
func GoPanic(v any) { panic(v) }

// GoNil is nil of type any.
var GoNil any

// GoIsNil compares x with nil.
func GoIsNil(x any) bool {
	if x == nil {
		return true
	}
	switch v := reflect.ValueOf(x); v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return v.IsNil()
	}
	return false
}
