package hints

import (
	"fmt"
	"go/constant"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"
)

// A grammar makes patterns of texts. Its atoms are the constants of the code.
type grammar struct {
	a *Program
	// words are texts without quotes, quoted those with, numbers decimal ones.
	words, quoted, numbers []string
	// prefixes and suffixes are what stands in front of others and behind them.
	prefixes, suffixes []string
	// marks are characters by which texts are divided.
	marks []string
	// authorized says that a name and a password are asked for.
	authorized bool
}

// grammar is that of the words and the numbers gathered so far. Texts of numbers that
// readers of numbers confuse are no words of the code.
func (h *hinter) grammar() *grammar {
	g := &grammar{a: h.a, numbers: []string{"0", "1", "-1"}, authorized: h.credentials}
	list := slices.DeleteFunc(keysOf(h.words), func(w string) bool { return slices.Contains(numerals[:], w) })
	for _, w := range spaced(list) {
		switch {
		case len(w) > 1 && w[0] == '"' && w[len(w)-1] == '"':
			g.quoted = append(g.quoted, w)
		case w != "" && !strings.ContainsFunc(w, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }):
			g.words = append(g.words, w)
		}
	}
	for _, w := range g.words {
		if first, last := rune(w[0]), rune(w[len(w)-1]); len(w) > 1 && unicode.IsLetter(first) && !wordLetter(last) {
			g.prefixes = append(g.prefixes, w)
		}
	}
	g.prefixes, g.suffixes = append(g.prefixes, h.prefixes...), slices.Clone(h.suffixes)
	for _, affixes := range [2]*[]string{&g.prefixes, &g.suffixes} {
		slices.Sort(*affixes)
		*affixes = slices.Compact(*affixes)
		*affixes = (*affixes)[:min(len(*affixes), decodedFields)]
	}
	for _, w := range g.words {
		if r := []rune(w); len(r) == 1 && !wordLetter(r[0]) && len(g.marks) < mostDivisions {
			g.marks = append(g.marks, w)
		}
	}
	for _, d := range h.divided {
		if m := string(d[0]); d[0] >= ' ' && !slices.Contains(g.marks, m) && len(g.marks) < mostDivisions {
			g.marks = append(g.marks, m)
		}
	}
	var ints []int64
	for n := range h.ints {
		if n > 1 && n < math.MaxInt64 {
			ints = append(ints, n)
		}
	}
	for x := range h.floats {
		if x == math.Trunc(x) && x > 1 && x < math.MaxInt32 && !h.ints[int64(x)] {
			ints = append(ints, int64(x))
		}
	}
	slices.Sort(ints)
	for _, n := range ints[max(0, len(ints)-decodedInts):] {
		for _, m := range [3]int64{n - 1, n, n + 1} {
			g.numbers = append(g.numbers, fmt.Sprint(m))
		}
	}
	return g
}

func keysOf(m map[string]bool) (list []string) {
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// oneOf is a pattern of some texts.
func oneOf(list ...string) string {
	quoted := make([]string, len(list))
	for i, t := range list {
		quoted[i] = regexp.QuoteMeta(t)
	}
	return "(" + strings.Join(quoted, "|") + ")"
}

func wordLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// name is a pattern of names: the words that are such.
func (g *grammar) name() string {
	list := slices.DeleteFunc(slices.Clone(g.words), func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return !wordLetter(r) && r != '-' && r != '_' && r != '.' })
	})
	return oneOf(append(list[:min(len(list), 2*decodedWords)], "a")...)
}

// value is a pattern of values: words and numbers, often with what stands in front of
// others and behind them.
func (g *grammar) value() string {
	core := oneOf(append(slices.Clone(g.words[:min(len(g.words), 2*decodedWords)]), g.numbers...)...)
	core = "(" + core + "|a|" + oneOf(g.numbers[:1]...) + ")"
	if len(g.prefixes) > 0 {
		core = oneOf(g.prefixes...) + "?" + core
	}
	if len(g.suffixes) > 0 {
		core += oneOf(g.suffixes...) + "?"
	}
	return core
}

// phrase is a pattern of names and values, and of values behind numbers.
func (g *grammar) phrase() string {
	between := ""
	if len(g.marks) > 0 {
		between = oneOf(g.marks...) + "?"
	}
	return "(" + g.name() + "|" + g.value() + "|" + oneOf(append(slices.Clone(g.numbers), "3", "10")...) + between + g.value() + ")"
}

// A pattern has slots for atoms of the grammar: each is the slot with a letter behind it.
const (
	slot      = '\uE000'
	slotName  = string(slot) + "n"
	slotValue = string(slot) + "v"
	slotInt   = string(slot) + "i"
)

// filled is a pattern with its slots filled.
func (g *grammar) filled(pattern string) string {
	return strings.NewReplacer(slotName, g.name(), slotValue, g.value(), slotInt, oneOf(g.numbers...)).Replace(pattern)
}

// affix adds the constants that a function of the standard library looks for at the
// beginning or the end of texts.
func (s *summary) affix(fn *ssa.Function, args []ssa.Value) {
	obj := object(fn)
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "strings" && obj.Pkg().Path() != "bytes" || len(args) < 2 {
		return
	}
	to := &s.prefixes
	switch {
	case strings.Contains(obj.Name(), "Suffix"):
		to = &s.suffixes
	case !strings.Contains(obj.Name(), "Prefix"):
		return
	}
	eachArgument(args[1], func(v ssa.Value) {
		if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
			*to = append(*to, constant.StringVal(k.Value))
		}
	})
}
