package diag

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"depth", "depht", 1}, {"requires", "require", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 1}} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"check", "list", "length", "Length", "_", "x"}
	for name, want := range map[string]string{
		"chekc": "check", "lits": "list", "Check": "check", "lenght": "length", "LENGTH": "length",
		"check": "", "sort": "", "y": "", "": "", "ab": "", "_x": "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestNearestFunction(t *testing.T) {
	names := []string{"Insert", "List.Push", "Ring.Push", "Heap.Pop", "Heap.Pop", "a.push"}
	for name, want := range map[string]string{
		"Push": "List.Push or Ring.Push or a.push", "pop": "Heap.Pop", "Inser": "Insert", "Heap.Pip": "Heap.Pop", "Other": "",
	} {
		if got := NearestFunction(name, names); got != want {
			t.Errorf("NearestFunction(%q) = %q, want %q", name, got, want)
		}
	}
}
