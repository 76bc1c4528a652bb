package atomic

import "unsafe"

// LoadInt32 returns *addr.
func LoadInt32(addr *int32) int32 { return load(addr) }

// LoadInt64 returns *addr.
func LoadInt64(addr *int64) int64 { return load(addr) }

// LoadUint32 returns *addr.
func LoadUint32(addr *uint32) uint32 { return load(addr) }

// LoadUint64 returns *addr.
func LoadUint64(addr *uint64) uint64 { return load(addr) }

// LoadUintptr returns *addr.
func LoadUintptr(addr *uintptr) uintptr { return load(addr) }

// LoadPointer returns *addr.
func LoadPointer(addr *unsafe.Pointer) unsafe.Pointer { return load(addr) }

// StoreInt32 sets *addr.
func StoreInt32(addr *int32, val int32) { store(addr, val) }

// StoreInt64 sets *addr.
func StoreInt64(addr *int64, val int64) { store(addr, val) }

// StoreUint32 sets *addr.
func StoreUint32(addr *uint32, val uint32) { store(addr, val) }

// StoreUint64 sets *addr.
func StoreUint64(addr *uint64, val uint64) { store(addr, val) }

// StoreUintptr sets *addr.
func StoreUintptr(addr *uintptr, val uintptr) { store(addr, val) }

// StorePointer sets *addr.
func StorePointer(addr *unsafe.Pointer, val unsafe.Pointer) { store(addr, val) }

// SwapInt32 sets *addr and returns the old value.
func SwapInt32(addr *int32, new int32) (old int32) { return swap(addr, new) }

// SwapInt64 sets *addr and returns the old value.
func SwapInt64(addr *int64, new int64) (old int64) { return swap(addr, new) }

// SwapUint32 sets *addr and returns the old value.
func SwapUint32(addr *uint32, new uint32) (old uint32) { return swap(addr, new) }

// SwapUint64 sets *addr and returns the old value.
func SwapUint64(addr *uint64, new uint64) (old uint64) { return swap(addr, new) }

// SwapUintptr sets *addr and returns the old value.
func SwapUintptr(addr *uintptr, new uintptr) (old uintptr) { return swap(addr, new) }

// SwapPointer sets *addr and returns the old value.
func SwapPointer(addr *unsafe.Pointer, new unsafe.Pointer) (old unsafe.Pointer) {
	return swap(addr, new)
}

// CompareAndSwapInt32 sets *addr to new if it equals old.
func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// CompareAndSwapInt64 sets *addr to new if it equals old.
func CompareAndSwapInt64(addr *int64, old, new int64) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// CompareAndSwapUint32 sets *addr to new if it equals old.
func CompareAndSwapUint32(addr *uint32, old, new uint32) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// CompareAndSwapUint64 sets *addr to new if it equals old.
func CompareAndSwapUint64(addr *uint64, old, new uint64) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// CompareAndSwapUintptr sets *addr to new if it equals old.
func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// CompareAndSwapPointer sets *addr to new if it equals old.
func CompareAndSwapPointer(addr *unsafe.Pointer, old, new unsafe.Pointer) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// AddInt32 adds delta to *addr and returns the new value.
func AddInt32(addr *int32, delta int32) (new int32) { return add(addr, delta) }

// AddInt64 adds delta to *addr and returns the new value.
func AddInt64(addr *int64, delta int64) (new int64) { return add(addr, delta) }

// AddUint32 adds delta to *addr and returns the new value.
func AddUint32(addr *uint32, delta uint32) (new uint32) { return add(addr, delta) }

// AddUint64 adds delta to *addr and returns the new value.
func AddUint64(addr *uint64, delta uint64) (new uint64) { return add(addr, delta) }

// AddUintptr adds delta to *addr and returns the new value.
func AddUintptr(addr *uintptr, delta uintptr) (new uintptr) { return add(addr, delta) }

// AndInt32 keeps the bits of *addr that are set in mask, and returns the old value.
func AndInt32(addr *int32, mask int32) (old int32) { return and(addr, mask) }

// AndInt64 keeps the bits of *addr that are set in mask, and returns the old value.
func AndInt64(addr *int64, mask int64) (old int64) { return and(addr, mask) }

// AndUint32 keeps the bits of *addr that are set in mask, and returns the old value.
func AndUint32(addr *uint32, mask uint32) (old uint32) { return and(addr, mask) }

// AndUint64 keeps the bits of *addr that are set in mask, and returns the old value.
func AndUint64(addr *uint64, mask uint64) (old uint64) { return and(addr, mask) }

// AndUintptr keeps the bits of *addr that are set in mask, and returns the old value.
func AndUintptr(addr *uintptr, mask uintptr) (old uintptr) { return and(addr, mask) }

// OrInt32 sets the bits of mask in *addr, and returns the old value.
func OrInt32(addr *int32, mask int32) (old int32) { return or(addr, mask) }

// OrInt64 sets the bits of mask in *addr, and returns the old value.
func OrInt64(addr *int64, mask int64) (old int64) { return or(addr, mask) }

// OrUint32 sets the bits of mask in *addr, and returns the old value.
func OrUint32(addr *uint32, mask uint32) (old uint32) { return or(addr, mask) }

// OrUint64 sets the bits of mask in *addr, and returns the old value.
func OrUint64(addr *uint64, mask uint64) (old uint64) { return or(addr, mask) }

// OrUintptr sets the bits of mask in *addr, and returns the old value.
func OrUintptr(addr *uintptr, mask uintptr) (old uintptr) { return or(addr, mask) }
