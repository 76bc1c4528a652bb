package analysis

import (
	"fmt"
	"go/types"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// How much of a type is described by a pattern of the texts that are decoded into it.
const (
	// decodedDepth is how deep values are nested, decodedFields how many fields of a
	// struct there are, decodedWords how many of the code's texts, and decodedInts how
	// many of its numbers, a value may be.
	decodedDepth, decodedFields, decodedWords, decodedInts = 3, 8, 12, 8
)

// A grammar makes patterns of texts from what the code compares values with.
type grammar struct {
	a *Program
	// words are texts without quotes, quoted those with, numbers decimal ones.
	words, quoted, numbers []string
}

// grammar is that of the words and the numbers gathered so far.
func (h *hinter) grammar() *grammar {
	g := &grammar{a: h.a, numbers: []string{"0", "1", "-1"}}
	for _, w := range spaced(keysOf(h.words)) {
		switch {
		case len(w) > 1 && w[0] == '"' && w[len(w)-1] == '"':
			g.quoted = append(g.quoted, w)
		case w != "" && !strings.ContainsFunc(w, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }):
			g.words = append(g.words, w)
		}
	}
	var ints []int64
	for n := range h.ints {
		if n > 1 && n < math.MaxInt64 {
			ints = append(ints, n)
		}
	}
	slices.Sort(ints)
	for _, n := range ints[max(0, len(ints)-decodedInts):] {
		for _, m := range [3]int64{n - 1, n, n + 1} {
			g.numbers = append(g.numbers, fmt.Sprint(m))
		}
	}
	return g
}

func keysOf(m map[string]bool) (list []string) {
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// oneOf is a pattern of some texts.
func oneOf(list ...string) string {
	quoted := make([]string, len(list))
	for i, t := range list {
		quoted[i] = regexp.QuoteMeta(t)
	}
	return "(" + strings.Join(quoted, "|") + ")"
}

// json is a pattern of texts of JSON that are decoded into a value of the type.
func (g *grammar) json(t types.Type, depth int) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		return "(null|" + g.json(p.Elem(), depth) + ")"
	}
	if _, basic := t.(*types.Basic); !basic && method(t, "UnmarshalJSON") != nil {
		return oneOf(append(slices.Clone(g.quoted), "null", "1", `"a"`, `"1"`)...)
	}
	if _, basic := t.(*types.Basic); !basic && method(t, "UnmarshalText") != nil {
		return g.text()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "(true|false)"
		case u.Info()&types.IsFloat != 0:
			return oneOf(append(slices.Clone(g.numbers), "0.5", "1e3", "-0")...)
		case u.Info()&types.IsInteger != 0:
			return oneOf(g.numbers...)
		case u.Info()&types.IsString != 0:
			return g.text()
		}
	case *types.Struct:
		return g.object(g.fields(u, depth))
	case *types.Map:
		var members []string
		for _, w := range g.keys() {
			members = append(members, regexp.QuoteMeta(`"`+w+`"`)+":"+g.element(u.Elem(), depth))
		}
		return g.object(members)
	case *types.Slice:
		e := g.element(u.Elem(), depth)
		return `\[(` + e + "(," + e + `)?)?\]`
	case *types.Array:
		return `\[` + strings.Join(slices.Repeat([]string{g.element(u.Elem(), depth)}, int(min(u.Len(), 3))), ",") + `\]`
	case *types.Interface:
		if depth == 0 {
			return "(null|true|0|" + g.text() + ")"
		}
		e := g.json(t, 0)
		return "(null|true|0|1.5|" + g.text() + "|\\[(" + e + ")?\\]|" + g.json(types.NewMap(types.Typ[types.String], t), depth-1) + ")"
	}
	return "null"
}

// element is the pattern of a part of a value.
func (g *grammar) element(t types.Type, depth int) string {
	if depth == 0 {
		return "null"
	}
	return g.json(t, depth-1)
}

// keys are the names that keys of maps have.
func (g *grammar) keys() []string {
	return append(slices.Clone(g.words[:min(len(g.words), decodedFields)]), "a")
}

// text is the pattern of a string: one of the code's, or a short one.
func (g *grammar) text() string {
	list := []string{`""`, `"a"`, `"1"`}
	for _, w := range g.words[:min(len(g.words), decodedWords)] {
		list = append(list, `"`+w+`"`)
	}
	return oneOf(list...)
}

// fields are the patterns of the members that stand for the fields of a struct.
func (g *grammar) fields(st *types.Struct, depth int) (members []string) {
	for i := range st.NumFields() {
		f, name := st.Field(i), tagName(st.Tag(i))
		if name == "-" || !f.Exported() && !f.Embedded() || len(members) == decodedFields {
			continue
		}
		if in, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() && name == "" {
			members = append(members, g.fields(in, depth)...)
			continue
		}
		if name == "" {
			name = f.Name()
		}
		members = append(members, regexp.QuoteMeta(`"`+name+`"`)+":"+g.element(f.Type(), depth))
	}
	return members
}

// tagName is the name that a tag gives a field in a text of JSON.
func tagName(tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	return name
}

// object is the pattern of an object: without members, with each of them alone, with two
// that follow each other, or with all.
func (g *grammar) object(members []string) string {
	list := slices.Clone(members)
	for i := 1; i < len(members) && len(members) > 2; i++ {
		list = append(list, members[i-1]+","+members[i])
	}
	if len(members) > 1 {
		all := strings.Join(members, ",")
		list = append(list, all, all)
	}
	if len(list) == 0 {
		return `\{\}`
	}
	return `\{(` + strings.Join(list, "|") + `)?\}`
}

// address is a pattern of addresses: of parts of the code's words.
func (g *grammar) address() string {
	names := append(slices.DeleteFunc(slices.Clone(g.words), func(w string) bool { return strings.ContainsAny(w, " /?#&=:@%") }), "a")
	names = names[:min(len(names), decodedWords)]
	values := "(" + oneOf(append(slices.Clone(names), "")...) + "|" + oneOf(g.numbers...) + ")"
	name := oneOf(names...)
	var paths []string
	for _, w := range g.words {
		if strings.HasPrefix(w, "/") && !strings.ContainsAny(w, " ?#") {
			paths = append(paths, w)
		}
	}
	path := "(/|/" + name + "|/" + name + "/" + values + ")"
	if len(paths) > 0 {
		path = "(" + path + "|" + oneOf(paths...) + values + "?)"
	}
	return path + `(\?` + name + "=" + values + "(&" + name + "=" + values + ")?)?"
}

// host is a pattern of the scheme and the host of an address.
func (g *grammar) host() string {
	names := append(slices.DeleteFunc(slices.Clone(g.words), func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return !wordLetter(r) && r != '.' && r != '-' })
	}), "http", "a")
	name := oneOf(names[max(0, len(names)-decodedWords-2):]...)
	return name + "://(" + name + "@)?" + name + "(:" + oneOf(g.numbers[:min(len(g.numbers), 1+3*decodedInts)]...) + "|:" + name + ")?"
}

func wordLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// request is a pattern of requests as they are sent: what the code asks for may be a
// key of the address, a header or a key of the body.
func (g *grammar) request() string {
	var headers, values []string
	for _, w := range g.words {
		if len(headers) < decodedFields && !strings.ContainsFunc(w, func(r rune) bool { return !wordLetter(r) && r != '-' }) {
			headers = append(headers, w)
		}
	}
	headers = append(headers, "Accept")
	values = append(append(slices.Clone(g.words[:min(len(g.words), decodedWords)]), g.numbers[:1]...), "a")
	methods := slices.DeleteFunc(slices.Clone(g.words), func(w string) bool {
		return strings.ToUpper(w) != w || strings.ContainsFunc(w, func(r rune) bool { return !wordLetter(r) })
	})
	field := oneOf(headers...) + ": " + oneOf(values...) + oneOf("", "a", "1") + "\r\n"
	tails := []string{"\r\n"}
	for i, k := range g.keys() {
		for _, n := range g.numbers[max(0, len(g.numbers)-2):] {
			tails = append(tails, body("application/x-www-form-urlencoded", k+"="+n))
		}
		if i < len(values) {
			tails = append(tails, body("application/x-www-form-urlencoded", k+"="+values[i]))
		}
		tails = append(tails, body("application/json", `{"`+k+`":`+g.numbers[len(g.numbers)-1]+"}"))
	}
	return oneOf(append(methods, "GET", "POST")...) + " " + g.address() + " HTTP/1\\.1\r\n(" + field + "(" + field + ")?)?(" + strings.Join(tails, "|") + ")"
}

// body is a pattern of the body of a request, with the headers that tell what it is.
func body(kind, text string) string {
	return regexp.QuoteMeta(fmt.Sprintf("Content-Type: %s\r\nContent-Length: %d\r\n\r\n%s", kind, len(text), text))
}

// readFrom adds the patterns of texts of which inputs of types of the standard library are
// made.
func (h *hinter) readFrom(inputs []types.Type) {
	for _, t := range inputs {
		n, ok := t.(*types.Named)
		if !ok || n.Obj().Pkg() == nil {
			continue
		}
		switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
		case "net/http.Request":
			h.patterns[h.grammar().request()] = true
		case "net/url.URL":
			g := h.grammar()
			h.patterns["("+g.host()+")?"+g.address()] = true
		}
	}
}

// structured adds the patterns of texts that are decoded into values of types.
func (h *hinter) structured() {
	if len(h.decoded) == 0 {
		return
	}
	g := h.grammar()
	for _, t := range h.decoded {
		if t = pointed(types.Unalias(t)); !isParam(t) {
			h.patterns[g.json(t, decodedDepth)] = true
		}
	}
}
