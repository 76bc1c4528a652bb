package propagate

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// TestPropagators demands one for each operation that the search knows: a cell without would not be
// narrowed.
func TestPropagators(t *testing.T) {
	for op, p := range propagators {
		if p == nil && !form.Op(op).Float() {
			t.Errorf("operation %d has no propagator", op)
		}
	}
}
