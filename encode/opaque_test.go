package encode_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/search"
)

// TestOpaque compares interpreted programs with compiled Go on all inputs of a small depth: their
// number, their order, and how many are not tried. At a depth too great for Go, each must finish
// within counted work.
func TestOpaque(t *testing.T) {
	longtest.Only(t, "tries 20000 inputs of each program")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
	a, err := txtar.ParseFile("testdata/opaque.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		write(t, filepath.Join(dir, "opaque", f.Name), string(bytes.TrimSpace(f.Data))+"\n")
	}
	ps, _ := loadFrom(t, dir)
	if len(ps) < 15 {
		t.Fatalf("%d programs", len(ps))
	}
	var all [][][]int64
	depths := make([]int, len(ps))
	for i, p := range ps {
		var inputs [][]int64
		for d := 1; d <= 3; d++ {
			if list := p.everything(t, d, 20_000); list != nil {
				inputs, depths[i] = list, d
			}
		}
		all = append(all, inputs)
	}
	for i, answers := range native(t, dir, ps, all) {
		t.Run(ps[i].name, func(t *testing.T) {
			if depths[i] == 0 {
				t.Fatal("nothing is compared")
			}
			ps[i].interpreted(t, depths[i], all[i], answers)
			ps[i].pruned(t, depths[i], all[i], answers)
			ps[i].leftOut(t, 3)
			// It lifts, or is given up soon.
			if q := ps[i].encodeWith(t, 3, ""); q.Work > 12_000_000 {
				t.Errorf("lifting it took %d steps", q.Work)
			}
		})
	}
	for _, p := range ps {
		q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn, Unlifted: "it is not tried"}}}, encode.Options{Depth: 3, Interp: &interp.Program{}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := search.New(q.Form)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for range s.Solutions() {
			n++
		}
		t.Logf("%s: %d inputs of depth 3, %+v, %+v", p.name, n, s.Stats(), q.Test.Tallies)
		if x := q.Test.Tallies[0]; x.Unclear > 0 {
			t.Errorf("%s: unclear %d times: %s", p.name, x.Unclear, x.Why)
		}
		if w := s.Stats().Work; w > 40_000_000 {
			t.Errorf("%s: %d steps of work", p.name, w)
		}
	}
}

// leftOut checks that the form contains what follows a section that takes too much, so that few inputs
// are left to the interpreter.
func (p *predicate) leftOut(t *testing.T, depth int) {
	t.Helper()
	if p.steps == 0 {
		return
	}
	opt := encode.Options{Depth: depth, Limits: encode.Limits{MaxSteps: p.steps}, Interp: &interp.Program{}}
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn}}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(q.Opaque) != 1 || !q.Opaque[0].Partly || q.Opaque[0].Spent != (q.Opaque[0].Left > 0) {
		t.Fatalf("not lifted in part: %+v", q.Opaque)
	}
	count := func(q *encode.Problem) (n int, out int64) {
		s, err := search.New(q.Form)
		if err != nil {
			t.Fatal(err)
		}
		for range s.Solutions() {
			n++
		}
		return n, s.Stats().Rejected + s.Stats().Alike
	}
	n, out := count(q)
	if out > p.refuted {
		t.Errorf("%d inputs are rejected, %+v", out, q.Opaque)
	}
	again, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn, Unlifted: q.Opaque[0].Why, Left: q.Opaque[0].Left}}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if m, same := count(again); q.Opaque[0].Spent && (m != n || same != out) {
		t.Errorf("%d inputs, %d rejected; %d and %d where it is known what to leave out", n, out, m, same)
	}
	if m, _ := count(p.encodeWith(t, depth, "it is not tried")); m != n {
		t.Errorf("%d inputs, interpreted %d", n, m)
	}
}
