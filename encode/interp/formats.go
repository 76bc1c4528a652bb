package interp

import (
	"encoding/json"
	"errors"
)

// validJSON is encoding/json.Valid, whose scanner comes from a sync.Pool. Bytes are read
// one by one, so that it is false as soon as no text that begins so is valid.
func validJSON(m *machine, a []Value) (Value, bool) {
	w, ok := a[0].r.(*window)
	if !ok {
		return boolean(false), a[0].r == nil || m.odd(a[0])
	}
	var text []byte
	for i := range w.length {
		if !m.reads(w, i) {
			return Value{}, false
		}
		b, ok := m.resolve(w.obj.cells[w.off+i])
		if !ok {
			return Value{}, false
		}
		text = append(text, byte(b.n))
		m.left--
		m.spend(len(text))
		if !begins(text) {
			return boolean(false), true
		}
	}
	return boolean(json.Valid(text)), true
}

// begins tells whether a text is valid JSON or may go on so that it is: whether what is
// wrong is the character behind it, which is valid nowhere.
func begins(text []byte) bool {
	var raw json.RawMessage
	err := json.Unmarshal(append(text[:len(text):len(text)], 1), &raw)
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	return ok && syntax.Offset > int64(len(text))
}
