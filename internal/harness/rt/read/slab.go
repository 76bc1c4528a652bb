package read

import "unsafe"

// slabs is memory for the small values of inputs, with one slab for each of some types, so that one
// allocation serves several inputs. No place is taken twice, so values are as distinct as if each
// were allocated. They do not begin an allocation, which matters only to finalizers; code that may
// set finalizers gets no slabs.
type slabs []slab

// A slab has size places for values of one type, of which the first used are taken.
type slab struct {
	at         unsafe.Pointer
	used, size int
}

const (
	// slabTypes is how many types have slabs.
	slabTypes = 16
	// slabBytes is the size of a slab. Values of more than a fourth of it are allocated separately.
	slabBytes = 2048
)

// NewSlabs returns slabs without memory.
func NewSlabs() slabs { return make(slabs, slabTypes) }

// place returns a new zero value of a type of this size, nil if takePlaces has to make it.
func (s slabs) place(number, size int) unsafe.Pointer {
	if uint(number) >= uint(len(s)) {
		return nil
	}
	b := &s[number]
	if b.used >= b.size {
		return nil
	}
	p := unsafe.Add(b.at, b.used*size)
	b.used++
	return p
}

// takePlaces returns the first of n new adjacent zero values. number is the index of the slab.
func takePlaces[E any](s slabs, number, n int) *E {
	var e E
	size := int(unsafe.Sizeof(e))
	if number < 0 || number >= len(s) || size == 0 || n > slabBytes/4/size {
		return unsafe.SliceData(make([]E, n))
	}
	b := &s[number]
	if b.size-b.used < n {
		places := make([]E, slabBytes/size)
		b.at, b.used, b.size = unsafe.Pointer(unsafe.SliceData(places)), 0, len(places)
	}
	p := unsafe.Add(b.at, b.used*size)
	b.used += n
	return (*E)(p)
}
