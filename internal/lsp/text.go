package lsp

import (
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"
)

// A text is the content of a file with the starts of its lines. It is immutable.
//
// The protocol counts lines from 0, ended by \n, \r\n or \r, and columns in units of an encoding.
// Package go/token counts lines from 1, ended by \n, and columns from 1 in bytes. This file
// converts both to byte offsets.
type text struct {
	s string
	// in is the encoding in which the protocol counts columns.
	in encoding
	// lines are the offsets of the protocol's lines, goLines those of go/token's.
	lines, goLines []int
}

// An encoding is the unit of columns: UTF-16 units or, if the client prefers these, bytes or
// characters.
type encoding uint8

const (
	utf16Units encoding = iota
	utf8Units
	utf32Units
)

// String returns the encoding's name in the protocol.
func (e encoding) String() string { return [...]string{"utf-16", "utf-8", "utf-32"}[e] }

// chosen returns the first supported encoding among those of the client, in its order of
// preference.
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

// units returns the number of columns of a character with n bytes.
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

// offset returns the offset of p. Beyond the end of a line it is that end; beyond the last line it
// is the end of the text.
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
			return i // Inside a character.
		}
		i += n
	}
	return end
}

// lineEnd returns the offset of the line's end, before its line break.
func (t *text) lineEnd(line int) int {
	end := len(t.s)
	if line+1 < len(t.lines) {
		end = t.lines[line+1]
	}
	return t.lines[line] + len(strings.TrimRight(t.s[t.lines[line]:end], "\r\n"))
}

// position converts an offset to a position of the protocol.
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

// find returns the offset of a position of go/token, or the nearest one in the text.
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

// line returns the start and end of the line that contains an offset, without its line break.
func (t *text) line(offset int) (start, end int) {
	n := t.position(offset).Line
	return t.lines[n], t.lineEnd(n)
}

// An edit replaces the bytes from start to end by size new ones.
type edit struct{ start, end, size int }

// difference returns the smallest single edit that turns a into b.
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

// move returns an offset after the edit. Inside the replaced range it moves to the start of the
// replacement or, with toEnd, to its end. Move the end of a range with toEnd and its start without:
// text inserted next to the range then stays outside.
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

// A place is a range of a file, in a certain version of its text.
type place struct {
	path       string
	in         *text
	start, end int
}

// rebase returns the same place in a later text.
func (p place) rebase(to *text) place {
	if p.in == to {
		return p
	}
	e := difference(p.in.s, to.s)
	if own := p.in.s[p.start:p.end]; own != "" && p.start < e.end && e.start < p.end {
		// If much was replaced at once, the same words mark the same place.
		if i := strings.Index(to.s[e.start:e.start+e.size], own); i >= 0 {
			return place{p.path, to, e.start + i, e.start + i + len(own)}
		}
	}
	start := e.move(p.start, false)
	end := max(start, e.move(p.end, true))
	if line, _ := to.line(end); line > start && !strings.Contains(p.in.s[p.start:p.end], "\n") {
		// The start is lost; the line that contains the end remains.
		start = line
	}
	return place{p.path, to, start, end}
}
