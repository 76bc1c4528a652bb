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
			return Value{r: aggregate{{}, opaqueError()}}, true
		}
		return Value{r: aggregate{v, {}}}, ok
	},
	"regexp.MatchString": func(m *machine, a []Value) (Value, bool) {
		v, err, ok := m.pattern(a[0])
		if err != nil {
			return Value{r: aggregate{{}, opaqueError()}}, true
		}
		if !ok {
			return Value{}, false
		}
		yes, ok := matches(m, []Value{v, a[1]})
		return Value{r: aggregate{yes, {}}}, ok
	},
	"regexp.QuoteMeta": func(m *machine, a []Value) (Value, bool) {
		s, ok := m.str(a[0])
		return String(regexp.QuoteMeta(s)), ok
	},
	"(*regexp.Regexp).String":    about(func(m *machine, re *regexp.Regexp) Value { return String(re.String()) }),
	"(*regexp.Regexp).NumSubexp": about(func(m *machine, re *regexp.Regexp) Value { return Int(int64(re.NumSubexp())) }),
	"(*regexp.Regexp).SubexpNames": about(func(m *machine, re *regexp.Regexp) Value {
		return listed(m, re.SubexpNames(), (*machine).text)
	}),
	"(*regexp.Regexp).SubexpIndex": matching(func(m *machine, re *regexp.Regexp, s string) Value { return Int(int64(re.SubexpIndex(s))) }),
	"(*regexp.Regexp).MatchString": matches,
	"(*regexp.Regexp).Match":       matches,
	"(*regexp.Regexp).FindString":  matching(func(m *machine, re *regexp.Regexp, s string) Value { return String(re.FindString(s)) }),
	"(*regexp.Regexp).FindStringIndex": matching(func(m *machine, re *regexp.Regexp, s string) Value {
		return m.indices(re.FindStringIndex(s))
	}),
	"(*regexp.Regexp).FindStringSubmatch": matching(func(m *machine, re *regexp.Regexp, s string) Value {
		return m.strings(re.FindStringSubmatch(s))
	}),
	"(*regexp.Regexp).FindStringSubmatchIndex": matching(func(m *machine, re *regexp.Regexp, s string) Value {
		return m.indices(re.FindStringSubmatchIndex(s))
	}),
	"(*regexp.Regexp).FindAllString": counting(func(m *machine, re *regexp.Regexp, s string, n int) Value {
		return m.strings(re.FindAllString(s, n))
	}),
	"(*regexp.Regexp).FindAllStringIndex": counting(func(m *machine, re *regexp.Regexp, s string, n int) Value {
		return listed(m, re.FindAllStringIndex(s, n), (*machine).indices)
	}),
	"(*regexp.Regexp).FindAllStringSubmatch": counting(func(m *machine, re *regexp.Regexp, s string, n int) Value {
		return listed(m, re.FindAllStringSubmatch(s, n), (*machine).strings)
	}),
	"(*regexp.Regexp).Split": counting(func(m *machine, re *regexp.Regexp, s string, n int) Value {
		return m.strings(re.Split(s, n))
	}),
	"(*regexp.Regexp).ReplaceAllString": func(m *machine, a []Value) (Value, bool) {
		with, ok := m.str(a[2])
		if !ok {
			return Value{}, false
		}
		return matching(func(m *machine, re *regexp.Regexp, s string) Value { return String(re.ReplaceAllString(s, with)) })(m, a[:2])
	},
	"(*regexp.Regexp).ReplaceAllLiteralString": func(m *machine, a []Value) (Value, bool) {
		with, ok := m.str(a[2])
		if !ok {
			return Value{}, false
		}
		return matching(func(m *machine, re *regexp.Regexp, s string) Value {
			return String(re.ReplaceAllLiteralString(s, with))
		})(m, a[:2])
	},
}

var matches = matching(func(m *machine, re *regexp.Regexp, s string) Value { return boolean(re.MatchString(s)) })

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
	return Pointer(&Object{cells: []Value{{r: re}}}, 0), nil, true
}

// asked returns the pattern that a pointer points to, and records that it is used.
func (m *machine) asked(v Value) (*regexp.Regexp, bool) {
	o, ok := v.r.(*Object)
	if !ok {
		if v.r == nil {
			m.throw("invalid memory address or nil pointer dereference")
			return nil, false
		}
		return nil, m.odd(v)
	}
	re, ok := o.cells[0].r.(*regexp.Regexp)
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

// about is a method without arguments.
func about(do func(m *machine, re *regexp.Regexp) Value) native {
	return func(m *machine, a []Value) (Value, bool) {
		re, ok := m.asked(a[0])
		if !ok {
			return Value{}, false
		}
		return do(m, re), true
	}
}

// matching is a method on one text.
func matching(do func(m *machine, re *regexp.Regexp, s string) Value) native {
	return func(m *machine, a []Value) (Value, bool) {
		re, ok := m.asked(a[0])
		if !ok {
			return Value{}, false
		}
		s, ok := m.whole(a[1])
		if !ok {
			return Value{}, false
		}
		m.left -= int64(len(s))
		return do(m, re, s), true
	}
}

// counting is a method on a text with a limit for the number of results.
func counting(do func(m *machine, re *regexp.Regexp, s string, n int) Value) native {
	return func(m *machine, a []Value) (Value, bool) {
		return matching(func(m *machine, re *regexp.Regexp, s string) Value { return do(m, re, s, int(a[2].n)) })(m, a[:2])
	}
}

// listed makes a slice; a nil list gives nil.
func listed[E any](m *machine, list []E, of func(*machine, E) Value) Value {
	if list == nil {
		return Value{}
	}
	o := m.array([]Value{{}}, len(list))
	for i, e := range list {
		o.cells[i] = of(m, e)
	}
	return Slice(o, 0, 1, len(list), len(list))
}

func (m *machine) text(s string) Value         { return String(s) }
func (m *machine) index(n int) Value           { return Int(int64(n)) }
func (m *machine) strings(list []string) Value { return listed(m, list, (*machine).text) }
func (m *machine) indices(list []int) Value    { return listed(m, list, (*machine).index) }

// opaqueError returns an error of which nothing is known, except that it is not nil and equals no
// other.
func opaqueError() Value {
	return Value{r: &content{t: runtimeError, id: -1, v: Pointer(&Object{cells: []Value{{}}}, 0)}}
}

// validJSON is encoding/json.Valid, whose scanner comes from a sync.Pool. It reads bytes one by
// one. So it is false as soon as no valid text has this beginning.
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

// begins reports whether a text is the beginning of valid JSON. It appends a byte that is valid
// nowhere, and checks that this byte is the first error.
func begins(text []byte) bool {
	var raw json.RawMessage
	err := json.Unmarshal(append(text[:len(text):len(text)], 1), &raw)
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	return ok && syntax.Offset > int64(len(text))
}
