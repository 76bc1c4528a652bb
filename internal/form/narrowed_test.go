package form

import (
	"slices"
	"testing"
)

// TestNarrowed confines the domains of some kinds to ten bits. What has no number of so few bits stays.
func TestNarrowed(t *testing.T) {
	for _, c := range []struct {
		kind       Kind
		from, want Span
	}{
		{Int64, Span{-5000, 5000}, Span{-1023, 1023}},
		{Int64, Span{2000, 5000}, Span{2000, 5000}},
		{Uint64, Span{0, -1}, Span{0, 1023}},
		{Uint64, Span{7, -1}, Span{7, 1023}},
		{Uint64, Span{-4, -1}, Span{-4, -1}},
		{Uint64, Span{3, 9}, Span{3, 9}},
	} {
		f := &Form{Vars: []Var{{Kind: c.kind, Dom: []Span{c.from}, Default: c.want.Lo}}}
		narrowed, some := f.Narrowed(10)
		if got := narrowed.Vars[0].Dom; !slices.Equal(got, []Span{c.want}) || some != (c.from != c.want) {
			t.Errorf("%v %v: got %v, %t, want %v", c.kind, c.from, got, some, c.want)
		}
	}
}
