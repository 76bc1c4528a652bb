package check_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// A claimKind is a list of parameters with so few values up to a depth that all can be run.
type claimKind struct {
	depth                   int
	params, args, head, all string
	// copied are the arguments of a call that must not change them. after is a number computed from
	// them after a call.
	copied, after string
	// part reports that there are more inputs than all enumerates.
	part bool
}

var claimKinds = []claimKind{
	{1, "a int8, b uint8", "a, b", "zs, t := []int8{a, int8(b)}, \"a\"", "eachInt8(func(a int8) { eachInt8(func(b8 int8) { b := uint8(b8); %s }) })", "a, b", "0", false},
	{2, "xs []int8", "xs", "a, b, zs, t := first(xs), uint8(len(xs)), xs, \"b\"", "eachSlice(2, func(xs []int8) { %s })", "slices.Clone(xs)", "sum(xs)", true},
	{2, "s string", "s", "a, b, zs, t := int8(len(s)), lead(s), []int8{2}, s", "eachString(2, func(s string) { %s })", "s", "0", true},
	{1, "xs []int8, b uint8", "xs, b", "a, zs, t := first(xs), xs, string([]byte{b})", "eachSlice(1, func(xs []int8) { eachInt8(func(b8 int8) { b := uint8(b8); %s }) })", "slices.Clone(xs), b", "sum(xs)", true},
	{1, "s string, a int8", "s, a", "b, zs, t := lead(s), []int8{a}, s", "eachString(1, func(s string) { eachInt8(func(a int8) { %s }) })", "s, a", "0", true},
	{1, "q *pair", "q", "a, b, zs, t := q.a, q.b, []int8{q.a}, \"ab\"", "eachPair(func(q *pair) { %s })", "copyOf(q)", "sumOf(q)", false},
	{1, "m map[int8]int8", "m", "a, b, zs, t := m[3], uint8(len(m)), []int8{m[-1]}, \"\"\n\tfor k, v := range m {\n\t\ta += k ^ v\n\t}", "eachMap(func(m map[int8]int8) { %s })", "maps.Clone(m)", "sumIn(m)", true},
	{1, "k [2]int8", "k", "a, b, zs, t := k[0], uint8(k[1]), k[:], \"a\"", "eachArray(func(k [2]int8) { %s })", "k", "0", false},
}

// kindsHead declares what functions of all kinds use in addition to claimsHead.
const kindsHead = `
var errNo = errors.New("no")

func first(xs []int8) int8 {
	if len(xs) == 0 {
		return -3
	}
	return xs[0]
}

func lead(s string) uint8 {
	if s == "" {
		return 200
	}
	return s[0]
}

func sum(xs []int8) (n int) {
	for _, x := range xs {
		n += int(x)
	}
	return n
}

func sumIn(m map[int8]int8) (n int) {
	for k, v := range m {
		n += int(k) * int(v)
	}
	return n
}

func sumOf(q *pair) int {
	if q == nil {
		return 1000
	}
	return q.sum()
}

func copyOf(q *pair) *pair {
	if q == nil {
		return nil
	}
	c := *q
	return &c
}
`

// kindsEach enumerates all values of the types of parameters.
const kindsEach = `
func eachInt8(do func(int8)) {
	for x := -128; x < 128; x++ {
		do(int8(x))
	}
}

func eachSlice(most int, do func([]int8)) {
	do(nil)
	do([]int8{})
	eachInt8(func(x int8) { do([]int8{x}) })
	if most > 1 {
		eachInt8(func(x int8) { eachInt8(func(y int8) { do([]int8{x, y}) }) })
	}
}

func eachString(most int, do func(string)) {
	eachSlice(most, func(list []int8) {
		var b []byte
		for _, x := range list {
			b = append(b, byte(x))
		}
		do(string(b))
	})
}

func eachPair(do func(*pair)) {
	do(nil)
	eachInt8(func(a int8) { eachInt8(func(b int8) { do(&pair{a, uint8(b)}) }) })
}

func eachMap(do func(map[int8]int8)) {
	do(nil)
	do(map[int8]int8{})
	eachInt8(func(k int8) { eachInt8(func(v int8) { do(map[int8]int8{k: v}) }) })
}

func eachArray(do func([2]int8)) { eachInt8(func(x int8) { eachInt8(func(y int8) { do([2]int8{x, y}) }) }) }

// A fact is what is true of all calls of a function, as far as they return.
type fact struct {
	most, least, long, after int
	panics, given            bool
}

func (f *fact) try(call func() (int, []int8, error), after func() int) {
	defer func() {
		if recover() != nil {
			f.panics = true
		}
	}()
	n, out, err := call()
	f.most, f.long, f.after = max(f.most, n), max(f.long, len(out)), max(f.after, after())
	if err == nil {
		f.least = min(f.least, n)
	} else if len(out) > 0 {
		f.given = true
	}
}
`

// single matches the returns of one number. Functions of all kinds have more results there.
var single = regexp.MustCompile(`return (int\(x\)|n)\n`)

// functionOf writes a function of three results.
func (w *claimWriter) functionOf(name string, k claimKind) string {
	fmt.Fprintf(w, "func %s(%s) (result int, out []int8, err error) {\n\t%s\n\tx, y, n, p, k3, k7 := a, b, 0, pair{a, b}, int8(3), int8(-7)\n\t_, _, _, _, _ = n, k3, k7, zs, t\n", name, k.params, k.head)
	for range 2 + w.r.IntN(4) {
		if w.r.IntN(3) == 0 {
			w.statement()
		} else {
			w.statementOf(k)
		}
	}
	w.WriteString("\treturn int(x) + int(y) + n + p.sum(), out, err\n}\n")
	return single.ReplaceAllString(w.String(), "return $1, out, err\n")
}

// statementOf writes a statement about a slice, a text and results.
func (w *claimWriter) statementOf(k claimKind) {
	f := func(format string, args ...any) { fmt.Fprintf(w, "\t{\n\t"+format+"\n\t}\n", args...) }
	switch w.r.IntN(28) {
	case 0:
		f("for i, v := range zs {\n\t\tn += int(v) ^ i\n\t\tif %s {\n\t\t\tbreak\n\t\t}\n\t}", w.cond(1))
	case 1:
		f("for i := 0; i < int(y&3); i++ {\n\t\tzs = append(zs, x^int8(i))\n\t}")
	case 2:
		f("for k := n & 3; k < int(y&7); k++ {\n\t\tn++\n\t\tx--\n\t}")
	case 3:
		f("for v := %s; v > 0; v >>= 2 {\n\t\tn++\n\t\tif %s {\n\t\t\tcontinue\n\t\t}\n\t\tx ^= int8(v)\n\t}", w.unsigned(1), w.cond(0))
	case 4:
		f("for len(zs) > 0 && zs[0] < %s {\n\t\tzs = zs[1:]\n\t}", w.signed(0))
	case 5:
		f("if len(zs) > %d {\n\t\tzs[%[1]d] = %s\n\t}", w.r.IntN(2), w.signed(1))
	case 6:
		f("out = append(out, zs...)")
	case 7:
		f("out = zs[:%s]", w.pick("y&1", "len(zs)", "min(len(zs), int(y))", "y&3"))
	case 8:
		f("t += string(rune(%s & 127))", w.unsigned(0))
	case 9:
		f("if len(t) > 1 && t[%s] == 'a' {\n\t\tn++\n\t} else if t > \"b\" {\n\t\ty++\n\t}", w.pick("0", "1", "y&1", "y&3"))
	case 10:
		f("for i, r := range t {\n\t\tn += int(r)&7 - i\n\t}")
	case 11:
		f("switch t {\n\tcase \"a\", \"\":\n\t\tx++\n\tcase \"ab\":\n\t\treturn n\n\tdefault:\n\t\tn -= len(t)\n\t}")
	case 12, 13:
		f("if %s {\n\t\terr = errNo\n\t}", w.cond(1))
	case 14:
		f("if err != nil && %s {\n\t\treturn n\n\t}", w.cond(0))
	case 15:
		f("n += int(zs[%s])", w.pick("y&1", "0", "len(zs)-1", "n&1"))
	case 16:
		switch {
		case strings.HasPrefix(k.params, "q "):
			f("if q != nil && %s {\n\t\tq.a, q.b = %s, y\n\t}", w.cond(0), w.signed(0))
		case strings.HasPrefix(k.params, "m "):
			f("if m != nil {\n\t\tm[%s] = x\n\t}", w.pick("x", "3", "int8(y)"))
		default:
			f("zs = append(zs[:0:0], zs...)\n\tif len(zs) == 2 && zs[0] > zs[1] {\n\t\tzs[0], zs[1] = zs[1], zs[0]\n\t}")
		}
	case 18:
		f("if slices.Contains(zs, %s) {\n\t\tn += slices.Index(zs, x)\n\t}", w.signed(0))
	case 19:
		f("n += int(slices.Max(zs)) - strings.Index(t, %s)", w.pick("`a`", "`ab`", "`b`", "``"))
	case 20:
		f("t = strings.Repeat(t, int(y&1)) + strings.TrimLeft(t, \"a\")")
	case 21:
		f("if len(strconv.Itoa(int(%s))) > %d {\n\t\terr = errNo\n\t}", w.signed(0), 1+w.r.IntN(3))
	case 22:
		f("c := map[int8]int{}\n\tfor _, v := range zs {\n\t\tc[v]++\n\t}\n\tn += len(c) + c[%s]", w.signed(0))
	case 23:
		f("var walk func([]int8) int\n\twalk = func(s []int8) int {\n\t\tif len(s) == 0 {\n\t\t\treturn 0\n\t\t}\n\t\treturn int(s[0]&7) + 2*walk(s[1:])\n\t}\n\tn += walk(zs)")
	case 24:
		f("s := stack[string]{[]string{t}}\n\ts.push(t + \"b\")\n\tif %s {\n\t\ts.list[0] = \"\"\n\t}\n\tn += len(s.pop())\n\tt = s.pop()", w.cond(0))
	case 25:
		f("if v := float64(first(zs)) / 2; v > float64(y) || v == float64(x)-0.5 {\n\t\tout = append(out, int8(v))\n\t}")
	case 26:
		f("out = slices.Insert(out, %s, x)", w.pick("0", "len(out)", "int(y&1)"))
	case 27:
		f("err = errors.Join(err)\n\tif errors.Is(err, errNo) {\n\t\tn++\n\t}")
	case 17:
		f("if len(out) > 0 && %s {\n\t\tout = out[1:]\n\t}", w.cond(0))
	}
}

// TestClaimsOfContracts generates random functions of slices, texts, maps and pointers with several
// results. Compiled Go shows what is true of all calls. Each function gets a contract with several
// postconditions, a promised panic or a precondition. Proved claims must be true, refuted ones false.
func TestClaimsOfContracts(t *testing.T) {
	n := longtest.Cases(24, 2000)
	for seed := uint64(1); n > 0 && !t.Failed(); seed++ {
		part := min(n, 50)
		n -= part
		contractsOf(t, seed, part)
	}
}

func contractsOf(t *testing.T, seed uint64, n int) {
	dir := t.TempDir()
	write := func(name, text string) { writeText(t, filepath.Join(dir, name), text) }
	r := rand.New(rand.NewPCG(seed, 31))
	bodies, of := make([]string, n), make([]claimKind, n)
	for i := range bodies {
		of[i] = claimKinds[r.IntN(len(claimKinds))]
		w := &claimWriter{r: r}
		bodies[i] = w.functionOf(fmt.Sprintf("F%d", i), of[i])
	}
	head := strings.Replace(claimsHead, "package claims\n", "package claims\n\nimport (\n\t\"errors\"\n\t\"maps\"\n\t\"slices\"\n\t\"strconv\"\n\t\"strings\"\n)\n\nvar _, _, _, _ = maps.Clone[map[int]int], slices.Clone[[]int], strconv.Itoa, strings.Index\n", 1) + kindsHead
	write("go.mod", "module example.com/claims\n\ngo 1.24\n")
	facts := bruteKinds(t, write, dir, head, bodies, of)
	holds := make([]bool, n)
	var src strings.Builder
	src.WriteString(head)
	contracts := make([]string, n)
	for i, f := range facts {
		holds[i] = !f.panics
		contract := ""
		switch r.IntN(3) {
		case 0:
			contract, holds[i] = fmt.Sprintf("//rtest:panics panicsF%d(%s)\n", i, of[i].args), true
		case 1:
			contract, holds[i] = fmt.Sprintf("//rtest:requires !panicsF%d(%s)\n", i, of[i].args), true
		}
		if f.most > -1<<62 { // Some call returns.
			if r.IntN(2) == 0 {
				wrong := r.IntN(4)
				f.most, f.long, f.after, f.least = f.most-one(wrong == 0), f.long-one(wrong == 1), f.after-one(wrong == 2), f.least+one(wrong == 3 && f.least < 1<<62)
				holds[i] = holds[i] && wrong == 3 && f.least == 1<<62
			}
			contract += fmt.Sprintf("//rtest:ensures result <= %d && len(out) <= %d\n//rtest:ensures %s <= %d\n//rtest:ensures err == nil ==> result >= %d\n", f.most, f.long, of[i].after, f.after, f.least)
			if r.IntN(2) == 0 {
				contract += "//rtest:ensures err != nil ==> len(out) == 0\n"
				holds[i] = holds[i] && !f.given
			}
		} else {
			contract += "//rtest:ensures true\n"
		}
		contracts[i] = contract + bodies[i]
		fmt.Fprintf(&src, "%s\nfunc panicsF%d(%s) (is bool) {\n\tdefer func() { is = recover() != nil }()\n\tF%[2]d(%[4]s)\n\treturn\n}\n\n", contracts[i], i, of[i].params, of[i].copied)
	}
	write("claims.go", src.String())
	proved, refuted := 0, 0
	for _, depth := range []int{1, 2} {
		cfg := config.Defaults()
		cfg.Dir, cfg.Save = dir, false
		cfg.Limits.Depth, cfg.Limits.Beyond = depth, 1
		var only []string
		for i := range of {
			if of[i].depth == depth {
				only = append(only, fmt.Sprint("F", i))
			}
		}
		cfg.Run = config.Matching(regexp.MustCompile("^(" + strings.Join(only, "|") + ")$"))
		for e := range check.Run(t.Context(), cfg) {
			switch e := e.(type) {
			case event.Mistake:
				if e.Severity == diag.Error {
					t.Errorf("%v: %s", e.Pos, e.Message)
				}
			case event.Fault:
				t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
			case event.FunctionEnd:
				var i int
				if _, err := fmt.Sscanf(e.Function, "F%d", &i); err != nil {
					t.Fatal(err)
				}
				if e.Proof.Disagreed > 0 {
					t.Errorf("%s: an input was solved to fail and did not\n%s", e.Function, contracts[i])
				}
				if e.Proof.Proved != "" {
					if proved++; !holds[i] {
						t.Errorf("%s is proved, and its contract is false\n%s", e.Function, contracts[i])
					}
				}
				if e.Verdict == event.Refuted {
					if refuted++; holds[i] && !of[i].part {
						t.Errorf("%s is refuted, and its contract is true\n%s", e.Function, contracts[i])
					}
				}
			}
		}
	}
	t.Logf("seed %d: of %d functions %d are proved, %d refuted", seed, n, proved, refuted)
	if proved < n/9 || refuted < n/8 {
		t.Errorf("of %d functions only %d are proved, %d refuted", n, proved, refuted)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A kindFact has what is true of all calls of a function.
type kindFact struct {
	most, least, long, after int
	panics, given            bool
}

// bruteKinds runs each function with all inputs.
func bruteKinds(t *testing.T, write func(name, text string), dir, head string, bodies []string, of []claimKind) []kindFact {
	var b strings.Builder
	for i, k := range of {
		fmt.Fprintf(&b, "\t{\n\t\tf := &fact{-1 << 62, 1 << 62, -1 << 62, -1 << 62, false, false}\n\t\t")
		fmt.Fprintf(&b, k.all, fmt.Sprintf("f.try(func() (int, []int8, error) { return F%d(%s) }, func() int { return %s })", i, k.args, k.after))
		b.WriteString("\n\t\tfmt.Println(f.most, f.least, f.long, f.after, f.panics, f.given)\n\t}\n")
	}
	text := strings.Replace(head, "package claims\n\nimport (\n", "package main\n\nimport (\n\t\"fmt\"\n", 1) + kindsEach + strings.Join(bodies, "\n") + "\nfunc main() {\n" + b.String() + "}\n"
	write("brute/main.go", text)
	out := runBrute(t, dir)
	facts := make([]kindFact, len(of))
	for i, line := range strings.Split(out, "\n") {
		f := &facts[i]
		if _, err := fmt.Sscan(line, &f.most, &f.least, &f.long, &f.after, &f.panics, &f.given); err != nil {
			t.Fatal(err)
		}
	}
	return facts
}
