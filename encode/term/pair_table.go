package term

// A pairTable maps pairs of numbers that are not both 0, such as terms and the conditions under
// which they are simplified. Lookups dominate the work on a large form, and most of their time is
// waiting for memory. So an entry lies beside its key, and the garbage collector has no pointers to
// follow. The zero value is empty.
type pairTable struct {
	entries []pair // open addressing; the key of a free entry is 0
	n       int
}

type pair struct {
	key uint64
	val int32
}

func pairOf(x, y int32) uint64 { return uint64(uint32(x))<<32 | uint64(uint32(y)) }

// get returns the value of a key.
func (p *pairTable) get(key uint64) (int32, bool) {
	if p.n == 0 {
		return 0, false
	}
	e := p.find(key)
	return e.val, e.key == key
}

// set sets the value of a key.
func (p *pairTable) set(key uint64, val int32) {
	if 2*(p.n+1) > len(p.entries) {
		p.grow()
	}
	e := p.find(key)
	if e.key == 0 {
		p.n++
	}
	*e = pair{key, val}
}

// find returns the entry of a key, or the free entry for it.
func (p *pairTable) find(key uint64) *pair {
	mask := uint64(len(p.entries) - 1)
	h := key * 0x9E3779B97F4A7C15
	for i := (h ^ h>>32) & mask; ; i = (i + 1) & mask {
		if e := &p.entries[i]; e.key == key || e.key == 0 {
			return e
		}
	}
}

func (p *pairTable) grow() {
	old := p.entries
	p.entries = make([]pair, max(64, 2*len(old)))
	for _, e := range old {
		if e.key != 0 {
			*p.find(e.key) = e
		}
	}
}
