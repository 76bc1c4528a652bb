package read

import (
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// A Drawing is the drawing of inputs from values of others: in the input itself
// the values are chosen, in its twin they are those at the same place.
type Drawing struct {
	choices *Choices
	// Places are the indices of what was drawn for the input; next is how many
	// the twin has drawn.
	Places []int
	next   int
	twin   bool
}

// NewDrawing returns the drawing of the inputs of a run after another.
func NewDrawing(c *Choices) *Drawing { return &Drawing{choices: c} }

// DrawingAgain draws the values at the same places again.
func DrawingAgain(places []int) *Drawing { return &Drawing{Places: places, twin: true} }

// Begin begins another input.
func (d *Drawing) Begin() { d.Places, d.next, d.twin = d.Places[:0], 0, false }

// Again makes what is drawn next that of the twin.
func (d *Drawing) Again() { d.next, d.twin = 0, true }

// Draw sets *p to one of the values of from: to the one that is chosen among
// those that differ. It is false where there is none. Keys of a map, which have
// no order, are taken in ascending order with sorted.
func Draw[E any](d *Drawing, p *E, from []E, sorted bool) bool {
	if sorted {
		memory.SortKeys(from)
	}
	if d.twin {
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

// distinct returns the places of the values that differ from those before:
// numbers and the like by value, references by what they refer to.
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

// NilToo adds what a comparison in a contract does not tell from the values: an
// empty slice where there is none among them beside nil, nil where there is none
// beside an empty one.
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
