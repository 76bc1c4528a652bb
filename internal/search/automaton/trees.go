package automaton

import (
	"encoding/binary"
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
)

// Trees draws trees of one size that an automaton accepts: choices together with the data that it
// considers. At each place it draws the transition and the sizes of the parts among all that yield
// the wanted state and size. So it never has to backtrack.
type Trees struct {
	*exactSizes
	Rand    form.SplitMix
	options map[optionsKey][]option
	watched [][]int32 // by place
	First   []int32   // the variables without a parent
	Hang    [][]int32 // by variable: those directly below it
	// The current tree in preorder: its alternatives and its tuples of data.
	alts   []byte
	tuples []byte
	// Quit is called now and then. If it returns true, Over is set and no further tree is complete.
	Quit  func() bool
	Over  bool
	Steps int64
}

type optionsKey struct {
	class *class
	state int16
	size  int32
	exact bool
}

// An option is a transition with the number of ways to divide the size among its parts.
type option struct {
	rule  rule
	count int64
}

// NewTrees prepares to draw trees of sizes up to the given one. It returns nil if that is too much
// work.
func NewTrees(f *form.Form, a *Automaton, size int32) *Trees {
	k := newExactSizes(a, size)
	if k == nil {
		return nil
	}
	t := &Trees{exactSizes: k, options: map[optionsKey][]option{}, watched: make([][]int32, len(a.places))}
	t.Hang = make([][]int32, len(f.Vars))
	for i := range f.Vars {
		if p := f.Vars[i].Parent; p >= 0 {
			t.Hang[p] = append(t.Hang[p], int32(i))
		} else {
			t.First = append(t.First, int32(i))
		}
	}
	for _, v := range a.Watched {
		at := a.data[v].place
		t.watched[at] = append(t.watched[at], v)
	}
	return t
}

// ends reports whether drawing must end.
func (t *Trees) ends() bool {
	if t.Steps++; t.Steps%TreesSteps == 0 && t.Quit != nil && t.Quit() {
		t.Over = true
	}
	return t.Over
}

// TreesSteps is how many places are filled between two calls of Quit.
const TreesSteps = 1 << 10

// Draw returns a tree of a size as a text. Texts sort in the order of the trees' choices. It
// returns "" if there is no tree.
func (t *Trees) Draw(size int32) string {
	top := int32(len(t.automaton.places) - 1)
	c := t.automaton.places[top].class
	var states []int16
	for q, s := range t.Of[c] {
		if !t.automaton.need && s.all.has(int(size)) || t.automaton.need && s.exact.has(int(size)) {
			states = append(states, int16(q))
		}
	}
	if len(states) == 0 {
		return ""
	}
	t.alts, t.tuples = t.alts[:0], t.tuples[:0]
	t.place(top, states[t.Rand.Below(uint64(len(states)))], size, t.automaton.need)
	if t.Over {
		return ""
	}
	return string(append(t.alts, t.tuples...))
}

// place draws what is at a place and below it.
func (t *Trees) place(at int32, state int16, size int32, exact bool) {
	if t.ends() {
		return
	}
	p := &t.automaton.places[at]
	c := p.class
	t.automaton.Work++
	list := t.list(c, state, size, exact)
	all := int64(0)
	for _, o := range list {
		all += o.count
	}
	pick := int64(t.Rand.Below(uint64(all)))
	for pick >= list[0].count {
		pick -= list[0].count
		list = list[1:]
	}
	w := list[0].rule
	alt := &c.alts[w.alt]
	t.alts = binary.BigEndian.AppendUint16(t.alts, uint16(w.alt))
	t.tuples = append(t.tuples, byte(alt.transitions[int(w.at)+c.width-2]))
	kids := c.realized(w)
	size, exact = size-alt.size, exact && !alt.level
	for i, kid := range kids {
		part, has := size, exact
		if i+1 < len(kids) {
			t.splits(t.part(c, w, kid), t.rest(c, w, kids, i+1), size, exact, func(n int32, first bool) bool {
				part, has = n, exact && first
				pick--
				return pick >= 0
			})
			pick = 0
			if i+2 < len(kids) {
				pick = int64(t.Rand.Below(uint64(t.count(c, w, kids, i+1, size-part, exact && !has))))
			}
		}
		t.place(p.kids[kid], alt.transitions[int(w.at)+kid], part, has)
		size, exact = size-part, exact && !has
	}
}

// list returns the transitions to a state that can have the size.
func (t *Trees) list(c *class, state int16, size int32, exact bool) []option {
	key := optionsKey{c, state, size, exact}
	if list, ok := t.options[key]; ok {
		return list
	}
	if len(t.options) > treesOptions {
		clear(t.options)
	}
	var list []option
	for _, w := range t.rules[c][state] {
		alt := &c.alts[w.alt]
		if n := t.count(c, w, c.realized(w), 0, size-alt.size, exact && !alt.level); n > 0 {
			list = append(list, option{w, n})
		}
	}
	t.automaton.Work += int64(len(t.rules[c][state]))
	t.options[key] = list
	return list
}

// treesOptions is how many lists of transitions are kept.
const treesOptions = 1 << 15

// count returns the number of ways to divide a size into the first of kids[i:] and the rest.
func (t *Trees) count(c *class, w rule, kids []int, i int, size int32, exact bool) (n int64) {
	switch {
	case i == len(kids):
		return form.Truth(size == 0 && !exact)
	case i == len(kids)-1:
		s := t.part(c, w, kids[i])
		return form.Truth(!exact && s.all.has(int(size)) || exact && s.exact.has(int(size)))
	}
	t.splits(t.part(c, w, kids[i]), t.rest(c, w, kids, i+1), size, exact, func(int32, bool) bool {
		n++
		return true
	})
	return n
}

// splits calls f with each way to divide a size in two, until f returns false: the size of the
// first part, and whether it has the exact level.
func (t *Trees) splits(x, y sizesOfState, size int32, exact bool, f func(size int32, first bool) bool) {
	for i, w := range x.all {
		for ; w != 0; w &= w - 1 {
			n := 64*i + bits.TrailingZeros64(w)
			switch rest := int(size) - n; {
			case rest < 0:
				return
			case !exact:
				if y.all.has(rest) && !f(int32(n), false) {
					return
				}
			default:
				if x.exact.has(n) && y.all.has(rest) && !f(int32(n), true) {
					return
				}
				if y.exact.has(rest) && !f(int32(n), false) {
					return
				}
			}
		}
	}
}

// Each calls choice and datum with the choices of a tree and with the data that it decides.
func (t *Trees) Each(f *form.Form, text string, choice func(v int32, alt int), datum func(v int32, value int64)) {
	n := len(text) / 3
	next := 0
	var below func(at int32)
	below = func(at int32) {
		p := &t.automaton.places[at]
		alt := int(binary.BigEndian.Uint16([]byte(text[2*next : 2*next+2])))
		tuple := text[2*n+next]
		next++
		realized := func(int32) bool { return true }
		if int(at) < len(f.Vars) {
			v := &f.Vars[at]
			choice(at, alt)
			realized = func(x int32) bool {
				w := f.Vars[x].When
				return !v.Kind.Less(v.Choice[alt].Value, w.Lo) && !v.Kind.Less(w.Hi, v.Choice[alt].Value)
			}
		}
		for _, x := range t.watched[at] {
			if realized(x) {
				datum(x, p.class.data[t.automaton.data[x].index].value(tuple))
			}
		}
		for _, k := range p.kids {
			if realized(k) {
				below(k)
			}
		}
	}
	below(int32(len(t.automaton.places) - 1))
}

// value returns the value that a data variable has in a tuple.
func (d *classTuples) value(tuple byte) int64 {
	i := 0
	for d.with[i]>>tuple&1 == 0 {
		i++
	}
	return d.values[i]
}
