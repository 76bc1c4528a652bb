// Package predicates: preconditions as people write them.
package predicates

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

type Node struct {
	V    int
	L, R *Node
}

// visited set by pointer
func tree(n *Node) bool {
	seen := map[*Node]bool{}
	var walk func(*Node) bool
	walk = func(n *Node) bool {
		if n == nil {
			return true
		}
		if seen[n] {
			return false
		}
		seen[n] = true
		return walk(n.L) && walk(n.R)
	}
	return walk(n) && len(seen) != 2
}

//rtest:requires tree(n)
//rtest:ensures n == nil || n.L == nil || n.R == nil
func Visited(n *Node) {}

// unique values by a map
func uniq(xs []int) bool {
	m := make(map[int]struct{}, len(xs))
	for _, x := range xs {
		if _, dup := m[x]; dup {
			return false
		}
		m[x] = struct{}{}
	}
	return true
}

//rtest:requires uniq(xs)
//rtest:ensures len(xs) < 2 || xs[0] < xs[1]
func Uniq(xs []int) {}

func pairs(xs []int) (evens, odds []int, err error) {
	for i := range xs {
		switch {
		case xs[i] < 0:
			err = errors.New("negative")
			return
		case xs[i]%2 == 0:
			evens = append(evens, xs[i])
		default:
			odds = append(odds, xs[i])
		}
	}
	return
}

func balanced(xs []int) bool {
	e, o, err := pairs(xs)
	return err == nil && len(e) == len(o)
}

//rtest:requires balanced(xs)
//rtest:ensures len(xs) == 0 || xs[0]%2 == 0
func Named(xs []int) {}

func labelled(g [][]int) bool {
outer:
	for i := range g {
		for _, x := range g[i] {
			if x == 0 {
				continue outer
			}
			if x < 0 {
				break outer
			}
		}
		return false
	}
	return len(g) > 0
}

//rtest:depth 2
//rtest:requires labelled(g)
//rtest:ensures len(g) != 2 || len(g[0]) == len(g[1])
func Labels(g [][]int) {}

func gotos(n int) bool {
	i := 0
loop:
	if i < n {
		i += 2
		goto loop
	}
	return i == n
}

//rtest:requires gotos(n)
//rtest:ensures n != 4
func Goto(n int) {}

func recovered(xs []int) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = len(xs) == 1
		}
	}()
	return xs[0] == xs[1]
}

//rtest:requires recovered(xs)
//rtest:ensures len(xs) == 1 || xs[0] != 1
func Recover(xs []int) {}

func deferred(x int) (r int) {
	defer func() { r *= 2 }()
	defer func(k int) { r += k }(x)
	x = 5
	return x
}

//rtest:requires deferred(x) == 14
//rtest:ensures x != 2
func Defer(x int) {}

func gen[T cmp.Ordered](xs []T, less func(a, b T) bool) bool {
	for i := 1; i < len(xs); i++ {
		if !less(xs[i-1], xs[i]) {
			return false
		}
	}
	return true
}

//rtest:requires gen(xs, cmp.Less[int])
//rtest:ensures len(xs) < 2 || xs[1] != 2
func Generic(xs []int) {}

//rtest:requires desc(xs)
//rtest:ensures len(xs) < 3
func SortSlice(xs []int) {}

func desc(xs []int) bool {
	return sort.SliceIsSorted(xs, func(i, j int) bool { return xs[i] > xs[j] })
}

type rec struct {
	K string
	N int
}

func byKN(xs []rec) bool {
	return slices.IsSortedFunc(xs, func(a, b rec) int {
		return cmp.Or(strings.Compare(a.K, b.K), cmp.Compare(b.N, a.N))
	})
}

//rtest:depth 2
//rtest:requires byKN(xs)
//rtest:ensures len(xs) < 2 || xs[0].K < xs[1].K || xs[0].N == xs[1].N
func SortedFunc(xs []rec) {}

//rtest:chars "a "
//rtest:requires len(strings.Fields(s)) == 2
//rtest:ensures s[0] != ' '
func Fields(s string) {}

//rtest:chars "ab,"
//rtest:requires slices.Contains(strings.Split(s, ","), "ab")
//rtest:ensures len(s) < 3
func Split(s string) {}

//rtest:requires pal(s)
//rtest:ensures len(s) < 3 || s[0] == s[1]
func Pal(s string) {}

func pal(s string) bool {
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		if rs[i] != rs[j] {
			return false
		}
	}
	return len(rs) > 0
}

//rtest:chars "aé"
//rtest:requires runeSum(s) == 2
//rtest:ensures len(s) < 4
func Runes(s string) {}

func runeSum(s string) (n int) {
	for i, r := range s {
		if r > 127 || i == 0 {
			n++
		}
	}
	return
}

//rtest:chars "aB1"
//rtest:requires ident(s)
//rtest:ensures strings.ToLower(s) == s
func Ident(s string) {}

func ident(s string) bool {
	return s != "" && unicode.IsLetter(rune(s[0])) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) < 0
}

func collatz(n int) int {
	steps := 0
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}

//rtest:depth 1
//rtest:ints 1..30
//rtest:requires collatz(n) > 20
//rtest:ensures n != 27
func Collatz(n int) {}

func fib(n int) int {
	a, b := 0, 1
	for range n {
		a, b = b, a+b
	}
	return a
}

//rtest:depth 1
//rtest:ints 0..20
//rtest:requires fib(n)%7 == 0
//rtest:ensures n != 16
func Fib(n int) {}

func evens(xs []int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, x := range xs {
			if x%2 == 0 && !yield(x) {
				return
			}
		}
	}
}

func firstEven(xs []int) int {
	for x := range evens(xs) {
		return x
	}
	return -1
}

//rtest:requires firstEven(xs) == 2
//rtest:ensures xs[0] == 2
func RangeFunc(xs []int) {}

//rtest:requires len(slices.Collect(evens(xs))) == len(xs)
//rtest:ensures len(xs) != 2
func Collect(xs []int) {}

//rtest:requires slices.Equal(slices.Sorted(maps.Keys(m)), []int{0, 1})
//rtest:ensures m[0] || !m[1]
func Keys(m map[int]bool) {}

func aliased(xs []int) bool {
	ys := append(xs[:0:0], xs...)
	for i := range ys {
		ys[i] *= 2
	}
	zs := ys[:len(ys):len(ys)]
	zs = append(zs, 1)
	copy(zs[1:], zs)
	return len(xs) > 0 && zs[len(zs)-1] == 4 && zs[0] == zs[1]
}

//rtest:requires aliased(xs)
//rtest:ensures len(xs) < 2
func Alias(xs []int) {}

type grid [3][3]bool

func diag(g grid) bool {
	h := g
	h[0][0] = true
	return h != g && g == grid{1: {1: true}, 2: {2: true}} || g == grid{}
}

//rtest:depth 1
//rtest:requires diag(g)
//rtest:ensures !g[1][1]
func Grid(g grid) {}

type shape interface{ area() int }
type sq int
type rc struct{ w, h int }

func (s sq) area() int { return int(s * s) }
func (r rc) area() int { return r.w * r.h }

func kind(s shape) int {
	switch s := s.(type) {
	case sq:
		if s < 0 {
			return 0
		}
		return 1
	case rc:
		return 2
	default:
		return 3
	}
}

//rtest:depth 2
//rtest:requires kind(s) == 2 && s.area() == 2 || kind(s) == 1
//rtest:ensures s != shape(sq(1))
func TypeSwitch(s shape) {}

//rtest:requires m == map[string]int{"a": n}
//rtest:ensures n != 1
func MapEq(n int, m map[string]int) {}

//rtest:requires min(x, y, 1) == 1 && max(x, y) != x
//rtest:ensures y-x != 1
func MinMax(x, y int) {}

func clears(xs []int, m map[int]int) bool {
	ys := slices.Clone(xs)
	clear(ys)
	n := maps.Clone(m)
	clear(n)
	return len(n) == 0 && !slices.Equal(xs, ys) && len(m) == 1
}

//rtest:depth 2
//rtest:requires clears(xs, m)
//rtest:ensures m[0] == 0
func Clears(xs []int, m map[int]int) {}

//rtest:requires 6/x == 3
//rtest:ensures x == 2
func DivZero(x int) {}

//rtest:requires x != 0 && 6/x == 3
//rtest:ensures x != 2
func DivOK(x int) {}

func wraps(x int8) bool { return x+100 < 0 && uint8(x)<<1 > 3 }

//rtest:depth 1
//rtest:ints 20..127
//rtest:requires wraps(x)
//rtest:ensures x != 29
func Wraps(x int8) {}

//rtest:requires 1<<uint(n) == 8 || n < 0
//rtest:ensures n != 3
func Shift(n int) {}

func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h ^= uint32(s[i])
		h *= 16777619
	}
	return h
}

//rtest:requires hash(s)%3 == 1
//rtest:ensures len(s) != 2
func Hash(s string) {}

func luhn(xs []int) bool {
	sum := 0
	for i := len(xs) - 1; i >= 0; i-- {
		d := xs[i]
		if (len(xs)-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

//rtest:requires len(xs) > 0 && luhn(xs)
//rtest:ensures len(xs) < 2 || xs[0] == 0
//rtest:ints 0..9
func Luhn(xs []int) {}

type stack []rune

func (s *stack) push(r rune) { *s = append(*s, r) }
func (s *stack) pop() (r rune, ok bool) {
	if len(*s) == 0 {
		return
	}
	r = (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return r, true
}

var closing = map[rune]rune{')': '(', ']': '['}

func brackets(s string) bool {
	var st stack
	for _, r := range s {
		if o, ok := closing[r]; ok {
			if p, ok := st.pop(); !ok || p != o {
				return false
			}
			continue
		}
		st.push(r)
	}
	return len(st) == 0
}

//rtest:chars "()[]"
//rtest:requires brackets(s)
//rtest:ensures len(s) < 4 || s[0] == s[2]
func Brackets(s string) {}

//rtest:chars "01-"
//rtest:requires parses(s)
//rtest:ensures s[0] != '-'
func Parse(s string) {}

func parses(s string) bool { n, err := strconv.Atoi(s); return err == nil && n%2 != 0 }

//rtest:depth 2
//rtest:requires fmt.Sprint(x) == s
//rtest:chars "-12"
//rtest:ensures x > 0
func Sprint(x int, s string) {}

func counter() func() int {
	n := 0
	return func() int { n++; return n }
}

func closures(xs []int) bool {
	c := counter()
	fs := []func() int{}
	for _, x := range xs {
		fs = append(fs, func() int { return x + c() })
	}
	t := 0
	for _, f := range fs {
		t += f()
	}
	return t == 4
}

//rtest:requires closures(xs)
//rtest:ensures len(xs) == 2
func Closures(xs []int) {}

type matrix [2][2]int

func (m matrix) mul(o matrix) (r matrix) {
	for i := range r {
		for j := range r[i] {
			for k := range o {
				r[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return
}

//rtest:requires m.mul(m) == m
//rtest:ensures m == matrix{} || m[0][1] == m[1][0]
func Idem(m matrix) {}

func perms(xs []int) bool {
	var gen func(k int) bool
	used := make([]bool, len(xs))
	pick := make([]int, 0, len(xs))
	gen = func(k int) bool {
		if k == len(xs) {
			return slices.IsSorted(pick) && slices.Equal(pick, xs)
		}
		for i := range xs {
			if !used[i] {
				used[i] = true
				pick = append(pick, xs[i])
				if gen(k + 1) {
					return true
				}
				pick = pick[:len(pick)-1]
				used[i] = false
			}
		}
		return false
	}
	return gen(0)
}

//rtest:requires perms(xs)
//rtest:ensures len(xs) < 2 || xs[0] != xs[1]
func Perms(xs []int) {}

func dfs(adj [][]bool) bool { // strongly: every node reachable from 0
	n := len(adj)
	for _, r := range adj {
		if len(r) != n {
			return false
		}
	}
	if n == 0 {
		return false
	}
	seen := make([]bool, n)
	todo := []int{0}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		for w, e := range adj[v] {
			if e {
				todo = append(todo, w)
			}
		}
	}
	return !slices.Contains(seen, false)
}

//rtest:depth 1
//rtest:requires len(adj) <= 2 && dfs2(adj)
//rtest:ensures len(adj) < 2 || adj[0][0]
func Graph(adj [2][2]bool) {}

func dfs2(a [2][2]bool) bool { return dfs([][]bool{a[0][:], a[1][:]}) }

func acyclic(next map[int]int) bool {
	for k := range next {
		seen := map[int]bool{}
		for v := k; ; {
			if seen[v] {
				return false
			}
			seen[v] = true
			w, ok := next[v]
			if !ok {
				break
			}
			v = w
		}
	}
	return true
}

//rtest:depth 2
//rtest:requires acyclic(next)
//rtest:ensures len(next) < 2 || next[0] == next[1]
func Acyclic(next map[int]int) {}

func bits(x uint) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return
}

//rtest:depth 1
//rtest:ints 0..64
//rtest:requires bits(x) == 2 && bits(y) == 1 && x&y == 0
//rtest:ensures x|y != 7
func BitCount(x, y uint) {}

func gcd(a, b int) int {
	if b == 0 {
		return a
	}
	return gcd(b, a%b)
}

//rtest:depth 1
//rtest:ints 1..12
//rtest:requires gcd(a, b) == 3
//rtest:ensures a < b
func Gcd(a, b int) {}

func ack(m, n uint) uint {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ack(m-1, 1)
	}
	return ack(m-1, ack(m, n-1))
}

//rtest:requires ack(m, n) == 5
//rtest:ensures m != 1
func Ack(m, n uint) {}

func sw(x int) (r int) {
	switch x {
	case 1:
		r++
		fallthrough
	case 2:
		r++
	case 3, -3:
		r = 7
	default:
		r = -1
	}
	return
}

//rtest:requires sw(x) > 0
//rtest:ensures sw(x) != 7
func Fallthrough(x int) {}

func strs(xs []string) bool {
	return strings.Join(xs, "-") == "a-b" || strings.Repeat("a", len(xs)) == "aa" && xs[0]+xs[1] == "bb"
}

//rtest:requires strs(xs)
//rtest:ensures xs[0] != ""
func Strs(xs []string) {}

//rtest:requires s < t && strings.HasPrefix(t, s)
//rtest:ensures len(t)-len(s) == 1
func StrLess(s, t string) {}

func runlen(s string) bool {
	var sb strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		sb.WriteByte(s[i])
		sb.WriteString(strconv.Itoa(j - i))
		i = j
	}
	return sb.Len() < len(s)
}

//rtest:requires runlen(s)
//rtest:ensures s[0] == 'a'
func RunLen(s string) {}

func caseFold(s string) bool { return strings.EqualFold(s, "ab") || strings.Title(s) == "Ba" }

//rtest:chars "abAB"
//rtest:requires caseFold(s)
//rtest:ensures s != "AB"
func Fold(s string) {}

func bsearch(xs []int, k int) bool {
	i, ok := slices.BinarySearch(xs, k)
	return slices.IsSorted(xs) && !ok && i == 1
}

//rtest:requires bsearch(xs, k)
//rtest:ensures len(xs) < 2 || xs[1]-xs[0] < 3
func BSearch(xs []int, k int) {}

func sumTo(n int) int {
	if n <= 0 {
		return 0
	}
	return n + sumTo(n-1)
}

//rtest:requires len(xs) > 0 && sumTo(len(xs)) == len(xs)*2 && xs[len(xs)-1] > 0
//rtest:ensures xs[0] > 0
func SumTo(xs []int) {}

func floats(x, y float64) bool { return x*y == 1 && x+y > 2 || x/y == 3 }

//rtest:requires floats(x, y)
//rtest:ensures x < y
func Floats(x, y float64) {}

func ptrs(p, q *int) bool {
	return p != nil && q != nil && (func() bool { *(&[]int{*p}[0])++; return *p+*q == 2 })()
}

//rtest:requires ptrs(p, q)
//rtest:ensures *p == *q
func Ptrs(p, q *int) {}

func struc(p, q Node) bool { p.V++; return p == q }

//rtest:depth 1
//rtest:requires struc(p, q)
//rtest:ensures p.V < 2 && p.L == nil
func Struc(p, q Node) {}

//rtest:requires len(xs) > 0 && xs[len(xs)-1:][0] == 1 && xs[:1][0] == -1
//rtest:ensures len(xs) < 3 || xs[1] == 0
func Slicing(xs []int) {}

func rot(xs []byte) bool {
	ys := slices.Clone(xs)
	slices.Reverse(ys)
	return string(ys) == string(xs) && len(xs) > 1
}

//rtest:requires rot(xs)
//rtest:ensures xs[0] == 'a'
func Rot(xs []byte) {}

func cplx(z complex128) bool { return z*z == -1 || real(z) == imag(z) && z != 0 }

//rtest:depth 2
//rtest:requires cplx(z)
//rtest:ensures imag(z) != -1
func Cplx(z complex128) {}
