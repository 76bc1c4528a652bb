// Package maphash replaces hash/maphash. Its hashes are the same in each process.
package maphash

import (
	"encoding/binary"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A Seed is hash/maphash.Seed. The zero Seed is not valid.
type Seed struct{ s uint64 }

// MakeSeed returns a seed that depends on the schedule.
func MakeSeed() Seed { return Seed{sched.Random() | 1} }

// A Hash is hash/maphash.Hash.
type Hash struct {
	_     [0]func()
	seed  Seed
	bytes []byte
}

// Bytes returns a hash of bytes.
func Bytes(seed Seed, b []byte) uint64 {
	if seed.s == 0 {
		panic("maphash: use of uninitialized Seed")
	}
	return uint64(sched.Hash(unsafe.Pointer(unsafe.SliceData(b)), uintptr(seed.s), uintptr(len(b))))
}

// String returns a hash of a string.
func String(seed Seed, s string) uint64 { return Bytes(seed, []byte(s)) }

// Comparable returns a hash of a value. Values that are equal have one hash.
func Comparable[T comparable](seed Seed, v T) uint64 {
	var h Hash
	h.SetSeed(seed)
	WriteComparable(&h, v)
	return h.Sum64()
}

// WriteComparable adds a value to a hash.
func WriteComparable[T comparable](h *Hash, v T) {
	h.Seed()
	h.bytes = binary.LittleEndian.AppendUint64(h.bytes, uint64(sched.HashComparable(v, 1)))
}

// Seed returns the seed, and makes it on first use.
func (h *Hash) Seed() Seed {
	if h.seed.s == 0 {
		h.seed = MakeSeed()
	}
	return h.seed
}

// SetSeed sets the seed, and discards the bytes written so far.
func (h *Hash) SetSeed(s Seed) {
	if s.s == 0 {
		panic("maphash: use of uninitialized Seed")
	}
	h.seed, h.bytes = s, nil
}

// Reset discards the bytes written so far.
func (h *Hash) Reset() { h.Seed(); h.bytes = h.bytes[:0] }

// Write adds bytes.
func (h *Hash) Write(b []byte) (int, error) {
	h.Seed()
	h.bytes = append(h.bytes, b...)
	return len(b), nil
}

// WriteString adds a string.
func (h *Hash) WriteString(s string) (int, error) { return h.Write([]byte(s)) }

// WriteByte adds a byte.
func (h *Hash) WriteByte(b byte) error { _, err := h.Write([]byte{b}); return err }

// Sum64 returns the hash.
func (h *Hash) Sum64() uint64 { return Bytes(h.Seed(), h.bytes) }

// Sum appends the hash to b.
func (h *Hash) Sum(b []byte) []byte { return binary.LittleEndian.AppendUint64(b, h.Sum64()) }

// Size returns 8.
func (h *Hash) Size() int { return 8 }

// BlockSize returns 128.
func (h *Hash) BlockSize() int { return 128 }
