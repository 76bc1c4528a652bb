package syntax

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/internal/diag"
)

const tool = "rtest"

// A line is one directive comment as it stands: verb and text.
type line struct {
	Span
	verb Ident
	// text has no blanks around it and begins at textPos; where it is empty,
	// textPos is the place behind the verb.
	text    string
	textPos token.Pos
}

// A commentReader reads the comments of one file.
type commentReader struct {
	file *token.File
	src  []byte
	diags
}

// diags collects diagnostics.
type diags struct {
	fset *token.FileSet
	list []diag.Diagnostic
}

func (d *diags) report(p *problem) { d.list = append(d.list, p.diagnostic(d.fset)) }

// lines returns the directives of a comment group, and reports comments that
// are nearly some.
func (r *commentReader) lines(group *ast.CommentGroup) []line {
	var out []line
	for _, c := range group.List {
		text := r.text(c)
		d, ok := ast.ParseDirective(c.Slash, text)
		if !ok || d.Tool != tool {
			r.nearMiss(c.Slash, text)
			continue
		}
		from := c.Slash + token.Pos(len("//"+tool+":"))
		l := line{
			Span: Span{c.Slash, c.Slash + token.Pos(len(text))},
			verb: Ident{Span{from, from + token.Pos(len(d.Name))}, d.Name},
			text: d.Args, textPos: d.ArgsPos,
		}
		if l.text == "" {
			l.textPos = l.verb.To
		}
		if knownVerb(d.Name) {
			out = append(out, l)
		} else {
			r.unknown(l.verb)
		}
	}
	return out
}

// text returns a comment as it stands in the source: go/parser removes carriage
// returns, which would shift all places behind them.
func (r *commentReader) text(c *ast.Comment) string {
	from := r.file.Offset(c.Slash)
	if !strings.HasPrefix(c.Text, "//") || from+2 > len(r.src) || string(r.src[from:from+2]) != "//" {
		return c.Text
	}
	text, _, _ := strings.Cut(string(r.src[from:]), "\n")
	return strings.TrimRight(text, "\r")
}

// unknown reports a directive whose verb does not exist.
func (r *commentReader) unknown(v Ident) {
	p := &problem{Span: v.Span, code: CodeUnknownDirective}
	word := v.Name[:strings.IndexFunc(v.Name+" ", func(c rune) bool { return !unicode.IsLetter(c) })]
	switch meant := suggest(word); {
	case meant == "":
		p.msg = fmt.Sprintf("unknown directive rtest:%s", v.Name)
	case meant == word:
		p.To = p.From + token.Pos(len(word))
		p.msg = fmt.Sprintf("unknown directive rtest:%s; a blank is missing behind %s", v.Name, word)
		p.fix = word + " "
	default:
		p.To = p.From + token.Pos(len(word))
		p.msg = fmt.Sprintf("unknown directive rtest:%s; did you mean %s?", v.Name, meant)
		p.fix = meant
	}
	r.report(p)
}

// nearMiss warns of comments that look like directives and are none: blanks
// around rtest: or before the colon, or upper-case letters.
func (r *commentReader) nearMiss(slash token.Pos, text string) {
	rest, ok := strings.CutPrefix(text, "//")
	if !ok {
		return
	}
	rest = strings.TrimLeft(rest, " ")
	if len(rest) < len(tool) || !strings.EqualFold(rest[:len(tool)], tool) {
		return
	}
	afterTool := strings.TrimLeft(rest[len(tool):], " ")
	rest, ok = strings.CutPrefix(afterTool, ":")
	if !ok {
		return
	}
	rest = strings.TrimLeft(rest, " ")
	word := rest[:strings.IndexFunc(rest+" ", func(c rune) bool { return !unicode.IsLetter(c) })]
	p := &problem{Span: Span{slash, slash + token.Pos(len(text)-len(rest)+len(word))}, code: CodeNearMiss}
	switch {
	case rest == "" && strings.HasPrefix(text, "//"+tool+":"):
		p.code, p.msg = CodeUnknownDirective, "rtest: without a directive"
		r.report(p)
		return
	case !knownVerb(strings.ToLower(word)):
		return
	}
	p.fix = "//" + tool + ":" + strings.ToLower(word)
	p.msg = fmt.Sprintf("this comment is no directive; did you mean %s?", p.fix)
	d := p.diagnostic(r.fset)
	d.Severity = diag.Warning
	r.list = append(r.list, d)
}

// A draft is a directive with its continuations, before it is parsed.
type draft struct {
	line
	verb verb
	name Ident
	more []line
}

// drafts joins directives with the continuations below them.
func (r *commentReader) drafts(lines []line) []*draft {
	var out []*draft
	for _, l := range lines {
		if l.verb.Name != continuation {
			v, _ := lookupVerb(l.verb.Name)
			out = append(out, &draft{line: l, verb: v, name: l.verb})
			continue
		}
		switch {
		case l.text == "":
			r.report(&problem{Span: Span{l.verb.To, l.verb.To}, code: CodeMissingText, msg: "rtest:and needs the text that it adds"})
		case len(out) == 0:
			r.report(&problem{Span: l.verb.Span, code: CodeStrayAnd, msg: "rtest:and continues the directive above it, and there is none"})
		default:
			out[len(out)-1].more = append(out[len(out)-1].more, l)
		}
	}
	return out
}

// join returns the whole text of a directive and the map from its offsets to
// places in the file. The blank between two lines is at the end of the first.
func (d *draft) join() (string, func(int) token.Pos) {
	var b strings.Builder
	var starts []int
	var places []token.Pos
	quote := byte(0)
	end := d.textPos
	for _, l := range append([]line{d.line}, d.more...) {
		text := l.text
		if d.verb.form != prose {
			text, quote = cutComment(text, quote)
		}
		if text == "" {
			continue
		}
		if b.Len() > 0 {
			starts, places = append(starts, b.Len()), append(places, end)
			b.WriteByte(' ')
		}
		starts, places = append(starts, b.Len()), append(places, l.textPos)
		b.WriteString(text)
		end = l.textPos + token.Pos(len(text))
	}
	total := b.Len()
	at := func(offset int) token.Pos {
		if offset >= total || len(starts) == 0 {
			return end
		}
		i := len(starts) - 1
		for i > 0 && starts[i] > offset {
			i--
		}
		return places[i] + token.Pos(max(offset, 0)-starts[i])
	}
	return b.String(), at
}

// cutComment removes a comment at the end of text and the blanks before it. It
// begins inside a literal when quote is its delimiter, and says in which it
// ends.
func cutComment(text string, quote byte) (string, byte) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\' && quote != '`':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			quote = c
		case quote == 0 && strings.HasPrefix(text[i:], "//"):
			return strings.TrimRightFunc(text[:i], unicode.IsSpace), 0
		}
	}
	return text, quote
}
