package tree

import (
	"strings"
	"testing"
)

func TestDrawings(t *testing.T) {
	point := structOf("Point", "X Y", num("int", "1"), num("int", "2"))
	points := &Value{Kind: Sequence, Type: "[]Point", Elems: many(2, point)}
	trees := &Value{Kind: Sequence, Type: "[]*Tree", Elems: []*Value{null("*Tree"), tree("3", none, none)}}
	byName := &Value{Kind: Mapping, Type: "map[int]*Tree", Elems: []*Value{num("int", "7"), tree("8", none, none)}}
	for _, c := range []struct {
		vs   []*Value
		want string
	}{
		{[]*Value{num("int", "4"), none}, "a: 4\nb: nil"},
		{[]*Value{points}, "a: []Point{{X: 1, Y: 2}, {X: 1, Y: 2}}"},
		{[]*Value{tree("2", tree("1", none, none), tree("4", tree("3", none, none), none))}, `
a: &Tree{Key: 2}
├── Left: &Tree{Key: 1}
└── Right: &Tree{Key: 4}
    └── Left: &Tree{Key: 3}`},
		{[]*Value{trees}, `
a: []*Tree{}
├── [0] nil
└── [1] &Tree{Key: 3}`},
		{[]*Value{byName}, `
a: map[int]*Tree{}
└── 7: &Tree{Key: 8}`},
		{[]*Value{cyclic()}, `
a: &Ring{N: 1} (#1)
└── Next: #1`},
		{[]*Value{twice()}, `
a: &Tree{}
├── Left: &Tree{Key: 1} (#2)
└── Right: #2`},
		{[]*Value{cyclic(), {Kind: Shared, Type: "*Ring", ID: 1}}, `
a: &Ring{N: 1} (#1)
└── Next: #1
b: #1`},
		{[]*Value{window(1, 0, "1", "2"), window(1, 1, "2")}, `
a: []int{1, 2} (array 1 from element 0)
b: []int{2} (array 1 from element 1)`},
		{[]*Value{boxed(tree("1", tree("0", none, none), none))}, `
a: &Tree{Key: 1}
└── Left: &Tree{}`},
	} {
		got := strings.Join(Drawings([]string{"a", "b"}[:len(c.vs)], c.vs), "\n")
		if want := strings.TrimPrefix(c.want, "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
