package read

import "unsafe"

// slabs are memory from which the small values of inputs are taken, one slab for
// each of some types: one allocation serves several inputs. No place is taken
// twice, so values are as distinct as if each were allocated. That they are not
// at the beginning of an allocation matters to finalizers only; what may set some
// gets no slabs.
type slabs []slab

// A slab has places for size values of one type, of which the first are taken.
type slab struct {
	at         unsafe.Pointer
	used, size int
}

const (
	// slabTypes is how many types have slabs.
	slabTypes = 16
	// slabBytes is the size of a slab. What takes more than a fourth of it is
	// allocated by itself.
	slabBytes = 512
)

// NewSlabs returns slabs of which none has memory yet.
func NewSlabs() slabs { return make(slabs, slabTypes) }

// take returns the first of n new zero values that lie side by side; number is
// that of the slab.
func take[E any](s slabs, number, n int) *E {
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
