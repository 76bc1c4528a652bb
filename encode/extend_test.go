package encode_test

import (
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
)

// TestExtend checks that the solutions of a form that extends an input are those of the form which does not that
// have the same values and longer texts.
func TestExtend(t *testing.T) {
	extended := 0
	for _, p := range load(t) {
		if encode.Textual(p.shapes) == 0 || some[p.name] {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			in := encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn}}}
			far := encode.Beyond{Within: 1, Reach: 2, Parts: 1 << 10}
			all := streams(t, p.beyond(t, 2, far).Form, 2000)
			for _, s := range streams(t, p.encode(t, 1).Form, 20) {
				q, err := encode.Encode(t.Context(), in, encode.Options{Depth: 2, Beyond: &far, Extend: s})
				if err != nil {
					t.Fatal(err)
				}
				if err := q.Form.Check(); err != nil {
					t.Fatalf("%v: %v", s, err)
				}
				from := decode.Parse(p.shapes, s, nil)
				for _, x := range all {
					extends := extend(from, decode.Parse(p.shapes, x, nil))
					if admits(q.Form, x) != extends {
						t.Fatalf("%v extends %v: %v", x, s, extends)
					}
					if extends {
						extended++
					}
				}
			}
		})
	}
	if extended < 50 {
		t.Errorf("only %d inputs extend others", extended)
	}
}

// extend reports whether the second input is the first one with longer texts.
func extend(from, to []*decode.Node) bool {
	return slices.EqualFunc(from, to, func(a, b *decode.Node) bool {
		if s, ok := a.Shape.(*value.String); ok && !s.Single && len(a.Own) <= len(b.Own) && a.Own[0] >= 0 {
			return slices.Equal(a.Own[1:], b.Own[1:len(a.Own)])
		}
		return slices.Equal(a.Own, b.Own) && extend(a.Kids, b.Kids)
	})
}
