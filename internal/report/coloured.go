package report

import (
	"go/scanner"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/report/html"
)

// coloured splits Go source into lines of tokens with classes of the style sheet. Lines end at the same places as
// for the compiler.
func coloured(src string) [][]html.Token {
	src = strings.ReplaceAll(src, "\r\n", "\n")
	if src == "" {
		return nil
	}
	lines := [][]html.Token{nil}
	for _, t := range goTokens(src) {
		for i, text := range strings.Split(t.Text, "\n") {
			if i > 0 {
				lines = append(lines, nil)
			}
			line := &lines[len(lines)-1]
			if last := len(*line) - 1; last >= 0 && (*line)[last].Class == t.Class {
				(*line)[last].Text += text
			} else if text != "" {
				*line = append(*line, html.Token{Class: t.Class, Text: text})
			}
		}
	}
	if last := len(lines) - 1; lines[last] == nil {
		lines = lines[:last]
	}
	return lines
}

// goTokens divides Go source into its tokens with their classes. What stands between them has none.
func goTokens(src string) (all []html.Token) {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), func(token.Position, string) {}, scanner.ScanComments)
	from, class := 0, ""
	name := "" // of the token at from, if it is one
	for {
		pos, tok, lit := s.Scan()
		at := file.Offset(pos)
		if name != "" {
			class = classOfName(name, tok == token.LPAREN)
		}
		text := src[from:at]
		code := strings.TrimRight(text, " \t\n")
		all = append(all, html.Token{Class: class, Text: code}, html.Token{Text: text[len(code):]})
		if tok == token.EOF {
			return append(all, html.Token{Text: src[at:]})
		}
		from, class, name = at, classOf(tok, lit), ""
		if tok == token.IDENT {
			name = lit
		}
	}
}

// classOf returns the class of a token other than a name: k for keywords, m for numbers, s for texts, c for comments and
// cp for directives.
func classOf(tok token.Token, lit string) string {
	switch tok {
	case token.COMMENT:
		if rest, ok := strings.CutPrefix(lit, "//"); ok && strings.TrimLeft(rest, " \t") == rest && rest != "" {
			return "cp"
		}
		return "c"
	case token.INT, token.FLOAT, token.IMAG:
		return "m"
	case token.CHAR, token.STRING:
		return "s"
	}
	if tok.IsKeyword() {
		return "k"
	}
	return ""
}

// classOfName returns the class of a name: k for predeclared values, kt for predeclared types, and, if it is called, nb for
// what is predeclared and nf for all other names.
func classOfName(name string, called bool) string {
	obj := types.Universe.Lookup(name)
	switch obj.(type) {
	case *types.Const, *types.Nil:
		return "k"
	case nil:
		if called {
			return "nf"
		}
		return ""
	}
	if called {
		return "nb"
	}
	if _, ok := obj.(*types.TypeName); ok {
		return "kt"
	}
	return ""
}
