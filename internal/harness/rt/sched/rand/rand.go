// Package rand replaces the functions of math/rand and math/rand/v2 that share a source. Its numbers depend on
// the schedule alone.
package rand

import (
	"encoding/binary"
	"math/rand"
	randv2 "math/rand/v2"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A source gives the numbers of the running goroutine.
type source struct{}

// Uint64 implements the sources of both packages, as Int63 and Seed do.
func (source) Uint64() uint64 { return sched.Random() }

// Int63 returns the upper 63 bits of a random number.
func (source) Int63() int64 { return int64(sched.Random() >> 1) }

// Seed does nothing.
func (source) Seed(int64) {}

func v1() *rand.Rand   { return rand.New(source{}) }
func v2() *randv2.Rand { return randv2.New(source{}) }

// These are functions of math/rand.

// Int31 is math/rand.Int31.
func Int31() int32 { return v1().Int31() }

// Int63 is math/rand.Int63.
func Int63() int64 { return v1().Int63() }

// Intn is math/rand.Intn.
func Intn(n int) int { return v1().Intn(n) }

// Int31n is math/rand.Int31n.
func Int31n(n int32) int32 { return v1().Int31n(n) }

// Int63n is math/rand.Int63n.
func Int63n(n int64) int64 { return v1().Int63n(n) }

// Seed does nothing: the numbers depend on the schedule.
func Seed(int64) {}

// Read fills p.
func Read(p []byte) (int, error) {
	n := len(p)
	for ; len(p) >= 8; p = p[8:] {
		binary.LittleEndian.PutUint64(p, sched.Random())
	}
	var last [8]byte
	binary.LittleEndian.PutUint64(last[:], sched.Random())
	copy(p, last[:])
	return n, nil
}

// These are functions of both packages.

// Int is that of both packages.
func Int() int { return v2().Int() }

// Uint32 is that of both packages.
func Uint32() uint32 { return v2().Uint32() }

// Uint64 is that of both packages.
func Uint64() uint64 { return v2().Uint64() }

// Float32 is that of both packages.
func Float32() float32 { return v2().Float32() }

// Float64 is that of both packages.
func Float64() float64 { return v2().Float64() }

// NormFloat64 is that of both packages.
func NormFloat64() float64 { return v2().NormFloat64() }

// ExpFloat64 is that of both packages.
func ExpFloat64() float64 { return v2().ExpFloat64() }

// Perm is that of both packages.
func Perm(n int) []int { return v2().Perm(n) }

// Shuffle is that of both packages.
func Shuffle(n int, swap func(i, j int)) { v2().Shuffle(n, swap) }

// These are functions of math/rand/v2.

// Int32 is math/rand/v2.Int32.
func Int32() int32 { return v2().Int32() }

// Int64 is math/rand/v2.Int64.
func Int64() int64 { return v2().Int64() }

// Uint is math/rand/v2.Uint.
func Uint() uint { return v2().Uint() }

// IntN is math/rand/v2.IntN.
func IntN(n int) int { return v2().IntN(n) }

// Int32N is math/rand/v2.Int32N.
func Int32N(n int32) int32 { return v2().Int32N(n) }

// Int64N is math/rand/v2.Int64N.
func Int64N(n int64) int64 { return v2().Int64N(n) }

// UintN is math/rand/v2.UintN.
func UintN(n uint) uint { return v2().UintN(n) }

// Uint32N is math/rand/v2.Uint32N.
func Uint32N(n uint32) uint32 { return v2().Uint32N(n) }

// Uint64N is math/rand/v2.Uint64N.
func Uint64N(n uint64) uint64 { return v2().Uint64N(n) }

// N is math/rand/v2.N.
func N[Int interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(v2().Uint64N(uint64(n)))
}
