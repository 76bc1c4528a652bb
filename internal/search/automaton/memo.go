package automaton

import (
	"encoding/binary"
	"slices"
)

// A view is what the places above see of a place under the current decisions: the sizes of each
// state of its class.
type view struct {
	number uint64 // unique within the class
	sizes  []sizes
}

// A memo keeps the views of the places of a class, so that places with the same decisions share one
// result. The subtrees of a large tree are mostly alike, and a search meets the same ones again and
// again.
type memo struct {
	// known is keyed by the decided alternative and the numbers of the views of the places below.
	// same is keyed by sizes.
	known, same map[string]*view
	numbers     uint64
	key         []byte
	now         []sizes
}

// memoLimit is how many sizes are kept per class.
const memoLimit = 1 << 18

// viewFor returns the view of a place, for a decided alternative, or -1 for none.
func (c *class) viewFor(taken int, kids []*view) (now *view, work int64) {
	m := &c.memo
	m.key = binary.AppendVarint(m.key[:0], int64(taken))
	for _, k := range kids {
		m.key = binary.AppendUvarint(m.key, k.number)
	}
	if now = m.known[string(m.key)]; now != nil {
		return now, 1
	}
	key := string(m.key)
	m.now = slices.Grow(m.now[:0], len(c.states))[:len(c.states)]
	work = 1 + c.sizes(taken, kids, m.now)
	now = m.intern()
	m.known[key] = now
	return now, work
}

// intern returns the unique view with the sizes in m.now.
func (m *memo) intern() *view {
	if len(m.known)*(1+len(m.now)) > memoLimit || m.known == nil {
		// Places keep what they use.
		m.known, m.same = map[string]*view{}, map[string]*view{}
	}
	m.key = m.key[:0]
	for _, s := range m.now {
		for _, n := range [...]int32{s.lo, s.hi, s.levelLo, s.levelHi} {
			m.key = binary.AppendVarint(m.key, int64(n))
		}
	}
	if s := m.same[string(m.key)]; s != nil {
		return s
	}
	m.numbers++
	s := &view{number: m.numbers, sizes: append([]sizes{}, m.now...)}
	m.same[string(m.key)] = s
	return s
}
