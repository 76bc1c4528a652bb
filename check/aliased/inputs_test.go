package aliased

import (
	"go/types"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// TestInputs builds windows of one array from all pairs of slices of up to two bits, and compares them
// with all pairs of windows that overlap or are adjacent. Their streams are correct, each occurs once,
// and the same values in separate memory differ only in the relation.
func TestInputs(t *testing.T) {
	bit := &value.Int{T: types.Typ[types.Int]}
	own := func() value.Shape {
		return &value.Slice{T: types.NewSlice(types.Typ[types.Int]), Elem: value.Ref{Shape: bit}}
	}
	shapes := []value.Shape{own(), own()}
	target := &Target{Shapes: []value.Shape{shapes[0], &value.Aliased{Own: value.Ref{Shape: shapes[1]}, With: []int{0}, Apart: true}}}
	if got := target.pairs(); !slices.Equal(got, []pair{{0, 1}}) {
		t.Fatalf("pairs %v", got)
	}
	var lists, apart [][]int64
	for n := range 3 {
		for bits := range 1 << n {
			list := []int64{int64(n)}
			for i := range n {
				list = append(list, int64(bits>>i&1))
			}
			lists = append(lists, list)
		}
	}
	for _, p := range lists {
		for _, q := range lists {
			apart = append(apart, slices.Concat(p, q))
		}
	}
	var nodes [][]*decode.Node
	for _, s := range apart {
		nodes = append(nodes, decode.Parse(shapes, s, nil))
	}
	want := 0
	for n := range 3 {
		for m := range 3 {
			for offset := -2; offset <= 2; offset++ {
				from, begin := max(0, -offset), max(0, offset)
				size := max(from+n, begin+m)
				if gap := max(from, begin) > min(from+n, begin+m); !gap && max(from, begin) < size {
					want += 1 << size
				}
			}
		}
	}
	const most = 20
	got := target.inputs(pair{0, 1}, nodes, most)
	if len(got) != want {
		t.Errorf("%d inputs, want %d", len(got), want)
	}
	ways := map[[3]int64]bool{}
	for i, in := range got {
		at := 1 + int(in.stream[0])
		relation := in.stream[at]
		ways[[3]int64{relation, in.stream[0], in.stream[at+1]}] = ways[[3]int64{relation, in.stream[0], in.stream[at+1]}] || i < most
		r, ok := target.Shapes[1].(*value.Aliased).Relation(relation)
		p, q := in.stream[1:at], in.stream[at+2:]
		for k := range q {
			if i := k + r.Offset; i >= 0 && i < len(p) && p[i] != q[k] {
				t.Errorf("%v: windows disagree", in.stream)
			}
		}
		same := slices.Clone(in.stream)
		same[at] = 0
		if !ok || !slices.Equal(same, in.apart) {
			t.Errorf("%v, apart %v", in.stream, in.apart)
		}
		if slices.ContainsFunc(got[:i], func(o input) bool { return slices.Equal(o.stream, in.stream) }) {
			t.Errorf("%v twice", in.stream)
		}
	}
	early := 0
	for _, first := range ways {
		if first {
			early++
		}
	}
	if want := most / perWay; early < want {
		t.Errorf("the first %d inputs are of %d ways, want %d", most, early, want)
	}
}

// TestChoose takes the inputs whose memory differs most in turn with all, and loses none.
func TestChoose(t *testing.T) {
	var list []input
	for i := range 10 {
		list = append(list, input{stream: []int64{int64(i)}, variety: i % 3})
	}
	chosen, others := choose(list, 4, 1)
	if len(chosen)+len(others) != len(list) {
		t.Errorf("%d and %d of %d", len(chosen), len(others), len(list))
	}
	if len(chosen) < 3 || chosen[0].variety != 2 {
		t.Errorf("chosen: %v", chosen)
	}
}
