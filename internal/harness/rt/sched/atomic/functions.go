package atomic

import "unsafe"

// The loads return *addr.
func LoadInt32(addr *int32) int32                     { return load(addr) }
func LoadInt64(addr *int64) int64                     { return load(addr) }
func LoadUint32(addr *uint32) uint32                  { return load(addr) }
func LoadUint64(addr *uint64) uint64                  { return load(addr) }
func LoadUintptr(addr *uintptr) uintptr               { return load(addr) }
func LoadPointer(addr *unsafe.Pointer) unsafe.Pointer { return load(addr) }

// The stores set *addr.
func StoreInt32(addr *int32, val int32)                     { store(addr, val) }
func StoreInt64(addr *int64, val int64)                     { store(addr, val) }
func StoreUint32(addr *uint32, val uint32)                  { store(addr, val) }
func StoreUint64(addr *uint64, val uint64)                  { store(addr, val) }
func StoreUintptr(addr *uintptr, val uintptr)               { store(addr, val) }
func StorePointer(addr *unsafe.Pointer, val unsafe.Pointer) { store(addr, val) }

// The swaps set *addr and return the old value.
func SwapInt32(addr *int32, new int32) (old int32)         { return swap(addr, new) }
func SwapInt64(addr *int64, new int64) (old int64)         { return swap(addr, new) }
func SwapUint32(addr *uint32, new uint32) (old uint32)     { return swap(addr, new) }
func SwapUint64(addr *uint64, new uint64) (old uint64)     { return swap(addr, new) }
func SwapUintptr(addr *uintptr, new uintptr) (old uintptr) { return swap(addr, new) }
func SwapPointer(addr *unsafe.Pointer, new unsafe.Pointer) (old unsafe.Pointer) {
	return swap(addr, new)
}

// These set *addr to new if it equals old.
func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool) {
	return compareAndSwap(addr, old, new)
}
func CompareAndSwapInt64(addr *int64, old, new int64) (swapped bool) {
	return compareAndSwap(addr, old, new)
}
func CompareAndSwapUint32(addr *uint32, old, new uint32) (swapped bool) {
	return compareAndSwap(addr, old, new)
}
func CompareAndSwapUint64(addr *uint64, old, new uint64) (swapped bool) {
	return compareAndSwap(addr, old, new)
}
func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) (swapped bool) {
	return compareAndSwap(addr, old, new)
}
func CompareAndSwapPointer(addr *unsafe.Pointer, old, new unsafe.Pointer) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// These add delta to *addr and return the new value.
func AddInt32(addr *int32, delta int32) (new int32)         { return add(addr, delta) }
func AddInt64(addr *int64, delta int64) (new int64)         { return add(addr, delta) }
func AddUint32(addr *uint32, delta uint32) (new uint32)     { return add(addr, delta) }
func AddUint64(addr *uint64, delta uint64) (new uint64)     { return add(addr, delta) }
func AddUintptr(addr *uintptr, delta uintptr) (new uintptr) { return add(addr, delta) }

// These keep the bits of *addr that are set in mask, and return the old value.
func AndInt32(addr *int32, mask int32) (old int32)         { return and(addr, mask) }
func AndInt64(addr *int64, mask int64) (old int64)         { return and(addr, mask) }
func AndUint32(addr *uint32, mask uint32) (old uint32)     { return and(addr, mask) }
func AndUint64(addr *uint64, mask uint64) (old uint64)     { return and(addr, mask) }
func AndUintptr(addr *uintptr, mask uintptr) (old uintptr) { return and(addr, mask) }

// These set the bits of mask in *addr, and return the old value.
func OrInt32(addr *int32, mask int32) (old int32)         { return or(addr, mask) }
func OrInt64(addr *int64, mask int64) (old int64)         { return or(addr, mask) }
func OrUint32(addr *uint32, mask uint32) (old uint32)     { return or(addr, mask) }
func OrUint64(addr *uint64, mask uint64) (old uint64)     { return or(addr, mask) }
func OrUintptr(addr *uintptr, mask uintptr) (old uintptr) { return or(addr, mask) }
