package beyond

import (
	"math/rand/v2"
	"testing"
)

// TestRelatedText cuts a text at its marks.
func TestRelatedText(t *testing.T) {
	text := func(s string) (list []int64) {
		for _, c := range s {
			list = append(list, int64(c))
		}
		return list
	}
	seen := map[string]bool{}
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		s := ""
		for _, c := range relatedText(text("[red]x"), r) {
			s += string(rune(c))
		}
		seen[s] = true
	}
	for _, want := range []string{"[red]x", "[red", "]x", "red", "[]x", "[x", ""} {
		if !seen[want] {
			t.Errorf("%q is none of the texts made of [red]x", want)
		}
	}
	for _, none := range []string{"[re", "ed]x", "e"} {
		if seen[none] {
			t.Errorf("%q is cut within a word", none)
		}
	}
}
