package encode_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// digests turn values of a type into a number: different ones into different numbers, mostly.
var digests = map[string]string{
	"int": "int64(%s)", "int8": "int64(%s)", "uint8": "int64(%s)", "int32": "int64(%s)", "uint32": "int64(%s)", "int64": "%s", "uint64": "int64(%s)",
	"bool": "truth(%s)", "string": "ofString(%s)", "[]int8": "ofSlice(%s)", "map[int8]int8": "ofMap(%s)", "*int8": "ofPointer(%s)",
	"P": "ofP(&%s)", "*P": "ofP(%s)", "*L": "ofL(%s)", "[2]int8": "ofSlice(%s[:])", "any": "ofAny(%s)", "float64": "ofFloat(%s)", "float32": "ofFloat(float64(%s))",
}

// parametersOf and resultsOf are the types of the parameters and of the results of random
// functions.
var (
	parametersOf = []string{"int8", "int8", "int", "uint8", "int32", "uint32", "int64", "uint64", "bool", "string", "string", "[]int8", "[]int8", "map[int8]int8", "*int8", "P", "*P", "*L", "[2]int8", "float64", "float64", "float32"}
	resultsOf    = []string{"int8", "int", "uint8", "int32", "uint32", "int64", "uint64", "bool", "string", "[]int8", "map[int8]int8", "P", "*P", "*L", "[2]int8", "any", "float64", "float32"}
	floatsOf     = []string{"float64", "float64", "float32"}
	numbersOf    = []string{"int8", "int8", "int", "uint8", "int32", "uint32", "int64", "uint64"}
)

// codeExpr has the forms of expressions by type: <T> is an expression of type T, and T alone is the
// type itself. They have no side effects, so that their order of evaluation does not matter.
var codeExpr = map[string][]string{
	"number": {
		"(<T> + <T>)", "(<T> - <T>)", "(<T> * <T>)", "(<T> / <T>)", "(<T> % <T>)", "(<T> & <T>)", "(<T> | <T>)", "(<T> ^ <T>)", "(<T> &^ <T>)",
		"(<T> << (<uint8> & 15))", "(<T> >> (<uint8> & 15))", "(<T> << <uint8>)", "(<T> >> <int8>)", "-(<T>)", "^(<T>)", "T(<N>)", "T(<N>)", "T(<N>)",
		"min(<T>, <T>)", "max(<T>, <T>, <T>)", "pick(<bool>, <T>, <T>)", "[]T{<T>, <T>}[<int> & 1]", "[...]T{<T>, <T>, <T>}[<uint8> % 3]",
		"func(x T) T { return x + <T> }(<T>)", "map[T]T{<T>: <T>}[<T>]",
	}, "float": {
		"(<T> + <T>)", "(<T> - <T>)", "(<T> * <T>)", "(<T> / <T>)", "-(<T>)", "T(<N>)", "T(<N>)", "T(<F>)", "min(<T>, <T>)", "max(<T>, <T>)", "pick(<bool>, <T>, <T>)", "[]T{<T>, <T>}[<int> & 1]",
		"T(math.Floor(float64(<T>)))", "map[T]T{<T>: <T>}[<T>]", "T(math.Sqrt(float64(<T>)))",
	},
	"float64": {"math.Floor(<float64>)", "math.Ceil(<float64>)", "math.Trunc(<float64>)", "math.Round(<float64>)", "math.RoundToEven(<float64>)", "math.Sqrt(<float64>)", "math.Abs(<float64>)", "math.Max(<float64>, <float64>)", "math.Min(<float64>, <float64>)", "math.Float64frombits(<uint64>)", "math.Inf(<int>)", "math.NaN()", "math.Copysign(<float64>, <float64>)", "<any>.(float64)"},
	"float32": {"math.Float32frombits(<uint32>)"},
	"uint32":  {"math.Float32bits(<float32>)", "uint32(<F>)"},
	"int":     {"int(<F>)", "int(<F>)", "len(<string>[0:])", "len(<[]int8>)", "cap(<[]int8>[:0:0])", "len(<map[int8]int8>)", "strings.Index(<string>, <string>)", "utf8.RuneCountInString(<string>)", "bits.OnesCount8(<uint8>)", "bits.LeadingZeros32(<uint32>)", "bits.TrailingZeros64(<uint64>)", "bits.Len8(<uint8>)", "slices.Index(<[]int8>, <int8>)", "strings.LastIndex(<string>, \"a\")", "strings.Count(<string>, \"a\")", "abs(<int>)", "strings.Compare(<string>, <string>)"},
	"int8": {"<[]int8>[<int>]", "<[]int8>[<int> & 1]", "<map[int8]int8>[<int8>]", "(*<*int8>)", "<P>.A", "<*P>.A", "<P>.Sum()", "<*P>.Sum()", "<*L>.Get()", "<*L>.V", "<[2]int8>[<int> & 1]", "<[2]int8>[<uint8>]", "int8(<F>)", "map[float64]int8{<float64>: <int8>, <float64> + 1: 2}[<float64>]", "abs(<int8>)", "atoi(<string>)", "fib(<int8> & 3)", "G(N(<int8>)).Get()", "G(<*L>).Get()", "G(<*P>).Get()", "<any>.(int8)", "int8(bits.RotateLeft8(1, <int>))",
		"table[<int> & 3](<int8>, <int8>)", "table[<uint8> & 7](<int8>, <int8>)", "byName[<string>](<int8>)", "P.Sum(<P>)", "(*P).Get(<*P>)", "apply(<*P>.Get)", "apply(<P>.Sum)", "apply(<*P>.Sum)", "pairOf(<int8>, <string>).First()", "Pair[bool, int8]{<bool>, <int8>}.B", "E{P: <P>, C: <int8>}.Sum()",
		"fold(<[]int8>, <int8>, func(a, x int8) int8 { return a*3 + x ^ <int8> })", "func() (r int8) { defer func() { r += <int8> }(); return <int8> }()", "func() (r int8) { defer func() { if recover() != nil { r = <int8> } }(); return <int8> / <int8> }()", "slices.Max(<[]int8>)", "parsed(<string>)"},
	"uint8":  {"<string>[<int>]", "<string>[<int> & 1]", "bits.Reverse8(<uint8>)", "uint8(bits.Len64(<uint64>))"},
	"int32":  {"rune(<string>[<int> & 1])", "[]rune(<string>)[<int> & 1]", "abs(<int32>)"},
	"uint64": {"math.Float64bits(<float64>)", "uint64(<F>)", "bits.RotateLeft64(<uint64>, <int>)"},
	"bool": {
		"(<bool> && <bool>)", "(<bool> || <bool>)", "!<bool>", "(<N> == <N>)", "(<N> != <N>)", "(<N> < <N>)", "(<N> <= <N>)", "(<N> > <N>)", "(<N> >= <N>)",
		"(<string> == <string>)", "(<string> < <string>)", "(<string> >= <string>)", "strings.HasPrefix(<string>, <string>)", "strings.Contains(<string>, <string>)",
		"(<P> == <P>)", "(<[2]int8> != <[2]int8>)", "(<any> == <any>)", "(<any> == any(<int8>))", "(<*P> == nil)", "(<*L> == <*L>)", "(<[]int8> == nil)", "(<map[int8]int8> != nil)", "(<*int8> == nil)",
		"(<F> == <F>)", "(<F> != <F>)", "(<F> < <F>)", "(<F> <= <F>)", "(<F> > <F>)", "(<F> >= <F>)", "math.IsNaN(<float64>)", "math.IsInf(<float64>, <int>)", "math.Signbit(<float64>)", "([2]float64{<float64>, <float64>} == [2]float64{<float64>})",
		"slices.Contains(<[]int8>, <int8>)", "slices.Equal(<[]int8>, <[]int8>)", "slices.IsSorted(<[]int8>)", "utf8.ValidString(<string>)",
		"func() bool { _, ok := <any>.(int8); return ok }()", "func() bool { _, ok := <map[int8]int8>[<int8>]; return ok }()", "func() bool { _, ok := <any>.(string); return ok }()",
		"(pairOf(<string>, <int8>) == Pair[string, int8]{<string>, <int8>})", "strings.EqualFold(<string>, <string>)", "strings.HasSuffix(<string>, \"a\")", "(E{P: <P>} != E{C: <int8>})", "(G(N(<int8>)) == G(<*P>))", "([2]any{<any>, <int8>} == [2]any{<any>, <int8>})",
	},
	"string": {
		"strings.Join(strings.Split(<string>, \"a\"), \"-\")", "built(<string>, <string>)", "fmt.Sprintf(\"%d-%s\", <int8>, <string>)", "strings.ToLower(<string>)", "pairOf(<string>, <bool>).A", "strings.Map(next, <string>)", "strings.TrimSuffix(<string>, <string>)", "strings.TrimLeft(<string>, \"a \")",
		"join(<string>, <string>)", "<string>[<int>:]", "<string>[:<int> & 1]", "<string>[<int> & 1:<int> & 3]", "string(rune(<int32>))", "string(rune('a' + <uint8> & 7))",
		"strings.ToUpper(<string>)", "strings.TrimSpace(<string>)", "strings.TrimPrefix(<string>, <string>)", "strconv.Itoa(int(<int8>))", "strings.Repeat(<string>, <int> & 1)", "cut(<string>, \"a\")",
		"string(append([]byte(\"\"), <string>...))", "string(append([]byte(<string>), <uint8>, 'x'))", "string(append([]rune(<string>), <int32>))", "string(append([]rune(\"\"), []rune(<string>)...))",
		"upper(<string>)", "strings.Join(strings.Fields(<string>), \"-\")", "strings.Replace(<string>, \"a\", <string>, <int> & 3)", "strconv.Quote(<string>)", "strconv.FormatInt(int64(<int8>), 16)",
		"<P>.B", "<*P>.B", "pick(<bool>, <string>, <string>)", "string([]byte(<string>))", "string([]rune(<string>))", "min(<string>, <string>)", "strings.Trim(<string>, \"ab\")", "<any>.(string)", "join(\"\", strings.ReplaceAll(<string>, \"a\", <string>))",
	},
	"[]int8":        {"[]int8{<int8>, <int8>}", "[]int8(nil)", "<[]int8>[<int> & 1:]", "<[]int8>[:<int>]", "<[]int8>[<int> & 1:<int> & 3]", "append([]int8{<int8>}, <[]int8>...)", "make([]int8, <int> & 3)", "slices.Clone(<[]int8>)", "<any>.([]int8)", "append([]int8(nil), <int8>)", "slices.Sorted(slices.Values(<[]int8>))"},
	"map[int8]int8": {"map[int8]int8{<int8>: <int8>}", "map[int8]int8{}", "map[int8]int8(nil)", "map[int8]int8{1: <int8>, 2: <int8>}"},
	"*int8":         {"(&[]int8{<int8>}[0])", "(*int8)(nil)", "(&(&P{A: <int8>}).A)", "(&<[]int8>[<int> & 1])"},
	"P":             {"P{<int8>, <string>}", "P{A: <int8>}", "(*<*P>)", "pick(<bool>, <P>, <P>)", "<any>.(P)"},
	"*P":            {"(&P{<int8>, <string>})", "(*P)(nil)", "pick(<bool>, <*P>, <*P>)"},
	"*L":            {"(&L{<int8>, <*L>})", "(*L)(nil)", "<*L>.N"},
	"[2]int8":       {"[2]int8{<int8>, <int8>}", "[2]int8{1: <int8>}", "[2]int8(<[]int8>)"},
	"any":           {"any(<int8>)", "any(<string>)", "any(<P>)", "any(nil)", "any(<[]int8>)", "any(<int8>)", "any(<uint8>)", "any(<*L>)", "any(<float64>)"},
}

// codeLeaf are expressions without parts, where no variable is at hand. Numbers are variables,
// since the compiler computes and judges constants.
var codeLeaf = map[string][]string{
	"number": {"T(k0)", "T(k1)", "T(k2)", "T(k3)"},
	"float":  {"T(k0)", "T(k1)", "T(k3)", "T(k1) * 0.5", "T(k1) * 1e10", "T(k2) / 3"},
	"bool":   {"(k0 == 0)", "(k1 == 0)"},
	"string": {`"a"`, `""`, `"ab"`, `"b"`, `"é"`, `"\xff"`, `"12"`, `" a"`, `"-3"`},
	"[]int8": {"[]int8{1, 2}", "[]int8(nil)", "[]int8{}"}, "map[int8]int8": {"map[int8]int8{1: 2}", "map[int8]int8(nil)"}, "*int8": {"new(int8)", "(*int8)(nil)"},
	"P": {"P{}", `P{1, "a"}`}, "*P": {"(&P{})", "(*P)(nil)"}, "*L": {"(&L{V: 1})", "(*L)(nil)"}, "[2]int8": {"[2]int8{}", "[2]int8{1, 2}"}, "any": {"any(nil)", "any(int8(1))"},
}

// codeSimple and codeCompound are the forms of statements: $T$ is a variable of type T, ¤, § and ¶
// are the statements of a block, what ends a turn of a loop, and a return; # is a new name.
var (
	codeSimple = []string{
		"$T$ = <T>", "$T$ = <T>", "$T$ = <T>", "$N$ += <N>", "$N$++", "$N$--", "$N$ -= <N>", "$N$ *= <N>", "$N$ /= <N>", "$N$ <<= <uint8> & 7", "$N$ >>= <uint8>", "$N$ ^= <N>", "$F$ += <F>", "$F$ -= <F>", "$F$ *= <F>", "$F$ /= <F>", "$F$++",
		"$string$ = join($string$, <string>)", "$[]int8$ = append($[]int8$, <int8>)", "if s := (<[]int8>); len(s) < 9 { $[]int8$ = append($[]int8$, s...) }", "$[]int8$[<int> & 1] = <int8>", "$[]int8$[<int>] += <int8>",
		"$[]int8$ = $[]int8$[<int> & 1:]", "$[]int8$ = $[]int8$[:<int> & 1]", "$[]int8$ = $[]int8$[:1:1]", "copy($[]int8$, <[]int8>)", "clear($[]int8$)", "slices.Sort($[]int8$)", "slices.Reverse($[]int8$)",
		"$map[int8]int8$[<int8>] = <int8>", "$map[int8]int8$[<int8>]++", "delete($map[int8]int8$, <int8>)", "clear($map[int8]int8$)",
		"*$*int8$ = <int8>", "*$*int8$ += <int8>", "$*int8$ = &$int8$", "$*int8$ = &$[]int8$[0]", "$*int8$ = &$P$.A", "$P$.A = <int8>", "$P$.B = <string>", "$*P$.A = <int8>", "$*P$ = &$P$", "*$*P$ = <P>", "$*P$.B = join(<string>, <string>)",
		"$*L$.V = <int8>", "$*L$.N = &L{V: <int8>}", "$*L$ = $*L$.N", "$[2]int8$[<int> & 1] = <int8>", "$[]int8$ = $[2]int8$[:]",
		"$int8$ = $*P$.Add(<int8>)", "$int8$ = $P$.Add(<int8>)", "$any$ = $T$", "$T$, $T$ = <T>, <T>",
		"$[]int8$[0], $[]int8$[1] = $[]int8$[1], $[]int8$[0]",
		"if v, ok := $map[int8]int8$[<int8>]; ok { $int8$ = v }", "if v, ok := $any$.(int8); ok { $int8$ -= v }",
		"if i := (<int>); 0 <= i && i < len($[]int8$) { $[]int8$[i] = <int8> }", "if len($string$) > 1 { $uint8$ = $string$[1] }",
	}
	codeCompound = []string{
		"if <bool> { ¤ } else { ¤ }", "if <bool> { ¤ }", "if <bool> { ¤ } else if <bool> { ¤ }", "if <bool> { ¶ }", "if <bool> { ¶ }",
		"switch (<int8>) & 3 { case 0: ¤; case 1, 2: ¤; fallthrough; default: ¤ }", "switch { case <bool>: ¤; case <bool>: ¤ }", "switch (<string>) { case \"a\": ¤; case \"ab\": ¤; default: ¤ }",
		"switch x := <any>.(type) { case int8: $int8$ += x; ¤; case string: $string$ = x; case nil: ¤; default: _ = x }",
		"for # := range (<int>) & 3 { _ = #; ¤; § }", "for #, x := range (<[]int8>) { $int8$ += x ^ int8(#); ¤; § }", "for _, # := range (<string>) { $int32$ += #; ¤; § }", "for # := range (<map[int8]int8>) { if # & 1 == 0 { continue }; $int8$ += # }",
		"for # := (<int8>) & 7; # > 0; # >>= 1 { ¤; § }", "for # := 0; # < 3; #++ { _ = #; ¤; § }", "for # := range count((<int>) & 3) { $int8$ ^= #; ¤; § }", "for # := (<*L>); # != nil; # = #.N { $int8$ += #.V; § }",
		"#: for range 2 { for range 2 { ¤; if <bool> { continue # }; if <bool> { break # } } }",
		"func() { defer func() { if e := recover(); e != nil { ¤ } }(); ¤ }()", "func() { defer func() { recover() }(); ¤; if <bool> { panic(<string>) } }()",
		"func() { defer func(x int8) { $int8$ += x }(<int8>); ¤ }()", "if <bool> { panic(<string>) }",
		"# := func(x int8) int8 { ¤; return x ^ <int8> }; $int8$ = #(<int8>); $int8$ += #(<int8>)", "if <bool> { goto # }; { ¤ }; #: ¤",
		"switch (<int8>) & 3 { case 0: ¤; fallthrough; case 1: ¤; if <bool> { break }; ¤; fallthrough; case 2: ¤; default: ¤ }", "select { default: ¤ }",
		"#: for i := range 3 { switch { case <bool>: ¤; continue #; case <bool>: break #; default: ¤ }; $int8$ += int8(i) }",
		"for # := range 3 { defer func() { $int8$ += int8(#) }(); § }", "for # := range count((<int>) & 3) { ¤; if <bool> { ¶ }; _ = # }",
		"{ var fs []func() int8; for # := range 3 { fs = append(fs, func() int8 { return int8(#) + $int8$ }) }; ¤; for _, f := range fs { $int8$ += f() } }",
		"{ f := (<*P>).Add; ¤; $int8$ = f(<int8>) }", "{ f := (<P>).Sum; ¤; $int8$ += f() }", "{ f := table[1]; if <bool> { f = func(x, y int8) int8 { return x - y ^ $int8$ } }; ¤; $int8$ = f(<int8>, <int8>) }",
		"{ s := &Stack[int8]{}; s.Push(<int8>); ¤; s.Push(<int8>); if <bool> { $int8$ = s.Pop() }; $int8$ += s.Pop() }", "{ s := Stack[string]{}; s.Push(<string>); ¤; $string$ = s.Pop() }",
		"{ ps := []P{<P>, <P>}; for i := range ps { ps[i].A += <int8> }; ¤; $P$ = ps[<int> & 1] }", "{ m := map[string]P{<string>: <P>}; if p, ok := m[<string>]; ok { $P$ = p } else { ¤ } }",
		"{ var g [2][2]int8; g[<int> & 1][<int> & 1] = <int8>; h := g; h[0][1]++; ¤; $int8$ += g[0][1] - h[1][0] }", "{ e := E{P: <P>, C: <int8>}; e.Add(<int8>); ¤; $int8$ = e.A + e.C }",
		"func() { defer func() { e := recover(); if _, ok := e.(error); ok { ¤ } else if e != nil { panic(e) } }(); ¤; if <bool> { panic(<string>) } }()",
		"{ var g G = G(<*P>); if <bool> { g = N(<int8>) }; ¤; $int8$ += g.Get() }", "{ m := map[Pair[int8, bool]]int8{{<int8>, <bool>}: <int8>}; ¤; $int8$ += m[Pair[int8, bool]{<int8>, true}] }",
	}
)

// A coder writes random functions with all kinds of code.
type coder struct {
	r     *rand.Rand
	b     strings.Builder
	scope map[string][]string
	names int
	// loops is how many loops are around, results are those of the function.
	loops   int
	results []string
}

// codeFile returns a package with n pairs of functions. G takes parameters and returns a digest of
// what a function did; F takes one more and returns whether that is the digest.
func codeFile(t *testing.T, seed uint64, pkg string, n int) string {
	c := newCoder(t, rand.New(rand.NewPCG(seed, 11)), pkg)
	for i := range n {
		var params []string
		for range 1 + c.r.IntN(3) {
			params = append(params, c.of(parametersOf))
		}
		c.function(i, params, 2+c.r.IntN(4), ", want int64", "== want")
	}
	return c.b.String()
}

// newCoder begins a package.
func newCoder(t *testing.T, r *rand.Rand, pkg string) *coder {
	c := &coder{r: r}
	head, err := os.ReadFile("testdata/random.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	c.b.WriteString(strings.Replace(string(head), "package random", "package "+pkg, 1))
	return c
}

func (c *coder) of(list []string) string { return list[c.r.IntN(len(list))] }

// function writes G and F number i, with so many statements; F has more parameters and compares the
// digest.
func (c *coder) function(i int, of []string, statements int, more, compared string) {
	c.scope, c.names, c.loops = map[string][]string{}, 0, 0
	var params, args, results, digest []string
	for j, t := range of {
		name := string(rune('a' + j))
		params, args = append(params, name+" "+t), append(args, name)
		c.scope[t] = append(c.scope[t], name)
	}
	c.results = nil
	for j := range 1 + c.r.IntN(2) {
		t, name := c.of(resultsOf), fmt.Sprintf("r%d", j)
		results, c.results = append(results, name+" "+t), append(c.results, t)
		c.scope[t] = append(c.scope[t], name)
		digest = append(digest, fmt.Sprintf("h = h*101 + "+digests[t], name))
	}
	list := strings.Join(params, ", ")
	fmt.Fprintf(&c.b, "\nfunc g%d(%s) (%s) {\n\tk0, k1, k2, k3 := 0, 1, 2, 3\n\t_, _, _, _ = k0, k1, k2, k3\n", i, list, strings.Join(results, ", "))
	if c.r.IntN(6) == 0 {
		fmt.Fprintf(&c.b, "\tdefer func() { if recover() != nil { %s } }()\n", c.fill(fmt.Sprintf("$%[1]s$ = <%[1]s>", c.of(c.results)), 1))
	}
	c.b.WriteString(c.block(statements, 2))
	fmt.Fprintf(&c.b, "\n\treturn %s\n}\n", c.returned())
	// The digest includes what the parameters refer to.
	for j, p := range params {
		if t := strings.Fields(p)[1]; t[0] == '*' || t[0] == '[' || t[0] == 'm' {
			digest = append(digest, fmt.Sprintf("h = h*103 + "+digests[t], args[j]))
		}
	}
	fmt.Fprintf(&c.b, "\nfunc G%d(%s) (h int64) {\n\t%s := g%d(%s)\n\t%s\n\treturn h\n}\n", i, list, names("r", len(results)), i, strings.Join(args, ", "), strings.Join(digest, "\n\t"))
	fmt.Fprintf(&c.b, "\nfunc F%d(%s%s) bool { return G%d(%s) %s }\n", i, list, more, i, strings.Join(args, ", "), compared)
}

func names(prefix string, n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("%s%d", prefix, i))
	}
	return strings.Join(list, ", ")
}

func (c *coder) returned() string {
	var list []string
	for _, t := range c.results {
		list = append(list, c.expr(t, 1))
	}
	return strings.Join(list, ", ")
}

// block returns n statements with nested blocks of at most the given height. Their declarations end
// with the block.
func (c *coder) block(n, height int) string {
	old := map[string][]string{}
	for t, list := range c.scope {
		old[t] = list[:len(list):len(list)]
	}
	var list []string
	for range n {
		list = append(list, c.statement(height))
	}
	c.scope = old
	return strings.Join(list, "\n")
}

func (c *coder) statement(height int) string {
	switch {
	case height > 0 && c.r.IntN(3) == 0:
		form := c.of(codeCompound)
		loop := strings.Contains(form, "for ")
		if loop && c.loops > 1 {
			return ""
		}
		if strings.Contains(form, "goto") && c.loops > 0 {
			return ""
		}
		if loop {
			c.loops++
			defer func() { c.loops-- }()
		}
		s, ok := c.tryFill(form, height)
		if !ok {
			return ""
		}
		return s
	case c.r.IntN(3) == 0:
		t := c.of(resultsOf)
		if c.r.IntN(4) == 0 {
			t = "*int8"
		}
		e := c.expr(t, 2)
		c.names++
		name := fmt.Sprintf("v%d", c.names)
		c.scope[t] = append(c.scope[t], name)
		return fmt.Sprintf("var %s %s = %s; _ = %s", name, t, e, name)
	}
	// A statement for which there are variables.
	for range 20 {
		form := c.of(codeSimple)
		if s, ok := c.tryFill(form, 2); ok {
			return s
		}
	}
	return ""
}

// holes are the placeholders in the form of a statement, parts those in an expression.
var (
	holes = regexp.MustCompile(`<[^<>= ]+>|\$[^$ ]+\$|[#¤§¶]`)
	parts = regexp.MustCompile(`<[^<>= ]+>|\bT\b`)
)

func (c *coder) fill(form string, height int) string {
	s, _ := c.tryFill(form, height)
	return s
}

// tryFill fills a form. It fails if there is no variable of a type.
func (c *coder) tryFill(form string, height int) (string, bool) {
	t, ok := c.of(resultsOf), true
	n, fl := c.of(numbersOf), c.of(floatsOf)
	c.names++
	name := fmt.Sprintf("n%d", c.names)
	switch results := c.results; {
	case strings.HasPrefix(form, "func() {"):
		c.results = nil
		defer func() { c.results = results }()
	case strings.HasPrefix(form, "# := func(x int8) int8 {"):
		c.results = []string{"int8"}
		defer func() { c.results = results }()
	}
	s := holes.ReplaceAllStringFunc(form, func(h string) string {
		switch h {
		case "#":
			return name
		case "¤":
			return c.block(1+c.r.IntN(2), height-1)
		case "¶":
			return "return " + c.returned()
		case "§":
			if c.r.IntN(3) > 0 {
				return ""
			}
			return "if " + c.expr("bool", 1) + " { " + c.of([]string{"break", "continue"}) + " }"
		}
		of := chosen(h[1:len(h)-1], t, n, fl)
		if h[0] == '<' {
			return c.expr(of, height-1)
		}
		if len(c.scope[of]) == 0 {
			ok = false
			return ""
		}
		return c.of(c.scope[of])
	})
	return s, ok
}

// chosen returns a type, or the type for T, N or F.
func chosen(h, t, n, fl string) string {
	switch h {
	case "T":
		return t
	case "N":
		return n
	case "F":
		return fl
	}
	return h
}

// expr returns an expression of a type.
func (c *coder) expr(t string, h int) string {
	if list := c.scope[t]; len(list) > 0 && (h <= 0 || c.r.IntN(3) == 0) {
		return c.of(list)
	}
	kind := ""
	switch {
	case slices.Contains(numbersOf, t):
		kind = "number"
	case slices.Contains(floatsOf, t):
		kind = "float"
	}
	if h <= 0 {
		if kind != "" {
			return "(" + strings.ReplaceAll(c.of(codeLeaf[kind]), "T", t) + ")"
		}
		return c.of(codeLeaf[t])
	}
	forms := codeExpr[t]
	if kind != "" && (len(forms) == 0 || c.r.IntN(3) > 0) {
		forms = codeExpr[kind]
	}
	form := c.of(forms)
	n, fl := c.of(numbersOf), c.of(floatsOf)
	return parts.ReplaceAllStringFunc(form, func(p string) string {
		switch p {
		case "T":
			return t
		case "<T>":
			return c.expr(t, h-1)
		}
		return c.expr(chosen(p[1:len(p)-1], t, n, fl), h-1)
	})
}
