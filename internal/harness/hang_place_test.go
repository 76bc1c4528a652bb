package harness

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// TestSettleNowhere checks that a call has no line if no sample showed a function of the user.
func TestSettleNowhere(t *testing.T) {
	for _, p := range []stack.Place{{}, {Again: true}, {Lines: []int{1, 2}}} {
		if got := (&Binary{}).stableStack(p); len(got) != 0 {
			t.Errorf("settle(%+v) is %q, want none", p, got)
		}
	}
}
