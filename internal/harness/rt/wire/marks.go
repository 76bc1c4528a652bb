package wire

import (
	"strings"
)

// MarkType, MarkValue and MarkEnd stand around a value of a named type that may
// be one of constants, whose names the parent knows: MarkType, the type,
// MarkValue, the literal, MarkEnd. Where only the value tells its type, because an
// interface holds it, MarkHeld and the type as the package writes it stand behind
// the type.
const (
	MarkHeld  = "\x1c"
	MarkType  = "\x1d"
	MarkValue = "\x1e"
	MarkEnd   = "\x1f"
)

// Marked replaces the values of named types in the text of a Part by what name
// says of them: of the type, with its import path, and the literal. What an
// interface holds, and has no other name than a literal, is converted.
func Marked(text string, name func(typ, literal string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, MarkType)
		b.WriteString(before)
		typ, rest, ok := strings.Cut(rest, MarkValue)
		literal, rest, closed := strings.Cut(rest, MarkEnd)
		if !found || !ok || !closed {
			return b.String()
		}
		typ, short, isHeld := strings.Cut(typ, MarkHeld)
		said := name(typ, literal)
		if isHeld && (said == literal || strings.HasPrefix(said, "'")) {
			said = short + "(" + said + ")"
		}
		b.WriteString(said)
		text = rest
	}
}
