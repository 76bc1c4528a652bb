package atomic

// An Int32 is a number that goroutines share.
type Int32 struct{ v int32 }

// Load returns the number.
func (x *Int32) Load() int32 { return LoadInt32(&x.v) }

// Store sets the number.
func (x *Int32) Store(val int32) { StoreInt32(&x.v, val) }

// Swap sets the number and returns the old value.
func (x *Int32) Swap(new int32) (old int32) { return SwapInt32(&x.v, new) }

// CompareAndSwap sets the number to new if it equals old.
func (x *Int32) CompareAndSwap(old, new int32) (swapped bool) {
	return CompareAndSwapInt32(&x.v, old, new)
}

// Add adds delta to the number and returns the new value.
func (x *Int32) Add(delta int32) (new int32) { return AddInt32(&x.v, delta) }

// And keeps the bits set in mask and returns the old value.
func (x *Int32) And(mask int32) (old int32) { return AndInt32(&x.v, mask) }

// Or sets the bits of mask and returns the old value.
func (x *Int32) Or(mask int32) (old int32) { return OrInt32(&x.v, mask) }

// An Int64 is a number that goroutines share.
type Int64 struct{ v int64 }

// Load returns the number.
func (x *Int64) Load() int64 { return LoadInt64(&x.v) }

// Store sets the number.
func (x *Int64) Store(val int64) { StoreInt64(&x.v, val) }

// Swap sets the number and returns the old value.
func (x *Int64) Swap(new int64) (old int64) { return SwapInt64(&x.v, new) }

// CompareAndSwap sets the number to new if it equals old.
func (x *Int64) CompareAndSwap(old, new int64) (swapped bool) {
	return CompareAndSwapInt64(&x.v, old, new)
}

// Add adds delta to the number and returns the new value.
func (x *Int64) Add(delta int64) (new int64) { return AddInt64(&x.v, delta) }

// And keeps the bits set in mask and returns the old value.
func (x *Int64) And(mask int64) (old int64) { return AndInt64(&x.v, mask) }

// Or sets the bits of mask and returns the old value.
func (x *Int64) Or(mask int64) (old int64) { return OrInt64(&x.v, mask) }

// A Uint32 is a number that goroutines share.
type Uint32 struct{ v uint32 }

// Load returns the number.
func (x *Uint32) Load() uint32 { return LoadUint32(&x.v) }

// Store sets the number.
func (x *Uint32) Store(val uint32) { StoreUint32(&x.v, val) }

// Swap sets the number and returns the old value.
func (x *Uint32) Swap(new uint32) (old uint32) { return SwapUint32(&x.v, new) }

// CompareAndSwap sets the number to new if it equals old.
func (x *Uint32) CompareAndSwap(old, new uint32) (swapped bool) {
	return CompareAndSwapUint32(&x.v, old, new)
}

// Add adds delta to the number and returns the new value.
func (x *Uint32) Add(delta uint32) (new uint32) { return AddUint32(&x.v, delta) }

// And keeps the bits set in mask and returns the old value.
func (x *Uint32) And(mask uint32) (old uint32) { return AndUint32(&x.v, mask) }

// Or sets the bits of mask and returns the old value.
func (x *Uint32) Or(mask uint32) (old uint32) { return OrUint32(&x.v, mask) }

// A Uint64 is a number that goroutines share.
type Uint64 struct{ v uint64 }

// Load returns the number.
func (x *Uint64) Load() uint64 { return LoadUint64(&x.v) }

// Store sets the number.
func (x *Uint64) Store(val uint64) { StoreUint64(&x.v, val) }

// Swap sets the number and returns the old value.
func (x *Uint64) Swap(new uint64) (old uint64) { return SwapUint64(&x.v, new) }

// CompareAndSwap sets the number to new if it equals old.
func (x *Uint64) CompareAndSwap(old, new uint64) (swapped bool) {
	return CompareAndSwapUint64(&x.v, old, new)
}

// Add adds delta to the number and returns the new value.
func (x *Uint64) Add(delta uint64) (new uint64) { return AddUint64(&x.v, delta) }

// And keeps the bits set in mask and returns the old value.
func (x *Uint64) And(mask uint64) (old uint64) { return AndUint64(&x.v, mask) }

// Or sets the bits of mask and returns the old value.
func (x *Uint64) Or(mask uint64) (old uint64) { return OrUint64(&x.v, mask) }

// A Uintptr is a number that goroutines share.
type Uintptr struct{ v uintptr }

// Load returns the number.
func (x *Uintptr) Load() uintptr { return LoadUintptr(&x.v) }

// Store sets the number.
func (x *Uintptr) Store(val uintptr) { StoreUintptr(&x.v, val) }

// Swap sets the number and returns the old value.
func (x *Uintptr) Swap(new uintptr) (old uintptr) { return SwapUintptr(&x.v, new) }

// CompareAndSwap sets the number to new if it equals old.
func (x *Uintptr) CompareAndSwap(old, new uintptr) (swapped bool) {
	return CompareAndSwapUintptr(&x.v, old, new)
}

// Add adds delta to the number and returns the new value.
func (x *Uintptr) Add(delta uintptr) (new uintptr) { return AddUintptr(&x.v, delta) }

// And keeps the bits set in mask and returns the old value.
func (x *Uintptr) And(mask uintptr) (old uintptr) { return AndUintptr(&x.v, mask) }

// Or sets the bits of mask and returns the old value.
func (x *Uintptr) Or(mask uintptr) (old uintptr) { return OrUintptr(&x.v, mask) }
