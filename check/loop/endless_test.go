package loop

import (
	"go/types"
	"testing"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
)

// TestModest distinguishes inputs with only characters outside the bounds from those whose size or
// numbers may make a call slow.
func TestModest(t *testing.T) {
	text := &value.String{T: types.Typ[types.String], Alphabet: []rune("a")}
	number := &value.Int{T: types.Typ[types.Int]}
	shapes := []value.Shape{text, number}
	for _, c := range []struct {
		name   string
		shapes []value.Shape
		stream []int64
		size   int64
		binary bool
		want   bool
	}{
		{"other characters", shapes, []int64{2, '#', '%', 3}, 2, false, true},
		{"a long text", shapes, []int64{5, 'a', 'a', 'a', 'a', '#', 0}, 5, false, false},
		{"a number", shapes, []int64{1, 'a', 5}, 1, false, false},
		{"a negative number", shapes, []int64{1, 'a', -5}, 1, false, false},
		{"three bytes that are numbers", shapes, []int64{3, 0, 0, 0, 0}, 3, true, false},
		{"two bytes that are numbers", shapes, []int64{2, 0, 0, 0}, 2, true, true},
		{"a number in an element", []value.Shape{&value.Array{Elem: value.Ref{Shape: number}, Len: 1}}, []int64{5}, 1, false, false},
		{"a fraction", []value.Shape{text, &value.Float{T: types.Typ[types.Float64]}}, []int64{1, '#', 0}, 1, false, false},
		{"what does not fit", shapes, []int64{1}, 1, false, false},
		{"no input", shapes, nil, 0, false, false},
	} {
		s := testSubject(event.Limits{Depth: 4})
		s.Traits.Binary = c.binary
		s.Parse = func(stream []int64) []*decode.Node { return (&states.Types{}).Parse(c.shapes, stream) }
		o := &beyondRun{loop: newLoop(s, nil)}
		tried := []beyond.Input{{Solution: form.Solution{Size: c.size}}}
		if got := o.modest(harness.Finding{Stream: c.stream}, tried); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
