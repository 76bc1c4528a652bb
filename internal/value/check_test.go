package value

import (
	"go/types"
	"strings"
	"testing"
)

// TestCheck has for every demand of Check a shape that breaks it.
func TestCheck(t *testing.T) {
	i, u := types.Typ[types.Int], types.Typ[types.Uint64]
	slice := types.NewSlice(i)
	number := &Int{T: i}
	loop := &Pointer{T: types.NewPointer(i)}
	loop.Elem = Ref{Shape: loop}
	paid := &Slice{T: slice}
	paid.Elem = Ref{Shape: paid, Step: 1}
	tests := []struct {
		shape Shape
		want  string
	}{
		{number, ""},
		{paid, ""},
		{&Int{T: u, Ranges: []Range{{0, 5}, {9, -1}}}, ""},
		{loop, "at no cost"},
		{&Pointer{T: i}, "no shape"},
		{&Slice{T: slice, Elem: Ref{Shape: number}}, "costs nothing"},
		{&Array{T: i, Elem: Ref{Shape: number, Step: 2}}, "costs 2"},
		{&Map{T: i, Key: Ref{Shape: number, Step: 1}, Elem: Ref{Shape: number}}, "costs nothing"},
		{&Int{T: i, Ranges: []Range{{2, 1}}}, "empty"},
		{&Int{T: i, Ranges: []Range{{0, 3}, {3, 4}}}, "overlap"},
		{&Int{T: u, Ranges: []Range{{0, -1}, {2, 3}}}, "overlap"},
		{&Listed{T: i}, "no values"},
		{&Listed{T: i, Values: []string{"1"}, Ints: []int64{1, 2}}, "in number"},
		{&Interface{T: i}, "no inhabitants"},
		{&String{T: types.Typ[types.String], EmptyToo: true}, "not nil"},
		{&String{T: slice, Alphabet: []rune("aba")}, "twice"},
		{&Unsupported{T: i}, "no reason"},
		{&Bool{}, "no type"},
	}
	for n, test := range tests {
		err := Check(test.shape)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d: %v, want %q", n, err, test.want)
		}
	}
}
