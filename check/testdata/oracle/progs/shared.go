package progs

// Shared are the names of the parameters, by index, that may be the same
// memory; the others have none.
var Shared = map[string][]string{
	"SharedBump": {"a", "b"}, "SharedAlike": {"a", "b", "c"}, "SharedTrees": {"s", "t"}, "SharedAppend": {"dst", "src"}, "SharedShift": {"dst", "src"},
	"SharedOrdered": {"xs", "ys"}, "SharedEmptied": {"xs", "ys"}, "SharedThree": {"a", "b", "c"}, "SharedRecords": {"ps", "qs"}, "SharedTexted": {"dst", "src"},
	"SharedMoved": {"m", "n"}, "SharedElements": {"ps", "qs"}, "SharedAddress": {"xs", "ys"}, "SharedRows": {"xs", "ys"}, "SharedSome": {"p", "", "q"},
}

func init() {
	Cases = append(Cases,
		Case{"SharedBump", 3, SharedBump, func(a, b *int) bool { return a != nil && b != nil && *a <= *b }, func(a, b *int, r int) bool { return r == *b }},
		Case{"SharedAlike", 2, SharedAlike, func(a, b, c *int) bool { return a == b && b != c }, nil},
		Case{"SharedTrees", 2, SharedTrees, func(s, t *Tree) bool { return s != nil && s.L != t }, func(s, t *Tree, r bool) bool { return !r }},
		Case{"SharedAppend", 2, SharedAppend, func(dst, src []int) bool { return len(src) > 0 }, func(dst, src, r []int) bool { return r[len(r)-1] == src[len(src)-1] }},
		Case{"SharedShift", 2, SharedShift, func(dst, src []int) bool { return len(dst) == len(src) }, func(dst, src []int, r bool) bool { return r }},
		Case{"SharedOrdered", 3, SharedOrdered, func(xs, ys []int) bool { return isSorted(xs) && isSorted(ys) && len(xs)+len(ys) <= 4 }, nil},
		Case{"SharedEmptied", 2, SharedEmptied, func(xs, ys []bool) bool { return xs != nil }, nil},
		Case{"SharedThree", 2, SharedThree, func(a, b, c []bool) bool { return len(a) > 0 }, nil},
		Case{"SharedRecords", 2, SharedRecords, func(ps, qs []*Score) bool { return len(ps) < 2 || ps[0] != nil }, nil},
		Case{"SharedElements", 2, SharedElements, func(ps, qs []*Score) bool { return len(ps) == 2 && len(qs) > 0 && ps[1] == qs[0] }, nil},
		Case{"SharedAddress", 2, SharedAddress, sameStart, nil},
		Case{"SharedRows", 2, SharedRows, func(xs, ys [][]bool) bool { return len(xs) > 0 && len(ys) > 0 && len(xs[0]) == len(ys[0]) }, nil},
		Case{"SharedTexted", 3, SharedTexted, func(dst, src []byte) bool { return len(dst) > 0 }, nil},
		Case{"SharedMoved", 2, SharedMoved, func(m, n map[int8]bool) bool { return n != nil }, func(m, n map[int8]bool, r int) bool { return r == len(n) }},
		Case{"SharedSome", 2, SharedSome, func(p *bool, k int, q *bool) bool { return k > 0 && p != nil && q != nil }, func(p *bool, k int, q *bool, r bool) bool { return !r }},
	)
	Characters["SharedTexted"], Alphabets["SharedTexted"], Empties["SharedEmptied"] = true, "ab", true
}

//rtest:shared a, b
//rtest:requires a != nil && b != nil && *a <= *b
//rtest:ensures result == old(*b)
func SharedBump(a, b *int) int {
	*a--
	return *b
}

//rtest:shared c, a, b
//rtest:requires a == b && b != c
//rtest:depth 2
func SharedAlike(a, b, c *int) {}

//rtest:shared s, t
//rtest:requires s != nil && s.L != t
//rtest:ensures !result
//rtest:depth 2
func SharedTrees(s, t *Tree) bool {
	_, _ = s.Key, s.R
	return s == t && t.L == nil
}

//rtest:shared dst, src
//rtest:requires len(src) > 0
//rtest:ensures result[len(result)-1] == old(src[len(src)-1])
//rtest:depth 2
func SharedAppend(dst, src []int) []int {
	for _, x := range src {
		dst = append(dst, x)
	}
	return dst
}

//rtest:shared dst, src
//rtest:requires len(dst) == len(src)
//rtest:ensures result
//rtest:depth 2
func SharedShift(dst, src []int) bool {
	if len(src) == 0 {
		return true
	}
	last := src[len(src)-1]
	for i, x := range src {
		dst[i] = x + 1
	}
	return src[len(src)-1] == last || dst[0] != src[0]+1 && src[len(src)-1] == dst[len(dst)-1]
}

//rtest:shared xs, ys
//rtest:requires isSorted(xs) && isSorted(ys) && len(xs)+len(ys) <= 4
//rtest:depth 3
func SharedOrdered(xs, ys []int) {}

//rtest:shared xs, ys
//rtest:requires xs != nil
//rtest:depth 2
func SharedEmptied(xs, ys []bool) {}

//rtest:shared a, b, c
//rtest:requires len(a) > 0
//rtest:depth 2
func SharedThree(a, b, c []bool) { _, _, _ = a[0], len(b), len(c) }

// A Score is what a list of pointers has.
type Score struct {
	Key int8
	Won bool
}

//rtest:shared ps, qs
//rtest:requires len(ps) < 2 || ps[0] != nil
//rtest:depth 2
func SharedRecords(ps, qs []*Score) { use(ps, qs) }

func use(lists ...[]*Score) (n int) {
	for _, l := range lists {
		for _, p := range l {
			if p != nil {
				n += int(p.Key)
				if p.Won {
					n++
				}
			}
		}
	}
	return n
}

//rtest:shared dst, src
//rtest:requires len(dst) > 0
//rtest:chars "ab"
func SharedTexted(dst, src []byte) string { return string(dst) + string(src) }

//rtest:shared m, n
//rtest:requires n != nil
//rtest:ensures result == old(len(n))
//rtest:depth 2
func SharedMoved(m, n map[int8]bool) int {
	for k := range m {
		delete(m, k)
	}
	return len(n)
}

//rtest:shared p, q
//rtest:requires k > 0 && p != nil && q != nil
//rtest:ensures !result
//rtest:depth 2
func SharedSome(p *bool, k int, q *bool) bool {
	*q, *p = true, false
	return !*q
}

// The elements of windows are the same pointers.
//
//rtest:shared ps, qs
//rtest:requires len(ps) == 2 && len(qs) > 0 && ps[1] == qs[0]
//rtest:depth 2
func SharedElements(ps, qs []*Score) { use(ps, qs) }

//rtest:shared xs, ys
//rtest:requires sameStart(xs, ys)
//rtest:depth 2
func SharedAddress(xs, ys []int) {}

func sameStart(xs, ys []int) bool { return len(xs) > 0 && len(ys) > 0 && &xs[0] == &ys[0] }

//rtest:shared xs, ys
//rtest:requires len(xs) > 0 && len(ys) > 0 && len(xs[0]) == len(ys[0])
//rtest:depth 2
func SharedRows(xs, ys [][]bool) {
	for _, row := range append(xs[:len(xs):len(xs)], ys...) {
		for i := range row {
			row[i] = !row[i]
		}
	}
}
