package names

import (
	"go/scanner"
	"go/token"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// Text returns the text of a span in the scope's directive, as the user wrote it.
func (s *Scope) Text(span syntax.Span) string {
	if s.Directive == nil {
		return ""
	}
	return textOf(s.Directive, span)
}

func textOf(d *syntax.Directive, span syntax.Span) string {
	from, to := OffsetOf(d, span.From), OffsetOf(d, span.To)
	if from > to {
		return ""
	}
	return d.Text[from:to]
}

// Token returns the span of the token of the scope's directive that begins at pos. The span is
// empty if none does.
func (s *Scope) Token(pos token.Pos) syntax.Span {
	at := syntax.Span{From: pos, To: pos}
	if s.Directive == nil {
		return at
	}
	from := OffsetOf(s.Directive, pos)
	if s.Directive.TextAt(from) != pos {
		return at
	}
	rest := []byte(s.Directive.Text[from:])
	var sc scanner.Scanner
	sc.Init(token.NewFileSet().AddFile("", 1, len(rest)), rest, nil, 0)
	switch _, tok, lit := sc.Scan(); {
	case tok == token.EOF || tok == token.ILLEGAL || tok == token.SEMICOLON && lit == "\n":
	case lit != "":
		at.To = s.Directive.TextAt(from+len(lit)-1) + 1
	default:
		at.To = s.Directive.TextAt(from+len(tok.String())-1) + 1
	}
	return at
}

// OffsetOf is the inverse of d.TextAt, which increases with the offset.
func OffsetOf(d *syntax.Directive, pos token.Pos) int {
	lo, hi := 0, len(d.Text)
	for lo < hi {
		mid := (lo + hi) / 2
		if d.TextAt(mid) < pos {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// SourceOf returns the source range of a node of a directive or of Go.
func SourceOf(n interface {
	Pos() token.Pos
	End() token.Pos
}) refine.Source {
	return refine.Source{Pos: n.Pos(), End: n.End()}
}
