package atomic

import "unsafe"

// LoadPointer returns *addr.
func LoadPointer(addr *unsafe.Pointer) unsafe.Pointer {
	look(addr)
	return *addr
}

// StorePointer sets *addr.
func StorePointer(addr *unsafe.Pointer, val unsafe.Pointer) {
	store(addr)
	*addr = val
}

// SwapPointer sets *addr and returns the old value.
func SwapPointer(addr *unsafe.Pointer, new unsafe.Pointer) (old unsafe.Pointer) {
	change(addr)
	old, *addr = *addr, new
	return old
}

// CompareAndSwapPointer sets *addr to new if it equals old.
func CompareAndSwapPointer(addr *unsafe.Pointer, old, new unsafe.Pointer) (swapped bool) {
	return compare(addr, old, new)
}

// A Pointer is a pointer that goroutines share.
type Pointer[T any] struct {
	_ [0]*T
	v *T
}

// Load returns the pointer.
func (x *Pointer[T]) Load() *T {
	look(&x.v)
	return x.v
}

// Store sets the pointer.
func (x *Pointer[T]) Store(val *T) {
	store(&x.v)
	x.v = val
}

// Swap sets the pointer and returns the old value.
func (x *Pointer[T]) Swap(new *T) (old *T) {
	change(&x.v)
	old, x.v = x.v, new
	return old
}

// CompareAndSwap sets the pointer to new if it equals old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	return compare(&x.v, old, new)
}

// A Bool is a truth value that goroutines share.
type Bool struct{ v bool }

// Load returns the value.
func (x *Bool) Load() bool {
	look(&x.v)
	return x.v
}

// Store sets the value.
func (x *Bool) Store(val bool) {
	store(&x.v)
	x.v = val
}

// Swap sets the value and returns the old value.
func (x *Bool) Swap(new bool) (old bool) {
	change(&x.v)
	old, x.v = x.v, new
	return old
}

// CompareAndSwap sets the value to new if it equals old.
func (x *Bool) CompareAndSwap(old, new bool) (swapped bool) {
	return compare(&x.v, old, new)
}

// A Value is a value of any one type that goroutines share.
type Value struct{ v any }

// Load returns the value, nil if none was stored.
func (x *Value) Load() (val any) {
	look(&x.v)
	return x.v
}

// Store sets the value.
func (x *Value) Store(val any) {
	x.check(val, "store")
	store(&x.v)
	x.v = val
}

// Swap sets the value and returns the old value.
func (x *Value) Swap(new any) (old any) {
	x.check(new, "swap")
	change(&x.v)
	old, x.v = x.v, new
	return old
}

// CompareAndSwap sets the value to new if it equals old.
func (x *Value) CompareAndSwap(old, new any) (swapped bool) {
	x.check(new, "compare and swap")
	return compare(&x.v, old, new)
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
