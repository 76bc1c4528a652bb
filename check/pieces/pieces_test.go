package pieces

import (
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/value"
)

// TestPieces checks what a text is divided into.
func TestPieces(t *testing.T) {
	names := [...]string{"digits", "word", "mark", "group", "inner", "field", "whole"}
	var got []string
	var text []int64
	for _, c := range `a1=(b,2)` {
		text = append(text, int64(c))
	}
	for _, p := range piecesOf(text) {
		var b []byte
		for _, r := range text[p.from:p.to] {
			b = value.AppendCharacter(b, rune(r))
		}
		got = append(got, names[p.kind]+" "+string(b))
	}
	want := []string{
		"word a", "digits 1", "mark =", "group (b,2)", "inner b,2", "mark (", "word b", "mark ,", "digits 2", "mark )",
		"field a1", "field (b,2)", "field a1=", "field b,2)", "field a1=(b", "field 2)", "field a1=(b,2", "whole a1=(b,2)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
