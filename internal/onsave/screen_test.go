package onsave

import (
	"strings"
	"testing"
)

// TestFitting checks that no text takes more lines than the screen has.
func TestFitting(t *testing.T) {
	for _, c := range []struct {
		text          string
		rows, columns int
		want          string
	}{
		{"one\ntwo\n", 24, 80, "one|two"},
		{"one\ntwo\nthree\nfour", 4, 80, "one|two|… 2 lines more; rtest shows all"},
		{"abcdef", 24, 3, "abc|def"},
		{"\x1b[31mabc\x1b[0mdef", 24, 3, "\x1b[31mabc\x1b[0m|def"},
		{"木木木", 24, 4, "木木|木"},
		{"\tab", 24, 9, "\ta|b"},
		{"a", 1, 1, "a"},
		{"", 24, 80, ""},
	} {
		got := fitting(c.text, c.rows, c.columns)
		if strings.Join(got, "|") != c.want || len(got) > max(1, c.rows-1) {
			t.Errorf("%q on %d rows of %d: got %q, want %q", c.text, c.rows, c.columns, got, c.want)
		}
	}
}
