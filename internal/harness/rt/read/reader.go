package read

import (
	"math"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// A Reader hands the numbers of a stream to constructors.
type Reader struct {
	Stream []int64
	i      int
	// Blocks are the allocations of the input, in order, if pointers into the input and into its
	// twin are compared.
	Blocks       []memory.Block
	recordBlocks bool
	// Slabs are the memory from which values are taken. If it is zero, each value is allocated.
	Slabs slabs
	// heaps are the objects of the input that may share memory.
	heaps heaps
	// Tables are the tables of the functions that are built. functionsBuilt is how many were built.
	Tables         *tableList
	functionsBuilt int
	// answer is the answer of a function that is being read, or nil.
	answer *recordedAnswer
	// Log describes values built by calls. It is nil if no description is wanted.
	Log *explain.CallLog
	// States records the calls of values built by calls.
	States Spelling
	// building describes the origin of the stream, and the current value.
	building building
	// Turn decides in which order map entries are put in. Several is set if a map of the input has
	// several entries.
	Turn    int
	Several bool
	// AtListed, if not nil, is called when the listed value i is evaluated, and the function it
	// returns when the evaluation is over.
	AtListed func(i int) (over func())
}

// A building is what a Reader knows of its work.
type building struct {
	// explored says that the stream is that of a state that was explored.
	explored bool
	// callDepth is the number of calls that surround the current value.
	callDepth int
	// relation is that of the input that is built.
	relation relation
}

// A Spelling is a stream in which the calls of all states are spelled out, if Keep is set, and the
// number of these calls.
type Spelling struct {
	Keep   bool
	Stream []int64
	Calls  int
}

// Listing notes that the listed value i is being evaluated, until the function that it returns is
// called.
func (r *Reader) Listing(i int) (over func()) {
	if r.AtListed == nil {
		return func() {}
	}
	return r.AtListed(i)
}

// NewReader returns a reader of the stream.
func NewReader(stream []int64) *Reader { return &Reader{Stream: stream} }

// Reset begins another stream. noting says whether allocations are recorded in Blocks.
func (r *Reader) Reset(stream []int64, noting bool) {
	r.Stream, r.i, r.recordBlocks, r.functionsBuilt, r.Several = stream, 0, noting, 0, false
	r.Blocks = r.Blocks[:0]
	Settle(r)
	r.States.Stream, r.States.Calls = r.States.Stream[:0], 0
}

// Next returns the next number of the stream.
func (r *Reader) Next() int64 {
	v := r.Stream[r.i]
	r.i++
	if r.States.Keep {
		r.States.keep(v)
	}
	return v
}

// Take returns the next n numbers of the stream.
func (r *Reader) Take(n int) []int64 {
	if n > 0 {
		_ = r.Stream[r.i+n-1] // The stream may have spare capacity.
	}
	s := r.Stream[r.i : r.i+n]
	r.i += n
	if r.States.Keep {
		r.States.keep(s...)
	}
	return s
}

// Run returns the next numbers of the stream, width for each element of v.
func Run[E any](r *Reader, v []E, width int) []int64 { return r.Take(width * len(v)) }

// keep notes numbers that were read.
func (s *Spelling) keep(numbers ...int64) { s.Stream = append(s.Stream, numbers...) }

// Bool reads a boolean.
func (r *Reader) Bool() bool { return r.Next() != 0 }

// Float reads the bits of a float64.
func (r *Reader) Float() float64 { return math.Float64frombits(uint64(r.Next())) }

// Complex reads the bits of both parts.
func (r *Reader) Complex() complex128 {
	re := r.Float()
	return complex(re, r.Float())
}

// String reads a length, then that many code points.
func (r *Reader) String() string {
	n := int(r.Next())
	if n <= 0 {
		return ""
	}
	var short [64]byte
	b := short[:0]
	for range n {
		b = appendRune(b, rune(r.Next()))
	}
	return string(b)
}

// rawByte is added to a byte that is not part of a character.
const rawByte = 0x110000

// appendRune is utf8.AppendRune without its call for ASCII. It also appends bytes that are not part
// of a character.
func appendRune(b []byte, c rune) []byte {
	if uint32(c) < 0x80 {
		return append(b, byte(c))
	}
	if c >= rawByte {
		return append(b, byte(c))
	}
	return append(b, string(c)...)
}

// Bytes reads a length, then that many code points. Length -1 means an empty slice that is not nil.
func (r *Reader) Bytes() []byte {
	n := int(r.Next())
	if n <= 0 {
		return empty[byte](n)
	}
	b := make([]byte, 0, n)
	for range n {
		b = appendRune(b, rune(r.Next()))
	}
	return b[:len(b):len(b)]
}

// Runes is like Bytes.
func (r *Reader) Runes() []rune {
	n := int(r.Next())
	if n <= 0 {
		return empty[rune](n)
	}
	s := make([]rune, n)
	for i := range s {
		s[i] = rune(r.Next())
	}
	return s
}

func empty[E any](n int) []E {
	if n == 0 {
		return nil
	}
	return []E{}
}

// RoomAfter reads the capacity beyond a length of n. After -1 there is none.
func (r *Reader) RoomAfter(n int64) int64 {
	if n < 0 {
		return 0
	}
	return r.Next()
}

// MakeSlice makes a slice of n elements with spare capacity for room more, from the slab with this number. A
// length of -1 means an empty slice that is not nil; 0 means nil unless there is room.
func MakeSlice[E any](r *Reader, slab int, n, room int64) []E {
	if n <= 0 && room == 0 {
		return empty[E](int(n))
	}
	n = max(n, 0)
	p := takePlaces[E](&r.Slabs, slab, int(n+room))
	Note(r, p, int(n+room))
	return unsafe.Slice(p, n+room)[:n]
}

// Note records that n elements at p belong to the current value.
func Note[E any](r *Reader, p *E, n int) {
	if r.recordBlocks {
		var e E
		r.Blocks = append(r.Blocks, memory.Block{At: uintptr(unsafe.Pointer(p)), Size: max(1, uintptr(n)*unsafe.Sizeof(e))})
	}
}

// New makes a value from the slab with this number.
func New[E any](r *Reader, slab int) *E {
	p := r.Slabs.place(slab, int(unsafe.Sizeof(*new(E))))
	if p == nil {
		p = unsafe.Pointer(takePlaces[E](&r.Slabs, slab, 1))
	} else if r.Slabs.again {
		*(*E)(p) = *new(E)
	}
	if r.recordBlocks {
		Note(r, (*E)(p), 1)
	}
	return (*E)(p)
}

// MakeMap makes a map for n entries.
func MakeMap[K comparable, V any](n int64) map[K]V { return make(map[K]V, n) }

// NoReader returns a reader of an empty stream, for values that no input describes.
func NoReader() *Reader { return &Reader{} }

// Room returns the elements between the length and the capacity of s.
func Room[E any](s []E) []E { return s[len(s):cap(s)] }

// Zero returns the zero value.
func Zero[T any]() (z T) { return z }

// IsNil reports whether err is nil.
func IsNil(err error) bool { return err == nil }

// Len returns the length of a slice, for packages that declare another len.
func Len[E any](s []E) int64 { return int64(len(s)) }

// Count returns the number of entries of a map.
func Count[K comparable, V any](m map[K]V) int { return len(m) }

// Numbers returns its arguments.
func Numbers(n ...int) []int { return n }

// Texts returns its arguments.
func Texts(s ...string) []string { return s }
