package wire

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
)

// TestAtoms sends atoms with a job.
func TestAtoms(t *testing.T) {
	sent := Job{Atoms: Atoms{
		{X: 0, Y: -1, Op: OpEqual, K: math.MinInt64}, {X: 63, Y: 5, Op: OpGreaterOrEqual, K: math.MaxInt64, Unsigned: true}, {X: 2, Y: 0, Op: OpNotEqual},
	}}
	data, err := json.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	var got Job
	if err := json.Unmarshal(data, &got); err != nil || !slices.Equal(got.Atoms, sent.Atoms) {
		t.Errorf("%v became %v: %v", sent.Atoms, got.Atoms, err)
	}
	for _, damaged := range []string{"AA", "A", "gA=="} {
		if err := new(Atoms).UnmarshalText([]byte(damaged)); err == nil {
			t.Errorf("%q is taken", damaged)
		}
	}
}
