// Package edges has functions whose results hang on the edges of what Go means: shifts beyond the width, conversions,
// texts that are not valid UTF-8, slices that share memory, deferred calls, panics that are recovered from.
package edges

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

type pair struct {
	a int8
	b uint8
}
type node struct {
	next *node
	v    int8
}
type num int8
type str string
type shape interface{ area() int }
type sq int8
type rect struct{ w, h int8 }

func (s sq) area() int { return int(s) * int(s) }
func (r *rect) area() int {
	if r == nil {
		return -5
	}
	return int(r.w) * int(r.h)
}
func (n num) String() string { return "n" + strconv.Itoa(int(n)) }
func (p *pair) inc()         { p.a++ }
func (p pair) incv() pair    { p.a++; return p }

type myErr struct{ code int8 }

func (e myErr) Error() string { return "e" }

var errA = errors.New("a")

func bi(b bool) int {
	if b {
		return 1
	}
	return 0
}

type emb struct {
	pair
	z int8
}
type list[T any] struct{ xs []T }

func (l *list[T]) push(x T) { l.xs = append(l.xs, x) }
func gen(n int) func(func(int, int8) bool) {
	return func(y func(int, int8) bool) {
		for i := 0; i < n; i++ {
			if !y(i, int8(i*3)) {
				return
			}
		}
	}
}

// --- shifts
func A001(a int8, b uint8) int { return int(a << b) }
func A002(a int8, b uint8) int { return int(a >> b) }
func A003(a int8, b uint8) int { return int(uint8(a) >> b) }
func A004(a int8, b int8) int  { return int(a << b) }
func A005(a int8, b uint8) int { return int(uint16(1)<<b | uint16(uint8(a))) }
func A006(a int8, b uint8) int { x := a; x <<= b & 9; return int(x) }
func A007(a int8, b uint8) int { return int(uint64(1) << (b + 60) >> 58) }
func A008(a int8, b uint8) int { return int(int64(a) << b >> b) }
func A009(a int8, b uint8) int { return int(^a &^ int8(b)) }
func A010(a int8, b uint8) int {
	var s uint = 1 << b
	return bi(s == 4 && a > 3)*3 + int(int8(1)<<(b%16))
}

// --- division
func A011(a int8, b int8) int { return int(a / b) }
func A012(a int8, b int8) int { return int(a % b) }
func A013(a int8, b int8) int {
	if b == 0 {
		return 0
	}
	return int(a/b)*int(b) + int(a%b) - int(a)
}
func A014(a int8, b int8) int {
	if b == 0 {
		b = -1
	}
	return int(a/b) + int(-a)
}
func A015(a int8, b uint8) int { return int(uint8(a)%(b|1)) - int(b) }
func A016(a int8, b int8) int  { x := a; x /= b; x %= 7; return int(x) }
func A017(a int8, b uint8) int { return int(-a) + int(-b) }
func A018(a int8, b int8) int  { return int(abs8(a)) + int(abs8(b)) }
func abs8(a int8) int8 {
	if a < 0 {
		return -a
	}
	return a
}
func A019(a int8, b uint8) int { return int(int16(a)*int16(b)) >> 3 }
func A020(a int8, b uint8) int { return int(a * int8(b)) }

// --- conversions
func A021(a int8, b uint8) int { return int(uint16(a)) - int(uint32(int16(a))&0xffff) }
func A022(a int8, b uint8) int { return int(int8(b)) + int(uint8(a)) }
func A023(a int8, b uint8) int { return int(float64(a)) + int(uint8(float32(b))) }
func A024(a int8, b uint8) int { return len(string(rune(a))) + len(string(rune(b))) }
func A025(a int8, b uint8) int { s := string(rune(int32(b)<<8 | int32(uint8(a)))); return len(s) }
func A026(a int8, b uint8) int {
	r, n := utf8.DecodeRuneInString(string([]byte{uint8(a), b}))
	return int(r) + n
}
func A027(a int8, b uint8) int { return len([]rune(string([]byte{b, uint8(a)}))) }
func A028(a int8, b uint8) int { n := num(a); return len(n.String()) + len(fmt.Sprint(n)) }
func A029(a int8, b uint8) int { return int(uint64(int64(a)) >> 56) }
func A030(a int8, b uint8) int { x := any(a); v, ok := x.(num); return int(v) + bi(ok) }

// --- strings
func S001(s string) int {
	n := 0
	for i, r := range s {
		n += i*3 + int(r)
	}
	return n
}
func S002(s string) int { return len([]rune(s))*10 + len(s) }
func S003(s string) int {
	n := 0
	for range s {
		n++
	}
	return n - utf8.RuneCountInString(s)
}
func S004(s string) int { return len(string([]rune(s))) }
func S005(s string) int {
	n := 0
	for i := range len(s) {
		n = n*2 + int(s[i])
	}
	return n
}
func S006(s string) int { return int(s[1]) }
func S007(s string) int { return len(s[1:]) + bi(s[:1] < "b") }
func S008(s string) int { return bi(s < "é") + 2*bi(s == "\xff") + 4*bi(s > "a\x00") }
func S009(s string) int { return strings.IndexByte(s, 0xe9) + strings.IndexRune(s, utf8.RuneError) }
func S010(s string) int { return len(strings.ToUpper(s)) }
func S011(s string) int { return len(strings.TrimSpace(s)) }
func S012(s string) int { return len(strings.Fields(s)) }
func S013(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}
func S014(s string) int { n, err := strconv.ParseInt(s, 0, 8); return int(n) + bi(err != nil)*1000 }
func S015(s string) int { n, err := strconv.ParseUint(s, 16, 8); return int(n) + bi(err != nil)*1000 }
func S016(s string) int { return len(strings.Split(s, "")) }
func S017(s string) int { return strings.Count(s, "") }
func S018(s string) int { a, b, ok := strings.Cut(s, ":"); return len(a)*10 + len(b) + bi(ok)*100 }
func S019(s string) int {
	return len(strings.Map(func(r rune) rune {
		if r == 'a' {
			return -1
		}
		return r
	}, s))
}
func S020(s string) int { b := []byte(s); slices.Reverse(b); return bi(string(b) == s) }
func S021(s string) int { return bi(utf8.ValidString(s)) }
func S022(s string) int {
	switch {
	case strings.HasPrefix(s, "\xc3"):
		return 3
	case strings.HasSuffix(s, "\xa9"):
		return 4
	case strings.EqualFold(s, "k"):
		return 5
	}
	return 0
}
func S023(s string) int {
	var sb strings.Builder
	for _, r := range s {
		sb.WriteRune(r)
	}
	return sb.Len()
}
func S024(s string) int { return len(strconv.Quote(s)) }
func S025(s string) int { m := map[string]int{"a": 1, "": 2, "\xff": 7}; return m[s] }
func S026(s string) int {
	m := map[rune]int{}
	for _, r := range s {
		m[r]++
	}
	return len(m)*10 + m[0xfffd]
}
func S027(s string) int { return strings.LastIndex(s, "a")*3 + strings.Index(s, "") }
func S028(s string) int { return len(strings.ReplaceAll(s, "", "-")) }
func S029(s string) int { t := str(s) + "x"; return int(t[0]) }
func S030(s string) int { return len(strings.Repeat(s, len(s))) + strings.Compare(s, "b") }
func S031(s string) int { r, n := utf8.DecodeLastRuneInString(s); return int(r)*bi(n == 1) + n }
func S032(s string) int {
	f := strings.FieldsFunc(s, func(r rune) bool { return r > 127 })
	return len(f)
}
func S033(s string) int { b, err := strconv.ParseBool(s); return bi(b) + 2*bi(err == nil) }
func S034(s string) int {
	i := strings.IndexFunc(s, func(r rune) bool { return r == utf8.RuneError })
	return i
}
func S035(s string) int {
	copyTo := make([]byte, 1)
	n := copy(copyTo, s)
	return n*1000 + int(copyTo[0])
}
func S036(s string) int { return len(strings.TrimLeft(s, "é")) }
func S037(s string) int { return len(strings.Trim(s, "\xff")) }
func S038(s string) int {
	n := 0
	for i := range strings.SplitSeq(s, ",") {
		n += len(i) + 1
	}
	return n
}
func S039(s string) int { c := s; defer func() { c = "" }(); return len(c) }
func S040(s string) int { return len(strings.Title(s)) + strings.IndexAny(s, "ab") }

// --- slices
func X001(xs []int8) int {
	ys := append(xs[:len(xs):len(xs)], 1)
	ys[0] = 5
	if len(xs) > 0 {
		return int(xs[0])
	}
	return 0
}
func X002(xs []int8) int {
	ys := xs[:0]
	for _, x := range xs {
		if x > 0 {
			ys = append(ys, x)
		}
	}
	n := 0
	for _, x := range xs {
		n += int(x)
	}
	return n*10 + len(ys)
}
func X003(xs []int8) int {
	a := make([]int8, 2, 4)
	b := append(a, 1)
	c := append(a, 2)
	return int(b[2]) + int(c[2])*10 + len(xs)
}
func X004(xs []int8) int {
	for i := range xs {
		xs = xs[:i]
		_ = xs
	}
	return len(xs)
}
func X005(xs []int8) int {
	n := 0
	for _, x := range xs {
		xs[len(xs)-1] = 7
		n += int(x)
	}
	return n
}
func X006(xs []int8) int {
	arr := [2]int8{}
	copy(arr[:], xs)
	n := 0
	for i, x := range arr {
		arr[1] = 9
		n += int(x) * (i + 1)
	}
	return n
}
func X007(xs []int8) int {
	return bi(xs == nil) + 2*bi(xs[:0] == nil) + 4*bi(append(xs, xs[:0]...) == nil)
}
func X008(xs []int8) int { slices.Sort(xs); return int(xs[0]) }
func X009(xs []int8) int { i, ok := slices.BinarySearch(xs, 3); return i*2 + bi(ok) }
func X010(xs []int8) int { return sort.Search(len(xs), func(i int) bool { return xs[i] >= 0 }) }
func X011(xs []int8) int { p := (*[1]int8)(xs); return int(p[0]) }
func X012(xs []int8) int { p := [1]int8(xs); xs[0] = 4; return int(p[0]) }
func X014(xs []int8) int {
	clear(xs)
	n := 0
	for _, x := range xs {
		n += int(x)
	}
	return n + len(xs)
}
func X015(xs []int8) int { return int(slices.Max(xs)) - int(slices.Min(xs)) }
func X016(xs []int8) int { ys := slices.Clone(xs); ys = slices.Compact(ys); return len(ys) }
func X017(xs []int8) int { ys := slices.Insert(slices.Clone(xs), 1, 42); return int(ys[0]) + len(ys) }
func X018(xs []int8) int {
	ys := slices.Delete(xs, 0, 1)
	n := len(ys)
	if len(xs) > 1 {
		n += int(xs[1])
	}
	return n
}
func X020(xs []int8) int {
	m := map[int8]bool{}
	for _, x := range xs {
		m[x] = true
	}
	for k := range m {
		if k == 5 {
			delete(m, k)
		} else {
			delete(m, 5)
		}
	}
	return len(m)
}
func X021(xs []int8) int {
	n := 0
outer:
	for i := range xs {
		for j := range xs {
			if xs[j] == 3 {
				continue outer
			}
			if xs[i] == 9 {
				break outer
			}
			n++
		}
	}
	return n
}
func X022(xs []int8) int {
	fs := []func() int{}
	for i, x := range xs {
		fs = append(fs, func() int { return i + int(x) })
	}
	n := 0
	for _, f := range fs {
		n += f()
	}
	return n
}
func X023(xs []int8) int {
	var i int
	fs := []func() int{}
	for i = range xs {
		fs = append(fs, func() int { return i })
	}
	n := 0
	for _, f := range fs {
		n += f()
	}
	return n
}
func X024(xs []int8) (n int) {
	for _, x := range xs {
		defer func() { n = n*2 + int(x) }()
	}
	return 1
}
func X025(xs []int8) (n int) {
	defer func() {
		if r := recover(); r != nil {
			n = -1
		}
	}()
	return int(xs[1])
}
func X026(xs []int8) int {
	return bi(slices.Equal(xs, []int8{1, 2})) + bi(slices.Contains(xs, -128))*2 + slices.Index(xs, 0)
}
func X027(xs []int8) int { s := sum(xs...); return int(s) }
func sum(xs ...int8) (s int8) {
	for _, x := range xs {
		s += x
	}
	return
}
func X028(xs []int8) int {
	ys := xs
	ys = append(ys, 1)[:len(xs)]
	if len(ys) > 0 {
		ys[0]++
		return int(ys[0]) - int(xs[0])
	}
	return 0
}
func X029(xs []int8) int {
	a, b := 0, 0
	for i := len(xs) - 1; i >= 0; i-- {
		a, b = b, a+int(xs[i])
	}
	return a*2 - b
}
func X030(xs []int8) int { i := 0; i, xs[i] = 1, 9; return int(xs[0]) + i }
func X031(xs []int8) int {
	var l list[int8]
	for _, x := range xs {
		l.push(x)
		l.push(-x)
	}
	return len(l.xs)*100 + int(sum(l.xs...))
}
func X032(xs []int8) int {
	for i, j := 0, len(xs)-1; i < j; i, j = i+1, j-1 {
		xs[i], xs[j] = xs[j], xs[i]
	}
	if len(xs) == 2 {
		return int(xs[0]) - int(xs[1])
	}
	return -300
}
func X033(xs []int8) int {
	var p *int8
	for i := range xs {
		if xs[i] > 100 {
			p = &xs[i]
		}
	}
	return int(*p)
}
func X034(xs []int8) int {
	n := 0
	for c := range slices.Chunk(xs, 2) {
		n += len(c) * 3
	}
	for i, x := range slices.Backward(xs) {
		n += i * int(x)
	}
	return n
}
func X035(xs []int8) int {
	k := slices.Sorted(maps.Keys(map[int8]int{int8(len(xs)): 1, 1: 2}))
	return len(k)*10 + int(k[0])
}
func X036(xs []int8) int {
	m := make(map[string]int, len(xs)-1)
	m["a"]++
	return m["a"] + len(make([]int, len(xs)-1))
}
func X037(xs []int8) int {
	sort.Slice(xs, func(i, j int) bool { return xs[i] > xs[j] })
	if len(xs) < 2 {
		return 0
	}
	return int(xs[1]) - int(xs[0])
}
func X038(xs []int8) int {
	ys := make([]int8, 0, 8)
	ys = append(ys, xs...)
	zs := ys[:3]
	return int(zs[2]) + int(zs[1])
}
func X039(xs []int8) int { n := copy(xs[1:], xs); return n*1000 + int(xs[len(xs)-1]) }
func X040(xs []int8) int {
	defer clear(xs)
	s := 0
	for _, x := range xs {
		s |= int(x)
	}
	return s
}

// --- control, closures, defer, interfaces
func C001(a, b int8) (r int) { defer func() { r++ }(); r = 5; return int(a) + int(b) }
func C002(a, b int8) (r int) { defer func(x int8) { r += int(x) }(a); a = 0; return int(b) }
func C003(a, b int8) (r int) {
	defer func() { recover(); r = int(b) }()
	if a == 3 {
		panic(nil)
	}
	return 100
}
func C004(a, b int8) (r int) {
	defer func() {
		if e, ok := recover().(error); ok {
			r = len(e.Error())
		}
	}()
	return int(a / b)
}
func C005(a, b int8) (r int) {
	defer func() { r = r*2 + 1 }()
	defer func() { r = r + int(a) }()
	return int(b)
}
func C006(a, b int8) int { var x, y any = a, int16(b); return bi(x == y) + 2*bi(x == any(b)) }
func C007(a, b int8) int {
	var x any = []int{int(a)}
	var y any = []int{1}
	if b == 4 {
		return bi(x == y)
	}
	return 0
}
func C008(a, b int8) int { var x, y any = pair{a, 1}, pair{b, 1}; return bi(x == y) }
func C009(a, b int8) int {
	p, q := &a, &b
	if a > b {
		q = p
	}
	*q = 5
	return int(a) + bi(p == q)*100
}
func C010(a, b int8) int {
	var s shape = sq(a)
	if b > 100 {
		var r *rect
		s = r
	}
	return s.area() + bi(s == nil)
}
func C011(a, b int8) int {
	var s shape
	if b > 100 {
		s = &rect{a, b}
	}
	return s.area()
}
func C012(a, b int8) int {
	var e error
	if a > 5 {
		e = myErr{a}
	}
	if a > 100 {
		e = fmt.Errorf("w: %w", e)
	}
	var m myErr
	if errors.As(e, &m) {
		return int(m.code)
	}
	return bi(e == nil) + bi(errors.Is(e, errA))
}
func C013(a, b int8) int {
	e := func() error {
		var p *myErr2
		if a < 0 {
			return p
		}
		return nil
	}()
	return bi(e == nil) + int(b)
}

type myErr2 struct{}

func (*myErr2) Error() string { return "" }
func C014(a, b int8) int {
	switch x := any(a).(type) {
	case int16, uint8:
		_ = x
		return 1
	case fmt.Stringer:
		return 2
	case int8:
		return int(x)
	}
	return 300
}
func C015(a, b int8) int {
	switch {
	case a > 3:
		fallthrough
	case b > 3:
		return 1
	default:
		if a == b {
			break
		}
		return 2
	}
	return 3
}
func C016(a, b int8) int {
	i := 0
loop:
	if i < int(b&7) {
		i++
		if i == int(a) {
			goto end
		}
		goto loop
	}
end:
	return i
}
func C017(a, b int8) int {
	n := 0
	for i, v := range gen(int(a & 7)) {
		if v == b {
			break
		}
		n += i + int(v)
	}
	return n
}
func C018(a, b int8) int {
	for i := range gen(int(a & 7)) {
		if i == int(b) {
			return i * 10
		}
	}
	return -1
}
func C019(a, b int8) int { return min(int(a), int(b), 3) + max(int(a)*2, int(b)) }
func C020(a, b int8) int { return int(min(float64(a), float64(b)/2) * 2) }
func C021(a, b int8) int {
	p := pair{a, uint8(b)}
	q := p
	q.inc()
	p.incv()
	return int(p.a)*1000 + int(q.a)
}
func C022(a, b int8) int {
	e := emb{pair{a, 1}, b}
	f := e.inc
	e.a = 9
	f()
	return int(e.pair.a) + int(e.z)
}
func C023(a, b int8) int { p := pair{a, 1}; f := p.incv; p.a = 50; return int(f().a) }
func C024(a, b int8) int {
	arr := [3]int8{a, b, 1}
	brr := arr
	brr[0]++
	return bi(arr == brr) + 2*bi(arr == [3]int8{1, 2, 1}) + int(brr[b&3])
}
func C025(a, b int8) int { m := map[pair]int{{a, 1}: 1, {b, 1}: 2}; return len(m)*10 + m[pair{a, 1}] }
func C026(a, b int8) int { m := map[any]int{a: 1, int16(b): 2}; m[any(b)]++; return len(m)*10 + m[a] }
func C027(a, b int8) int {
	var m map[int8]int
	if a > 100 {
		m = map[int8]int{}
	}
	m[b]++
	return len(m)
}
func C028(a, b int8) int { var m map[int8]int; delete(m, a); v, ok := m[b]; return v + bi(ok) + len(m) }
func C029(a, b int8) int {
	m := map[float64]int{}
	f := float64(a)
	if b == 7 {
		f = math.NaN()
	}
	m[f] = 1
	m[f] = 2
	return len(m)*10 + m[f]
}
func C030(a, b int8) int {
	var n *node
	for i := int8(0); i < a&3; i++ {
		n = &node{n, i}
	}
	return int(n.v)
}
func C031(a, b int8) int { x := node{v: a}; x.next = &x; x.next.next.v = b; return int(x.v) }
func C032(a, b int8) int {
	c := make(chan int8, 2)
	c <- a
	c <- b
	close(c)
	s := 0
	for v := range c {
		s += int(v)
	}
	_, ok := <-c
	return s + bi(ok)
}
func C033(a, b int8) int {
	f := func(x int8) int8 { return x }
	if a > 3 {
		g := f
		f = func(x int8) int8 { return g(x) + 1 }
	}
	return int(f(b))
}
func C034(a, b int8) int {
	var fib func(n int8) int
	fib = func(n int8) int {
		if n < 2 {
			return int(n)
		}
		return fib(n-1) + fib(n-2)
	}
	return fib(a & 7)
}
func C035(a, b int8) int {
	return bits.Len8(uint8(a))*100 + bits.TrailingZeros8(uint8(b))*10 + bits.OnesCount8(uint8(a&b))
}
func C036(a, b int8) int {
	return int(bits.RotateLeft8(uint8(a), int(b))) + int(bits.Reverse8(uint8(b)))
}
func C037(a, b int8) int {
	x := struct {
		p *int8
		v any
	}{&a, b}
	y := x
	return bi(x == y) + 2*bi(x.v == any(a))
}
func C038(a, b int8) int {
	x := int(unsafe.Sizeof(a))
	const big = 1 << 40
	return x + int(big>>38) + bi(int64(a)*big == int64(b)*big)
}
func C039(a, b int8) int {
	f := float32(a) / float32(b)
	if f != f {
		return 1
	}
	if f > 1e30 {
		return 2
	}
	if f < -1e30 {
		return 3
	}
	return 0
}
func C040(a, b int8) int {
	f := float64(a) * 0.1
	return bi(f*10 == float64(a)) + 2*bi(math.Signbit(f)) + 4*bi(math.Floor(f) == f)
}
func C041(a, b int8) int { c := a; g := func() *int8 { c++; return &c }; *g() += *g(); return int(c) }
func C042(a, b int8) int {
	i := 0
	xs := []int{1, 2, 3}
	next := func() int { i++; return i }
	xs[next()-1], xs[next()-1] = next(), next()
	return xs[0]*100 + xs[1]*10 + xs[2] + bi(a == b)
}
func C043(a, b int8) int {
	if x := a; x > 0 {
		a := b
		a++
		return int(a)
	} else if y := x + b; y > 0 {
		return int(y)
	}
	return int(a)
}
func C044(a, b int8) int { s := fmt.Sprintf("%d-%x", a, uint8(b)); return len(s) + int(s[len(s)-1]) }
func C045(a, b int8) int { var x int8 = a; y := uint8(x) + 1; return int(y) - int(x+1) }
func C046(a, b int8) int {
	for i := a; i < a+3; i++ {
		if i == b {
			return 1
		}
	}
	return 0
}
func C047(a, b int8) int {
	n := 0
	for i := uint8(a); i >= 250; i++ {
		n++
	}
	return n
}
func C048(a, b int8) int {
	n := 0
	for i := range a & 15 {
		n += int(i)
		i = 100
	}
	return n
}
func C049(a, b int8) int { x := complex(float64(a), float64(b)); return int(real(x * x)) }
func C050(a, b int8) int {
	type t struct {
		_ int8
		x int8
	}
	p, q := t{x: a}, t{x: b}
	return bi(p == q)
}
func C051(a, b int8) int        { var arr [0]int; s := arr[:]; return len(s) + bi(s == nil) + cap(s[:0]) }
func C052(a, b int8) (x, y int) { x, y = int(a), int(b); defer func() { x, y = y, x }(); return y, x }
func C053(a, b int8) (r int) {
	func() {
		defer func() {
			defer func() {
				if recover() != nil {
					r = 7
				}
			}()
			if a == 1 {
				panic(1)
			}
		}()
		if b == 2 {
			panic(2)
		}
	}()
	return r + 1
}
func C054(a, b int8) (r int) {
	defer func() { recover() }()
	r = 4
	if a == b {
		var p *pair
		p.inc()
	}
	return 9
}
func C055(a, b int8) int {
	q, r := bits.Div32(0, uint32(uint8(a)), uint32(uint8(b)))
	return int(q + r)
}
func C056(a, b int8) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int(hi>>32) + int(lo>>60)
}
func C057(a, b int8) int { return len(strconv.Itoa(int(a))) + len(strconv.FormatInt(int64(b), 2)) }
func C058(a, b int8) int {
	var p *rect
	var s shape = p
	_, ok := s.(*rect)
	return bi(ok) + int(s.(sq))
}
func C059(a, b int8) int {
	x := []int8{a, b}
	y := x[1:]
	y[0] = 3
	x = append(x[:1], y...)
	return int(x[0])*2 + int(x[1])
}
func C060(a, b int8) int {
	m := map[string][]int8{}
	m["k"] = append(m["k"], a)
	m["k"][0] += b
	return int(m["k"][0]) + len(m)
}
