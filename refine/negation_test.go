package refine

import "testing"

func TestNegation(t *testing.T) {
	for cond, want := range map[string]string{
		"!v.To.Before(v.From)": "v.To.Before(v.From)",
		"!(a && b)":            "(a && b)",
		"!a || b":              "!(!a || b)",
		"a == b":               "!(a == b)",
		"!T{}.ok()":            "!(!T{}.ok())",
	} {
		if got := negation(cond); got != want {
			t.Errorf("negation(%q) = %q, want %q", cond, got, want)
		}
	}
}
