package texts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A chunk is a part of a layout of package time, with the pattern of its texts.
type chunk struct{ layout, pattern string }

// chunks are searched in order, so that none hides a longer one.
var chunks = [...]chunk{
	{"January", `(January|February|May|December)`}, {"Jan", `(Jan|Feb|May|Dec)`}, {"Monday", `(Monday|Thursday|Saturday|Sunday)`}, {"Mon", `(Mon|Thu|Sat|Sun)`}, {"MST", `(UTC|CET|EST)`},
	{"2006", `(0001|1900|1970|19[0-9]{2}|20[0-9]{2}|9999)`}, {"Z07:00", `(Z|[-+]0[0-9]:[03]0)`}, {"Z0700", `(Z|[-+]0[0-9][03]0)`},
	{"-07:00", `[-+]0[0-9]:[03]0`}, {"-0700", `[-+]0[0-9][03]0`}, {"-07", `[-+]0[0-9]`}, {"002", `(001|060|36[56])`},
	{"01", `(0[1-9]|1[0-2])`}, {"02", `(0[1-9]|[12][0-9]|29|3[01])`}, {"03", `(0[1-9]|1[0-2])`}, {"04", `(00|[0-5][0-9]|59)`}, {"05", `(00|[0-5][0-9]|59)`}, {"06", `[0-9]{2}`},
	{"15", `(00|[01][0-9]|2[0-3])`}, {"PM", `(AM|PM)`}, {"pm", `(am|pm)`}, {"_2", `( [1-9]|[12][0-9]|3[01])`},
	{"1", `([1-9]|1[0-2])`}, {"2", `([1-9]|[12][0-9]|3[01])`}, {"3", `([1-9]|1[0-2])`}, {"4", `[0-5]?[0-9]`}, {"5", `[0-5]?[0-9]`},
}

// fraction matches a fraction of a second in a layout.
var fraction = regexp.MustCompile(`^[.,](0+|9+)`)

// Layout returns a regular expression of the texts that a layout of package time describes. It
// returns "" for a layout without parts.
func Layout(layout string) string {
	var b strings.Builder
	parts := 0
	for layout != "" {
		if f := fraction.FindString(layout); f != "" {
			fmt.Fprintf(&b, "%s[0-9]{%d}", regexp.QuoteMeta(f[:1]), len(f)-1)
			layout = layout[len(f):]
			continue
		}
		i := slices.IndexFunc(chunks[:], func(c chunk) bool { return strings.HasPrefix(layout, c.layout) })
		if i < 0 {
			_, n := utf8.DecodeRuneInString(layout)
			b.WriteString(regexp.QuoteMeta(layout[:n]))
			layout = layout[n:]
			continue
		}
		b.WriteString(chunks[i].pattern)
		layout = layout[len(chunks[i].layout):]
		parts++
	}
	if parts == 0 {
		return ""
	}
	return b.String()
}
