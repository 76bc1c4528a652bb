package texts

import (
	"encoding/base64"
	"fmt"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Limits of a pattern of the texts that are decoded into a type.
const (
	// MostNested bounds the nesting of values, MostFields the fields of a struct, MostWords the
	// texts of the code and MostInts the numbers of the code that a value may be.
	MostNested, MostFields, MostWords, MostInts = 3, 8, 12, 8
)

// JSON returns a pattern of JSON texts that are decoded into a value of the type.
func (g *Grammar) JSON(t types.Type, depth int) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		return "(null|" + g.JSON(p.Elem(), depth) + ")"
	}
	if _, basic := t.(*types.Basic); !basic && MethodOf(t, "UnmarshalJSON") != nil {
		return oneOf(append(slices.Clone(g.Quoted), "null", "1", `"a"`, `"1"`)...)
	}
	if _, basic := t.(*types.Basic); !basic && MethodOf(t, "UnmarshalText") != nil {
		return g.text()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "(true|false)"
		case u.Info()&types.IsFloat != 0:
			return oneOf(append(slices.Clone(g.Numbers), "0.5", "1e3", "-0")...)
		case u.Info()&types.IsInteger != 0:
			return oneOf(g.Numbers...)
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
			return "(null|true|" + oneOf(g.Numbers...) + "|" + g.text() + ")"
		}
		e := g.JSON(t, 0)
		return "(null|true|" + oneOf(append(slices.Clone(g.Numbers), "1.5")...) + "|" + g.text() + "|\\[(" + e + ")?\\]|" +
			g.JSON(types.NewMap(types.Typ[types.String], t), depth-1) + ")"
	}
	return "null"
}

// element returns the pattern of a part of a value.
func (g *Grammar) element(t types.Type, depth int) string {
	if depth == 0 {
		return "null"
	}
	return g.JSON(t, depth-1)
}

// keys returns the names of map keys.
func (g *Grammar) keys() []string {
	return append(slices.Clone(g.Words[:min(len(g.Words), MostFields)]), "a")
}

// text returns the pattern of a string: one of the code's, or a short one.
func (g *Grammar) text() string {
	list := []string{`""`, `"a"`, `"1"`}
	for _, w := range g.Words[:min(len(g.Words), MostWords)] {
		list = append(list, `"`+w+`"`)
	}
	return oneOf(list...)
}

// fields returns the patterns of the members for the fields of a struct.
func (g *Grammar) fields(st *types.Struct, depth int) (members []string) {
	for i := range st.NumFields() {
		f, name := st.Field(i), tagName(st.Tag(i))
		if name == "-" || !f.Exported() && !f.Embedded() || len(members) == MostFields {
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

// tagName returns the name that a tag gives a field in JSON.
func tagName(tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	return name
}

// object returns the pattern of an object without members, with each of them alone, with two
// adjacent ones, or with all.
func (g *Grammar) object(members []string) string {
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

// Address returns a pattern of addresses made of the code's words.
func (g *Grammar) Address() string {
	names := append(slices.DeleteFunc(slices.Clone(g.Words), func(w string) bool { return strings.ContainsAny(w, " /?#&=:@%") }), "a")
	names = names[:min(len(names), MostWords)]
	values := "(" + oneOf(append(slices.Clone(names), "")...) + "|" + oneOf(g.Numbers...) + ")"
	name := oneOf(names...)
	var paths []string
	for _, w := range g.Words {
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

// Host returns a pattern of the scheme and the host of an address.
func (g *Grammar) Host() string {
	names := append(slices.DeleteFunc(slices.Clone(g.Words), func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return !WordLetter(r) && r != '.' && r != '-' })
	}), "http", "a")
	name := oneOf(names[max(0, len(names)-MostWords-2):]...)
	return name + "://(" + name + "@)?" + name + "(:" + oneOf(g.Numbers[:min(len(g.Numbers), 1+3*MostInts)]...) + "|:" + name + ")?"
}

// Request returns a pattern of requests as they are sent. What the code asks for may be a key of
// the address, a header, a cookie or a key of the body.
func (g *Grammar) Request() string {
	methods := slices.DeleteFunc(slices.Clone(g.Words), func(w string) bool {
		return strings.ToUpper(w) != w || strings.ContainsFunc(w, func(r rune) bool { return !WordLetter(r) })
	})
	name := g.name()
	value := g.value()
	if len(g.Marks) > 0 {
		value += "(" + oneOf(g.Marks...) + g.value() + ")?"
	}
	headers := []string{name + ": " + value, "Cookie: " + name + "=" + g.value()}
	if g.Authorized {
		headers = append(headers, g.credentials())
	}
	field := "(" + strings.Join(headers, "|") + ")\r\n"
	tails := []string{"\r\n"}
	for i, k := range g.keys() {
		for _, n := range g.Numbers[max(0, len(g.Numbers)-2):] {
			tails = append(tails, body("application/x-www-form-urlencoded", k+"="+n))
		}
		tails = append(tails, body("application/x-www-form-urlencoded", k+"=0"))
		if i < len(g.Words) {
			tails = append(tails, body("application/x-www-form-urlencoded", k+"="+g.Words[i]))
		}
		tails = append(tails, body("application/json", `{"`+k+`":`+g.Numbers[len(g.Numbers)-1]+"}"))
	}
	return oneOf(append(methods, "GET", "POST")...) + " " + g.Address() + " HTTP/1\\.1\r\n(" + field + "(" + field + ")?)?(\r\n|" + strings.Join(tails, "|") + ")"
}

// credentials returns a pattern of headers with a name and a password of the code.
func (g *Grammar) credentials() string {
	var list []string
	names := append(slices.Clone(g.Words[:min(len(g.Words), MostFields)]), "a")
	for _, user := range names {
		for _, word := range append(slices.Clone(names), "") {
			list = append(list, base64.StdEncoding.EncodeToString([]byte(user+":"+word)))
		}
	}
	return "Authorization: Basic " + oneOf(list...)
}

// body returns a pattern of the body of a request, with the headers that describe it.
func body(kind, text string) string {
	return regexp.QuoteMeta(fmt.Sprintf("Content-Type: %s\r\nContent-Length: %d\r\n\r\n%s", kind, len(text), text))
}
