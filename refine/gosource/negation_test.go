package gosource

import (
	"testing"

	"github.com/rtest-dev/rtest/refine"
)

func TestNegation(t *testing.T) {
	for cond, want := range map[string]string{
		"!v.To.Before(v.From)": "v.To.Before(v.From)",
		"!(a && b)":            "(a && b)",
		"!a || b":              "!(!a || b)",
		"a == b":               "!(a == b)",
		"!T{}.ok()":            "!(!T{}.ok())",
	} {
		if got := refine.Negation(cond); got != want {
			t.Errorf("negation(%q) = %q, want %q", cond, got, want)
		}
	}
}
