package explain

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// A window is an input that is a slice: its value, the memory up to its capacity, and the end of its
// last element.
type window struct {
	value  *tree.Value
	memory memory.Block
	size   uintptr
	elem   reflect.Type
	len    int
}

// arrays marks in the descriptions of slice variables which of them are windows of one array. Windows without
// memory in common belong to different arrays. Equal slices need no array: one refers to the other.
func arrays(vars []any, values []*tree.Value) {
	var all []window
	for i, p := range vars {
		v := reflect.ValueOf(p).Elem()
		if v.Kind() != reflect.Slice || v.Cap() == 0 || v.Type().Elem().Size() == 0 {
			continue
		}
		size := v.Type().Elem().Size()
		all = append(all, window{
			value: values[i], size: size, elem: v.Type().Elem(), len: v.Len(),
			memory: memory.Block{At: uintptr(v.UnsafePointer()), Size: size * uintptr(v.Cap())},
		})
	}
	slices.SortStableFunc(all, func(a, b window) int { return cmp.Compare(a.memory.At, b.memory.At) })
	number := 0
	for len(all) > 1 {
		first, n := all[0], 1
		end := first.memory.At + first.memory.Size
		for n < len(all) && all[n].memory.At < end && all[n].elem == first.elem {
			end = max(end, all[n].memory.At+all[n].memory.Size)
			n++
		}
		if group := all[:n]; slices.ContainsFunc(group, func(w window) bool { return w.memory.At != first.memory.At || w.len != first.len }) {
			number++
			for _, w := range group {
				w.value.Array, w.value.At = number, int((w.memory.At-first.memory.At)/w.size)
			}
		}
		all = all[n:]
	}
}
