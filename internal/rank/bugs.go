package rank

import (
	"cmp"
	"math/bits"
	"slices"
)

// A Set has answers, by index.
type Set []uint64

func newSet(n int) Set { return make(Set, (n+63)/64) }

func (s Set) add(i int) { s[i/64] |= 1 << (i % 64) }

// Has reports whether answer i is in the set.
func (s Set) Has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

// Len is the number of answers.
func (s Set) Len() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// within reports whether all of s are in t.
func (s Set) within(t Set) bool {
	for i := range s {
		if s[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

func (s Set) key() string {
	b := make([]byte, 0, 8*len(s))
	for _, w := range s {
		for k := 0; k < 64; k += 8 {
			b = append(b, byte(w>>k))
		}
	}
	return string(b)
}

// A partition has the inputs for which the same answers fail. First is the first of them, Count how
// many there are.
type partition struct {
	failing Set
	first   int
	count   int64
}

// partitions groups inputs by the answers that fail for them, in the order of their first inputs.
// Inputs for which none fails are left out, and those whose set is nil.
func partitions(failing []Set) []partition {
	var out []partition
	at := map[string]int{}
	for i, s := range failing {
		if s == nil || s.Len() == 0 {
			continue
		}
		k := s.key()
		n, ok := at[k]
		if !ok {
			n = len(out)
			at[k] = n
			out = append(out, partition{failing: s, first: i})
		}
		out[n].count++
	}
	return out
}

// irredundant removes each partition whose answers are the union of those of others, because its
// inputs have several bugs at once. The result does not depend on the order.
func irredundant(all []partition) (bugs []partition) {
	for i, p := range all {
		union := make(Set, len(p.failing))
		for k, q := range all {
			if k != i && q.failing.within(p.failing) {
				for w := range union {
					union[w] |= q.failing[w]
				}
			}
		}
		if !slices.Equal(union, p.failing) {
			bugs = append(bugs, p)
		}
	}
	slices.SortStableFunc(bugs, func(p, q partition) int { return cmp.Compare(p.first, q.first) })
	return bugs
}

// A Class has answers with the same bugs. Better has the indices of the classes with a proper subset
// of these bugs, without those that another of them is better than.
type Class struct {
	Answers []int
	Bugs    []int
	Better  []int
}

// classes orders answers by their bugs: those with fewer come first.
func classes(has []Set, bugs int) []Class {
	var out []Class
	var sets []Set
	order := make([]int, len(has))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(has[i].Len(), has[k].Len()) })
	for _, i := range order {
		if n := slices.IndexFunc(sets, func(s Set) bool { return slices.Equal(s, has[i]) }); n >= 0 {
			out[n].Answers = append(out[n].Answers, i)
			continue
		}
		c := Class{Answers: []int{i}}
		for b := range bugs {
			if has[i].Has(b) {
				c.Bugs = append(c.Bugs, b)
			}
		}
		sets, out = append(sets, has[i]), append(out, c)
	}
	for i := range out {
		for k := range i {
			between := func(m int) bool {
				return m != i && m != k && sets[k].within(sets[m]) && sets[m].within(sets[i])
			}
			if sets[k].within(sets[i]) && !slices.ContainsFunc(indices(len(out)), between) {
				out[i].Better = append(out[i].Better, k)
			}
		}
	}
	return out
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
