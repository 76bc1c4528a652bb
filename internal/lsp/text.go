package lsp

import (
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"
)

// A text is the content of a file and where its lines begin. It does not
// change.
//
// The protocol counts lines from 0, which end with \n, \r\n or \r, and columns
// in units of an encoding; package go/token counts lines from 1, which end with \n, and
// columns in bytes from 1. Everything here is converted to byte offsets.
type text struct {
	s string
	// in is what the protocol's columns count.
	in encoding
	// lines are the offsets at which the protocol's lines begin, goLines those
	// of go/token's.
	lines, goLines []int
}

// An encoding is what columns count: units of UTF-16, or bytes or characters,
// where the client prefers these.
type encoding uint8

const (
	utf16Units encoding = iota
	utf8Units
	utf32Units
)

// String returns the encoding's name in the protocol.
func (e encoding) String() string { return [...]string{"utf-16", "utf-8", "utf-32"}[e] }

// chosen returns the first encoding of those that a client takes, in its order.
func chosen(names []string) encoding {
	for _, name := range names {
		for _, e := range []encoding{utf16Units, utf8Units, utf32Units} {
			if name == e.String() {
				return e
			}
		}
	}
	return utf16Units
}

// units is the number of columns of a character that has n bytes.
func (e encoding) units(r rune, n int) int {
	switch {
	case e == utf8Units:
		return n
	case e == utf16Units && r > 0xffff:
		return 2
	}
	return 1
}

func newText(s string, in encoding) *text {
	t := &text{s: s, in: in, lines: []int{0}, goLines: []int{0}}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n':
			t.goLines = append(t.goLines, i+1)
			t.lines = append(t.lines, i+1)
		case s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n'):
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// offset returns the place of p; one beyond the end of its line is that end,
// and one beyond the last line is the end of the text.
func (t *text) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.lines):
		return len(t.s)
	}
	start, end := t.lines[p.Line], t.lineEnd(p.Line)
	units := 0
	for i := start; i < end; {
		if units >= p.Character {
			return i
		}
		r, n := utf8.DecodeRuneInString(t.s[i:])
		units += t.in.units(r, n)
		if units > p.Character {
			return i // In the middle of a character.
		}
		i += n
	}
	return end
}

// lineEnd is where the characters that end a line begin.
func (t *text) lineEnd(line int) int {
	end := len(t.s)
	if line+1 < len(t.lines) {
		end = t.lines[line+1]
	}
	return t.lines[line] + len(strings.TrimRight(t.s[t.lines[line]:end], "\r\n"))
}

// position returns the protocol's name of an offset.
func (t *text) position(offset int) position {
	offset = min(max(offset, 0), len(t.s))
	line, found := slices.BinarySearch(t.lines, offset)
	if !found {
		line--
	}
	p := position{Line: line}
	for i := t.lines[line]; i < offset; {
		r, n := utf8.DecodeRuneInString(t.s[i:])
		p.Character += t.in.units(r, n)
		i += n
	}
	return p
}

func (t *text) span(start, end int) span { return span{t.position(start), t.position(end)} }

// find returns the offset of a position of go/token; one that the text does
// not have is the nearest that it has.
func (t *text) find(p token.Position) int {
	if p.Line < 1 {
		return 0
	}
	if p.Line > len(t.goLines) {
		return len(t.s)
	}
	end := len(t.s)
	if p.Line < len(t.goLines) {
		end = t.goLines[p.Line] - 1
	}
	return min(t.goLines[p.Line-1]+max(p.Column-1, 0), end)
}

// line returns the offsets of the ends of the line in which an offset is,
// without the characters that end it.
func (t *text) line(offset int) (start, end int) {
	n := t.position(offset).Line
	return t.lines[n], t.lineEnd(n)
}

// An edit replaces the bytes from start to end by new ones, of which there are
// size.
type edit struct{ start, end, size int }

// difference is the least single edit that makes b of a.
func difference(a, b string) edit {
	n := min(len(a), len(b))
	front := 0
	for front < n && a[front] == b[front] {
		front++
	}
	back := 0
	for back < n-front && a[len(a)-1-back] == b[len(b)-1-back] {
		back++
	}
	return edit{start: front, end: len(a) - back, size: len(b) - back - front}
}

// move returns where an offset is after the edit. One within what is replaced
// goes to the end of what replaces it, or to its start; of a piece the end is
// moved with toEnd and the start without, so that what is inserted beside the
// piece stays outside.
func (e edit) move(offset int, toEnd bool) int {
	switch {
	case offset < e.start, offset == e.start && toEnd:
		return offset
	case offset >= e.end:
		return offset + e.size - (e.end - e.start)
	case toEnd:
		return e.start + e.size
	}
	return e.start
}

// A place is a piece of a file, as it was in a text.
type place struct {
	path       string
	in         *text
	start, end int
}

// rebase returns the same place in a text that followed the place's own.
func (p place) rebase(to *text) place {
	if p.in == to {
		return p
	}
	e := difference(p.in.s, to.s)
	if own := p.in.s[p.start:p.end]; own != "" && p.start < e.end && e.start < p.end {
		// Much was replaced at once: the same words are the same place.
		if i := strings.Index(to.s[e.start:e.start+e.size], own); i >= 0 {
			return place{p.path, to, e.start + i, e.start + i + len(own)}
		}
	}
	start := e.move(p.start, false)
	end := max(start, e.move(p.end, true))
	if line, _ := to.line(end); line > start && !strings.Contains(p.in.s[p.start:p.end], "\n") {
		// Where it began is not known: the line in which it ends is what is left.
		start = line
	}
	return place{p.path, to, start, end}
}
