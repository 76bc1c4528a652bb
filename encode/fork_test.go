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
