package encode_test

import (
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/search"
)

// interpreted compares what the interpreter says of a predicate with Go, on
// these inputs of a depth.
func (p *predicate) interpreted(t *testing.T, depth int, inputs [][]int64, answers string) {
	t.Helper()
	q, err := encode.Encode(p.names, p.shapes, []encode.Predicate{{Fn: p.fn}}, encode.Options{Depth: depth, Interp: &interp.Program{}, Unlifted: true})
	if err != nil {
		t.Fatal(err)
	}
	if q.Test == nil {
		t.Fatalf("it is not interpreted: %v", q.Opaque)
	}
	wrong := 0
	for j, s := range inputs {
		values := valuesOf(q.Form, s)
		run := q.Test.Start(func(v int32) (int64, bool) { return values[v], true })
		before := q.Test.Tallies[0].Unclear
		a := run.Advance()
		if unclear := q.Test.Tallies[0].Unclear > before; a == search.Waits || (a == search.Holds) != (answers[j] != '0') && !unclear {
			if wrong++; wrong <= 3 {
				t.Errorf("depth %d, stream %v: interpreted it answers %v, Go says %c", depth, s, a, answers[j])
			}
		}
	}
	if n := q.Test.Tallies[0].Unclear; n > 0 {
		t.Logf("unclear for %d of %d inputs: %s", n, len(inputs), q.Test.Tallies[0].Why)
	}
}

// valuesOf gives the value of each variable in a solution.
func valuesOf(f *search.Form, stream []int64) []int64 {
	values := make([]int64, len(f.Vars))
	there := make([]bool, len(f.Vars))
	for i := range f.Vars {
		v := &f.Vars[i]
		values[i] = v.Default
		if v.Parent < 0 || there[v.Parent] && values[v.Parent] >= v.When.Lo && values[v.Parent] <= v.When.Hi {
			values[i], there[i] = stream[0], true
			stream = stream[1:]
		}
	}
	return values
}
