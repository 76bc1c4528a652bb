package encode_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

var firstSeed = flag.Uint64("from", 1, "the first seed of TestRandomForms and TestRandomCode")

// TestRandomForms does what TestRandom does with functions made from the templates below, which use
// more of Go: texts, arrays, interfaces, generics, iterators, deferred calls, labels.
func TestRandomForms(t *testing.T) {
	functions, inputs := longtest.Cases(30, 150), 500
	for seed := *firstSeed; functions > 0; seed++ {
		n := min(functions, 75)
		functions -= n
		dir := t.TempDir()
		src := formsFile(seed, n)
		write(t, filepath.Join(dir, "go.mod"), "module forms\n\ngo 1.26\n")
		write(t, filepath.Join(dir, "forms.go"), src)
		ps, _ := loadFrom(t, dir)
		agree(t, dir, ps, 3, inputs)
		if t.Failed() {
			t.Logf("again with -from %d\n%s", seed, src)
			return
		}
	}
}

// formsHeader is what the templates call.
const formsHeader = `package forms

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
)

type Pair struct{ A, B int }

func (p *Pair) Add(n int) int { p.A += n; return p.A }
func (p Pair) Area() int      { return p.A * p.B }

type Sq int8

func (s Sq) Area() int { return int(s * s) }

type Box struct {
	Pair
	Z    [2]int8
	Name string
}

type Shape interface{ Area() int }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }
func (s *Stack[T]) Pop() (x T, ok bool) {
	if n := len(s.items); n > 0 {
		x, ok = s.items[n-1], true
		s.items = s.items[:n-1]
	}
	return
}

func Most[T cmp.Ordered](first T, rest ...T) T {
	for _, x := range rest {
		if x > first {
			first = x
		}
	}
	return first
}

func Mapped[T, U any](xs []T, f func(T) U) []U {
	var ys []U
	for _, x := range xs {
		ys = append(ys, f(x))
	}
	return ys
}

func Evens(xs []int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i, x := range xs {
			if x%2 == 0 && !yield(i, x) {
				return
			}
		}
	}
}

func Keys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

func divide(a, b int) (q, r int, why string) {
	if b == 0 {
		why = "zero"
		return
	}
	return a / b, a % b, ""
}

func caught(f func() int) (n int) {
	defer func() {
		if recover() != nil {
			n = -n - 9
		}
	}()
	n = 1
	return f()
}

var _ = sort.Ints
var _ = strings.Repeat
`

// exprForms has expressions by type: {T} is an expression of type T, {@T} a variable of it.
var exprForms = map[string][]string{
	"int": {"({int} + {int})", "({int} - {int})", "({int} * {int})", "({int} / {int})", "({int} % {int})", "(-{int})", "(^{int})",
		"({int} << ({uint8} & 7))", "({int} >> ({uint8} & 70))", "({int} &^ {int})", "({int} ^ {int})",
		"int({int8})", "int({uint8})", "len({string})", "len({[]int})", "{@[]int}[{int}]", "int({string}[{int}])",
		"{Pair}.B", "{@Box}.A", "{@Box}.Area()", "{@map[int]int}[{int}]", "len({@map[int]int})", "{@map[Pair]int}[{Pair}]",
		"Most({int}, {int}, {int})", "min({int}, {int})", "max({int}, {int}, {int})", "{@*Pair}.A", "{Shape}.Area()",
		"{any}.(int)", "strings.Index({string}, {string})", "strings.Count({string}, s1)", "cmp.Compare({string}, {string})",
		"slices.Index({[]int}, {int})", "slices.Max({[]int})", "cap({@[]int}[:0:len({@[]int})&1])", "len({[]string})",
		"strings.IndexByte({string}, 'b')", "int(float64({int}) / 2)", "len({@[][]int})", "cmp.Or({int}, {int})"},
	"int8": {"({int8} + {int8})", "({int8} * {int8})", "int8({int})", "int8({uint8})", "({int8} << ({uint8} & 9))", "({int8} >> ({uint8} & 9))",
		"(-{int8})", "({int8} / {int8})", "{@[2]int8}[{int} & 1]", "{@[2]int8}[{int}]", "{@Box}.Z[{uint8} & 1]", "int8({@Sq})"},
	"uint8":  {"({uint8} - {uint8})", "({uint8} + {uint8})", "uint8({int})", "uint8({int8})", "({uint8} >> ({uint8} & 9))", "({uint8} % {uint8})", "(^{uint8})", "{string}[{int}]"},
	"bool":   {"({bool} && {bool})", "({bool} || {bool})", "!{bool}", "({int} < {int})", "({int} == {int})", "({int8} <= {int8})", "({uint8} != {uint8})", "({string} < {string})", "({string} == {string})", "({Pair} == {Pair})", "({@[2]int8} == {@[2]int8})", "({any} == {any})", "({Shape} == {Shape})", "strings.HasPrefix({string}, {string})", "strings.Contains({string}, {string})", "slices.Contains({[]int}, {int})", "slices.Equal({[]int}, {[]int})", "slices.IsSorted({[]int})", "slices.ContainsFunc({[]int}, func(it int) bool { return it > {int} })", "sort.SliceIsSorted({@[]int}, func(i, j int) bool { return {@[]int}[i] > {@[]int}[j] })", "({@Box} == {@Box})", "({any} == any({int}))", "(float64({int})/2 > float64({int}))", "slices.Equal(Keys({@map[int]int}), {[]int})", "maps.Equal({@map[int]int}, {@map[int]int})", "strings.EqualFold({string}, {string})", "({@*Pair} == {@*Pair})"},
	"string": {"{string}[min(1, len({string})):]", "{string}[{int}:]", "string([]byte({string}))", "string([]rune({string}))", "strings.TrimLeft({string}, s1)", "strings.ToUpper({string})", "strings.Join({[]string}, s1)", "strings.ReplaceAll({string}, s1, s0)", "string(rune({uint8}))", "{@Box}.Name", "max({string}, {string})", "Most({string}, {string})", "strings.TrimSpace({string})"},
	"[]int":  {"[]int{{int}, {int}}", "{@[]int}[min(1, len({@[]int})):]", "slices.Clone({[]int})", "slices.Sorted(slices.Values({[]int}))", "Mapped({[]int}, func(it int) int { return it * {int} })", "Keys({@map[int]int})", "append([]int{}, {[]int}...)", "slices.Concat({[]int}, {@[]int})", "{@[]int}[{int}:{int}]"},
	"[]string": {"strings.Split({string}, s1)", "strings.Fields({string})", "[]string{{string}, {string}}",
		"Mapped({[]int}, func(it int) string { return string(rune(it&31 + 96)) })"},
	"Pair":        {"Pair{{int}, {int}}", "Pair{B: {int}}", "{@Box}.Pair", "(*{@*Pair})"},
	"*Pair":       {"&Pair{A: {int}}", "&{@Pair}", "&{@Box}.Pair"},
	"Box":         {"Box{Pair: {Pair}}", "Box{Z: [2]int8{{int8}, {int8}}, Name: {string}}"},
	"Sq":          {"Sq({int8})"},
	"Shape":       {"Shape({Pair})", "Shape(Sq({int8}))", "Shape({@*Pair})", "Shape({@Box})"},
	"any":         {"any({int})", "any({string})", "any({Pair})", "any(Sq({int8}))", "any({bool})"},
	"map[int]int": {"map[int]int{}", "maps.Clone({@map[int]int})"},
	"map[Pair]int": {
		"map[Pair]int{}", "map[Pair]int{{Pair}: {int}}"},
	"[2]int8": {"[2]int8{{int8}, {int8}}", "{@Box}.Z"},
	"[][]int": {"[][]int{{[]int}, {[]int}}", "make([][]int, {uint8}&3)"},
}

// leaves are used if there is no variable.
var leaves = map[string][]string{
	"int": {"k0", "k1", "k2", "k3"}, "int8": {"int8(k1)", "int8(k3)"}, "uint8": {"uint8(k0)", "uint8(k2)"}, "bool": {"(k0 == k1)", "(k0 < k1)"},
	"string": {"s0", "s1", "s2"}, "[]int": {"[]int(nil)", "[]int{k1}"}, "[]string": {"[]string{s1}"}, "Pair": {"Pair{k0, k1}"}, "*Pair": {"&Pair{k1, k1}"},
	"Box": {"Box{Name: s1}"}, "Sq": {"Sq(k2)"}, "Shape": {"Shape(Sq(k1))"}, "any": {"any(k1)", "any(s1)"}, "map[int]int": {"map[int]int{k1: k2}"},
	"map[Pair]int": {"map[Pair]int{}"}, "[2]int8": {"[2]int8{}"}, "[][]int": {"[][]int{{k1}}"},
}

// statementForms are statements. {new:T} declares a variable, {bind:T} one that is in scope in the
// blocks of the statement. {block} is a block in which loops may be left, {body} that of a function
// whose result type follows the colon.
var statementForms = []string{
	"{new:int} := {int}", "{new:int8} := {int8}", "{new:bool} := {bool}", "{new:string} := {string}", "{new:[]int} := {[]int}", "{new:Pair} := {Pair}",
	"{new:*Pair} := {*Pair}", "{new:Box} := {Box}", "{new:Shape} := {Shape}", "{new:any} := {any}", "{new:map[int]int} := {map[int]int}",
	"{new:map[Pair]int} := {map[Pair]int}", "{new:[2]int8} := {[2]int8}", "{new:[]string} := {[]string}", "{new:[][]int} := {[][]int}", "{new:Sq} := {Sq}",
	"{@int} = {int}", "{@int} += {int}", "{@int8} *= {int8}", "{@string} = {string}", "if len({@string}) < 5 {\n{@string} += {string}\n}", "{@Pair} = {Pair}", "{@Pair}.A++",
	"{@*Pair}.B = {int}", "*{@*Pair} = {Pair}", "{@*Pair} = {*Pair}", "{@Box}.Z[{int} & 1] = {int8}", "{@[2]int8}[{int}] = {int8}", "{@[2]int8} = {[2]int8}", "{@Box} = {Box}",
	"{@[]int} = append({@[]int}, {int})", "{@[]int} = append({@[]int}[:0], {@[]int}...)", "copy({@[]int}, {[]int})", "clear({@[]int})", "{@[]int}[{int}] = {int}",
	"{new:[]int} := append({@[]int}[:len({@[]int}):len({@[]int})], {int})", "{@int}, {@int} = {int}, {int}", "{@[]int} = slices.Insert({[]int}, {int} & 1, {int})",
	"delete({@map[int]int}, {int})", "{@map[int]int}[{int}] = {int}", "{@map[int]int}[{int}]++", "clear({@map[int]int})", "{@map[Pair]int}[{Pair}] -= {int}",
	"{new:int}, {new:bool} := {@map[int]int}[{int}]", "{new:int}, {new:bool} := {any}.(int)", "{new:string}, {new:bool} := {any}.(string)",
	"{new:int}, {new:int}, {new:string} := divide({int}, {int})", "{new:string}, {new:string}, {new:bool} := strings.Cut({string}, s1)",
	"slices.Sort({@[]int})", "slices.Reverse({@[]int})", "sort.Slice({@[]int}, func(i, j int) bool { return {@[]int}[i] > {@[]int}[j] })",
	"{new:func(int) int} := func({bind:int} int) int {\n{body:int}}", "{new:int} := {@func(int) int}({int})", "{new:func(int) int} := {@*Pair}.Add",
	"{new:int} := caught(func() int {\n{body:int}})", "func() {\ndefer func() { {@int} += {int} }()\n{@int} *= {int}\n}()",
	"if {bool} {\n{block}} else {\n{block}}", "if {bool} {\n{block}}", "if {bool} {\n{exit}\n}", "if {bool} {\npanic(s1)\n}",
	"switch {int} & 3 {\ncase 0:\n{block}\nfallthrough\ncase 1, -1:\n{block}default:\n{block}}", "switch {string} {\ncase s1, s2:\n{block}case {string}:\n{block}}",
	"switch {\ncase {bool}:\n{block}case {bool}:\n{block}}", "switch {bind:any} := {any}.(type) {\ncase int, Sq:\n{block}case nil:\n{block}default:\n{block}}",
	"switch {bind:int} := {any}.(type) {\ncase int:\n{block}}", "if {bind:Pair}, ok := {any}.(Pair); ok {\n{block}}", "if {bind:Shape}, ok := {any}.(Shape); ok {\n{block}}",
	"for {bind:int}, {bind:int} := range {[]int} {\n{block}}", "for _, {bind:rune} := range {string} {\n{@int} += int({rune})\n{block}}", "for {bind:uint8} := range {uint8} & 3 {\n{block}}",
	"for {bind:int}, {bind:int} := range Evens({[]int}) {\n{block}}", "for _, {bind:string} := range {[]string} {\n{block}}", "for {bind:int}, {bind:int8} := range {[2]int8} {\n{block}}",
	"for {bind:int}, v := range {@map[int]int} {\n{@int} += {bound} * v\n}", "for {bind:int} := range len({string}) {\n{block}}",
	"{label}:\nfor {bind:uint8} := range {uint8} & 3 {\nfor _, {bind:int} := range {[]int} {\nif {bool} {\ncontinue {label}\n}\n{block}}\nif {bool} {\nbreak {label}\n}\n}",
	"for i, {bind:int} := {int} & 7, {int}; i > 0; i /= 2 {\n{block}}", "var st Stack[int]\nst.Push({int})\n{new:int}, {new:bool} := st.Pop()",
	"{new:int} := k0\n{label}:\nif {bool} && {newest} < 2 {\n{newest}++\ngoto {label}\n}", "for _, {bind:[]int} := range {@[][]int} {\n{block}}",
	"for {bind:int} := range slices.Values({[]int}) {\n{block}}", "{new:*int} := &{@int}", "*{@*int} -= {int}", "if len({@[]int}) > 0 {\np := &{@[]int}[0]\n*p++\n}",
}

// formParameters are parameters with the number of their values of depth 1.
var formParameters = []struct {
	name, t string
	values  int
}{
	{"a", "int", 3}, {"b", "int8", 3}, {"u", "uint8", 2}, {"xs", "[]int", 4}, {"s", "string", 3}, {"p", "Pair", 9}, {"z", "[2]int8", 9}, {"m", "map[int]int", 11},
	{"x", "any", 18}, {"words", "[]string", 2}, {"q", "*Pair", 10}, {"ok", "bool", 2}, {"g", "[][]int", 2}, {"bx", "Box", 243},
}

// A former fills in templates.
type former struct {
	strings.Builder
	r       *rand.Rand
	scope   map[string][]string
	results []string
	names   int
	loops   int
	// lines bounds how much is written.
	lines int
}

func formsFile(seed uint64, n int) string {
	f := &former{r: rand.New(rand.NewPCG(seed, 9))}
	f.WriteString(formsHeader)
	for i := range n {
		f.function(i)
	}
	return f.String()
}

func (f *former) function(i int) {
	f.scope, f.names, f.loops, f.lines = map[string][]string{}, 0, 0, 14
	var list []string
	values := 1
	for _, k := range f.r.Perm(len(formParameters))[:1+f.r.IntN(3)] {
		p := formParameters[k]
		if values *= p.values; values > 500 {
			break
		}
		list = append(list, p.name+" "+p.t)
		f.scope[p.t] = append(f.scope[p.t], p.name)
	}
	if len(list) == 1 && list[0] == "ok bool" {
		list = append(list, "a int")
		f.scope["int"] = []string{"a"}
	}
	f.results = []string{"bool"}
	fmt.Fprintf(f, "\n//asserted Pair Sq string\nfunc F%d(%s) bool {\nk0, k1, k2, k3, s0, s1, s2 := 0, 1, 2, 3, \"\", \"a\", \"ba\"\n_, _, _, _, _, _, _ = k0, k1, k2, k3, s0, s1, s2\n", i, strings.Join(list, ", "))
	for range 3 + f.r.IntN(4) {
		f.statement(2)
	}
	fmt.Fprintf(f, "return %s\n}\n", f.expr("bool", 3))
}

func (f *former) pick(list []string) string { return list[f.r.IntN(len(list))] }

// ready reports whether the variables that a template needs are in scope.
func (f *former) ready(form string) bool {
	for _, m := range placeholder.FindAllStringSubmatch(form, -1) {
		if v, ok := strings.CutPrefix(m[1], "@"); ok && len(f.scope[v]) == 0 {
			return false
		}
	}
	return true
}

// placeholder matches a placeholder. Braces of Go are followed by a line end, a space or another
// brace, or contain a comma or a colon.
var placeholder = regexp.MustCompile(`\{((?:@|new:|bind:|body:)?[\[\]*\w]+(?:\(int\) int)?)\}`)

// expr returns an expression, in parentheses where braces could be a block's.
func (f *former) expr(t string, h int) string {
	x := f.bare(t, h)
	if strings.Contains(x, "{") {
		return "(" + x + ")"
	}
	return x
}

func (f *former) bare(t string, h int) string {
	if vars := f.scope[t]; len(vars) > 0 && (h <= 0 || f.r.IntN(3) == 0) {
		return f.pick(vars)
	}
	if h <= 0 {
		return f.pick(leaves[t])
	}
	for range 8 {
		if form := f.pick(exprForms[t]); f.ready(form) {
			return placeholder.ReplaceAllStringFunc(form, func(p string) string {
				p = p[1 : len(p)-1]
				if v, ok := strings.CutPrefix(p, "@"); ok {
					return f.pick(f.scope[v])
				}
				return f.expr(p, h-1)
			})
		}
	}
	return f.pick(leaves[t])
}

// statement writes a statement with nested blocks of at most the given height.
func (f *former) statement(height int) {
	f.lines--
	for range 20 {
		form := f.pick(statementForms)
		inner := strings.Contains(form, "{b") && (strings.Contains(form, "{block}") || strings.Contains(form, "{body"))
		loop := strings.Contains(form, "for ")
		if inner && (height == 0 || f.lines < 0) || loop && f.loops >= 2 || !f.ready(form) {
			continue
		}
		f.fill(form, height, loop)
		return
	}
}

func (f *former) fill(form string, height int, loop bool) {
	if loop {
		f.loops++
		defer func() { f.loops-- }()
	}
	var fresh, bound [][2]string
	label := ""
	name := func() string { f.names++; return fmt.Sprintf("v%d", f.names) }
	text := placeholder.ReplaceAllStringFunc(form, func(p string) string {
		p = p[1 : len(p)-1]
		kind, t, _ := strings.Cut(p, ":")
		switch {
		case kind == "new":
			fresh = append(fresh, [2]string{t, name()})
			return fresh[len(fresh)-1][1]
		case kind == "bind":
			bound = append(bound, [2]string{t, name()})
			return bound[len(bound)-1][1]
		case p == "newest":
			return fresh[len(fresh)-1][1]
		case p == "bound", p == "rune":
			return bound[len(bound)-1][1]
		case p == "label":
			if label == "" {
				label = "L" + name()
			}
			return label
		case p == "exit":
			return "return " + f.expr(f.results[len(f.results)-1], 1)
		case p == "block":
			return f.block(bound, "", height)
		case kind == "body":
			return f.block(bound, t, height)
		case p[0] == '@':
			return f.pick(f.scope[p[1:]])
		}
		return f.expr(p, 2)
	})
	if strings.HasPrefix(text, "var st ") {
		text = "{\n" + text + "\n_, _ = " + fresh[0][1] + ", " + fresh[1][1] + "\n}"
		fresh = nil
	}
	f.WriteString(text + "\n")
	for _, v := range fresh {
		fmt.Fprintf(f, "_ = %s\n", v[1])
		f.scope[v[0]] = append(f.scope[v[0]], v[1])
	}
}

// block returns a block, or the body of a function with that result.
func (f *former) block(bound [][2]string, result string, height int) string {
	outer := f.Builder.String()
	f.Builder.Reset()
	old := map[string][]string{}
	for t, list := range f.scope {
		old[t] = slices.Clone(list)
	}
	for _, v := range bound {
		fmt.Fprintf(f, "_ = %s\n", v[1])
		if v[0] != "rune" {
			f.scope[v[0]] = append(f.scope[v[0]], v[1])
		}
	}
	if result != "" {
		f.results = append(f.results, result)
		// A callee in a loop would multiply with the loops in it.
		f.loops += 2
	}
	for range 1 + f.r.IntN(2) {
		f.statement(height - 1)
	}
	if result != "" {
		fmt.Fprintf(f, "return %s\n", f.expr(result, 2))
		f.results = f.results[:len(f.results)-1]
		f.loops -= 2
	}
	f.scope = old
	text := f.Builder.String()
	f.Builder.Reset()
	f.WriteString(outer)
	return text
}
