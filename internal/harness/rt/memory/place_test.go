package memory

import (
	"reflect"
	"testing"
)

// TestPlaceOfNamedTypes compares references whose types differ in their names only.
func TestPlaceOfNamedTypes(t *testing.T) {
	type pointer *int
	type slice []int
	type table map[int]bool
	p, s, m := new(int), []int{1}, map[int]bool{}
	for _, pair := range [][2]any{{p, pointer(p)}, {s, slice(s)}, {m, table(m)}} {
		if x, y := PlaceOf(reflect.ValueOf(pair[0])), PlaceOf(reflect.ValueOf(pair[1])); x != y {
			t.Errorf("%T and %T refer to different places", pair[0], pair[1])
		}
	}
	if PlaceOf(reflect.ValueOf(p)) == PlaceOf(reflect.ValueOf(new(int))) {
		t.Error("two variables are one place")
	}
}
