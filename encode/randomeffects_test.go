package encode_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestRandomEffects compares lifted and interpreted random functions with compiled ones. Their calls
// change what their statements read, their comparisons panic, and they recover.
func TestRandomEffects(t *testing.T) {
	functions := longtest.Cases(20, 100)
	for seed := uint64(1); functions > 0; seed++ {
		n := min(functions, 100)
		functions -= n
		src := effectsFile(seed, n)
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module random\n\ngo 1.26\n")
		write(t, filepath.Join(dir, "random.go"), src)
		ps, _ := loadFrom(t, dir)
		agree(t, dir, ps, 3, 60)
		if t.Failed() {
			t.Log(src)
			return
		}
	}
}

// effectsHead declares what the functions use. Each sees its state through
// closures, methods and pointers.
const effectsHead = `package random

type T struct {
	a, b int
	any  any
}

func (t *T) inc() int        { t.a++; return t.a }
func (t *T) put(n int) int   { t.b = n; return t.a }
func (t T) sum(n int) int    { return 3*t.a + t.b + n }
func (t *T) get() int        { return t.b }

//go:noinline
func (t *T) far(n int) int { t.a, t.b = t.b, n; return n }

type incer interface{ inc() int }

func pair(a, b int) int { return 5*a - b }

//go:noinline
func far(a, b int) int { return 5*a - b }

func all(list ...int) (n int) {
	for _, v := range list {
		n = 3*n + v
	}
	return n
}

func some(n int) any {
	switch n & 7 {
	case 1:
		return []int{n}
	case 2:
		return map[int]int{}
	case 3:
		return T{a: n, any: []int{}}
	case 4:
		return [2]any{n, func() {}}
	case 5:
		return T{a: n}
	case 6:
		return "a"
	}
	return n & 3
}

func try(f func()) (e any) {
	defer func() { e = recover() }()
	f()
	return nil
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

`

const effectsBegin = `
func F%d(y, z int) bool {
	xs := []int{y, z, 1}
	t := &T{a: z, b: y}
	v := T{a: y, b: 2}
	m := map[int]int{0: y, 1: z}
	k := map[any]int{1: y}
	p := &y
	s := "a"
	var it incer = t
	f := func() int { y++; return z }
	g := func(n int) int { z = n & 3; xs[n&1] += 2; return y }
	h := func() int { *p -= 2; p = &z; xs = append(xs, y); m[y] = z; return len(xs) }
	w := func() int { t = &v; it = t; s += "b"; u := f; f = h; h = u; return t.a }
	x := func(n int) int { if n&3 == 3 { panic(n) }; if n&3 == 2 { panic(some(z)) }; v.a = n; return n }
	_, _, _, _, _, _, _, _, _, _, _, _, _, _ = xs, t, v, m, k, p, s, it, f, g, h, w, x, k
`

// An effecter writes statements whose order of evaluation matters.
type effecter struct{ r *rand.Rand }

func effectsFile(seed uint64, n int) string {
	e := effecter{rand.New(rand.NewPCG(seed, 7))}
	var b strings.Builder
	b.WriteString(effectsHead)
	for i := range n {
		fmt.Fprintf(&b, effectsBegin, i)
		for range 1 + e.r.IntN(3) {
			b.WriteString("\t" + e.statement(1) + "\n")
		}
		fmt.Fprintf(&b, "\treturn %s\n}\n", e.truth(2))
	}
	return b.String()
}

// fill replaces the placeholders of a form: I is an integer, B a truth, A any
// value, P a place that holds an integer, S a statement.
func (e effecter) fill(form string, h int) string {
	var b strings.Builder
	for _, c := range form {
		switch c {
		case 'I':
			b.WriteString(e.number(h - 1))
		case 'B':
			b.WriteString(e.truth(h - 1))
		case 'A':
			b.WriteString(e.any(h - 1))
		case 'P':
			b.WriteString(e.place(h - 1))
		case 'S':
			b.WriteString(e.statement(h - 1))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (e effecter) pick(forms ...string) string { return forms[e.r.IntN(len(forms))] }

func (e effecter) number(h int) string {
	if h <= 0 {
		return e.pick("y", "z", "*p", "xs[0]", "xs[len(xs)-1]", "t.a", "t.b", "v.a", "m[0]", "m[y]", "len(xs)", "len(m)", "len(s)", "2",
			"f()", "h()", "w()", "t.inc()", "v.inc()", "it.inc()", "t.get()", "k[1]", "cap(xs[:2:3])")
	}
	return e.fill(e.pick("(I + I)", "(I - I)", "(I * I)", "g(I)", "x(I)", "t.put(I)", "v.far(I)", "v.sum(I)", "t.sum(I)", "pair(I, I)", "far(I, I)",
		"all(I, I, I)", "xs[I&1]", "m[I]", "k[A]", "min(I, I)", "-I", "int(int8(I))", "[]int{I, I, I}[I&1]", "[2]int{I, I}[1]", "(T{a: I, b: I}).sum(I)",
		"(&T{a: I, b: I}).put(I)", "map[int]int{I: I, 7: I}[I]", "truth(B)", "len(append(xs, I))", "append(xs[:1:1], I)[I&1]", "len(s + string(rune('a'+I&7)))",
		"func() int { y = I; return I }()", "func(a, b int) int { return a - 2*b }(I, I)", "xs[I&1:][0]", "len(xs[I&1:])", "copy(xs, []int{I, I})", "(I << (I & 3))"), h)
}

func (e effecter) truth(h int) string {
	if h <= 0 {
		return e.pick("(y > 0)", "(z == 1)", "(y == f())", "(s == \"ab\")", "(it == incer(&v))", "(t == &v)", "true")
	}
	return e.fill(e.pick("(I == I)", "(I < I)", "(I != I)", "(I >= I)", "(B && B)", "(B || B)", "!B", "(B == B)", "(A == A)", "(A != A)", "(any(I) == A)",
		"(try(func() { S }) == A)", "(try(func() { S }) != nil)", "(T{a: I, any: A} == T{a: I, any: A})", "([2]int{I, I} == [2]int{I, I})",
		"(try(func() { S }) == any(I))"), h)
}

func (e effecter) any(h int) string {
	if h <= 0 {
		return e.pick("some(y)", "some(z)", "any(y)", "any(nil)", "any(s)", "t.any", "any(1)")
	}
	return e.fill(e.pick("some(I)", "any(I)", "try(func() { S })", "any(T{a: I, any: A})", "any([2]any{A, I})"), h)
}

func (e effecter) place(h int) string {
	if h <= 0 {
		return e.pick("y", "z", "*p", "t.a", "v.b", "xs[0]", "m[y]", "xs[z&1]")
	}
	return e.fill(e.pick("xs[I&1]", "m[I]", "t.a", "k[A]", "v.b", "*p", "y"), h)
}

func (e effecter) statement(h int) string {
	return e.fill(e.pick("P = I", "P += I", "P -= I", "P, P = I, I", "P, P = P, P", "xs = append(xs, I)", "m[I] = I", "_ = I", "P++", "t.any = A",
		"if B { S }", "for range I & 3 { S }", "switch I { case I - y: S; case I * z: S }", "switch a := A.(type) { case int: y = a; case string: z = len(a) }",
		"for i, n := range xs { xs[0] += n; y += i + I; if i > 2 { break } }", "delete(m, I)", "k[A] = I", "delete(k, A)", "func() { defer func(n int) { y += n }(I); S }()",
		"func() { defer func() { if e := recover(); e == A { z = I } }(); S }()", "y, z = func() (int, int) { return I, I }()",
		"y = func() (n int) { defer func() { n += I }(); n = I; return n - I }()"), h+1)
}
