package atomic

// LoadInt32 returns *addr.
func LoadInt32(addr *int32) int32 {
	look(addr)
	return *addr
}

// StoreInt32 sets *addr.
func StoreInt32(addr *int32, val int32) {
	store(addr)
	*addr = val
}

// SwapInt32 sets *addr and returns the old value.
func SwapInt32(addr *int32, new int32) (old int32) {
	change(addr)
	old, *addr = *addr, new
	return old
}

// CompareAndSwapInt32 sets *addr to new if it equals old.
func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool) {
	return compare(addr, old, new)
}

// AddInt32 adds delta to *addr and returns the new value.
func AddInt32(addr *int32, delta int32) (new int32) {
	change(addr)
	*addr += delta
	return *addr
}

// AndInt32 keeps the bits of *addr that are set in mask, and returns the old value.
func AndInt32(addr *int32, mask int32) (old int32) {
	change(addr)
	old = *addr
	*addr &= mask
	return old
}

// OrInt32 sets the bits of mask in *addr, and returns the old value.
func OrInt32(addr *int32, mask int32) (old int32) {
	change(addr)
	old = *addr
	*addr |= mask
	return old
}

// LoadInt64 returns *addr.
func LoadInt64(addr *int64) int64 {
	look(addr)
	return *addr
}

// StoreInt64 sets *addr.
func StoreInt64(addr *int64, val int64) {
	store(addr)
	*addr = val
}

// SwapInt64 sets *addr and returns the old value.
func SwapInt64(addr *int64, new int64) (old int64) {
	change(addr)
	old, *addr = *addr, new
	return old
}

// CompareAndSwapInt64 sets *addr to new if it equals old.
func CompareAndSwapInt64(addr *int64, old, new int64) (swapped bool) {
	return compare(addr, old, new)
}

// AddInt64 adds delta to *addr and returns the new value.
func AddInt64(addr *int64, delta int64) (new int64) {
	change(addr)
	*addr += delta
	return *addr
}

// AndInt64 keeps the bits of *addr that are set in mask, and returns the old value.
func AndInt64(addr *int64, mask int64) (old int64) {
	change(addr)
	old = *addr
	*addr &= mask
	return old
}

// OrInt64 sets the bits of mask in *addr, and returns the old value.
func OrInt64(addr *int64, mask int64) (old int64) {
	change(addr)
	old = *addr
	*addr |= mask
	return old
}

// LoadUint32 returns *addr.
func LoadUint32(addr *uint32) uint32 {
	look(addr)
	return *addr
}

// StoreUint32 sets *addr.
func StoreUint32(addr *uint32, val uint32) {
	store(addr)
	*addr = val
}

// SwapUint32 sets *addr and returns the old value.
func SwapUint32(addr *uint32, new uint32) (old uint32) {
	change(addr)
	old, *addr = *addr, new
	return old
}

// CompareAndSwapUint32 sets *addr to new if it equals old.
func CompareAndSwapUint32(addr *uint32, old, new uint32) (swapped bool) {
	return compare(addr, old, new)
}

// AddUint32 adds delta to *addr and returns the new value.
func AddUint32(addr *uint32, delta uint32) (new uint32) {
	change(addr)
	*addr += delta
	return *addr
}

// AndUint32 keeps the bits of *addr that are set in mask, and returns the old value.
func AndUint32(addr *uint32, mask uint32) (old uint32) {
	change(addr)
	old = *addr
	*addr &= mask
	return old
}

// OrUint32 sets the bits of mask in *addr, and returns the old value.
func OrUint32(addr *uint32, mask uint32) (old uint32) {
	change(addr)
	old = *addr
	*addr |= mask
	return old
}

// LoadUint64 returns *addr.
func LoadUint64(addr *uint64) uint64 {
	look(addr)
	return *addr
}

// StoreUint64 sets *addr.
func StoreUint64(addr *uint64, val uint64) {
	store(addr)
	*addr = val
}

// SwapUint64 sets *addr and returns the old value.
func SwapUint64(addr *uint64, new uint64) (old uint64) {
	change(addr)
	old, *addr = *addr, new
	return old
}

// CompareAndSwapUint64 sets *addr to new if it equals old.
func CompareAndSwapUint64(addr *uint64, old, new uint64) (swapped bool) {
	return compare(addr, old, new)
}

// AddUint64 adds delta to *addr and returns the new value.
func AddUint64(addr *uint64, delta uint64) (new uint64) {
	change(addr)
	*addr += delta
	return *addr
}

// AndUint64 keeps the bits of *addr that are set in mask, and returns the old value.
func AndUint64(addr *uint64, mask uint64) (old uint64) {
	change(addr)
	old = *addr
	*addr &= mask
	return old
}

// OrUint64 sets the bits of mask in *addr, and returns the old value.
func OrUint64(addr *uint64, mask uint64) (old uint64) {
	change(addr)
	old = *addr
	*addr |= mask
	return old
}

// LoadUintptr returns *addr.
func LoadUintptr(addr *uintptr) uintptr {
	look(addr)
	return *addr
}

// StoreUintptr sets *addr.
func StoreUintptr(addr *uintptr, val uintptr) {
	store(addr)
	*addr = val
}

// SwapUintptr sets *addr and returns the old value.
func SwapUintptr(addr *uintptr, new uintptr) (old uintptr) {
	change(addr)
	old, *addr = *addr, new
	return old
}

// CompareAndSwapUintptr sets *addr to new if it equals old.
func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) (swapped bool) {
	return compare(addr, old, new)
}

// AddUintptr adds delta to *addr and returns the new value.
func AddUintptr(addr *uintptr, delta uintptr) (new uintptr) {
	change(addr)
	*addr += delta
	return *addr
}

// AndUintptr keeps the bits of *addr that are set in mask, and returns the old value.
func AndUintptr(addr *uintptr, mask uintptr) (old uintptr) {
	change(addr)
	old = *addr
	*addr &= mask
	return old
}

// OrUintptr sets the bits of mask in *addr, and returns the old value.
func OrUintptr(addr *uintptr, mask uintptr) (old uintptr) {
	change(addr)
	old = *addr
	*addr |= mask
	return old
}
