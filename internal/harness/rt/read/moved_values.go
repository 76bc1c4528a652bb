package read

import (
	"reflect"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// Moved sets *dst to the next value of a type built by calls. Its calls were made on a value at
// another address. Pointers into that value are changed to point into *dst, as if the calls had
// been made there. So a strings.Builder or a list.List in a field is not a copy.
func Moved[T any](r *Reader, builder int, dst *T) {
	noting := r.recordBlocks
	r.recordBlocks = false
	p := Built[T](r, builder)
	r.recordBlocks = noting
	*dst = *p
	v := reflect.ValueOf(dst).Elem()
	memory.TurnInto(v, unsafe.Pointer(p))
	if noting {
		for _, b := range memory.ReachedFrom(v) {
			if at := uintptr(unsafe.Pointer(dst)); b.At < at || b.At >= at+v.Type().Size() {
				r.Blocks = append(r.Blocks, b)
			}
		}
	}
}
