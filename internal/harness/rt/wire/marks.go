package wire

import (
	"strings"
)

// MarkType, MarkValue and MarkEnd surround a value of a named type that may equal a named constant.
// The order is MarkType, type, MarkValue, literal, MarkEnd. The parent knows the names of the
// constants. If the value is held by an interface, MarkHeld and the type as the package writes it
// follow the type.
const (
	MarkHeld  = "\x1c"
	MarkType  = "\x1d"
	MarkValue = "\x1e"
	MarkEnd   = "\x1f"
)

// Marked replaces each marked value in the text of a Part by name(type, literal), where type has
// its import path. A value held by an interface that gets no other name than its literal is written
// as a conversion.
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
		shown := name(typ, literal)
		if isHeld && (shown == literal || strings.HasPrefix(shown, "'")) {
			shown = short + "(" + shown + ")"
		}
		b.WriteString(shown)
		text = rest
	}
}
