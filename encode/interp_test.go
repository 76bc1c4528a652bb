package encode_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
)

// interpreted compares the interpreter with Go for a predicate on the given inputs of a depth.
func (p *predicate) interpreted(t *testing.T, depth int, inputs [][]int64, answers string) {
	t.Helper()
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn}}}, encode.Options{Depth: depth, Interp: &interp.Program{}, Unlifted: true})
	if err != nil {
		t.Fatal(err)
	}
	if q.Test == nil {
		t.Fatalf("it is not interpreted: %v", q.Opaque)
	}
	wrong := 0
	for j, s := range inputs {
		values, err := q.Form.Values(s)
		if err != nil {
			t.Fatal(err)
		}
		run := q.Test.Start(func(v int32) (int64, bool) { return values[v], true })
		before := q.Test.Tallies[0].Unclear
		a := run.Advance()
		if unclear := q.Test.Tallies[0].Unclear > before; a == form.Waits || (a == form.Holds) != (answers[j] != '0') && !unclear {
			if wrong++; wrong <= 3 {
				t.Errorf("depth %d, stream %v: interpreted it answers %v, Go says %c", depth, s, a, answers[j])
			}
		}
	}
	if n := q.Test.Tallies[0].Unclear; n > 0 {
		t.Logf("unclear for %d of %d inputs: %s", n, len(inputs), q.Test.Tallies[0].Why)
	}
}

// pruned compares the search, in which a predicate is interpreted over partly decided inputs, with Go
// on all inputs of a depth: the set, its order, and the number not tried.
func (p *predicate) pruned(t *testing.T, depth int, inputs [][]int64, answers string) {
	t.Helper()
	// As in a run, one program serves several forms of a function.
	prog, ahead := &interp.Program{}, &interp.Program{Ahead: -1}
	for _, below := range []bool{true, false} {
		p.prunedOf(t, depth, below, inputs, answers, encode.Options{Unlifted: true, Interp: prog})
		p.prunedOf(t, depth, below, inputs, answers, encode.Options{Unlifted: true, Interp: ahead})
	}
	// As much is lifted as the limit allows, and the rest interpreted.
	for _, steps := range []int{40, 150, 600, 2500} {
		p.prunedOf(t, depth, true, inputs, answers, encode.Options{Limits: encode.Limits{MaxSteps: steps}, Interp: ahead})
	}
}

// prunedOf does the same for the inputs of at most a depth, or of exactly that depth, with options.
func (p *predicate) prunedOf(t *testing.T, depth int, below bool, inputs [][]int64, answers string, opt encode.Options) {
	t.Helper()
	opt.Depth = depth
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn}}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if q.Test == nil {
		return // All of it is lifted, or none of it can be followed.
	}
	q.Form.Below = below
	s, err := search.New(q.Form)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]byte{}
	var want []string
	out := int64(0)
	for j, x := range inputs {
		k := fmt.Sprint(x)
		if _, level, _, err := q.Form.Eval(x); err != nil || !q.Form.Admits(level) {
			continue
		}
		if said[k] = answers[j]; said[k] == '0' {
			out++
		}
		// A panic in a section that is left out may be missed.
		if answers[j] == '1' || answers[j] == 'p' && opt.MaxSteps == 0 {
			want = append(want, k)
		}
	}
	var got []string
	for x := range s.Solutions() {
		k := fmt.Sprint(x)
		if said[k] == 'p' && opt.MaxSteps > 0 {
			continue
		}
		if said[k] != '0' || q.Test.Tallies[0].Unclear == 0 {
			got = append(got, k)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("depth %d, below %v: interpreted %d inputs, Go %d:\n%v\n%v", depth, below, len(got), len(want), got[:min(9, len(got))], want[:min(9, len(want))])
	}
	// The keys of maps are a constraint in addition to the predicate.
	stats := s.Stats()
	if q.Test.Tallies[0].Unclear == 0 && len(q.Form.Nodes) == 1 && !q.Opaque[0].Partly && stats.Rejected+stats.Alike != out {
		t.Errorf("depth %d, below %v: %d rejected and %d like them, Go rejects %d", depth, below, stats.Rejected, stats.Alike, out)
	}
}
