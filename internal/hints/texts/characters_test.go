package texts

import "testing"

// TestCharacters collects what expressions mention.
func TestCharacters(t *testing.T) {
	for expr, want := range map[string]string{
		`^[A-Z]{2}-[0-9]+$`:       "AZ-09",
		`^[a-z]+@(a|b)[^/]\.org$`: "az@b.org",
		`\d+\s?(?:yes|no)|.`:      "09 yesno",
		`(`:                       "",
	} {
		if got := string(Characters(expr)); got != want {
			t.Errorf("%s: %q, want %q", expr, got, want)
		}
	}
}
