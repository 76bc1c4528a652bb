package evaluate

// few are the arguments of a call with at most three.
type few [3]uint32

// hash spreads arguments over the numbers of 64 bits.
func (k few) hash() uint64 { return mix(seed ^ uint64(k[0]) ^ uint64(k[1])<<21 ^ uint64(k[2])<<42) }

// A memo has the results of a call by its arguments. It is a hash table with open addressing, because
// a comparison spends most of its time looking up results.
type memo struct {
	entries []entry
	used    int
}

// An entry has the result plus one, or 0 if it is free.
type entry struct {
	args   few
	result uint32
}

// get returns the result for arguments.
func (m *memo) get(k few) (result uint32, ok bool) {
	if len(m.entries) == 0 {
		return 0, false
	}
	e := m.at(k)
	return e.result - 1, e.result != 0
}

// at returns the entry of arguments, or the free entry for them.
func (m *memo) at(k few) *entry {
	mask := uint64(len(m.entries) - 1)
	for i := k.hash(); ; i++ {
		if e := &m.entries[i&mask]; e.result == 0 || e.args == k {
			return e
		}
	}
}

// put adds the result for arguments that have none.
func (m *memo) put(k few, result uint32) {
	if 4*(m.used+1) > 3*len(m.entries) {
		old := m.entries
		m.entries = make([]entry, max(16, 2*len(old)))
		for _, e := range old {
			if e.result != 0 {
				*m.at(e.args) = e
			}
		}
	}
	*m.at(k) = entry{k, result + 1}
	m.used++
}
