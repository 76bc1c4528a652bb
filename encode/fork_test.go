package encode_test

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/search"
)

// TestRefuted counts what the search refutes before it has all inputs: what a predicate
// demands is in the form as a conjunction, however it is written.
func TestRefuted(t *testing.T) {
	n := 0
	for _, p := range load(t) {
		if p.refuted == 0 {
			continue
		}
		n++
		s, err := search.New(p.encode(t, len(p.want)).Form)
		if err != nil {
			t.Fatal(err)
		}
		for range s.Solutions() {
		}
		if got := s.Stats().Failures; got > p.refuted {
			t.Errorf("%s: %d parts of inputs are refuted, want %d at most", p.name, got, p.refuted)
		}
	}
	if n == 0 {
		t.Error("no predicate says how many")
	}
}

// TestMeet checks that the search does not stall in predicates whose paths part and meet again in the
// middle: their lifted form is a conjunction of demands.
func TestMeet(t *testing.T) {
	// By program the depth, and how many solutions there are.
	want := map[string][2]int{"lists.MinMax": {4, 12092}, "lists.SizesBalanced": {3, 1}, "lists.Leftist": {3, 44098}}
	for _, p := range load(t) {
		w, ok := want[p.name]
		if !ok {
			continue
		}
		delete(want, p.name)
		q := p.encodeWith(t, w[0], "")
		if len(q.Opaque) > 0 {
			t.Errorf("%s: %v", p.name, q.Opaque)
			continue
		}
		s, err := search.New(q.Form)
		if err != nil {
			t.Fatal(err)
		}
		s.Options.Stall = 5000
		n := 0
		for range s.Solutions() {
			n++
		}
		if n != w[1] || s.Stalled() != nil || s.Stats().Work > 3_000_000 {
			t.Errorf("%s: %d solutions, want %d; stalled at %v; %+v", p.name, n, w[1], s.Stalled(), s.Stats())
		}
	}
	for name := range want {
		t.Errorf("%s is not there", name)
	}
}
