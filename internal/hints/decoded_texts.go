package hints

import (
	"fmt"
	"go/types"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/internal/hints/texts"
	"github.com/rtest-dev/rtest/refine"
)

// inputPatterns adds the patterns of texts from which inputs of types of the standard library are
// made.
func (h *hinter) inputPatterns(inputs []types.Type) {
	h.out.Formatted = true
	for _, v := range h.c.Inputs() {
		eachUnformatted(v.Type, map[types.Type]bool{}, func(t types.Type) {
			h.out.Formatted = h.out.Formatted && !readsText(t)
		})
	}
	for _, t := range inputs {
		switch formatted(t) {
		case "net/http.Request":
			h.patterns[h.grammar().Request()] = true
		case "net/url.URL":
			g := h.grammar()
			h.patterns["("+g.Host()+")?"+g.Address()] = true
		}
	}
}

// formatted returns the name of a type whose values are read from texts of a format, or "".
func formatted(t types.Type) string {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	switch name := n.Obj().Pkg().Path() + "." + n.Obj().Name(); name {
	case "net/http.Request", "net/url.URL":
		return name
	}
	return ""
}

// eachUnformatted yields t and the types that values of t reach, except types that are read from
// texts of a format.
func eachUnformatted(t types.Type, seen map[types.Type]bool, yield func(types.Type)) {
	if t = types.Unalias(t); seen[t] || formatted(t) != "" {
		return
	}
	seen[t] = true
	yield(t)
	for _, part := range parts(t) {
		eachUnformatted(part, seen, yield)
	}
}

// readsText reports whether values of a type are texts, or read texts.
func readsText(t types.Type) bool {
	if i, ok := t.Underlying().(*types.Interface); ok {
		obj, _, _ := types.LookupFieldOrMethod(i, false, nil, "Read")
		return obj != nil
	}
	named, ok := t.(*types.Named)
	return texts.IsText(t) || ok && (scans(named) || texts.MethodOf(named, "Read") != nil)
}

// decodedPatterns adds the patterns of texts that are decoded into values of types. It also adds
// the patterns of objects in which the code looks up keys within other keys.
func (h *hinter) decodedPatterns() {
	g := h.grammar()
	for _, d := range h.decoded {
		t := refine.Pointed(types.Unalias(d.t))
		switch {
		case isParam(t):
		case d.xml:
			h.patterns[g.XML(t, "", texts.MostNested)] = true
		default:
			h.patterns[g.JSON(t, texts.MostNested)] = true
			if anyIn(t) {
				h.nestedPatterns(g)
			}
		}
	}
	if len(g.Prefixes)+len(g.Suffixes) > 0 {
		h.patterns[g.Phrase()] = true
	}
	for p := range h.patterns {
		if strings.ContainsRune(p, texts.Slot) {
			delete(h.patterns, p)
			h.patterns[g.Filled(p)] = true
		}
	}
}

// nestedPatterns adds the patterns of objects with the keys that the code looks up, and with the
// parts of texts that it splits.
func (h *hinter) nestedPatterns(g *texts.Grammar) {
	paths := slices.Clone(h.paths)
	for _, w := range g.Words {
		if parts := strings.FieldsFunc(w, func(r rune) bool { return !texts.WordLetter(r) && r != '_' && r != '-' }); len(parts) > 1 {
			paths = append(paths, parts)
		}
	}
	for _, path := range paths[:min(len(paths), texts.MostWords)] {
		h.patterns[g.Along(path)] = true
	}
}

// anyIn reports whether values of a type hold a value of any type.
func anyIn(t types.Type) (found bool) {
	eachPart(t, map[types.Type]bool{}, func(t types.Type) {
		i, ok := t.Underlying().(*types.Interface)
		found = found || ok && i.NumMethods() == 0
	})
	return found
}

// grammar returns the grammar of the words and numbers gathered so far. The numerals do not count
// as words of the code.
func (h *hinter) grammar() *texts.Grammar {
	g := &texts.Grammar{Numbers: []string{"0", "1", "-1"}, Authorized: h.credentials}
	list := slices.DeleteFunc(keysOf(h.words), func(w string) bool { return slices.Contains(numerals[:], w) })
	for _, w := range evenSample(list) {
		switch {
		case len(w) > 1 && w[0] == '"' && w[len(w)-1] == '"':
			g.Quoted = append(g.Quoted, w)
		case w != "" && !strings.ContainsFunc(w, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }):
			g.Words = append(g.Words, w)
		}
	}
	for _, w := range g.Words {
		if first, last := rune(w[0]), rune(w[len(w)-1]); len(w) > 1 && unicode.IsLetter(first) && !texts.WordLetter(last) {
			g.Prefixes = append(g.Prefixes, w)
		}
	}
	g.Prefixes, g.Suffixes = append(g.Prefixes, h.prefixes...), slices.Clone(h.suffixes)
	for _, affixes := range [2]*[]string{&g.Prefixes, &g.Suffixes} {
		slices.Sort(*affixes)
		*affixes = slices.Compact(*affixes)
		*affixes = (*affixes)[:min(len(*affixes), texts.MostFields)]
	}
	for _, w := range g.Words {
		if r := []rune(w); len(r) == 1 && !texts.WordLetter(r[0]) && len(g.Marks) < mostDivisions {
			g.Marks = append(g.Marks, w)
		}
	}
	for _, d := range h.divided {
		if m := string(d[0]); d[0] >= ' ' && !slices.Contains(g.Marks, m) && len(g.Marks) < mostDivisions {
			g.Marks = append(g.Marks, m)
		}
	}
	var ints []int64
	for n := range h.ints {
		if n > 1 && n < math.MaxInt64 {
			ints = append(ints, n)
		}
	}
	for _, x := range slices.Sorted(maps.Keys(h.floats)) {
		if x != math.Trunc(x) && len(g.Fractions) < texts.MostInts {
			g.Fractions = append(g.Fractions, strconv.FormatFloat(x, 'g', -1, 64))
		}
		if x == math.Trunc(x) && x > 1 && x < math.MaxInt32 && !h.ints[int64(x)] {
			ints = append(ints, int64(x))
		}
	}
	slices.Sort(ints)
	for _, n := range ints[max(0, len(ints)-texts.MostInts):] {
		for _, m := range [3]int64{n - 1, n, n + 1} {
			g.Numbers = append(g.Numbers, fmt.Sprint(m))
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
