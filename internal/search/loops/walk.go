package loops

import "math/bits"

// A Walk goes through a set of at most 64 keys in the order of their values. The bit i of up stands for upFrom + i, that
// of down for downFrom - i. If both have bits, upFrom is 0 and downFrom is -1.
type Walk struct {
	up, down         uint64
	upFrom, downFrom int64
}

// Bits starts a walk through the keys base + i for the bits i of set, of which there is at least one. It ascends, or
// goes by magnitude: 0, 1, -1, 2 and so on.
func Bits(set uint64, base int64, ascending bool) Walk {
	switch {
	case ascending || base >= 0:
		return Walk{up: set, upFrom: base}
	case base+int64(63-bits.LeadingZeros64(set)) < 0:
		return Walk{down: bits.Reverse64(set), downFrom: base + 63}
	}
	below := uint64(-base) // the bits of negative values
	return Walk{up: set >> below, down: bits.Reverse64(set << (64 - below)), downFrom: -1}
}

// Next returns the next key; ok is false at the end.
func (w *Walk) Next() (k int64, ok bool) {
	i, j := bits.TrailingZeros64(w.up), bits.TrailingZeros64(w.down)
	switch {
	case w.down == 0 && w.up == 0:
		return 0, false
	case w.down == 0 || w.up != 0 && i <= j+1:
		w.up &= w.up - 1
		return w.upFrom + int64(i), true
	}
	w.down &= w.down - 1
	return w.downFrom - int64(j), true
}
