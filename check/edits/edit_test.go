package edits

import (
	"fmt"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/check/pieces"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// TestEdits checks that edits fit the shapes, differ from their originals, come in a reproducible
// order, and include each kind.
func TestEdits(t *testing.T) {
	text := &value.String{T: types.Typ[types.String], Alphabet: []rune("ab,()")}
	number := &value.Int{T: types.Typ[types.Int8]}
	fields := []*types.Var{types.NewField(0, nil, "K", types.Typ[types.Int8], false), types.NewField(0, nil, "S", types.Typ[types.String], false)}
	pair := &value.Struct{T: types.NewStruct(fields, nil), Fields: []value.Field{
		{Name: "K", Ref: value.Ref{Shape: number}}, {Name: "S", Index: 1, Ref: value.Ref{Shape: text}},
	}}
	list := &value.Slice{T: types.NewSlice(pair.T), Elem: value.Ref{Shape: pair, Step: 1}}
	shapes := []value.Shape{list, text}
	// [{1 "a"} {127 "(b)"}] and "a,b".
	seed := []int64{2, 1, 1, 'a', 127, 3, '(', 'b', ')', 3, 'a', ',', 'b'}
	run := func() (all [][]int64) {
		r := rand.New(rand.NewPCG(1, 7))
		e := New(r, &pieces.Editor{Rand: r, Numbers: []int64{42}}, nil)
		roots := decode.Parse(shapes, seed, nil)
		e.Give(roots)
		for range 5000 {
			if out := e.Edited(roots); out != nil {
				all = append(all, decode.Write(out))
			}
		}
		if again := decode.Write(roots); !slices.Equal(again, seed) {
			t.Errorf("the seed became %v", again)
		}
		return all
	}
	all := run()
	if !slices.EqualFunc(all, run(), slices.Equal) {
		t.Error("the edits are others the second time")
	}
	for _, s := range all {
		if decode.Parse(shapes, s, nil) == nil {
			t.Fatalf("%v does not fit the shapes", s)
		}
		roots := decode.Parse(shapes, s, nil)
		decode.Each(roots, func(n *decode.Node) {
			if n.Shape == number && (n.Own[0] < -128 || n.Own[0] > 127) {
				t.Fatalf("%v has a number out of its type", s)
			}
		})
	}
	for name, want := range map[string][]int64{
		"a character put in":   {2, 1, 1, 'a', 127, 3, '(', 'b', ')', 4, 'a', ',', 'b', 'b'},
		"a character taken":    {2, 1, 1, 'a', 127, 3, '(', 'b', ')', 2, 'a', 'b'},
		"a piece in brackets":  {2, 1, 1, 'a', 127, 3, '(', 'b', ')', 5, '(', 'a', ')', ',', 'b'},
		"a piece of another":   {2, 1, 1, 'a', 127, 3, '(', 'b', ')', 5, 'a', ',', '(', 'b', ')'},
		"a field doubled":      {2, 1, 1, 'a', 127, 3, '(', 'b', ')', 5, 'a', ',', 'b', ',', 'b'},
		"an element taken out": {1, 1, 1, 'a', 3, 'a', ',', 'b'},
		"elements swapped":     {2, 127, 3, '(', 'b', ')', 1, 1, 'a', 3, 'a', ',', 'b'},
		"a number next to one": {2, 2, 1, 'a', 127, 3, '(', 'b', ')', 3, 'a', ',', 'b'},
	} {
		if !slices.ContainsFunc(all, func(s []int64) bool { return slices.Equal(s, want) }) {
			t.Errorf("%s: %v does not come", name, want)
		}
	}
}

// TestSurroundings checks that a part is replaced only by parts with the same surroundings: those
// found after 1, not those found after 2 or further behind.
func TestSurroundings(t *testing.T) {
	number := &value.Int{T: types.Typ[types.Int8]}
	named := types.NewNamed(types.NewTypeName(0, nil, "Cell", nil), nil, nil)
	fields := []*types.Var{types.NewField(0, nil, "K", types.Typ[types.Int8], false), types.NewField(0, nil, "L", types.NewPointer(named), false)}
	named.SetUnderlying(types.NewStruct(fields, nil))
	list := &value.Pointer{T: types.NewPointer(named)}
	list.Elem = value.Ref{Shape: &value.Struct{T: named, Fields: []value.Field{
		{Name: "K", Ref: value.Ref{Shape: number}}, {Name: "L", Index: 1, Ref: value.Ref{Shape: list, Step: 1}},
	}}}
	e := New(rand.New(rand.NewPCG(1, 7)), &pieces.Editor{}, nil)
	for _, stream := range [][]int64{{1, 1, 1, 3, 0}, {1, 2, 1, 4, 0}, {1, 1, 1, 5, 1, 6, 0}} {
		roots := decode.Parse([]value.Shape{list}, stream, nil)
		e.Settle(roots)
		e.Give(roots)
	}
	of := decode.Parse([]value.Shape{list}, []int64{1, 1, 1, 3, 0}, nil)
	got := map[string]bool{}
	for range 200 {
		roots := cloned(of)
		if e.composeFromMates(roots[0].Kids[0].Kids[1], roots) {
			got[fmt.Sprint(decode.Write(roots))] = true
		}
	}
	want := []string{"[1 1 1 3 0]", "[1 1 1 5 1 6 0]"}
	if keys := slices.Sorted(maps.Keys(got)); !slices.Equal(keys, want) {
		t.Errorf("got %q, want %q", keys, want)
	}
}
