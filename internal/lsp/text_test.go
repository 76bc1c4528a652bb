package lsp

import (
	"go/token"
	"math/rand/v2"
	"testing"
	"unicode/utf16"
)

// TestPositions compares the positions of all characters with a count of UTF-16 units, line by line.
func TestPositions(t *testing.T) {
	for _, s := range []string{
		"", "\n", "a", "a\nb", "a\r\nb\r\n", "a\rb\r", "\r\r\n\n\r", "é½\n𝛼x𝛼\r\n\t𝛼", "\xff\xfea\n\xff",
	} {
		x := newText(s, utf16Units)
		line, units := 0, 0
		for i, r := range s {
			got := x.position(i)
			inside := r == '\n' && i > 0 && s[i-1] == '\r'
			if want := (position{line, units}); got != want && !inside {
				t.Errorf("%q: offset %d is %v, want %v", s, i, got, want)
			}
			if back := x.offset(position{line, units}); back != i && !inside {
				t.Errorf("%q: position %d:%d is offset %d, want %d", s, line, units, back, i)
			}
			units += len(utf16.Encode([]rune{r}))
			if r == '\n' || r == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
				line, units = line+1, 0
			}
		}
		if got, want := x.position(len(s)), (position{line, units}); got != want {
			t.Errorf("%q: the end is %v, want %v", s, got, want)
		}
	}
}

// TestClamped looks for places that a text does not have.
func TestClamped(t *testing.T) {
	x := newText("ab\r\n𝛼\n", utf16Units)
	for _, c := range []struct {
		p    position
		want int
	}{
		{position{0, 99}, 2}, {position{1, 1}, 4}, {position{1, 9}, 8}, {position{2, 0}, 9}, {position{7, 0}, 9}, {position{-1, 3}, 0},
	} {
		if got := x.offset(c.p); got != c.want {
			t.Errorf("%v is offset %d, want %d", c.p, got, c.want)
		}
	}
	for _, c := range []struct {
		line, column, want int
	}{{0, 0, 0}, {1, 2, 1}, {2, 1, 4}, {2, 99, 8}, {3, 1, 9}, {9, 1, 9}} {
		if got := x.find(token.Position{Line: c.line, Column: c.column}); got != c.want {
			t.Errorf("%d:%d is offset %d, want %d", c.line, c.column, got, c.want)
		}
	}
}

// TestDifference applies edits to random texts. The edit found must lead from one to the other, and a
// position outside must keep its text.
func TestDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	word := func() string {
		b := make([]byte, r.IntN(8))
		for i := range b {
			b[i] = "ab\n"[r.IntN(3)]
		}
		return string(b)
	}
	for range 20000 {
		a := word() + word()
		start := r.IntN(len(a) + 1)
		end := start + r.IntN(len(a)-start+1)
		with := word()
		b := a[:start] + with + a[end:]
		e := difference(a, b)
		size := len(b) - len(a) + e.end - e.start
		if e.size != size || a[:e.start]+b[e.start:e.start+e.size]+a[e.end:] != b {
			t.Fatalf("difference(%q, %q) = %+v", a, b, e)
		}
		from := r.IntN(len(a) + 1)
		to := from + r.IntN(len(a)-from+1)
		p := place{in: newText(a, utf16Units), start: from, end: to}.rebase(newText(b, utf16Units))
		if p.start < 0 || p.end < p.start || p.end > len(b) {
			t.Fatalf("%q %d..%d in %q is %d..%d", a, from, to, b, p.start, p.end)
		}
		if from < to && (to <= e.start || from >= e.end) && b[p.start:p.end] != a[from:to] {
			t.Fatalf("%q %d..%d in %q (%+v) is %d..%d", a, from, to, b, e, p.start, p.end)
		}
	}
}

func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		takes []string
		want  encoding
		// column is that of the b in "𝛼éb".
		column int
	}{
		{nil, utf16Units, 3}, {[]string{"utf-16"}, utf16Units, 3}, {[]string{"utf-8", "utf-16"}, utf8Units, 6},
		{[]string{"utf-7", "utf-32", "utf-16"}, utf32Units, 2}, {[]string{"ascii"}, utf16Units, 3},
	} {
		e := chosen(c.takes)
		x := newText("𝛼éb", e)
		if at := x.position(6); e != c.want || at.Character != c.column || x.offset(at) != 6 {
			t.Errorf("%v: %v, column %d", c.takes, e, at.Character)
		}
	}
}

func TestURI(t *testing.T) {
	for _, c := range []struct{ uri, path string }{
		{"file:///a/b.go", "/a/b.go"},
		{"file:///a%20b/%C3%A9.go", "/a b/é.go"},
		{"file:///a/../b.go", "/b.go"}, {"file://localhost/b.go", "/b.go"},
		{"file:///c%3A/x.go", "C:/x.go"},
		{"untitled:Untitled-1", ""}, {"file://", ""}, {"%", ""}, {"", ""},
	} {
		if got, _ := pathOf(c.uri); got != c.path {
			t.Errorf("%q is the path %q, want %q", c.uri, got, c.path)
		}
	}
	for _, path := range []string{"/a b/é#?.go", "/x%20y/z.go"} {
		if got, _ := pathOf(uriOf(path)); got != path {
			t.Errorf("%q is %q and back %q", path, uriOf(path), got)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1024: "1\u00a0024", 1234567: "1\u00a0234\u00a0567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
