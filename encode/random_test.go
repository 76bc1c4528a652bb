package encode_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestRandom compares the lifted forms of random functions with compiled ones, on all inputs of small
// depth.
func TestRandom(t *testing.T) {
	functions, inputs := longtest.Cases(30, 150), 300
	for seed := uint64(1); functions > 0; seed++ {
		n := min(functions, 100)
		functions -= n
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module random\n\ngo 1.26\n")
		write(t, filepath.Join(dir, "random.go"), randomFile(seed, n))
		ps, _ := loadFrom(t, dir)
		agree(t, dir, ps, 3, inputs)
		oraclesAgree(t, dir, randomFile(seed, n))
		if t.Failed() {
			t.Log(randomFile(seed, n))
			return
		}
	}
}

// oraclesAgree compares the oracle of FuzzLift with compiled functions.
func oraclesAgree(t *testing.T, dir, src string) {
	t.Helper()
	ps := predicatesOf(t, src)
	var all [][][]int64
	for _, p := range ps {
		inputs, _ := p.many(t, 2, 100)
		all = append(all, inputs)
	}
	want, got := native(t, dir, ps, all), simulated(t, src, ps, all)
	for i, p := range ps {
		if got[i] != want[i] {
			t.Errorf("%s: interpreted by go/ssa it answers\n%s\ncompiled\n%s", p.name, got[i], want[i])
		}
	}
}

// A chooser makes choices: a number of at least 0 and less than n.
type chooser interface{ IntN(n int) int }

// A writer writes a random function that always ends.
type writer struct {
	strings.Builder
	r chooser
	// scope are the variables at hand, by their types.
	scope map[string][]string
	names int
	loops int
}

var parameters = [][2]string{{"a", "int"}, {"b", "int8"}, {"u", "uint8"}, {"xs", "[]int"}, {"l", "*List"}, {"s", "Pair"}, {"q", "*int"}, {"ok", "bool"}}

func randomFile(seed uint64, n int) string { return fileOf(rand.New(rand.NewPCG(seed, 1)), n) }

// fileOf returns a file with n functions.
func fileOf(r chooser, n int) string {
	w := &writer{r: r}
	w.WriteString("package random\n\ntype List struct {\n\tVal int\n\tNext *List\n}\n\ntype Pair struct {\n\tA, B int\n}\n\n" +
		"func (p *Pair) Add(n int) int {\n\tp.A += n\n\treturn p.A\n}\n\n" +
		"func (l *List) Sum() int {\n\tif l == nil {\n\t\treturn 0\n\t}\n\treturn l.Val + l.Next.Sum()\n}\n")
	for i := range n {
		w.function(i)
	}
	return w.String()
}

func (w *writer) function(i int) {
	w.scope, w.names, w.loops = map[string][]string{}, 0, 0
	var list []string
	for len(list) == 0 {
		for _, p := range parameters {
			if w.r.IntN(3) == 0 && len(list) < 3 && (len(list) > 0 || p[1] != "bool" && p[1] != "*int") {
				list = append(list, p[0]+" "+p[1])
				w.scope[p[1]] = append(w.scope[p[1]], p[0])
			}
		}
	}
	fmt.Fprintf(w, "\nfunc F%d(%s) bool {\n\tk0, k1, k2, k3 := 0, 1, 2, 3\n\t_, _, _, _ = k0, k1, k2, k3\n", i, strings.Join(list, ", "))
	w.block(2+w.r.IntN(4), 2, "bool")
	fmt.Fprintf(w, "\treturn %s\n}\n", w.expr("bool", 2))
}

// block writes n statements with nested blocks of at most the given height. Their declarations end
// with the block.
func (w *writer) block(n, height int, result string) {
	old := map[string][]string{}
	for t, list := range w.scope {
		old[t] = list[:len(list):len(list)]
	}
	for range n {
		w.statement(height, result)
	}
	if result != "bool" || height < 2 {
		w.scope = old
	}
}

func (w *writer) fresh(t string) string {
	w.names++
	name := fmt.Sprintf("v%d", w.names)
	w.scope[t] = append(w.scope[t], name)
	return name
}

func (w *writer) some(t string) (string, bool) {
	list := w.scope[t]
	if len(list) == 0 {
		return "", false
	}
	return list[w.r.IntN(len(list))], true
}

var declared = []string{"int", "int", "int8", "uint8", "bool", "[]int", "Pair", "*Pair", "map[int]int", "func(int) int"}

func (w *writer) statement(height int, result string) {
	if height > 0 && w.r.IntN(2) == 0 {
		w.compound(height-1, result)
		return
	}
	switch w.r.IntN(10) {
	case 6, 7:
		w.call()
	case 0, 1:
		w.declare(declared[w.r.IntN(len(declared))], result)
	case 2:
		if xs, ok := w.some("[]int"); ok {
			fmt.Fprintf(w, "\t%s = append(%s, %s)\n", xs, xs, w.expr("int", 1))
		}
	case 3:
		if xs, ok := w.some("[]int"); ok {
			fmt.Fprintf(w, "\tif i := %s; 0 <= i && i < len(%s) {\n\t%s[i] = %s\n}\n", w.expr("int", 1), xs, xs, w.expr("int", 1))
		}
	case 4:
		if m, ok := w.some("map[int]int"); ok {
			fmt.Fprintf(w, "\t%s[%s] += %s\n", m, w.expr("int", 1), w.expr("int", 1))
		}
	case 5:
		if p, ok := w.some("*Pair"); ok {
			fmt.Fprintf(w, "\t%s.%s = %s\n", p, []string{"A", "B"}[w.r.IntN(2)], w.expr("int", 1))
		}
	default:
		t := []string{"int", "int8", "bool", "Pair"}[w.r.IntN(4)]
		if x, ok := w.some(t); ok {
			fmt.Fprintf(w, "\t%s = %s\n", x, w.expr(t, 2))
		}
	}
}

// call writes a call with effects, in a statement of its own: the order of calls
// and other operands is not defined.
func (w *writer) call() {
	arg := w.expr("int", 0)
	if f, ok := w.some("func(int) int"); ok && w.r.IntN(2) == 0 {
		x := w.fresh("int")
		fmt.Fprintf(w, "\t%s := %s(%s)\n\t_ = %s\n", x, f, arg, x)
	} else if p, ok := w.some("*Pair"); ok {
		x := w.fresh("int")
		fmt.Fprintf(w, "\t%s := %s.Add(%s)\n\t_ = %s\n", x, p, arg, x)
	}
}

func (w *writer) declare(t, result string) {
	if t != "func(int) int" {
		e := w.expr(t, 2)
		x := w.fresh(t)
		fmt.Fprintf(w, "\tvar %s %s = %s\n\t_ = %s\n", x, t, e, x)
		return
	}
	w.names++
	arg := fmt.Sprintf("x%d", w.names)
	old := w.scope["int"]
	oldFuncs := w.scope[t]
	w.scope["int"] = append(old[:len(old):len(old)], arg)
	name := fmt.Sprintf("v%d", w.names)
	fmt.Fprintf(w, "\t%s := func(%s int) int {\n", name, arg)
	loops := w.loops
	w.loops = 0
	w.block(1+w.r.IntN(2), 1, "int")
	w.loops = loops
	fmt.Fprintf(w, "\treturn %s\n}\n\t_ = %s\n", w.expr("int", 1), name)
	w.scope["int"], w.scope[t] = old, append(oldFuncs[:len(oldFuncs):len(oldFuncs)], name)
}

func (w *writer) compound(height int, result string) {
	n := 1 + w.r.IntN(2)
	switch w.r.IntN(8) {
	case 0, 1:
		fmt.Fprintf(w, "\tif %s {\n", w.expr("bool", 2))
		w.block(n, height, result)
		if w.r.IntN(3) == 0 {
			w.exit(result)
		}
		w.WriteString("\t} else {\n")
		w.block(n, height, result)
		w.WriteString("\t}\n")
	case 2:
		fmt.Fprintf(w, "\tif %s {\n", w.expr("bool", 2))
		w.exit(result)
		w.WriteString("\t}\n")
	case 3:
		x, ok := w.some("int")
		if !ok {
			return
		}
		fmt.Fprintf(w, "\tswitch %s {\n\tcase 1, -1:\n", x)
		w.block(n, height, result)
		w.WriteString("\tcase 0:\n")
		w.block(n, height, result)
		w.WriteString("\t}\n")
	default:
		if w.loops < 2 {
			w.loop(n, height, result)
		}
	}
}

// loop writes a loop over something that does not change in it, or one that halves a number of its
// own.
func (w *writer) loop(n, height int, result string) {
	w.names++
	i := fmt.Sprintf("i%d", w.names)
	head, t := "", "int"
	if xs, ok := w.some("[]int"); ok && w.r.IntN(2) == 0 {
		head = fmt.Sprintf("for _, %s := range %s {", i, xs)
	} else if l, ok := w.some("*List"); ok && w.r.IntN(2) == 0 {
		head, t = fmt.Sprintf("for %s := %s; %s != nil; %s = %s.Next {", i, l, i, i, i), "*List"
	} else if w.r.IntN(2) == 0 {
		head = fmt.Sprintf("for %s := range %s & 3 {", i, w.expr("int", 1))
	} else {
		head = fmt.Sprintf("for %s := (%s) & 7; %s > 0; %s /= 2 {", i, w.expr("int", 1), i, i)
		t = ""
	}
	old := w.scope["int"]
	oldLists := w.scope["*List"]
	switch t {
	case "int":
		w.scope[t] = append(old[:len(old):len(old)], i)
	case "*List":
		w.scope[t] = append(oldLists[:len(oldLists):len(oldLists)], i)
	}
	fmt.Fprintf(w, "\t%s\n\t_ = %s\n", head, i)
	w.loops++
	// A range over an int may be assigned to in its body; a copy is made for
	// each iteration.
	w.block(n, height, result)
	if w.r.IntN(2) == 0 {
		fmt.Fprintf(w, "\tif %s {\n\t%s\n\t}\n", w.expr("bool", 1), []string{"break", "continue"}[w.r.IntN(2)])
	}
	w.block(1, 0, result)
	w.loops--
	w.WriteString("\t}\n")
	w.scope["int"], w.scope["*List"] = old, oldLists
}

func (w *writer) exit(result string) { fmt.Fprintf(w, "\treturn %s\n", w.expr(result, 1)) }

// expr returns an expression of type t.
func (w *writer) expr(t string, h int) string {
	x, ok := w.some(t)
	if ok && (h <= 0 || w.r.IntN(3) == 0) {
		return x
	}
	switch t {
	case "int", "int8", "uint8":
		return w.number(t, h)
	case "bool":
		return w.truth(h)
	case "[]int":
		if ok && w.r.IntN(2) == 0 {
			return fmt.Sprintf("%s[min(1, len(%s)):]", x, x)
		}
		return fmt.Sprintf("[]int{%s, %s}", w.expr("int", h-1), w.expr("int", h-1))
	case "Pair":
		return fmt.Sprintf("Pair{%s, %s}", w.expr("int", h-1), w.expr("int", h-1))
	case "*Pair":
		if s, ok := w.some("Pair"); ok {
			return "&" + s
		}
		return fmt.Sprintf("&Pair{B: %s}", w.expr("int", h-1))
	}
	return "map[int]int{}"
}

func (w *writer) number(t string, h int) string {
	if h <= 0 {
		// Not constants: Go would compute and judge these.
		return fmt.Sprintf("%s(k%d)", t, w.r.IntN(4))
	}
	forms := []func() string{
		func() string {
			ops := []string{"+", "-", "*", "&", "|", "^", "&^"}
			return fmt.Sprintf("(%s %s %s)", w.expr(t, h-1), ops[w.r.IntN(len(ops))], w.expr(t, h-1))
		},
		func() string {
			return fmt.Sprintf("(%s %s %s)", w.expr(t, h-1), []string{"/", "%"}[w.r.IntN(2)], w.expr(t, h-1))
		},
		func() string {
			return fmt.Sprintf("%s(%s)", t, w.expr([]string{"int", "int8", "uint8"}[w.r.IntN(3)], h-1))
		},
		func() string {
			return fmt.Sprintf("%s(%s, %s)", []string{"min", "max"}[w.r.IntN(2)], w.expr(t, h-1), w.expr(t, h-1))
		},
	}
	if t == "int" {
		forms = append(forms, w.ints(h)...)
	}
	return forms[w.r.IntN(len(forms))]()
}

// ints are the expressions of type int over the variables at hand.
func (w *writer) ints(h int) []func() string {
	var forms []func() string
	add := func(t, format string, more ...string) {
		if x, ok := w.some(t); ok {
			forms = append(forms, func() string {
				args := []any{x}
				for _, m := range more {
					args = append(args, w.expr(m, h-1))
				}
				return fmt.Sprintf(format, args...)
			})
		}
	}
	add("[]int", "len(%s)")
	add("[]int", "%s[%s]", "int")
	add("*List", "%s.Val")
	add("*List", "%s.Sum()")
	add("Pair", "%s.A")
	add("*int", "*%s")
	add("map[int]int", "%s[%s]", "int")
	add("map[int]int", "len(%s)")
	return forms
}

func (w *writer) truth(h int) string {
	if h <= 0 {
		return []string{"true", "false"}[w.r.IntN(2)]
	}
	if l, ok := w.some("*List"); ok && w.r.IntN(3) == 0 {
		return fmt.Sprintf("(%s != nil && %s.Val > %s)", l, l, w.expr("int", h-1))
	}
	if s, ok := w.some("Pair"); ok && w.r.IntN(6) == 0 {
		return fmt.Sprintf("(%s == %s)", s, w.expr("Pair", 0))
	}
	switch w.r.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", w.expr("bool", h-1), []string{"&&", "||"}[w.r.IntN(2)], w.expr("bool", h-1))
	case 1:
		return "!" + w.expr("bool", h-1)
	}
	t := []string{"int", "int", "int8", "uint8"}[w.r.IntN(4)]
	ops := []string{"<", "<=", "==", "!="}
	return fmt.Sprintf("(%s %s %s)", w.expr(t, h-1), ops[w.r.IntN(len(ops))], w.expr(t, h-1))
}
