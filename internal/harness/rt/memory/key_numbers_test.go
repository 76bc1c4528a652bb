package memory

import "testing"

// TestFew checks that keys are numbered in the order of arrival, before and after the map is made.
func TestFew(t *testing.T) {
	var f keyNumbers[string]
	key := func(i int) string { return string(rune('a' + i)) }
	for i := range 3 * linearKeys {
		if n, known := f.number(key(i)); n != i || known {
			t.Errorf("key %d is new: %d, %v", i, n, known)
		}
		for j := range i + 1 {
			if n, known := f.number(key(j)); n != j || !known {
				t.Errorf("key %d of %d: %d, %v", j, i+1, n, known)
			}
		}
	}
}
