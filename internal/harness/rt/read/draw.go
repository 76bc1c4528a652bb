package read

import (
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// A Drawing draws inputs from values of other inputs. For the input itself the values are chosen;
// its twin has the values at the same indices.
type Drawing struct {
	choices *Choices
	// Places are the indices of the values drawn for the input. next is how many of them the twin
	// has drawn.
	Places  []int
	next    int
	forTwin bool
}

// NewDrawing returns a drawing that makes choices. It is reused for one input after another.
func NewDrawing(c *Choices) *Drawing { return &Drawing{choices: c} }

// DrawingAgain returns a drawing that draws the values at these places again.
func DrawingAgain(places []int) *Drawing { return &Drawing{Places: places, forTwin: true} }

// Begin begins another input.
func (d *Drawing) Begin() { d.Places, d.next, d.forTwin = d.Places[:0], 0, false }

// Again makes the following draws those of the twin.
func (d *Drawing) Again() { d.next, d.forTwin = 0, true }

// Draw sets *p to one of the distinct values of from, by a choice. It returns false if there is none. With
// sorted set, from are keys of a map, which have no order, and are sorted first.
func Draw[E any](d *Drawing, p *E, from []E, sorted bool) bool {
	if sorted {
		memory.SortKeys(from)
	}
	if d.forTwin {
		if d.next >= len(d.Places) || d.Places[d.next] >= len(from) {
			return false
		}
		*p = from[d.Places[d.next]]
		d.next++
		return true
	}
	at := distinct(from)
	v := d.choices.choose(int64(len(at)), 0, func(i int64) int64 {
		if i < int64(len(at)) {
			return i
		}
		return -1
	})
	if v < 0 {
		return false
	}
	d.Places = append(d.Places, at[v])
	*p = from[at[v]]
	return true
}

// distinct returns the indices of the values that differ from all before: basic types and pointers
// by ==, others by identity.
func distinct[E any](from []E) []int {
	at := make([]int, 0, len(from))
	switch reflect.TypeFor[E]().Kind() {
	case reflect.Pointer, reflect.String, reflect.Bool,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		seen := make(map[any]bool, len(from))
		for i, v := range from {
			if !seen[v] {
				seen[v] = true
				at = append(at, i)
			}
		}
		return at
	}
	for i := range from {
		same := func(j int) bool {
			return memory.Identical(reflect.ValueOf(&from[i]).Elem(), reflect.ValueOf(&from[j]).Elem())
		}
		if !slices.ContainsFunc(at, same) {
			at = append(at, i)
		}
	}
	return at
}

// NilToo adds to from the slices that a comparison in a contract cannot distinguish from its
// elements: an empty slice if it has nil but no empty one, nil if it has an empty slice but not
// nil.
func NilToo[S ~[]E, E any](from []S) []S {
	none, empty := false, false
	for _, s := range from {
		none = none || s == nil
		empty = empty || s != nil && len(s) == 0
	}
	switch {
	case none && !empty:
		return append(from[:len(from):len(from)], S{})
	case empty && !none:
		return append(from[:len(from):len(from)], nil)
	}
	return from
}
