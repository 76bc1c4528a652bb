// Package texts makes regular expressions of the texts that functions read and write: of
// formats, layouts and types, with the words of the code as atoms.
package texts

import (
	"regexp"
	"slices"
	"strings"
)

// A Grammar makes patterns of texts. Its atoms are the constants of the code.
type Grammar struct {
	// Words are texts without quotes, quoted those with, numbers decimal ones.
	Words, Quoted, Numbers []string
	// Prefixes and suffixes are what stands in front of others and behind them.
	Prefixes, Suffixes []string
	// Marks are characters by which texts are divided.
	Marks []string
	// Authorized says that a name and a password are asked for.
	Authorized bool
}

// oneOf is a pattern of some texts.
func oneOf(list ...string) string {
	quoted := make([]string, len(list))
	for i, t := range list {
		quoted[i] = regexp.QuoteMeta(t)
	}
	return "(" + strings.Join(quoted, "|") + ")"
}

// WordLetter tells whether a character is an ASCII letter or digit.
func WordLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// name is a pattern of names: the words that are such.
func (g *Grammar) name() string {
	list := slices.DeleteFunc(slices.Clone(g.Words), func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return !WordLetter(r) && r != '-' && r != '_' && r != '.' })
	})
	return oneOf(append(list[:min(len(list), 2*MostWords)], "a")...)
}

// value is a pattern of values: words and numbers, often with what stands in front of
// others and behind them.
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

// Phrase is a pattern of names and values, and of values behind numbers.
func (g *Grammar) Phrase() string {
	between := ""
	if len(g.Marks) > 0 {
		between = oneOf(g.Marks...) + "?"
	}
	return "(" + g.name() + "|" + g.value() + "|" + oneOf(append(slices.Clone(g.Numbers), "3", "10")...) + between + g.value() + ")"
}

// A pattern has slots for atoms of the grammar: each is the slot with a letter behind it.
const (
	Slot      = '\uE000'
	slotName  = string(Slot) + "n"
	slotValue = string(Slot) + "v"
	slotInt   = string(Slot) + "i"
)

// Filled is a pattern with its slots filled.
func (g *Grammar) Filled(pattern string) string {
	return strings.NewReplacer(slotName, g.name(), slotValue, g.value(), slotInt, oneOf(g.Numbers...)).Replace(pattern)
}
