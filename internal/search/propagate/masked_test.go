package propagate

import "testing"

// TestNextMasked compares with going through all numbers of 6 bits.
func TestNextMasked(t *testing.T) {
	const all = 63
	for m := range uint64(64) {
		for v := range uint64(64) {
			if v&^m != 0 {
				continue
			}
			for u := range uint64(64) {
				want, some := uint64(0), false
				for x := u; x <= all && !some; x++ {
					want, some = x, x&m == v
				}
				if got, ok := nextMasked(u, m, v, all); ok != some || ok && got != want {
					t.Fatalf("nextMasked(%d, %b, %b) = %d, %v, want %d, %v", u, m, v, got, ok, want, some)
				}
			}
		}
	}
}
