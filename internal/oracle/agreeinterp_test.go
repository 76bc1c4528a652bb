package oracle_test

import (
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/form"
)

// interpreted returns the interpreter's answer for each input: T, F, or ? if unknown. A predicate that
// panics counts as true.
func (p *posed) interpreted(t *testing.T) []byte {
	o := encode.Options{Depth: p.depth, Interp: &interp.Program{}, Unlifted: true}
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.lifted, Preds: []encode.Predicate{{Fn: p.fn}}}, o)
	if err != nil {
		t.Fatal(err)
	}
	if q.Test == nil {
		t.Fatalf("it is not interpreted: %v", q.Opaque)
	}
	said := make([]byte, len(p.streams))
	for j, s := range p.streams {
		values, err := q.Form.Values(s)
		if err != nil {
			t.Fatal(err)
		}
		before := q.Test.Tallies[0].Unclear
		a := q.Test.Start(func(v int32) (int64, bool) { return values[v], true }).Advance()
		switch {
		case a == form.Waits:
			t.Fatalf("it waits for a decision, though all are made, in %v", s)
		case q.Test.Tallies[0].Unclear > before:
			said[j] = '?'
		case a == form.Holds:
			said[j] = 'T'
		default:
			said[j] = 'F'
		}
	}
	return said
}
