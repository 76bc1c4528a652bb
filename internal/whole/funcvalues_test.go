package whole

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// source is the helper as Go. Of some helpers the body is in a function value that the
// package keeps in a variable, a slice, a map, or a field: what it reads is read all the same.
func (h *helper) source() string {
	head, body, _ := strings.Cut(h.text, "\n")
	sig := strings.TrimSuffix(strings.TrimPrefix(head, "func "+h.name), " {")
	value := "kept" + h.name
	forms := [...]struct{ variable, set, call string }{
		{"%s func%s", "%s = ", "%s(v)"},
		{"%s []func%s", "%s = append(%[1]s, ", "%s[0](v)"},
		{"%s = map[string]func%s{}", `%s["a"] = `, `%s["a"](v)`},
		{"%s struct{ inner *struct { f func%s } }", "%s.inner = new(struct { f func%s })\n\t%[1]s.inner.f = ", "%s.inner.f(v)"},
		{"%s any", "%s = ", "%s.(func%s)(v)"},
	}
	sum := fnv.New32a()
	sum.Write([]byte(h.text))
	n := int(sum.Sum32()) % (3 * len(forms))
	if n >= len(forms) {
		return h.text
	}
	say := func(format string) string {
		return strings.NewReplacer("%s any", value+" any", "func%s", "func"+sig, "%[1]s", value, "%s", value).Replace(format)
	}
	end := ""
	if n == 1 {
		end = ")"
	}
	return fmt.Sprintf("var %s\n\nfunc init() {\n\t%sfunc%s {\n%s%s\n}\n\n%s\n\treturn %s\n}\n",
		say(forms[n].variable), say(forms[n].set), sig, strings.TrimSuffix(body, "\n"), end, head, say(forms[n].call))
}
