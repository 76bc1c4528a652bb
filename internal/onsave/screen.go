package onsave

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// A Screen shows the results of a watch. It is not safe for concurrent use.
type Screen struct {
	// W receives the text. Write errors are ignored: a closed pipe ends the process.
	W io.Writer
	// Size returns the size of the terminal. It is nil if W is not a terminal; then each text follows
	// the one before.
	Size func() (rows, columns int)

	rows, columns int
	line, text    string
	cleared       bool
	// said is the time at which the first line was last written.
	said time.Time
}

// The control sequences of terminals.
const (
	home      = "\x1b[H"
	clearAll  = "\x1b[2J"
	clearLine = "\x1b[K"
	clearRest = "\x1b[J"
)

// write shows a line and a text below it. On a terminal they replace the last ones, elsewhere they
// follow them.
func (s *Screen) write(line, text string) {
	if s.Size == nil {
		fmt.Fprintf(s.W, "%s\n%s\n", line, text)
		return
	}
	s.draw(line, text)
}

// draw shows a line and as much of a text below it as fits on a terminal.
func (s *Screen) draw(line, text string) {
	if s.Size == nil {
		return
	}
	s.line, s.text = line, text
	s.rows, s.columns = s.Size()
	var b strings.Builder
	if !s.cleared {
		b.WriteString(clearAll)
		s.cleared = true
	}
	b.WriteString(home)
	lines := fitting(line+"\n\n"+text, s.rows, s.columns)
	b.WriteString(strings.Join(lines, clearLine+"\r\n") + clearLine + clearRest)
	io.WriteString(s.W, b.String())
}

// say replaces the first line on a terminal, at most ten times a second.
func (s *Screen) say(line string) {
	if s.Size == nil || time.Since(s.said) < poll {
		return
	}
	s.said = time.Now()
	rows, columns := s.Size()
	io.WriteString(s.W, home+fitting(line, rows, columns)[0]+clearLine)
}

// fit draws again if the size of the terminal changed.
func (s *Screen) fit() {
	if s.Size == nil {
		return
	}
	if rows, columns := s.Size(); rows != s.rows || columns != s.columns {
		s.cleared = false
		s.draw(s.line, s.text)
	}
}

// end hands the screen back to the shell.
func (s *Screen) end() {
	if s.Size != nil {
		io.WriteString(s.W, "\r\n")
	}
}

// fitting cuts a text into lines of a screen. If some do not fit, the last line says how many. One
// line stays free for the shell.
func fitting(text string, rows, columns int) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, wrapped(line, columns)...)
	}
	if most := max(1, rows-1); len(lines) > most {
		left := len(lines) - most + 1
		lines = append(lines[:most-1], fmt.Sprintf("… %d lines more; rtest shows all", left))
	}
	return lines
}

// wrapped cuts a line into pieces of at most the given number of columns. Control sequences have no
// width; a character outside Latin text counts as two columns.
func wrapped(line string, columns int) (pieces []string) {
	width, from := 0, 0
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRuneInString(line[i:])
		w := 1
		switch {
		case r == '\x1b':
			if end := strings.IndexByte(line[i:], 'm'); end >= 0 {
				n = end + 1
			}
			w = 0
		case r == '\t':
			w = 8
		case r >= 0x1100:
			w = 2
		}
		if width+w > columns && width > 0 {
			pieces = append(pieces, line[from:i])
			from, width = i, 0
		}
		width += w
		i += n
	}
	return append(pieces, line[from:])
}
