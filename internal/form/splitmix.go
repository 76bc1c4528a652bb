package form

import "math/bits"

// A SplitMix is a generator of random numbers: SplitMix64 of Steele, Lea and Flood, "Fast
// Splittable Pseudorandom Number Generators", 2014. Its value is its state; every value is a valid
// seed.
type SplitMix uint64

// increment is 2⁶⁴ divided by the golden ratio.
const increment = 0x9e3779b97f4a7c15

// Next returns the next number.
func (r *SplitMix) Next() uint64 {
	z := Mix(uint64(*r))
	r.Skip(1)
	return z
}

// Mix returns the first number of a generator with seed x.
func Mix(x uint64) uint64 {
	x += increment
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Skip passes over n numbers.
func (r *SplitMix) Skip(n uint64) { *r += SplitMix(n * increment) }

// Below returns a number less than n.
func (r *SplitMix) Below(n uint64) uint64 {
	hi, _ := bits.Mul64(r.Next(), n)
	return hi
}
