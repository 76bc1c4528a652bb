package read

import "unsafe"

// slabs is memory for the values of inputs, with one slab for each of some types, so that one
// allocation serves several inputs. No place is taken twice unless they are recycled, so values are as
// distinct as if each were allocated. They do not begin an allocation, which matters only to
// finalizers; code that may set finalizers gets no slabs.
type slabs struct {
	of []slab
	// live are the numbers of the slabs that have memory. again is set once they are recycled.
	live  []int
	again bool
	// outside is set if a value was made outside the slabs since they were recycled.
	outside bool
}

// A slab has size places for values of one type, of so many bytes each. The first used are taken.
type slab struct {
	at                unsafe.Pointer
	used, size, bytes int
}

const (
	// slabTypes is how many types have slabs.
	slabTypes = 16
	// slabBytes is the size of a slab. Values of more than a fourth of it are allocated separately.
	slabBytes = 2048
	// recycledBytes is the size of values up to which those of recycled slabs are in them. A recycled
	// slab grows until it has room for all values of an input.
	recycledBytes = 1 << 16
)

// NewSlabs returns slabs without memory.
func NewSlabs() slabs { return slabs{of: make([]slab, slabTypes)} }

// Recycle gives the places of all values back. Nothing may refer to them any more.
func (s *slabs) Recycle() {
	s.again, s.outside = true, false
	for _, number := range s.live {
		s.of[number].used = 0
	}
}

// place returns a place for a value of a type of this size, nil if takePlaces has to find it. A
// recycled place may not be zero.
func (s *slabs) place(number, size int) unsafe.Pointer {
	if uint(number) >= uint(len(s.of)) {
		return nil
	}
	b := &s.of[number]
	if b.used >= b.size {
		return nil
	}
	p := unsafe.Add(b.at, b.used*size)
	b.used++
	return p
}

// takePlaces returns the first of n new adjacent zero values. number is the index of the slab.
func takePlaces[E any](s *slabs, number, n int) *E {
	var e E
	size, most := int(unsafe.Sizeof(e)), slabBytes/4
	if s.again {
		most = recycledBytes
	}
	if number < 0 || number >= len(s.of) || size == 0 || n > most/size {
		s.outside = s.outside || size > 0
		return unsafe.SliceData(make([]E, n))
	}
	b := &s.of[number]
	if b.size-b.used < n {
		count := slabBytes / size
		if s.again {
			count = max(count, n, min(2*b.size, recycledBytes/size))
		}
		if b.at == nil {
			s.live = append(s.live, number)
		} else {
			s.outside = true
		}
		places := make([]E, count)
		b.at, b.used, b.size, b.bytes = unsafe.Pointer(unsafe.SliceData(places)), 0, len(places), size
	}
	p := (*E)(unsafe.Add(b.at, b.used*size))
	b.used += n
	if s.again {
		clear(unsafe.Slice(p, n))
	}
	return p
}
