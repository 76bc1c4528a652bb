package check_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestClaimsAgainstBruteForce generates random functions of two 8-bit parameters. Compiled Go shows
// their greatest results and whether they panic. Each function gets a contract that is true, or false
// for some inputs only. Proved claims must be true, refuted ones false.
func TestClaimsAgainstBruteForce(t *testing.T) {
	n := longtest.Cases(40, 600)
	for seed := uint64(1); n > 0 && !t.Failed(); seed++ {
		part := min(n, 60)
		n -= part
		claimsOf(t, seed, part)
	}
}

func claimsOf(t *testing.T, seed uint64, n int) {
	dir := t.TempDir()
	write := func(name, text string) { writeText(t, filepath.Join(dir, name), text) }
	r := rand.New(rand.NewPCG(seed, 3))
	bodies := make([]string, n)
	for i := range bodies {
		w := &claimWriter{r: r}
		bodies[i] = w.function(fmt.Sprintf("F%d", i))
	}
	write("go.mod", "module example.com/claims\n\ngo 1.24\n")
	write("claims.go", claimsHead+strings.Join(bodies, "\n"))
	facts := bruteForce(t, dir, write, n)
	holds := make([]bool, n)
	var src strings.Builder
	src.WriteString(claimsHead)
	for i, f := range facts {
		bound := f.most
		holds[i] = !f.panics
		contract := "//rtest:ensures result <= %[1]d\n"
		switch r.IntN(4) {
		case 0:
			bound--
			holds[i] = false
		case 1:
			if f.panics {
				contract = "//rtest:panics panicsF%[2]d(a, b)\n" + contract
				holds[i] = true
			}
		case 2:
			if f.panics {
				contract = "//rtest:requires !panicsF%[2]d(a, b)\n" + contract
				holds[i] = true
			}
		}
		fmt.Fprintf(&src, contract+"%[3]s\nfunc panicsF%[2]d(a int8, b uint8) (is bool) {\n\tdefer func() { is = recover() != nil }()\n\tF%[2]d(a, b)\n\treturn\n}\n\n", bound, i, bodies[i])
	}
	write("claims.go", src.String())
	cfg := config.Defaults()
	cfg.Dir, cfg.Save = dir, false
	cfg.Limits.Depth, cfg.Limits.Beyond = 1, 1
	proved, refuted := 0, 0
	for e := range check.Run(t.Context(), cfg) {
		switch e := e.(type) {
		case event.Mistake:
			if e.Severity == diag.Error {
				t.Errorf("%v: %s", e.Pos, e.Message)
			}
		case event.FunctionEnd:
			var i int
			if _, err := fmt.Sscanf(e.Function, "F%d", &i); err != nil {
				t.Fatal(err)
			}
			if e.Proof.Disagreed > 0 {
				t.Errorf("%s: an input was solved to fail and did not\n%s", e.Function, bodies[i])
			}
			if e.Proof.Proved != "" {
				if proved++; !holds[i] {
					t.Errorf("%s is proved, and its contract is false\n%s", e.Function, src.String())
				}
			}
			if e.Verdict == event.Refuted {
				if refuted++; holds[i] {
					t.Errorf("%s is refuted, and its contract is true\n%s", e.Function, bodies[i])
				}
			}
		case event.Fault:
			t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
		}
	}
	t.Logf("seed %d: of %d functions %d are proved, %d refuted", seed, n, proved, refuted)
	if proved < n/4 || refuted < n/8 {
		t.Errorf("of %d functions only %d are proved, %d refuted", n, proved, refuted)
	}
}

// A claimFact is what a function gives at most over all inputs, and whether it panics for some.
type claimFact struct {
	most   int
	panics bool
}

// bruteForce runs each function with all inputs.
func bruteForce(t *testing.T, dir string, write func(name, text string), n int) []claimFact {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\tc \"example.com/claims\"\n)\n\nfunc try(f func(int8, uint8) int, a int8, b uint8) (v int, panics bool) {\n\tdefer func() { panics = recover() != nil }()\n\treturn f(a, b), false\n}\n\nfunc main() {\n\tfor _, f := range []func(int8, uint8) int{")
	for i := range n {
		fmt.Fprintf(&b, "c.F%d, ", i)
	}
	b.WriteString("} {\n\t\tmost, any := -1<<62, false\n\t\tfor a := -128; a < 128; a++ {\n\t\t\tfor b := range 256 {\n\t\t\t\tv, p := try(f, int8(a), uint8(b))\n\t\t\t\tif p {\n\t\t\t\t\tany = true\n\t\t\t\t} else {\n\t\t\t\t\tmost = max(most, v)\n\t\t\t\t}\n\t\t\t}\n\t\t}\n\t\tfmt.Println(most, any)\n\t}\n}\n")
	write("brute/main.go", b.String())
	out := runBrute(t, dir)
	facts := make([]claimFact, n)
	for i, line := range strings.Split(out, "\n") {
		if _, err := fmt.Sscan(line, &facts[i].most, &facts[i].panics); err != nil {
			t.Fatal(err)
		}
	}
	return facts
}

// claimsHead declares what the functions use.
const claimsHead = `package claims

type pair struct {
	a int8
	b uint8
}

func (p *pair) swap() { p.a, p.b = int8(p.b), uint8(p.a) }
func (p pair) sum() int { return int(p.a) + int(p.b) }

type summer interface{ sum() int }

type number int8

func (n number) sum() int { return int(n) * 2 }

func pick[T int8 | uint8](ok bool, x, y T) T {
	if ok {
		return x
	}
	return y
}

func spread(n int, list ...int8) (s int) {
	for i, v := range list {
		if i < n {
			s += int(v)
		}
	}
	return s
}

func gcd(a, b uint8) uint8 {
	if b == 0 {
		return a
	}
	return gcd(b, a%b)
}

func halves(n int8) int {
	if n <= 0 {
		return 0
	}
	return 1 + halves(n/2)
}

func counter(k, step int8) func() int8 {
	return func() int8 {
		k += step
		return k
	}
}

type stack[T any] struct{ list []T }

func (s *stack[T]) push(x T) { s.list = append(s.list, x) }
func (s *stack[T]) pop() T {
	x := s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return x
}

func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

`

// A claimWriter writes a random function.
type claimWriter struct {
	r *rand.Rand
	strings.Builder
}

func (w *claimWriter) pick(of ...string) string { return of[w.r.IntN(len(of))] }

// signed and unsigned are expressions of int8 and uint8.
func (w *claimWriter) signed(height int) string {
	if height == 0 {
		return w.pick("a", "x", "x", "int8(b)", "int8(y)", "k3", "k7", "p.a", "int8(n)")
	}
	x, y := w.signed(height-1), w.signed(w.r.IntN(height))
	switch w.r.IntN(9) {
	case 0:
		return "int8(" + w.unsigned(height-1) + ")"
	case 1:
		return fmt.Sprintf("(%s << (%s & 15))", x, w.unsigned(0))
	case 2:
		return fmt.Sprintf("(%s >> (%s & 15))", x, w.unsigned(0))
	case 3:
		return fmt.Sprintf("(%s / (%s | 1))", x, y)
	case 4:
		return fmt.Sprintf("pick(%s, %s, %s)", w.cond(height-1), "int8("+x+")", "int8("+y+")")
	case 5:
		return fmt.Sprintf("%s(%s, int8(%s))", w.pick("min", "max"), "x", x)
	}
	return fmt.Sprintf("(%s %s %s)", x, w.pick("+", "-", "*", "&", "|", "^", "&^"), "x")
}

func (w *claimWriter) unsigned(height int) string {
	if height == 0 {
		return w.pick("b", "y", "y", "uint8(a)", "uint8(x)", "p.b", "uint8(n)")
	}
	x := w.unsigned(height - 1)
	switch w.r.IntN(6) {
	case 0:
		return "uint8(" + w.signed(height-1) + ")"
	case 1:
		return fmt.Sprintf("(%s %% (%s | 1))", x, w.unsigned(0))
	case 2:
		return fmt.Sprintf("(%s << (%s & 15))", x, w.unsigned(0))
	}
	return fmt.Sprintf("(%s %s y)", x, w.pick("+", "-", "*", "&", "|", "^"))
}

func (w *claimWriter) cond(height int) string {
	op := w.pick("<", "<=", "==", "!=", ">")
	if w.r.IntN(2) == 0 {
		return fmt.Sprintf("x %s %s", op, w.signed(height))
	}
	return fmt.Sprintf("%s %s y", w.unsigned(height), op)
}

func (w *claimWriter) function(name string) string {
	fmt.Fprintf(w, "func %s(a int8, b uint8) (result int) {\n\tx, y, n, p, k3, k7 := a, b, 0, pair{a, b}, int8(3), int8(-7)\n\t_, _, _ = n, k3, k7\n", name)
	for range 2 + w.r.IntN(4) {
		w.statement()
	}
	w.WriteString("\treturn int(x) + int(y) + n + p.sum()\n}\n")
	return w.String()
}

func (w *claimWriter) statement() {
	f := func(format string, args ...any) { fmt.Fprintf(w, "\t{\n\t"+format+"\n\t}\n", args...) }
	switch w.r.IntN(44) {
	case 0, 1, 20, 21:
		f("x = %s", w.signed(2))
	case 2:
		f("y = %s", w.unsigned(2))
	case 3, 4:
		f("if %s {\n\t\tx = %s\n\t} else {\n\t\ty = %s\n\t}", w.cond(1), w.signed(1), w.unsigned(1))
	case 5:
		f("for i := range int(y & 7) {\n\t\tn += i\n\t\tif %s {\n\t\t\t%s\n\t\t}\n\t}", w.cond(1), w.pick("break", "continue", "x++", "y--"))
	case 6:
		f("func() { x = %s; n++ }()", w.signed(1))
	case 7:
		f("defer func() { result += int(%s) }()", w.signed(1))
	case 8:
		f("p.swap()")
	case 9:
		f("n += [4]int{1, 2, 3, int(x)}[%s]", w.pick("y&3", "y&3", "y&7"))
	case 10:
		f("xs := append([]int8{x, 2}, int8(y))\n\txs = xs[%s:]\n\tn += len(xs) + int(xs[0])", w.pick("y&1", "y&3", "y&1"))
	case 11:
		f("m := map[int8]int{x: 1, int8(y): 2}\n\tn += m[x] + len(m)\n\tfor k, v := range m {\n\t\tn += int(k) * v\n\t}")
	case 12:
		f("var s summer = number(x)\n\tif %s {\n\t\ts = p\n\t}\n\tn += s.sum()", w.cond(0))
	case 13:
		f("if %s {\n\t\tpanic(\"no\")\n\t}", w.pick("x == 77", "y == 200 && x < 0", "x*x == 49"))
	case 14:
		f("func() {\n\t\tdefer func() {\n\t\t\tif recover() != nil {\n\t\t\t\tn += 5\n\t\t\t}\n\t\t}()\n\t\tx /= int8(%s)\n\t}()", w.unsigned(0))
	case 15:
		f("n += spread(int(y&3), x, %s)", w.pick("a", "1, 2", "int8(b)"))
	case 17:
		f("switch {\n\tcase %s:\n\t\tx++\n\t\tfallthrough\n\tcase %s:\n\t\ty--\n\tcase %s:\n\t\treturn int(x)\n\tdefault:\n\t\tn--\n\t}", w.cond(1), w.cond(0), w.cond(1))
	case 18:
		f("if %s && (%s || !(%s)) {\n\t\tif %s {\n\t\t\treturn n\n\t\t}\n\t\tn++\n\t}", w.cond(0), w.cond(0), w.cond(1), w.cond(0))
	case 19:
		f("switch x & 3 {\n\tcase 0, int8(y & 1):\n\t\tn += int(x)\n\tcase 2:\n\t\tif %s {\n\t\t\tbreak\n\t\t}\n\t\tn--\n\t}", w.cond(1))
	case 22:
		f("y = gcd(y, %s)", w.unsigned(1))
	case 23:
		f("n += halves(%s)", w.signed(1))
	case 24:
		f("v := float64(%s) / 4\n\tif v*2 > float64(y)-%d.5 {\n\t\tn += int(v)\n\t}", w.signed(1), w.r.IntN(40))
	case 25:
		f("v := float32(%s) * 0.5\n\tif v == float32(x) || v < -%d.25 {\n\t\tn++\n\t}", w.unsigned(0), w.r.IntN(3))
	case 26:
		f("g := counter(%s, x)\n\tg()\n\tif %s {\n\t\tg()\n\t}\n\tn += int(g())", w.signed(1), w.cond(0))
	case 27:
		f("swap, sum := p.swap, pair.sum\n\tif %s {\n\t\tswap()\n\t}\n\tn += sum(p)", w.cond(0))
	case 28:
		f("var s stack[int8]\n\ts.push(x)\n\ts.push(%s)\n\tif %s {\n\t\ts.pop()\n\t}\n\tn += int(s.pop())\n\t%s", w.signed(1), w.cond(0), w.pick("", "n += int(s.pop())"))
	case 29:
		f("outer%[2]d:\n\tfor i := range int(y & 3) {\n\t\tfor j := range 3 {\n\t\t\tif %[1]s {\n\t\t\t\tcontinue outer%[2]d\n\t\t\t}\n\t\t\tif x^int8(j) == 2 {\n\t\t\t\tbreak outer%[2]d\n\t\t\t}\n\t\t\tn += i * j\n\t\t}\n\t}", w.cond(0), w.Len())
	case 30:
		f("s := [3]int8{x, 1, int8(y)}\n\tr := s\n\tr[%s] = %s\n\tif r == s {\n\t\tn++\n\t}\n\tn += int(r[0]) - int(s[2])", w.pick("y%3", "y%3", "y&3"), w.signed(1))
	case 31:
		f("for i, r := range string([]byte{byte(x), %s}) {\n\t\tn += i + int(r>>4)\n\t}", w.unsigned(0))
	case 32:
		f("var v any = x\n\tif %s {\n\t\tv = y\n\t}\n\tswitch v := v.(type) {\n\tcase int8:\n\t\tn += int(v)\n\tcase uint8:\n\t\tn -= int(v)\n\t}\n\tif v == any(%s) {\n\t\tn++\n\t}", w.cond(0), w.signed(0))
	case 33:
		f("m := map[pair]int{{x, y}: 1}\n\tm[pair{%s, y}]++\n\tn += len(m) + m[p]", w.signed(0))
	case 34:
		f("func() {\n\t\tdefer func() {\n\t\t\tswitch e := recover().(type) {\n\t\t\tcase string:\n\t\t\t\tn += len(e)\n\t\t\tcase %s:\n\t\t\t\tn--\n\t\t\tcase interface{ Temporary() bool }, int:\n\t\t\t\tn += 50\n\t\t\t}\n\t\t}()\n\t\tif %s {\n\t\t\tpanic(\"abc\")\n\t\t}\n\t\tn += 10 / int(%s)\n\t}()", w.pick("error", "interface{ RuntimeError() }", "*pair", "nil"), w.cond(0), w.unsigned(0))
	case 35:
		f("n += 100 >> %s", w.pick("x", "(x & 7)", "y", "int16(x)"))
	case 36:
		f("s := []int8{x, 2, %s}\n\tcopy(s[1:], s)\n\tn += int(s[2]) + copy(s, s[%s:])", w.signed(0), w.pick("1", "y&1", "y&3", "2"))
	case 37:
		f("for i := range 2 {\n\t\tdefer func() { result = result*2 + i + int(x) }()\n\t}")
	case 38:
		f("fs := []func(int8) int8{func(k int8) int8 { return k + x }, func(k int8) int8 { return -k }}\n\tx = fs[%s](%s)", w.pick("y&1", "y&1", "y&3"), w.signed(1))
	case 39:
		f("q := &p\n\tq.a = %s\n\tr := p\n\tr.b++\n\tn += q.sum() - r.sum()", w.signed(1))
	case 40:
		f("if s := \"abc\"[:%s]; s < %s {\n\t\tn += len(s)\n\t}", w.pick("y&3", "y&3", "y&7"), w.pick("`ab`", "`abc`", "`b`"))
	case 41:
		f("n += int(int16(x) * int16(y) * %d)", 3+w.r.IntN(300))
	case 42:
		f("n += int(uint64(x)%%10) - int(uint32(y)<<(%s&31)>>3)", w.unsigned(0))
	case 43:
		f("for k := n & 3; k < int(y&7); k += 2 {\n\t\tn += k\n\t\tif %s {\n\t\t\tbreak\n\t\t}\n\t}", w.cond(1))
	case 16:
		f("for i := range upTo(int(y & 3)) {\n\t\tif %s {\n\t\t\tbreak\n\t\t}\n\t\tn += i\n\t}", w.cond(0))
	}
}
