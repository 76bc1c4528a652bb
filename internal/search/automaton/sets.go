package automaton

import "math/bits"

// A sizeSet is a set of sizes, one bit each.
type sizeSet []uint64

func (s sizeSet) has(size int) bool {
	return size >= 0 && size/64 < len(s) && s[size/64]>>(size%64)&1 != 0
}

func (s sizeSet) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// join adds the sizes of t, each increased by the given amount, as far as there is room.
func (s sizeSet) join(t sizeSet, by int) {
	words, shift := by/64, by%64
	for i := len(s) - 1; i >= words; i-- {
		w := t[i-words] << shift
		if shift > 0 && i > words {
			w |= t[i-words-1] >> (64 - shift)
		}
		s[i] |= w
	}
}

// add adds all sums of a size in a and a size in b.
func (s sizeSet) add(a, b sizeSet) {
	for i, w := range a {
		for ; w != 0; w &= w - 1 {
			s.join(b, 64*i+bits.TrailingZeros64(w))
		}
	}
}

// A sizesOfState is the set of sizes, up to a limit, of everything that has a state. exact are the
// sizes of that part of it which has the exact level.
type sizesOfState struct{ all, exact sizeSet }

// exactSizes are the exact sets of sizes for the states of an automaton's classes, which itself only
// has bounds. With them a tree of a given size can be made from the top down without backtracking,
// as far as the automaton knows the form.
type exactSizes struct {
	automaton *Automaton
	Size      int // the greatest size
	Of        map[*class][]sizesOfState
	rules     map[*class][][]rule // by state: the transitions that lead to it
	// rests are the sizes of the last parts of transitions.
	rests    map[restKey]sizesOfState
	workLeft int64
}

// A rule is a transition: the index of its alternative and where it begins there.
type rule struct {
	alt int16
	at  int32
}

type restKey struct {
	class *class
	rule  rule
	kid   int
}

// exactSizesWork is how many words of sets may be made.
const exactSizesWork = 1 << 28

// newExactSizes computes the sets for sizes up to the given one. It returns nil if that is too much
// work.
func newExactSizes(a *Automaton, size int32) *exactSizes {
	k := &exactSizes{
		automaton: a, Size: int(size), Of: map[*class][]sizesOfState{}, rules: map[*class][][]rule{},
		rests: map[restKey]sizesOfState{}, workLeft: exactSizesWork,
	}
	top := len(a.places) - 1
	for v := top - 1; v >= -1; v-- {
		at := v
		if v < 0 {
			at = top
		}
		if c := a.places[at].class; c != nil && k.Of[c] == nil {
			if k.Of[c] = k.make(c); k.workLeft < 0 {
				return nil
			}
		}
	}
	return k
}

func (k *exactSizes) newSizes() sizesOfState {
	k.workLeft -= int64(k.Size / 32)
	n := k.Size/64 + 1
	both := make(sizeSet, 2*n)
	return sizesOfState{both[:n:n], both[n:]}
}

// add adds to s the sums of a part of x and a part of y.
func (k *exactSizes) add(s, x, y sizesOfState) {
	k.workLeft -= int64(len(s.all) * (2*x.all.count() + x.exact.count()))
	s.all.add(x.all, y.all)
	s.exact.add(x.exact, y.all)
	s.exact.add(x.all, y.exact)
}

// make computes the sizes of a class from those of the classes below.
func (k *exactSizes) make(c *class) []sizesOfState {
	out := make([]sizesOfState, len(c.states))
	for i := range out {
		out[i] = k.newSizes()
	}
	k.rules[c] = make([][]rule, len(c.states))
	for i := range c.alts {
		alt := &c.alts[i]
		from := 0
		for _, g := range alt.groups {
			k.group(c, i, from, g.end, out)
			from = g.end
		}
	}
	return out
}

// group adds the sizes of the transitions in a group, which begin with the same state. If they have
// two parts, the second parts that lead to one state are joined first.
func (k *exactSizes) group(c *class, i, from, end int, out []sizesOfState) {
	alt := &c.alts[i]
	seconds := map[int16]sizesOfState{}
	var order []int16
	for at := from; at < end && k.workLeft >= 0; at += c.width {
		w := rule{int16(i), int32(at)}
		state := alt.transitions[at+c.width-1]
		k.rules[c][state] = append(k.rules[c][state], w)
		kids := c.realized(w)
		if len(kids) != 2 || kids[0] != 0 {
			k.put(out[state], k.rest(c, w, kids, 0), alt)
			continue
		}
		s, ok := seconds[state]
		if !ok {
			s = k.newSizes()
			seconds[state] = s
			order = append(order, state)
		}
		second := k.rest(c, w, kids, 1)
		s.all.join(second.all, 0)
		s.exact.join(second.exact, 0)
	}
	for _, state := range order {
		sum := k.newSizes()
		k.add(sum, k.part(c, rule{int16(i), int32(from)}, 0), seconds[state])
		k.put(out[state], sum, alt)
	}
}

// put adds to s the sizes of an alternative with its parts.
func (k *exactSizes) put(s, parts sizesOfState, alt *classAlt) {
	s.all.join(parts.all, int(alt.size))
	if alt.level {
		s.exact.join(parts.all, int(alt.size))
		return
	}
	s.exact.join(parts.exact, int(alt.size))
}

// realized returns the indices of the places below that are realized in a transition.
func (c *class) realized(w rule) []int {
	var kids []int
	for j, state := range c.alts[w.alt].transitions[w.at : int(w.at)+c.width-2] {
		if state >= 0 {
			kids = append(kids, j)
		}
	}
	return kids
}

// part returns the sizes of the state that a transition has for a place below.
func (k *exactSizes) part(c *class, w rule, kid int) sizesOfState {
	return k.Of[c.kids[kid]][c.alts[w.alt].transitions[int(w.at)+kid]]
}

// rest returns the sizes of a transition's parts from the i-th of kids on.
func (k *exactSizes) rest(c *class, w rule, kids []int, i int) sizesOfState {
	switch {
	case i == len(kids):
		s := k.newSizes()
		s.all[0] = 1
		return s
	case i == len(kids)-1:
		return k.part(c, w, kids[i])
	}
	key := restKey{c, w, i}
	if s, ok := k.rests[key]; ok {
		return s
	}
	s := k.newSizes()
	k.add(s, k.part(c, w, kids[i]), k.rest(c, w, kids, i+1))
	k.rests[key] = s
	return s
}
