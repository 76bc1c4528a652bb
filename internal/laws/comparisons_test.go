package laws

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness"
)

// TestExempt tests that calls which end the process restrict their targets and no others, however many these are.
func TestExempt(t *testing.T) {
	f := &finder{building: building{without: map[int]restriction{}, deadly: map[int][]uint64{}, parted: map[int]int{}}}
	ends := func(target int, keys ...uint64) {
		t.Helper()
		if !f.exempt(&harness.CallEnded{Target: target, Value: -1, Keys: keys}) {
			t.Fatalf("nothing is left to restrict of target %d", target)
		}
	}
	ends(0)
	for key := range uint64(mostParted + 1) {
		ends(1, key)
	}
	for target := 2; f.ended < mostEnded; target++ {
		ends(target)
	}
	ends(1000)
	ends(1001, 5)
	want := map[int]restriction{0: modest, 1: modest, 2: modest, 1000: spared, 1001: spared, noTarget: unrestricted}
	for target, how := range want {
		if f.without[target] != how {
			t.Errorf("the restriction of target %d is %d, want %d", target, f.without[target], how)
		}
	}
	for f.ended < allEnded {
		ends(2000 + f.ended)
	}
	if ends(3000); f.without[noTarget] != spared {
		t.Error("there are further values after so many calls that ended the process")
	}
	if f.exempt(&harness.CallEnded{Target: 3001, Value: -1}) {
		t.Error("something is left to restrict where there are no further values")
	}
}
