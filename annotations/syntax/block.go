package syntax

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/rtest-dev/rtest/internal/diag"
)

// blocks warns of directives in /* */ comments, where none counts: at the
// beginning of any such comment, and in each line of one that documents
// something that can have directives.
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

// blockLine warns of a line of a /* */ comment that would be a directive.
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
