package automaton

import "math/bits"

// A sizeSet is a set of sizes, a bit for each.
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

// join adds the sizes of t, each made greater by so much, as far as there is room.
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

// add adds all sums of a size of a and one of b.
func (s sizeSet) add(a, b sizeSet) {
	for i, w := range a {
		for ; w != 0; w &= w - 1 {
			s.join(b, 64*i+bits.TrailingZeros64(w))
		}
	}
}

// A stock is the sizes, up to some greatest one, of what can have a state: of all
// of it, and of what has a part of the exact level.
type stock struct{ all, exact sizeSet }

// stocks are those of the states of the classes of an automaton: where its bounds
// only say between which sizes there may be some, these say which there are. What
// the automaton knows nothing of aside, a tree of such a size can be made of them
// from the top down, without going back.
type stocks struct {
	a     *Automaton
	Size  int // the greatest
	Of    map[*class][]stock
	rules map[*class][][]rule // by state: the transitions to it
	// rests are the stocks of what hangs on a place behind the first parts of a
	// transition.
	rests map[restKey]stock
	left  int64
}

// A rule is a transition: the index of its alternative and where it begins.
type rule struct {
	alt int16
	at  int32
}

type restKey struct {
	class *class
	rule  rule
	kid   int
}

// stocksWork is how many words of sets may be made.
const stocksWork = 1 << 28

// newStocks finds them for sizes up to one; nil where that is too much work.
func newStocks(a *Automaton, size int32) *stocks {
	k := &stocks{
		a: a, Size: int(size), Of: map[*class][]stock{}, rules: map[*class][][]rule{},
		rests: map[restKey]stock{}, left: stocksWork,
	}
	top := len(a.places) - 1
	for v := top - 1; v >= -1; v-- {
		at := v
		if v < 0 {
			at = top
		}
		if c := a.places[at].class; c != nil && k.Of[c] == nil {
			if k.Of[c] = k.make(c); k.left < 0 {
				return nil
			}
		}
	}
	return k
}

func (k *stocks) none() stock {
	k.left -= int64(k.Size / 32)
	n := k.Size/64 + 1
	both := make(sizeSet, 2*n)
	return stock{both[:n:n], both[n:]}
}

// add adds the sums of a part of x and one of y to s.
func (k *stocks) add(s, x, y stock) {
	k.left -= int64(len(s.all) * (2*x.all.count() + x.exact.count()))
	s.all.add(x.all, y.all)
	s.exact.add(x.exact, y.all)
	s.exact.add(x.all, y.exact)
}

// make finds the stocks of a class from those of the classes below.
func (k *stocks) make(c *class) []stock {
	out := make([]stock, len(c.states))
	for i := range out {
		out[i] = k.none()
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

// group adds what the transitions of a group, which begin with the same state,
// make: with two parts, the second ones that lead to one state together.
func (k *stocks) group(c *class, i, from, end int, out []stock) {
	alt := &c.alts[i]
	seconds := map[int16]stock{}
	var order []int16
	for at := from; at < end && k.left >= 0; at += c.width {
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
			s = k.none()
			seconds[state] = s
			order = append(order, state)
		}
		second := k.rest(c, w, kids, 1)
		s.all.join(second.all, 0)
		s.exact.join(second.exact, 0)
	}
	for _, state := range order {
		sum := k.none()
		k.add(sum, k.part(c, rule{int16(i), int32(from)}, 0), seconds[state])
		k.put(out[state], sum, alt)
	}
}

// put adds what the parts of an alternative make to a stock.
func (k *stocks) put(s, parts stock, alt *classAlt) {
	s.all.join(parts.all, int(alt.size))
	if alt.level {
		s.exact.join(parts.all, int(alt.size))
		return
	}
	s.exact.join(parts.exact, int(alt.size))
}

// realized gives the numbers of the places that a transition takes a state of.
func (c *class) realized(w rule) []int {
	var kids []int
	for j, state := range c.alts[w.alt].transitions[w.at : int(w.at)+c.width-2] {
		if state >= 0 {
			kids = append(kids, j)
		}
	}
	return kids
}

// part is the stock of the state that a transition takes of a place.
func (k *stocks) part(c *class, w rule, kid int) stock {
	return k.Of[c.kids[kid]][c.alts[w.alt].transitions[int(w.at)+kid]]
}

// rest is the stock of the parts of a transition from the i-th of kids on.
func (k *stocks) rest(c *class, w rule, kids []int, i int) stock {
	switch {
	case i == len(kids):
		s := k.none()
		s.all[0] = 1
		return s
	case i == len(kids)-1:
		return k.part(c, w, kids[i])
	}
	key := restKey{c, w, i}
	if s, ok := k.rests[key]; ok {
		return s
	}
	s := k.none()
	k.add(s, k.part(c, w, kids[i]), k.rest(c, w, kids, i+1))
	k.rests[key] = s
	return s
}
