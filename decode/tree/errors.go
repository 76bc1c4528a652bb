package tree

import (
	"strconv"
	"strings"
)

// errorCall writes an error of package errors or fmt as the call that makes it:
// errors.New("negative"), fmt.Errorf("at 3: %w", err), errors.Join(a, b). ok is false for other
// pointers.
func (w *literals) errorCall(v *Value) (s string, ok bool) {
	e := v.Elems[0]
	if e.Kind != Compound {
		return "", false
	}
	switch {
	case isStruct(e, "errors.errorString", "s"):
		return "errors.New(" + e.Elems[0].Text + ")", true
	case isStruct(e, "fmt.wrapError", "msg", "err"):
		return w.wrappedError(e.Elems[0], e.Elems[1])
	case isStruct(e, "errors.joinError", "errs"):
		var parts []string
		for _, x := range e.Elems[0].Elems {
			parts = append(parts, w.expr(x, spot{}))
		}
		return "errors.Join(" + strings.Join(parts, ", ") + ")", true
	}
	return "", false
}

func isStruct(v *Value, t string, fields ...string) bool {
	if v.Kind != Compound || v.Type != t || len(v.Names) != len(fields) {
		return false
	}
	for i, f := range fields {
		if v.Names[i] != f {
			return false
		}
	}
	return true
}

// wrappedError writes the fmt.Errorf call of a message that contains the message of the wrapped
// error. %w replaces its last occurrence.
func (w *literals) wrappedError(msg, err *Value) (string, bool) {
	inner, known := message(err)
	whole, unquoted := strconv.Unquote(msg.Text)
	at := strings.LastIndex(whole, inner)
	if !known || unquoted != nil || at < 0 {
		return "", false
	}
	escape := func(s string) string { return strings.ReplaceAll(s, "%", "%%") }
	format := escape(whole[:at]) + "%w" + escape(whole[at+len(inner):])
	return "fmt.Errorf(" + strconv.Quote(format) + ", " + w.expr(err, spot{}) + ")", true
}

// message returns the text of an error that failure can write.
func message(v *Value) (string, bool) {
	for v.Kind == Boxed || v.Kind == Address {
		v = v.Elems[0]
	}
	switch {
	case v.Kind == Opaque && len(v.Names) == 1:
		s, err := strconv.Unquote(v.Names[0])
		return s, err == nil
	case isStruct(v, "errors.errorString", "s"), isStruct(v, "fmt.wrapError", "msg", "err"):
		s, err := strconv.Unquote(v.Elems[0].Text)
		return s, err == nil
	case isStruct(v, "errors.joinError", "errs"):
		var lines []string
		for _, e := range v.Elems[0].Elems {
			s, ok := message(e)
			if !ok {
				return "", false
			}
			lines = append(lines, s)
		}
		return strings.Join(lines, "\n"), true
	}
	return "", false
}
