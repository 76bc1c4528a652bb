package read

import (
	"bytes"
	"reflect"
	"unsafe"
)

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

// Recycle frees the places of all values. Nothing may refer to them any more.
func (s *slabs) Recycle() {
	s.again, s.outside = true, false
	for _, number := range s.live {
		s.of[number].used = 0
	}
}

// place returns a place for a value of a type of this size, or nil if takePlaces has to find it. A recycled
// place may not be zero.
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

// An Image is a copy of the memory of an input that was built in recycled slabs. It detects changes of that
// memory.
type Image struct {
	variables []region
	regions   []region
}

// A region is memory with its earlier content.
type region struct {
	at   unsafe.Pointer
	copy []byte
}

func (r *region) memory() []byte { return unsafe.Slice((*byte)(r.at), len(r.copy)) }

// take copies n bytes at p.
func (r *region) take(p unsafe.Pointer, n int) {
	r.at = p
	r.copy = append(r.copy[:0], unsafe.Slice((*byte)(p), n)...)
}

// NewImage returns an image for inputs that are stored in these variables.
func NewImage(variables []any) *Image {
	m := &Image{}
	for _, v := range variables {
		p := reflect.ValueOf(v)
		m.variables = append(m.variables, region{p.UnsafePointer(), make([]byte, p.Elem().Type().Size())})
	}
	return m
}

// Take copies the memory of the input that r has built. It reports whether all of it is known.
func (m *Image) Take(r *Reader) bool {
	n := 0
	next := func(p unsafe.Pointer, size int) {
		if n == len(m.regions) {
			m.regions = append(m.regions, region{})
		}
		m.regions[n].take(p, size)
		n++
	}
	for i := range m.variables {
		next(m.variables[i].at, len(m.variables[i].copy))
	}
	for _, number := range r.Slabs.live {
		if b := &r.Slabs.of[number]; b.used > 0 {
			next(b.at, b.used*b.bytes)
		}
	}
	m.regions = m.regions[:n]
	return !r.Slabs.outside
}

// Same reports whether the memory is as it was.
func (m *Image) Same() bool {
	for i := range m.regions {
		if r := &m.regions[i]; !bytes.Equal(r.memory(), r.copy) {
			return false
		}
	}
	return true
}

// A Place is the place of a stream's number in the memory of the input. The zero Place is none.
type Place struct {
	at    unsafe.Pointer
	copy  *byte
	width int
	truth bool
}

// Known reports whether the place is one.
func (p *Place) Known() bool { return p.width > 0 }

// Find finds the place of the number at an index of the stream, which has to be an integer or a boolean of the
// input: a change of the number changes only this place in all the memory. build builds the input of a stream,
// in recycled slabs. Afterwards the memory contains no input, and the place belongs to the next image.
func (m *Image) Find(r *Reader, stream []int64, index int, build func([]int64)) Place {
	number := stream[index]
	defer func() { stream[index] = number }()
	stream[index] = 0
	build(stream)
	if !m.Take(r) {
		return Place{}
	}
	stream[index] = -1
	build(stream)
	p, found := m.difference()
	if found == 0 {
		// If -1 is not a valid value, 1 shows the byte that has the values.
		stream[index] = 1
		build(stream)
		if p, found = m.difference(); p.width != 1 {
			return Place{}
		}
		p.truth = false
	}
	if found != 1 {
		return Place{}
	}
	return p
}

// difference returns the place at which the memory was 0 and is -1 or true now. found is the number of
// differences.
func (m *Image) difference() (p Place, found int) {
	for i := range m.regions {
		is, was := m.regions[i].memory(), m.regions[i].copy
		for j := 0; j < len(is); j++ {
			if is[j] == was[j] {
				continue
			}
			found++
			n := 0
			for j+n < len(is) && is[j+n] == 0xFF && was[j+n] == 0 {
				n++
			}
			truth := n == 0 && is[j] == 1 && was[j] == 0
			if truth {
				n = 1
			}
			if n != 1 && n != 2 && n != 4 && n != 8 {
				return Place{}, 2
			}
			p = Place{unsafe.Pointer(&is[j]), &was[j], n, truth}
			j += n
		}
	}
	return p, found
}

// Set writes a number to the place, in the memory and in its image.
func (p *Place) Set(v int64) {
	if p.width == 8 {
		*(*int64)(p.at), *(*int64)(unsafe.Pointer(p.copy)) = v, v
		return
	}
	p.setNarrow(v)
}

// setNarrow is Set for a place of less than eight bytes, or none.
func (p *Place) setNarrow(v int64) {
	if p.truth && v != 0 {
		v = 1
	}
	to := unsafe.Pointer(p.copy)
	switch p.width {
	case 1:
		*(*uint8)(p.at), *(*uint8)(to) = uint8(v), uint8(v)
	case 2:
		*(*uint16)(p.at), *(*uint16)(to) = uint16(v), uint16(v)
	case 4:
		*(*uint32)(p.at), *(*uint32)(to) = uint32(v), uint32(v)
	}
}
