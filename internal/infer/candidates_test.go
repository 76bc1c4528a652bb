package infer

import "testing"

// TestBest chooses of candidates that held.
func TestBest(t *testing.T) {
	held := []candidate{
		{text: "r > 0", about: "r sign", rank: signed, of: 1}, {text: "r != nil", about: "r", rank: signed, of: 1},
		{text: "s != nil", about: "s", rank: signed, of: 2}, {text: "r <= n", about: "r", rank: ordered, of: 1},
		{text: "s == t", about: "s", rank: whole, of: 2, implies: []string{"len(s) == len(t)"}},
		{text: "len(s) == len(t)", about: "len(s)", rank: related, of: 2}, {text: "equal(F(s), s)", about: again, rank: related},
	}
	var got string
	for _, c := range best(held, most) {
		got += c.text + "; "
	}
	if want := "s == t; r <= n; r > 0; "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
