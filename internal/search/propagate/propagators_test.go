package propagate

import "testing"

// TestPropagators demands one for each operation: a cell without would not be narrowed.
func TestPropagators(t *testing.T) {
	for op, p := range propagators {
		if p == nil {
			t.Errorf("operation %d has no propagator", op)
		}
	}
}
