package texts

import (
	"fmt"
	"regexp"
	"testing"
)

// TestFormatPatterns checks that patterns of formats match the output of these, and that there are
// none for formats of few texts.
func TestFormatPatterns(t *testing.T) {
	for _, test := range []struct {
		format string
		args   []any
	}{
		{"%d.%02d %s", []any{12, 5, "EUR"}},
		{"%d", []any{-7}},
		{"%s=%q", []any{"k", "v"}},
		{"%x:%X:%o:%b", []any{31, 10, 8, 3}},
		{"(%c) %t%%", []any{'?', true}},
		{"%.1f/%g/%.0f", []any{2.5, 1.25, 3.0}},
		{"%04d-%02d-%02d", []any{2024, 2, 29}},
		{"%v%v", []any{"a", 1}},
	} {
		p, text := Format(test.format), fmt.Sprintf(test.format, test.args...)
		if !regexp.MustCompile("^(" + p + ")$").MatchString(text) {
			t.Errorf("%s: %s does not match %q", test.format, p, text)
		}
	}
	for _, format := range []string{"", "no verb", "100%%", "%p", "%*d", "%[1]d", "%T", "%"} {
		if p := Format(format); p != "" {
			t.Errorf("%s: got %s, want none", format, p)
		}
	}
}
