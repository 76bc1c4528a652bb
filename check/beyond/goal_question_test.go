package beyond

import "testing"

// TestMatchedLength gives texts room for what regular expressions match, optional parts included.
func TestMatchedLength(t *testing.T) {
	for _, c := range []struct {
		patterns []string
		want     int
	}{
		{nil, 0},
		{[]string{`^$`}, 0},
		{[]string{`^v(\d+)\.(\d+)(-rc(\d+))?$`}, len("v0.0-rc0")},
		{[]string{`[a-z]{3,9}`, `a`}, 3},
		{[]string{`a{0,2}(bc|d)*.`}, len("abc.")},
		{[]string{`(`}, 0},
	} {
		if got := matchedLength(c.patterns); got != c.want {
			t.Errorf("%q match %d characters, want %d", c.patterns, got, c.want)
		}
	}
}
