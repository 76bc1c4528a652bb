package interp

import (
	"math"
	"unicode/utf8"
)

// rawByte is added to a byte of a string that is not part of a UTF-8 character.
const rawByte = 0x110000

// appendCharacter appends the encoding of a character, or a raw byte.
func appendCharacter(b []byte, c rune) []byte {
	if c >= rawByte {
		return append(b, byte(c))
	}
	return utf8.AppendRune(b, c)
}

// byteLength returns the length of a string in bytes.
func (m *machine) byteLength(v Value) (int, bool) {
	v, ok := m.resolve(v)
	if !ok {
		return 0, false
	}
	switch s := v.ref.(type) {
	case string:
		return len(s), true
	case *text:
		if s.n >= 0 {
			return s.n, true
		}
		if s.source.chars != nil {
			_, at, ok := m.characterAt(s.source, math.MaxInt)
			return at - s.off, ok
		}
		n, ok := m.resolve(s.source.length)
		return int(n.number) - s.off, ok
	}
	return 0, m.giveUpOn(v)
}

// ends reports whether a string has no byte i. It reads no more of it than necessary.
func (m *machine) ends(v Value, i int) (end, ok bool) {
	v, ok = m.resolve(v)
	if !ok {
		return false, false
	}
	if s, is := v.ref.(*text); is && s.n < 0 && s.source.chars != nil {
		c, _, ok := m.characterAt(s.source, s.off+i)
		return c < 0, ok
	}
	n, ok := m.byteLength(v)
	return i >= n, ok
}

// byteAt returns byte i of a string that is long enough.
func (m *machine) byteAt(v Value, i int) (byte, bool) {
	switch s := v.ref.(type) {
	case string:
		return s[i], true
	case *text:
		if s.source.chars != nil {
			c, at, ok := m.characterAt(s.source, s.off+i)
			if !ok {
				return 0, false
			}
			var b [utf8.UTFMax]byte
			return appendCharacter(b[:0], c)[s.off+i-at], true
		}
		b, ok := m.resolve(s.source.bytes[s.off+i])
		return byte(b.number), ok
	}
	return 0, m.giveUpOn(v)
}

// characterAt returns the character that contains byte i, and the index of its first byte. If the
// text ends before, it returns -1 and the length of the text.
func (m *machine) characterAt(s *source, i int) (c rune, at int, ok bool) {
	n, ok := m.resolve(s.length)
	if !ok {
		return 0, 0, false
	}
	for k := range max(n.number, 0) {
		c, ok := m.resolve(s.chars[k])
		if !ok {
			return 0, 0, false
		}
		size := utf8.RuneLen(rune(c.number))
		switch {
		case c.number >= rawByte:
			size = 1
		case size < 0:
			size = utf8.RuneLen(utf8.RuneError)
		}
		if i < at+size {
			m.spend(int(k) / cellsOfStep)
			return rune(c.number), at, true
		}
		at += size
	}
	return -1, at, true
}

// str reads a whole string.
func (m *machine) str(v Value) (string, bool) {
	if s, ok := v.ref.(string); ok {
		return s, true
	}
	v, ok := m.resolve(v)
	if !ok {
		return "", false
	}
	if s, ok := v.ref.(string); ok {
		return s, true
	}
	n, ok := m.byteLength(v)
	if !ok {
		return "", false
	}
	b := make([]byte, n)
	if s := v.ref.(*text); s.source.chars != nil {
		var all []byte
		for k := 0; len(all) < s.off+n; k++ {
			c, ok := m.resolve(s.source.chars[k])
			if !ok {
				return "", false
			}
			all = appendCharacter(all, rune(c.number))
		}
		return string(all[s.off : s.off+n]), true
	}
	for i := range b {
		if b[i], ok = m.byteAt(v, i); !ok {
			return "", false
		}
	}
	return string(b), true
}

// textOf returns the string of the bytes of a slice.
func (m *machine) textOf(w *window) (Value, bool) {
	b := make([]byte, w.length)
	for i := range b {
		if !m.mayRead(w, i) {
			return Value{}, false
		}
		v, ok := m.resolve(w.obj.cells[w.offset+i])
		if !ok {
			return Value{}, false
		}
		b[i] = byte(v.number)
	}
	m.spend(len(b))
	return String(string(b)), true
}

// indexText compiles s[i].
func indexText(x, y int) evaluator {
	return func(m *machine, r []Value) (Value, bool) {
		if s, ok := r[x].ref.(string); ok && uint64(r[y].number) < uint64(len(s)) {
			return Int(int64(s[r[y].number])), true
		}
		i := r[y].number
		end, ok := m.ends(r[x], int(max(i, 0)))
		if !ok {
			return Value{}, false
		}
		if i < 0 || end {
			return Value{}, m.outside()
		}
		b, ok := m.byteAt(r[x], int(r[y].number))
		return Int(int64(b)), ok
	}
}

// sliceText compiles s[low:high]; an omitted bound is -1.
func sliceText(x, low, high int) evaluator {
	return func(m *machine, r []Value) (Value, bool) {
		v, ok := m.resolve(r[x])
		if !ok {
			return Value{}, false
		}
		lo, hi := int64(0), int64(-1)
		if low >= 0 {
			lo = r[low].number
		}
		last := lo
		if high >= 0 {
			hi = r[high].number
			last = hi
		}
		short := false
		if last > 0 {
			if short, ok = m.ends(v, int(last-1)); !ok {
				return Value{}, false
			}
		}
		if lo < 0 || high >= 0 && lo > hi || short {
			m.throw("slice bounds out of range")
			return Value{}, false
		}
		if s, ok := v.ref.(string); ok {
			if high < 0 {
				hi = int64(len(s))
			}
			return String(s[lo:hi]), true
		}
		s, ok := v.ref.(*text)
		if !ok {
			return Value{}, m.giveUpOn(v)
		}
		cut := &text{source: s.source, off: s.off + int(lo), n: int(hi - lo)}
		if high < 0 {
			cut.n = s.n
			if s.n >= 0 {
				cut.n = s.n - int(lo)
			}
		}
		return Value{ref: cut}, true
	}
}

// runeAt decodes the rune that begins at byte i of a string that has more than i bytes. It reads no
// more of the string than necessary.
func (m *machine) runeAt(v Value, i int) (r rune, size int, ok bool) {
	if s, is := v.ref.(string); is {
		r, size = utf8.DecodeRuneInString(s[i:])
		return r, size, true
	}
	var b [utf8.UTFMax]byte
	k := 0
	for k < len(b) && !utf8.FullRune(b[:k]) {
		end, ok := m.ends(v, i+k)
		if !ok {
			return 0, 0, false
		}
		if end {
			break
		}
		if b[k], ok = m.byteAt(v, i+k); !ok {
			return 0, 0, false
		}
		k++
	}
	r, size = utf8.DecodeRune(b[:k])
	return r, size, true
}
