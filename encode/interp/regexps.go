package interp

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
)

// regexps are the functions of package regexp. A pattern is compiled by Go's own package, and a
// text must be decided to be matched. A *regexp.Regexp points to an object whose only cell holds
// Go's *regexp.Regexp.
var regexps = map[string]native{
	"regexp.MustCompile": func(m *machine, a []Value) (Value, bool) {
		v, err, ok := m.pattern(a[0])
		if err != nil {
			m.throw(err.Error())
			return Value{}, false
		}
		return v, ok
	},
	"regexp.Compile": func(m *machine, a []Value) (Value, bool) {
		v, err, ok := m.pattern(a[0])
		if err != nil {
			return Value{ref: aggregate{{}, opaqueError()}}, true
		}
		return Value{ref: aggregate{v, {}}}, ok
	},
	"regexp.MatchString": func(m *machine, a []Value) (Value, bool) {
		v, err, ok := m.pattern(a[0])
		if err != nil {
			return Value{ref: aggregate{{}, opaqueError()}}, true
		}
		if !ok {
			return Value{}, false
		}
		yes, ok := matches(m, []Value{v, a[1]})
		return Value{ref: aggregate{yes, {}}}, ok
	},
	"regexp.QuoteMeta": func(m *machine, a []Value) (Value, bool) {
		s, ok := m.str(a[0])
		return String(regexp.QuoteMeta(s)), ok
	},
	"(*regexp.Regexp).String":    onPattern(func(m *machine, re *regexp.Regexp) Value { return String(re.String()) }),
	"(*regexp.Regexp).NumSubexp": onPattern(func(m *machine, re *regexp.Regexp) Value { return Int(int64(re.NumSubexp())) }),
	"(*regexp.Regexp).SubexpNames": onPattern(func(m *machine, re *regexp.Regexp) Value {
		return sliceOf(m, re.SubexpNames(), (*machine).textValue)
	}),
	"(*regexp.Regexp).SubexpIndex": onText(func(m *machine, re *regexp.Regexp, s string) Value { return Int(int64(re.SubexpIndex(s))) }),
	"(*regexp.Regexp).MatchString": matches,
	"(*regexp.Regexp).Match":       matches,
	"(*regexp.Regexp).FindString":  onText(func(m *machine, re *regexp.Regexp, s string) Value { return String(re.FindString(s)) }),
	"(*regexp.Regexp).FindStringIndex": onText(func(m *machine, re *regexp.Regexp, s string) Value {
		return m.indexValues(re.FindStringIndex(s))
	}),
	"(*regexp.Regexp).FindStringSubmatch": onText(func(m *machine, re *regexp.Regexp, s string) Value {
		return m.textValues(re.FindStringSubmatch(s))
	}),
	"(*regexp.Regexp).FindStringSubmatchIndex": onText(func(m *machine, re *regexp.Regexp, s string) Value {
		return m.indexValues(re.FindStringSubmatchIndex(s))
	}),
	"(*regexp.Regexp).FindAllString": onTextWithLimit(func(m *machine, re *regexp.Regexp, s string, n int) Value {
		return m.textValues(re.FindAllString(s, n))
	}),
	"(*regexp.Regexp).FindAllStringIndex": onTextWithLimit(func(m *machine, re *regexp.Regexp, s string, n int) Value {
		return sliceOf(m, re.FindAllStringIndex(s, n), (*machine).indexValues)
	}),
	"(*regexp.Regexp).FindAllStringSubmatch": onTextWithLimit(func(m *machine, re *regexp.Regexp, s string, n int) Value {
		return sliceOf(m, re.FindAllStringSubmatch(s, n), (*machine).textValues)
	}),
	"(*regexp.Regexp).Split": onTextWithLimit(func(m *machine, re *regexp.Regexp, s string, n int) Value {
		return m.textValues(re.Split(s, n))
	}),
	"(*regexp.Regexp).ReplaceAllString": func(m *machine, a []Value) (Value, bool) {
		with, ok := m.str(a[2])
		if !ok {
			return Value{}, false
		}
		return onText(func(m *machine, re *regexp.Regexp, s string) Value { return String(re.ReplaceAllString(s, with)) })(m, a[:2])
	},
	"(*regexp.Regexp).ReplaceAllLiteralString": func(m *machine, a []Value) (Value, bool) {
		with, ok := m.str(a[2])
		if !ok {
			return Value{}, false
		}
		return onText(func(m *machine, re *regexp.Regexp, s string) Value {
			return String(re.ReplaceAllLiteralString(s, with))
		})(m, a[:2])
	},
}

var matches = onText(func(m *machine, re *regexp.Regexp, s string) Value { return boolean(re.MatchString(s)) })

// pattern compiles a pattern.
func (m *machine) pattern(v Value) (p Value, err error, ok bool) {
	s, ok := m.str(v)
	if !ok {
		return Value{}, nil, false
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return Value{}, err, false
	}
	return Pointer(&Object{cells: []Value{{ref: re}}}, 0), nil, true
}

// asked returns the pattern that a pointer points to, and records that it is used.
func (m *machine) asked(v Value) (*regexp.Regexp, bool) {
	o, ok := v.ref.(*Object)
	if !ok {
		if v.ref == nil {
			m.throw("invalid memory address or nil pointer dereference")
			return nil, false
		}
		return nil, m.giveUpOn(v)
	}
	re, ok := o.cells[0].ref.(*regexp.Regexp)
	if !ok {
		m.giveUp("which regular expression it is cannot be followed")
		return nil, false
	}
	if !slices.Contains(m.Patterns, re.String()) && len(m.Patterns) < maxPatterns {
		m.Patterns = append(m.Patterns, re.String())
	}
	return re, true
}

// maxPatterns is how many patterns are recorded.
const maxPatterns = 32

// onPattern is a method without arguments.
func onPattern(do func(m *machine, re *regexp.Regexp) Value) native {
	return func(m *machine, a []Value) (Value, bool) {
		re, ok := m.asked(a[0])
		if !ok {
			return Value{}, false
		}
		return do(m, re), true
	}
}

// onText is a method on one text.
func onText(do func(m *machine, re *regexp.Regexp, s string) Value) native {
	return func(m *machine, a []Value) (Value, bool) {
		re, ok := m.asked(a[0])
		if !ok {
			return Value{}, false
		}
		s, ok := m.wholeText(a[1])
		if !ok {
			return Value{}, false
		}
		m.left -= int64(len(s))
		return do(m, re, s), true
	}
}

// onTextWithLimit is a method on a text with a limit for the number of results.
func onTextWithLimit(do func(m *machine, re *regexp.Regexp, s string, n int) Value) native {
	return func(m *machine, a []Value) (Value, bool) {
		return onText(func(m *machine, re *regexp.Regexp, s string) Value { return do(m, re, s, int(a[2].number)) })(m, a[:2])
	}
}

// sliceOf makes a slice; a nil list gives nil.
func sliceOf[E any](m *machine, list []E, of func(*machine, E) Value) Value {
	if list == nil {
		return Value{}
	}
	o := m.array([]Value{{}}, len(list))
	for i, e := range list {
		o.cells[i] = of(m, e)
	}
	return Slice(o, 0, 1, len(list), len(list))
}

func (m *machine) textValue(s string) Value       { return String(s) }
func (m *machine) indexValue(n int) Value         { return Int(int64(n)) }
func (m *machine) textValues(list []string) Value { return sliceOf(m, list, (*machine).textValue) }
func (m *machine) indexValues(list []int) Value   { return sliceOf(m, list, (*machine).indexValue) }

// opaqueError returns an error of which nothing is known, except that it is not nil and equals no
// other.
func opaqueError() Value {
	return Value{ref: &content{typ: runtimeError, typeID: -1, value: Pointer(&Object{cells: []Value{{}}}, 0)}}
}

// validJSON is encoding/json.Valid, whose scanner comes from a sync.Pool. It reads bytes one by
// one. So it is false as soon as no valid text has this beginning.
func validJSON(m *machine, a []Value) (Value, bool) {
	w, ok := a[0].ref.(*window)
	if !ok {
		return boolean(false), a[0].ref == nil || m.giveUpOn(a[0])
	}
	var text []byte
	for i := range w.length {
		if !m.mayRead(w, i) {
			return Value{}, false
		}
		b, ok := m.resolve(w.obj.cells[w.offset+i])
		if !ok {
			return Value{}, false
		}
		text = append(text, byte(b.number))
		m.left--
		m.spend(len(text))
		if !begins(text) {
			return boolean(false), true
		}
	}
	return boolean(json.Valid(text)), true
}

// begins reports whether a text is the beginning of valid JSON. It appends a byte that is valid
// nowhere, and checks that this byte is the first error.
func begins(text []byte) bool {
	var raw json.RawMessage
	err := json.Unmarshal(append(text[:len(text):len(text)], 1), &raw)
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	return ok && syntax.Offset > int64(len(text))
}
