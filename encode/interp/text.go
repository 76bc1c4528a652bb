package interp

import "unicode/utf8"

// bytes is the length of a string.
func (m *machine) bytes(v Value) (int, bool) {
	v, ok := m.resolve(v)
	if !ok {
		return 0, false
	}
	switch s := v.r.(type) {
	case string:
		return len(s), true
	case *text:
		if s.n >= 0 {
			return s.n, true
		}
		n, ok := m.resolve(s.source.length)
		return int(n.n), ok
	}
	return 0, m.odd(v)
}

// byteAt is byte i of a string that is long enough.
func (m *machine) byteAt(v Value, i int) (byte, bool) {
	switch s := v.r.(type) {
	case string:
		return s[i], true
	case *text:
		b, ok := m.resolve(s.source.bytes[s.off+i])
		return byte(b.n), ok
	}
	return 0, m.odd(v)
}

// str reads all of a string.
func (m *machine) str(v Value) (string, bool) {
	if s, ok := v.r.(string); ok {
		return s, true
	}
	v, ok := m.resolve(v)
	if !ok {
		return "", false
	}
	if s, ok := v.r.(string); ok {
		return s, true
	}
	n, ok := m.bytes(v)
	if !ok {
		return "", false
	}
	b := make([]byte, n)
	for i := range b {
		if b[i], ok = m.byteAt(v, i); !ok {
			return "", false
		}
	}
	return string(b), true
}

// textOf is the string of the bytes of a slice.
func (m *machine) textOf(w *window) (Value, bool) {
	b := make([]byte, w.length)
	for i := range b {
		if !m.reads(w, i) {
			return Value{}, false
		}
		v, ok := m.resolve(w.obj.cells[w.off+i])
		if !ok {
			return Value{}, false
		}
		b[i] = byte(v.n)
	}
	m.left -= int64(len(b) / 8)
	return String(string(b)), true
}

// indexText is s[i].
func indexText(x, y int) giver {
	return func(m *machine, r []Value) (Value, bool) {
		if s, ok := r[x].r.(string); ok && uint64(r[y].n) < uint64(len(s)) {
			return Int(int64(s[r[y].n])), true
		}
		n, ok := m.bytes(r[x])
		if !ok {
			return Value{}, false
		}
		if i := r[y].n; i < 0 || i >= int64(n) {
			return Value{}, m.outside()
		}
		b, ok := m.byteAt(r[x], int(r[y].n))
		return Int(int64(b)), ok
	}
}

// sliceText is s[low:high]; a bound that is not given is -1.
func sliceText(x, low, high int) giver {
	return func(m *machine, r []Value) (Value, bool) {
		n, ok := m.bytes(r[x])
		if !ok {
			return Value{}, false
		}
		lo, hi := int64(0), int64(n)
		if low >= 0 {
			lo = r[low].n
		}
		if high >= 0 {
			hi = r[high].n
		}
		if lo < 0 || lo > hi || hi > int64(n) {
			m.throw("slice bounds out of range")
			return Value{}, false
		}
		if s, ok := r[x].r.(string); ok {
			return String(s[lo:hi]), true
		}
		s := r[x].r.(*text)
		return Value{r: &text{source: s.source, off: s.off + int(lo), n: int(hi - lo)}}, true
	}
}

// runeAt decodes the rune that begins at byte i of a string of n bytes, and
// reads no more of it than that.
func (m *machine) runeAt(v Value, i, n int) (r rune, size int, ok bool) {
	if s, is := v.r.(string); is {
		r, size = utf8.DecodeRuneInString(s[i:])
		return r, size, true
	}
	var b [utf8.UTFMax]byte
	k := 0
	for k < len(b) && i+k < n && !utf8.FullRune(b[:k]) {
		if b[k], ok = m.byteAt(v, i+k); !ok {
			return 0, 0, false
		}
		k++
	}
	r, size = utf8.DecodeRune(b[:k])
	return r, size, true
}
