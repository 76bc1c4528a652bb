package rt

import (
	"reflect"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// noteReached notes the memory that a value built by calls reaches, so that
// pointers into it and into its twin can be compared: both were made by the
// same calls, and the walk meets their parts in the same order.
func (r *Reader) noteReached(p any) {
	r.blocks = append(r.blocks, memory.ReachedFrom(reflect.ValueOf(p))...)
}

// NoteListed notes what the value at p reaches, one of a list: its expression
// was evaluated for the input and once more for the twin.
func NoteListed[T any](r *Reader, p *T) {
	if v := reflect.ValueOf(p).Elem(); r.noting && !memory.Plain(v.Type()) {
		r.blocks = append(r.blocks, memory.ReachedFrom(v)...)
	}
}

// Wraps notes that the function to which outer points is one around that to which
// inner points.
func Wraps(outer, inner unsafe.Pointer) {
	memory.Wraps(*(*unsafe.Pointer)(outer), *(*unsafe.Pointer)(inner))
}
