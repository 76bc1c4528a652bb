// Package pieces makes new texts by editing given ones. It divides a text into pieces, such as a
// number or a bracketed group, and inserts, deletes and exchanges them.
package pieces

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"unicode"

	"github.com/rtest-dev/rtest/internal/value"
)

const (
	// editLength is the greatest length of an edited text. editPieces is the number of pieces kept
	// of each kind. MostTimes is the greatest number of repetitions of a piece.
	editLength, editPieces, MostTimes = 200, 512, 12
)

// A pieceKind classifies the pieces of a text.
type pieceKind uint8

const (
	// pieceDigits and pieceWord are maximal runs of digits or word characters. pieceMark is any
	// other single character.
	pieceDigits pieceKind = iota
	pieceWord
	pieceMark
	// pieceGroup reaches from a bracket or quote to the one that closes it. pieceInner is the text
	// between them.
	pieceGroup
	pieceInner
	// pieceField is the text between two equal marks. pieceWhole is the whole text.
	pieceField
	pieceWhole
	pieceKinds
)

// A piece is a part of a text, from inclusive, to exclusive.
type piece struct {
	from, to int
	kind     pieceKind
}

// An Editor makes new texts by inserting, deleting or exchanging a character or a piece.
type Editor struct {
	// Rand is the source of choices. Chars are inserted besides the characters of the alphabet.
	// Numbers replace pieces of digits. Times are the numbers of repetitions of a piece.
	Rand           *rand.Rand
	Chars          []rune
	Numbers, Times []int64

	pieces [pieceKinds][][]int64
	held   map[string]bool
}

// Give adds the pieces of a text to those that other texts may get.
func (e *Editor) Give(text []int64) {
	for _, p := range piecesOf(text) {
		e.addPiece(p.kind, text[p.from:p.to])
	}
}

// addPiece adds one piece.
func (e *Editor) addPiece(kind pieceKind, text []int64) {
	key := []byte{byte(kind)}
	for _, c := range text {
		key = value.AppendCharacter(key, rune(c))
	}
	if len(text) == 0 || e.held[string(key)] {
		return
	}
	if e.held == nil {
		e.held = map[string]bool{}
	}
	e.held[string(key)] = true
	if len(e.pieces[kind]) < editPieces {
		e.pieces[kind] = append(e.pieces[kind], text)
	} else {
		e.pieces[kind][e.Rand.IntN(editPieces)] = text
	}
}

// closingMark returns the character that closes a bracket or quote, or 0 for other characters.
func closingMark(c int64) int64 {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	case '"', '\'', '`':
		return c
	}
	return 0
}

func isDigit(c int64) bool { return unicode.IsDigit(rune(c)) }
func isWord(c int64) bool  { return c == '_' || unicode.IsLetter(rune(c)) }

// IsMark reports whether a character is a piece by itself.
func IsMark(c int64) bool { return !isWord(c) && !isDigit(c) }

// piecesOf returns all pieces of a text.
func piecesOf(text []int64) []piece {
	var list []piece
	run := func(from int, is func(int64) bool) int {
		to := from
		for to < len(text) && is(text[to]) {
			to++
		}
		return to
	}
	var marks []int64
	for i := 0; i < len(text); {
		p := piece{i, i + 1, pieceMark}
		if isDigit(text[i]) {
			p = piece{i, run(i, isDigit), pieceDigits}
		} else if isWord(text[i]) {
			p = piece{i, run(i, isWord), pieceWord}
		} else {
			if !slices.Contains(marks, text[i]) {
				marks = append(marks, text[i])
			}
			if to := groupEnd(text, i); to > 0 {
				list = append(list, piece{i, to, pieceGroup}, piece{i + 1, to - 1, pieceInner})
			}
		}
		list = append(list, p)
		i = p.to
	}
	for _, c := range marks {
		from := 0
		for i := 0; i <= len(text); i++ {
			if i == len(text) || text[i] == c {
				if i > from {
					list = append(list, piece{from, i, pieceField})
				}
				from = i + 1
			}
		}
	}
	return append(list, piece{0, len(text), pieceWhole})
}

// groupEnd returns the index behind the character that closes the bracket or quote at i, or 0 if
// there is none.
func groupEnd(text []int64, i int) int {
	by, depth := closingMark(text[i]), 0
	if by == 0 {
		return 0
	}
	for j := i + 1; j < len(text); j++ {
		switch {
		case text[j] == by && depth == 0:
			return j + 1
		case text[j] == by:
			depth--
		case text[j] == text[i]:
			depth++
		}
	}
	return 0
}

// Hoisted returns the texts that a text is with a part replaced by a group within it: the whole text, or another
// group. A group counts with and without its brackets or quotes.
func Hoisted(text []int64) (list [][]int64) {
	var parts []piece
	for _, p := range piecesOf(text) {
		if p.kind == pieceGroup || p.kind == pieceInner || p.kind == pieceWhole {
			parts = append(parts, p)
		}
	}
	for _, p := range parts {
		for _, q := range parts {
			if p.from <= q.from && q.to <= p.to && q.to-q.from < p.to-p.from {
				list = append(list, slices.Concat(text[:p.from], text[q.from:q.to], text[p.to:]))
			}
		}
	}
	return list
}

// Edited returns a changed copy of a text, or nil if there is none. Own are the texts of the same
// input.
func (e *Editor) Edited(s *value.String, text []int64, own [][]int64) []int64 {
	chars := e.charsOf(s)
	if len(chars) == 0 {
		return nil
	}
	var out []int64
	switch {
	case s.Single:
		out = []int64{chars[e.Rand.IntN(len(chars))]}
	case e.Rand.IntN(5) < 2:
		out = e.editCharacter(text, chars)
	default:
		out = e.editPiece(text, chars, own)
	}
	if len(out) > editLength || slices.Equal(out, text) {
		return nil
	}
	return out
}

// charsOf returns the characters that a text of a shape may contain.
func (e *Editor) charsOf(s *value.String) []int64 {
	var list []int64
	for _, r := range s.Alphabet {
		list = append(list, int64(r))
	}
	if !s.Fixed {
		for _, r := range e.Chars {
			if r < value.RawByte && !slices.Contains(list, int64(r)) {
				list = append(list, int64(r))
			}
		}
	}
	return list
}

// editCharacter inserts, exchanges, deletes or doubles a character.
func (e *Editor) editCharacter(text, chars []int64) []int64 {
	c := chars[e.Rand.IntN(len(chars))]
	if len(text) == 0 {
		return []int64{c}
	}
	i := e.Rand.IntN(len(text))
	out := slices.Clone(text)
	switch e.Rand.IntN(5) {
	case 0:
		return slices.Insert(out, i, c)
	case 1:
		return append(out, c)
	case 2:
		out[i] = c
		return out
	case 3:
		return slices.Delete(out, i, i+1)
	}
	return slices.Insert(out, i, text[i])
}

// editPiece deletes, exchanges, inserts, repeats or brackets a piece.
func (e *Editor) editPiece(text, chars []int64, own [][]int64) []int64 {
	list := piecesOf(text)
	p := list[e.Rand.IntN(len(list))]
	is := text[p.from:p.to]
	with := func(middle ...[]int64) []int64 {
		return slices.Concat(text[:p.from], slices.Concat(middle...), text[p.to:])
	}
	switch e.Rand.IntN(10) {
	case 0:
		return with()
	case 1:
		return with(is, e.separator(text, p, chars), is)
	case 2, 3:
		return with(e.similarPiece(p.kind, own))
	case 4, 5:
		return with(is, e.separator(text, p, chars), e.similarPiece(p.kind, own))
	case 6:
		return with(e.similarPiece(p.kind, own), e.separator(text, p, chars), is)
	case 7:
		var open []int64
		for _, c := range chars {
			if closingMark(c) != 0 && slices.Contains(chars, closingMark(c)) {
				open = append(open, c)
			}
		}
		if len(open) == 0 {
			return nil
		}
		c := open[e.Rand.IntN(len(open))]
		return with([]int64{c}, is, []int64{closingMark(c)})
	case 8:
		times, between := 2+e.Rand.IntN(3), e.separator(text, p, chars)
		if len(e.Times) > 0 && e.Rand.IntN(2) == 0 {
			times = int(e.Times[e.Rand.IntN(len(e.Times))])
		}
		out := slices.Clone(is)
		for range times - 1 {
			out = slices.Concat(out, between, is)
		}
		return with(out)
	}
	q := list[e.Rand.IntN(len(list))]
	if q.from < p.from {
		p, q = q, p
	}
	if q.from < p.to {
		return nil
	}
	return slices.Concat(text[:p.from], text[q.from:q.to], text[p.to:q.from], text[p.from:p.to], text[q.to:])
}

// separator returns what separates two pieces: nothing, the mark beside the first one, or any mark.
func (e *Editor) separator(text []int64, p piece, chars []int64) []int64 {
	var marks []int64
	switch e.Rand.IntN(4) {
	case 0, 1:
		return nil
	case 2:
		if p.from > 0 {
			marks = append(marks, text[p.from-1])
		}
		if p.to < len(text) {
			marks = append(marks, text[p.to])
		}
	default:
		marks = chars
	}
	marks = slices.DeleteFunc(slices.Clone(marks), func(c int64) bool { return !IsMark(c) })
	if len(marks) == 0 {
		return nil
	}
	return []int64{marks[e.Rand.IntN(len(marks))]}
}

// similarPiece returns a piece of another text, usually of the given kind, or another text of the
// same input.
func (e *Editor) similarPiece(kind pieceKind, own [][]int64) []int64 {
	if kind == pieceDigits && len(e.Numbers) > 0 && e.Rand.IntN(2) == 0 {
		var out []int64
		for _, c := range strconv.FormatInt(e.Numbers[e.Rand.IntN(len(e.Numbers))], 10) {
			out = append(out, int64(c))
		}
		return out
	}
	if e.Rand.IntN(8) == 0 && len(own) > 1 {
		return own[e.Rand.IntN(len(own))]
	}
	if e.Rand.IntN(3) == 0 {
		kind = pieceKind(e.Rand.IntN(int(pieceKinds)))
	}
	list := e.pieces[kind]
	if len(list) == 0 {
		return nil
	}
	return list[e.Rand.IntN(len(list))]
}

// Kinds returns the sequence of kinds of pieces in a text.
func Kinds(text []int64) []byte {
	var b []byte
	for i := 0; i < len(text); {
		c, j := text[i], i+1
		switch {
		case isDigit(c):
			for j < len(text) && isDigit(text[j]) {
				j++
			}
			c = '0'
		case isWord(c):
			for j < len(text) && isWord(text[j]) {
				j++
			}
			c = 'a'
		}
		b, i = value.AppendCharacter(b, rune(c)), j
	}
	return b
}
