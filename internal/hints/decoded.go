package hints

import (
	"encoding/base64"
	"fmt"
	"go/types"
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
			return "(null|true|" + oneOf(g.numbers...) + "|" + g.text() + ")"
		}
		e := g.json(t, 0)
		return "(null|true|" + oneOf(append(slices.Clone(g.numbers), "1.5")...) + "|" + g.text() + "|\\[(" + e + ")?\\]|" +
			g.json(types.NewMap(types.Typ[types.String], t), depth-1) + ")"
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

// request is a pattern of requests as they are sent: what the code asks for may be a
// key of the address, a header, a cookie or a key of the body.
func (g *grammar) request() string {
	methods := slices.DeleteFunc(slices.Clone(g.words), func(w string) bool {
		return strings.ToUpper(w) != w || strings.ContainsFunc(w, func(r rune) bool { return !wordLetter(r) })
	})
	name := g.name()
	value := g.value()
	if len(g.marks) > 0 {
		value += "(" + oneOf(g.marks...) + g.value() + ")?"
	}
	headers := []string{name + ": " + value, "Cookie: " + name + "=" + g.value()}
	if g.authorized {
		headers = append(headers, g.credentials())
	}
	field := "(" + strings.Join(headers, "|") + ")\r\n"
	tails := []string{"\r\n"}
	for i, k := range g.keys() {
		for _, n := range g.numbers[max(0, len(g.numbers)-2):] {
			tails = append(tails, body("application/x-www-form-urlencoded", k+"="+n))
		}
		tails = append(tails, body("application/x-www-form-urlencoded", k+"=0"))
		if i < len(g.words) {
			tails = append(tails, body("application/x-www-form-urlencoded", k+"="+g.words[i]))
		}
		tails = append(tails, body("application/json", `{"`+k+`":`+g.numbers[len(g.numbers)-1]+"}"))
	}
	return oneOf(append(methods, "GET", "POST")...) + " " + g.address() + " HTTP/1\\.1\r\n(" + field + "(" + field + ")?)?(\r\n|" + strings.Join(tails, "|") + ")"
}

// credentials are headers with a name and a password of the code.
func (g *grammar) credentials() string {
	var list []string
	names := append(slices.Clone(g.words[:min(len(g.words), decodedFields)]), "a")
	for _, user := range names {
		for _, word := range append(slices.Clone(names), "") {
			list = append(list, base64.StdEncoding.EncodeToString([]byte(user+":"+word)))
		}
	}
	return "Authorization: Basic " + oneOf(list...)
}

// body is a pattern of the body of a request, with the headers that tell what it is.
func body(kind, text string) string {
	return regexp.QuoteMeta(fmt.Sprintf("Content-Type: %s\r\nContent-Length: %d\r\n\r\n%s", kind, len(text), text))
}

// readFrom adds the patterns of texts of which inputs of types of the standard library are
// made.
func (h *hinter) readFrom(inputs []types.Type) {
	h.out.Formatted = true
	for _, v := range h.c.Inputs() {
		eachUnformatted(v.Type, map[types.Type]bool{}, func(t types.Type) {
			h.out.Formatted = h.out.Formatted && !readsAny(t)
		})
	}
	for _, t := range inputs {
		switch formatted(t) {
		case "net/http.Request":
			h.patterns[h.grammar().request()] = true
		case "net/url.URL":
			g := h.grammar()
			h.patterns["("+g.host()+")?"+g.address()] = true
		}
	}
}

// formatted is the name of a type of which values are read from texts of a format, "" for
// others.
func formatted(t types.Type) string {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	switch name := n.Obj().Pkg().Path() + "." + n.Obj().Name(); name {
	case "net/http.Request", "net/url.URL":
		return name
	}
	return ""
}

// eachUnformatted yields t and the types that values of t reach, but for what is read from
// texts of a format.
func eachUnformatted(t types.Type, seen map[types.Type]bool, yield func(types.Type)) {
	if t = types.Unalias(t); seen[t] || formatted(t) != "" {
		return
	}
	seen[t] = true
	yield(t)
	for _, part := range parts(t) {
		eachUnformatted(part, seen, yield)
	}
}

// readsAny tells whether values of a type are texts, or read any.
func readsAny(t types.Type) bool {
	if i, ok := t.Underlying().(*types.Interface); ok {
		obj, _, _ := types.LookupFieldOrMethod(i, false, nil, "Read")
		return obj != nil
	}
	named, ok := t.(*types.Named)
	return isTexts(t) || ok && (scans(named) || method(named, "Read") != nil)
}

// structured adds the patterns of texts that are decoded into values of types, and those
// of objects in which the code looks for keys within what goes by other keys.
func (h *hinter) structured() {
	g := h.grammar()
	for _, d := range h.decoded {
		t := pointed(types.Unalias(d.t))
		switch {
		case isParam(t):
		case d.xml:
			h.patterns[g.xml(t, "", decodedDepth)] = true
		default:
			h.patterns[g.json(t, decodedDepth)] = true
			if anyIn(t) {
				h.nested(g)
			}
		}
	}
	if len(g.prefixes)+len(g.suffixes) > 0 {
		h.patterns[g.phrase()] = true
	}
	for p := range h.patterns {
		if strings.ContainsRune(p, slot) {
			delete(h.patterns, p)
			h.patterns[g.filled(p)] = true
		}
	}
}

// nested adds the patterns of objects that have what the code looks for by keys, and by
// parts of texts that it takes apart.
func (h *hinter) nested(g *grammar) {
	paths := slices.Clone(h.paths)
	for _, w := range g.words {
		if parts := strings.FieldsFunc(w, func(r rune) bool { return !wordLetter(r) && r != '_' && r != '-' }); len(parts) > 1 {
			paths = append(paths, parts)
		}
	}
	for _, path := range paths[:min(len(paths), decodedWords)] {
		h.patterns[g.along(path)] = true
	}
}

// anyIn tells whether values of a type hold what any type may have.
func anyIn(t types.Type) (found bool) {
	eachPart(t, map[types.Type]bool{}, func(t types.Type) {
		i, ok := t.Underlying().(*types.Interface)
		found = found || ok && i.NumMethods() == 0
	})
	return found
}
