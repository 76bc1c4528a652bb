// Package texts makes regular expressions of the texts that functions read and write: of formats,
// layouts and types, with the words of the code as atoms.
package texts

import (
	"regexp"
	"slices"
	"strings"
)

// A Grammar makes patterns of texts. Its atoms are the constants of the code.
type Grammar struct {
	// Words are texts without quotes, Quoted texts with quotes, Numbers integers, and Fractions other numbers.
	Words, Quoted, Numbers, Fractions []string
	// Prefixes and Suffixes are texts that stand before and after others.
	Prefixes, Suffixes []string
	// Marks are characters by which texts are divided.
	Marks []string
	// Authorized says that a name and a password are asked for.
	Authorized bool
}

// oneOf returns a pattern of some texts.
func oneOf(list ...string) string {
	quoted := make([]string, len(list))
	for i, t := range list {
		quoted[i] = regexp.QuoteMeta(t)
	}
	return "(" + strings.Join(quoted, "|") + ")"
}

// WordLetter reports whether a character is an ASCII letter or digit.
func WordLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// name returns a pattern of names: the words that can be names.
func (g *Grammar) name() string {
	list := slices.DeleteFunc(slices.Clone(g.Words), func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return !WordLetter(r) && r != '-' && r != '_' && r != '.' })
	})
	return oneOf(append(list[:min(len(list), 2*MostWords)], "a")...)
}

// value returns a pattern of values: words and numbers, often with a prefix and a suffix.
func (g *Grammar) value() string {
	core := oneOf(append(slices.Clone(g.Words[:min(len(g.Words), 2*MostWords)]), g.Numbers...)...)
	core = "(" + core + "|a|" + oneOf(g.Numbers[:1]...) + ")"
	if len(g.Prefixes) > 0 {
		core = oneOf(g.Prefixes...) + "?" + core
	}
	if len(g.Suffixes) > 0 {
		core += oneOf(g.Suffixes...) + "?"
	}
	return core
}

// Phrase returns a pattern of names, of values, and of numbers followed by values.
func (g *Grammar) Phrase() string {
	between := ""
	if len(g.Marks) > 0 {
		between = oneOf(g.Marks...) + "?"
	}
	return "(" + g.name() + "|" + g.value() + "|" + oneOf(append(slices.Clone(g.Numbers), "3", "10")...) + between + g.value() + ")"
}

// A pattern has slots for atoms of the grammar. A slot is the character Slot with a letter after
// it.
const (
	Slot      = '\uE000'
	slotName  = string(Slot) + "n"
	slotValue = string(Slot) + "v"
	slotInt   = string(Slot) + "i"
	slotFloat = string(Slot) + "f"
)

// Filled returns a pattern with its slots filled.
func (g *Grammar) Filled(pattern string) string {
	return strings.NewReplacer(slotName, g.name(), slotValue, g.value(), slotInt, oneOf(g.Numbers...), slotFloat, oneOf(append(slices.Clone(g.Fractions), "0")...)).Replace(pattern)
}
