package atomic

import "unsafe"

// A Pointer is a pointer that goroutines share.
type Pointer[T any] struct {
	_ [0]*T
	v *T
}

// Load returns the pointer.
func (x *Pointer[T]) Load() *T { return load(&x.v) }

// Store sets the pointer.
func (x *Pointer[T]) Store(val *T) { store(&x.v, val) }

// Swap sets the pointer and returns the old value.
func (x *Pointer[T]) Swap(new *T) (old *T) { return swap(&x.v, new) }

// CompareAndSwap sets the pointer to new if it equals old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	return compareAndSwap(&x.v, old, new)
}

// A Bool is a truth value that goroutines share.
type Bool struct{ v bool }

// Load returns the value.
func (x *Bool) Load() bool { return load(&x.v) }

// Store sets the value.
func (x *Bool) Store(val bool) { store(&x.v, val) }

// Swap sets the value and returns the old value.
func (x *Bool) Swap(new bool) (old bool) { return swap(&x.v, new) }

// CompareAndSwap sets the value to new if it equals old.
func (x *Bool) CompareAndSwap(old, new bool) (swapped bool) { return compareAndSwap(&x.v, old, new) }

// A Value is a value of any one type that goroutines share.
type Value struct{ v any }

// Load returns the value, nil if none was stored.
func (x *Value) Load() (val any) { return load(&x.v) }

// Store sets the value.
func (x *Value) Store(val any) {
	x.check(val, "store")
	store(&x.v, val)
}

// Swap sets the value and returns the old value.
func (x *Value) Swap(new any) (old any) {
	x.check(new, "swap")
	return swap(&x.v, new)
}

// CompareAndSwap sets the value to new if it equals old.
func (x *Value) CompareAndSwap(old, new any) (swapped bool) {
	x.check(new, "compare and swap")
	return compareAndSwap(&x.v, old, new)
}

// check panics where the standard package does.
func (x *Value) check(val any, what string) {
	if val == nil {
		panic("sync/atomic: " + what + " of nil value into Value")
	}
	if x.v != nil && typeOf(x.v) != typeOf(val) {
		panic("sync/atomic: " + what + " of inconsistently typed value into Value")
	}
}

// typeOf identifies the dynamic type of a value.
func typeOf(v any) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&v)) }
