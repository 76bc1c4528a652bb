package brute

import (
	"slices"
	"unicode/utf8"
)

func (e *Env) words(left int) [][]rune {
	r := [][]rune{{}}
	last := r
	for i := 0; i < left; i++ {
		var next [][]rune
		for _, w := range last {
			for _, c := range e.Alpha {
				next = append(next, append(append([]rune{}, w...), c))
			}
		}
		r = append(r, next...)
		last = next
	}
	return r
}

// texts are those of the words, each once: bytes may be a character together.
func texts(words [][]rune) []string {
	var r []string
	for _, w := range words {
		var s []byte
		for _, c := range w {
			if c >= Raw {
				s = append(s, byte(c))
			} else {
				s = utf8.AppendRune(s, c)
			}
		}
		r = append(r, string(s))
	}
	slices.Sort(r)
	return slices.Compact(r)
}
