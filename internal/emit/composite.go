package emit

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

func (l *literal) pointer(s *value.Pointer, at spot) operand {
	if l.next() == 0 {
		return operand{l.zero(s.T, spot{typed: at.typed}), true}
	}
	if calls, ok := s.Elem.Shape.(*value.Calls); ok {
		return l.calls(calls, true)
	}
	elem := s.T.Underlying().(*types.Pointer).Elem()
	_, named := types.Unalias(s.T).(*types.Named)
	if st, ok := s.Elem.Shape.(*value.Struct); ok {
		inner := l.fields(st, spot{elided: at.elided && !named})
		if at.elided && !named {
			return operand{text: inner.text}
		}
		return operand{text: l.named(s.T, "&"+inner.text, named && at.typed)}
	}
	x := l.value(s.Elem.Shape, spot{typed: true})
	text := "new(" + l.w.Type(elem) + ")"
	if !x.zero {
		arg := ""
		if types.IsInterface(elem) {
			arg = "[" + l.w.Type(elem) + "]"
		}
		text = l.w.rt + "Ptr" + arg + "(" + x.text + ")"
	}
	return operand{text: l.named(s.T, text, named && at.typed)}
}

// named converts to a named type where the spot asks for it.
func (l *literal) named(t types.Type, text string, needed bool) string {
	if needed {
		return l.convert(t, text)
	}
	return text
}

func (l *literal) fields(s *value.Struct, at spot) operand {
	zero := true
	var parts []string
	for _, f := range s.Fields {
		x := l.value(f.Shape, spot{})
		if x.zero {
			continue
		}
		zero = false
		parts = append(parts, f.Name+": "+x.text)
	}
	return operand{l.composite(s.T, at) + "{" + strings.Join(parts, ", ") + "}", zero}
}

func (l *literal) array(s *value.Array, at spot) operand {
	parts := make([]string, s.Len)
	last := 0
	// Arrays of bytes are addresses and hashes rather than texts.
	_, number := types.Unalias(s.Elem.Shape.Go()).(*types.Basic)
	for i := range parts {
		x := l.value(s.Elem.Shape, spot{elided: true, number: number})
		parts[i] = x.text
		if !x.zero {
			last = i + 1
		}
	}
	return operand{l.composite(s.T, at) + "{" + strings.Join(parts[:last], ", ") + "}", last == 0}
}

// slice writes a slice; the room behind it holds values other than zero, as in
// the runs of rtest, and is cut off.
func (l *literal) slice(s *value.Slice, at spot) operand {
	n, room := l.next(), int64(0)
	if s.Room && n >= 0 {
		room = l.next()
	}
	if n == 0 && room <= 0 {
		return operand{l.zero(s.T, at), true}
	}
	var parts []string
	for range max(n, 0) {
		parts = append(parts, l.value(s.Elem.Shape, spot{elided: true}).text)
	}
	elem := s.T.Underlying().(*types.Slice).Elem()
	for range room {
		parts = append(parts, l.junk(elem, 0))
	}
	cut := ""
	if room > 0 {
		at.elided = false
		cut = fmt.Sprintf("[:%d]", max(n, 0))
	}
	return operand{text: l.composite(s.T, at) + "{" + strings.Join(parts, ", ") + "}" + cut}
}

func (l *literal) mapping(s *value.Map, at spot) operand {
	n := l.next()
	if n < 0 {
		return operand{l.zero(s.T, at), true}
	}
	var parts []string
	for range n {
		key := l.value(s.Key.Shape, spot{elided: true})
		parts = append(parts, key.text+": "+l.value(s.Elem.Shape, spot{elided: true}).text)
	}
	return operand{text: l.composite(s.T, at) + "{" + strings.Join(parts, ", ") + "}"}
}

func (l *literal) inhabitant(s *value.Interface, at spot) operand {
	i := l.next()
	if i < 0 {
		return operand{l.zero(s.T, at), true}
	}
	if i >= int64(len(s.Alts)) {
		l.fail("%s has no inhabitant of number %d", s.T, i)
		return operand{text: "nil"}
	}
	x := l.value(s.Alts[i].Shape, spot{typed: true})
	if at.typed {
		return operand{text: l.convert(s.T, x.text)}
	}
	return operand{text: x.text}
}

// junkDepth bounds what is put behind the length of a slice.
const junkDepth = 3

// junk writes a value other than zero, for the room behind a slice.
func (l *literal) junk(t types.Type, depth int) string {
	if depth < junkDepth {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			switch info := u.Info(); {
			case info&types.IsBoolean != 0:
				return "true"
			case info&types.IsString != 0:
				return `"?"`
			case info&types.IsNumeric != 0:
				return "99"
			}
		case *types.Pointer:
			return "new(" + l.w.Type(u.Elem()) + ")"
		case *types.Slice:
			return "make(" + l.w.Type(t) + ", 1)"
		case *types.Map:
			return l.w.Type(t) + "{}"
		case *types.Struct:
			var parts []string
			for v := range u.Fields() {
				if v.Name() != "_" && (v.Exported() || v.Pkg() == l.w.pkg.Types) {
					parts = append(parts, v.Name()+": "+l.junk(v.Type(), depth+1))
				}
			}
			return l.w.Type(t) + "{" + strings.Join(parts, ", ") + "}"
		}
	}
	return l.zero(t, spot{})
}
