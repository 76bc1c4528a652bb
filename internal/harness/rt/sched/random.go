package sched

import "unsafe"

// Random returns a pseudorandom number. It depends on the goroutine and on how many numbers that has taken in
// this schedule. So the same schedule yields the same numbers, and the order in which goroutines take them does
// not matter.
func Random() uint64 {
	g := the.cur
	if g == nil {
		the.taken++
		return mix(2, the.taken)
	}
	g.taken++
	return mix(mix(3, uint64(g.id)), g.taken)
}

// Random32 returns Random as the runtime's fastrand does.
func Random32() uint32 { return uint32(Random() >> 32) }

// Random32n returns a number below n, which is not 0.
func Random32n(n uint32) uint32 { return uint32(uint64(Random32()) * uint64(n) >> 32) }

// Hash returns a hash of memory, as the runtime's memhash does. It is the same in each process.
func Hash(p unsafe.Pointer, seed, size uintptr) uintptr {
	h := mix(uint64(seed), uint64(size))
	for _, b := range unsafe.Slice((*byte)(p), size) {
		h = mix(h, uint64(b))
	}
	return uintptr(h)
}

// HashString returns a hash of the string at p, as the runtime's strhash does.
func HashString(p unsafe.Pointer, seed uintptr) uintptr {
	s := *(*string)(p)
	return Hash(unsafe.Pointer(unsafe.StringData(s)), seed, uintptr(len(s)))
}

// Hash32 and Hash64 return a hash of the number at p, as the runtime's memhash32 and memhash64 do.
func Hash32(p unsafe.Pointer, seed uintptr) uintptr { return Hash(p, seed, 4) }

// Hash64 is Hash32 for eight bytes.
func Hash64(p unsafe.Pointer, seed uintptr) uintptr { return Hash(p, seed, 8) }

// Nanotime returns the time of the logical clock.
func Nanotime() int64 { return Now().UnixNano() }

// Pin replaces the function that keeps a goroutine on its processor. There is one processor, 0.
func Pin() int { return 0 }

// Unpin ends Pin.
func Unpin() {}

// Spin lets others go first, instead of waiting for some cycles of the processor.
func Spin(uint32) { Gosched() }
