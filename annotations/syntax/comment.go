package syntax

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/internal/diag"
)

const tool = "rtest"

// A line is one directive comment, divided into verb and text.
type line struct {
	Span
	verb Ident
	// text has no surrounding spaces and begins at textPos.
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

// lines returns the directives of a comment group, and reports comments that are nearly directives.
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
		if knownKind(d.Name) {
			out = append(out, l)
		} else {
			r.unknown(l.verb)
		}
	}
	return out
}

// text returns a comment as it is in the source. go/parser removes carriage returns, which would
// shift later positions.
func (r *commentReader) text(c *ast.Comment) string {
	from := r.file.Offset(c.Slash)
	if !strings.HasPrefix(c.Text, "//") || from+2 > len(r.src) || string(r.src[from:from+2]) != "//" {
		return c.Text
	}
	text, _, _ := bytes.Cut(r.src[from:], []byte("\n"))
	return string(bytes.TrimRight(text, "\r"))
}

// unknown reports a directive with an unknown verb.
func (r *commentReader) unknown(v Ident) {
	p := &problem{Span: v.Span, code: CodeUnknownDirective}
	word := firstWord(v.Name)
	switch meant := suggest(word); {
	case meant == "":
		p.msg = fmt.Sprintf("unknown directive rtest:%s; rtest help language lists the directives", v.Name)
	case meant == word && strings.ContainsRune(":=", rune(v.Name[len(word)])):
		p.To = p.From + token.Pos(len(word)+1)
		p.msg = fmt.Sprintf("unknown directive rtest:%s; leave out the %c after %s", v.Name, v.Name[len(word)], word)
		p.fix = word + " "
	case meant == word:
		p.To = p.From + token.Pos(len(word))
		p.msg = fmt.Sprintf("unknown directive rtest:%s; a space is missing after %s", v.Name, word)
		p.fix = word + " "
	default:
		p.To = p.From + token.Pos(len(word))
		p.msg = fmt.Sprintf("unknown directive rtest:%s; did you mean %s?", v.Name, meant)
		p.fix = meant
	}
	r.report(p)
}

// nearMiss warns of comments that look like directives but are none: with a space before rtest or
// next to the colon, or with upper-case letters. Spaces both before and after rtest: make it prose.
func (r *commentReader) nearMiss(slash token.Pos, text string) {
	if verb := disguised(text); verb != "" {
		p := &problem{Span: Span{slash, slash + token.Pos(len(text))}, code: CodeNearMiss}
		p.msg = fmt.Sprintf("this comment is not a directive; write a line //%s:%s", tool, verb)
		r.warn(p)
		return
	}
	rest, ok := strings.CutPrefix(text, "//")
	if !ok {
		return
	}
	rest = strings.TrimLeft(rest, " ")
	if len(rest) < len(tool) || !strings.EqualFold(rest[:len(tool)], tool) {
		return
	}
	afterTool := strings.TrimLeft(rest[len(tool):], " ")
	afterColon, ok := strings.CutPrefix(afterTool, ":")
	if !ok && (!strings.HasPrefix(text, "//"+tool+" ") || !KindOf(firstWord(afterTool)).Is(Distinct)) {
		return
	}
	rest = strings.TrimLeft(afterColon, ": ")
	word := firstWord(rest)
	meant := strings.ToLower(word)
	p := &problem{Span: Span{slash, slash + token.Pos(len(text)-len(rest)+len(word))}, code: CodeNearMiss}
	switch {
	case rest == "" && strings.HasPrefix(text, "//"+tool+":"):
		p.code, p.msg = CodeUnknownDirective, "rtest: without a directive"
		p.From = slash + token.Pos(len("//"+tool+":"))
		r.report(p)
		return
	case strings.HasPrefix(text, "//"+tool+":"):
		if meant = suggest(word); meant == "" {
			p.msg = "this comment is not a directive: write the name of a directive right after //" + tool + ":"
			r.warn(p)
			return
		}
	case !knownKind(meant), strings.HasPrefix(text, "// ") && strings.HasPrefix(afterColon, " "):
		return
	}
	p.fix = "//" + tool + ":" + meant
	p.msg = fmt.Sprintf("this comment is not a directive; did you mean %s?", p.fix)
	r.warn(p)
}

func (r *commentReader) warn(p *problem) {
	d := p.diagnostic(r.fset)
	d.Severity = diag.Warning
	r.list = append(r.list, d)
}

// disguised returns the verb of a directive in the style of other tools: with @ or + before it, or
// with another character in place of the colon. It returns "" for other text.
func disguised(text string) string {
	rest := strings.TrimPrefix(text, "//")
	marked := strings.TrimLeft(rest, " @+#")
	rest, ok := strings.CutPrefix(marked, tool)
	if !ok || rest == "" || !strings.ContainsRune(":.-/", rune(rest[0])) {
		return ""
	}
	verb := firstWord(rest[1:])
	foreign := strings.ContainsAny(text[:len(text)-len(marked)], "@+#")
	if rest[0] == ':' && !foreign || !knownKind(verb) || rest[0] != ':' && !KindOf(verb).Is(Distinct) {
		return ""
	}
	return verb
}

// firstWord returns the letters at the start of a text.
func firstWord(text string) string {
	return text[:strings.IndexFunc(text+" ", func(c rune) bool { return !unicode.IsLetter(c) })]
}

// A draft is a directive with its continuations, before it is parsed.
type draft struct {
	line
	kind Kind
	// pieces are the non-empty texts of its lines.
	pieces []piece
	// quote is the delimiter of a literal that is still open at the end of the last piece.
	quote byte
}

// A piece is the text of one line, with its position.
type piece struct {
	text string
	at   token.Pos
}

func (p piece) end() token.Pos { return p.at + token.Pos(len(p.text)) }

// drafts joins directives with the continuations below them.
func (r *commentReader) drafts(lines []line) []*draft {
	var out []*draft
	for _, l := range lines {
		if l.verb.Name != continuation {
			d := &draft{line: l, kind: KindOf(l.verb.Name)}
			d.add(l)
			out = append(out, d)
			continue
		}
		switch {
		case len(out) == 0:
			r.report(&problem{Span: l.verb.Span, code: CodeStrayAnd, msg: "rtest:and continues the directive above it, and there is none"})
		case !out[len(out)-1].add(l):
			r.report(&problem{Span: Span{l.verb.To, l.verb.To}, code: CodeMissingText, msg: "rtest:and needs the text that it adds"})
		}
	}
	return out
}

// add appends the text of a line, and reports whether there is any.
func (d *draft) add(l line) bool {
	text := l.text
	if _, whole := d.kind.production.(prose); !whole {
		text, d.quote = cutComment(text, d.quote)
	}
	if text != "" {
		d.pieces = append(d.pieces, piece{text, l.textPos})
	}
	return text != ""
}

// join returns the whole text of a directive, its pieces joined by spaces, and a function that maps
// offsets in it to positions in the file. A joining space maps to the end of the piece before it.
// The end of an empty text maps to the end of the verb.
func (d *draft) join() (string, func(offset int) token.Pos) {
	var b strings.Builder
	starts := make([]int, len(d.pieces))
	end := d.verb.To
	for i, p := range d.pieces {
		if i > 0 {
			b.WriteByte(' ')
		}
		starts[i] = b.Len()
		b.WriteString(p.text)
		end = p.end()
	}
	at := func(offset int) token.Pos {
		i, found := slices.BinarySearch(starts, offset)
		if !found {
			i--
		}
		if i < 0 {
			return end
		}
		return min(d.pieces[i].at+token.Pos(offset-starts[i]), d.pieces[i].end())
	}
	return b.String(), at
}

// cutComment removes a comment at the end of text and the spaces before it. Quote is the delimiter
// of a literal that is open at the start; cutComment also returns that at the end.
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

// blocks warns of directives in /* */ comments, where they have no effect. It looks at the
// beginning of each such comment, and at each line of one that documents something that can have
// directives.
func (r *commentReader) blocks(group *ast.CommentGroup, at site) {
	for _, c := range group.List {
		from := r.file.Offset(c.Slash)
		body, ok := bytes.CutPrefix(r.src[min(from, len(r.src)):], []byte("/*"))
		if !ok {
			continue
		}
		body, _, _ = bytes.Cut(body, []byte("*/"))
		start := c.Slash + token.Pos(len("/*"))
		for i, line := range bytes.SplitAfter(body, []byte("\n")) {
			if i == 0 || at.owner != nil {
				r.blockLine(start, line)
			}
			start += token.Pos(len(line))
		}
	}
}

// blockLine warns of a line of a /* */ comment that looks like a directive.
func (r *commentReader) blockLine(start token.Pos, line []byte) {
	text := bytes.TrimLeft(line, " \t*")
	text, _ = bytes.CutPrefix(text, []byte("//"))
	rest, ok := bytes.CutPrefix(text, []byte(tool+":"))
	if !ok {
		return
	}
	word := firstWord(string(rest))
	if !knownKind(word) {
		return
	}
	from := start + token.Pos(len(line)-len(text))
	p := &problem{Span: Span{from, from + token.Pos(len(tool)+1+len(word))}, code: CodeNearMiss}
	p.msg = fmt.Sprintf("a directive in a /* */ comment counts for nothing: write //%s:%s in a line of its own", tool, word)
	d := p.diagnostic(r.fset)
	d.Severity = diag.Warning
	r.list = append(r.list, d)
}
