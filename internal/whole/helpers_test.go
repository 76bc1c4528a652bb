package whole

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A helper is a function of the package that goes through all that a structure
// reaches: it counts, or adds up the data as well.
type helper struct {
	name  string
	text  string
	reads map[string]bool
	calls []*helper
}

// allReads are the fields that the helper and those it calls select.
func (h *helper) allReads() []string {
	seen, reads := map[*helper]bool{}, map[string]bool{}
	var walk func(h *helper)
	walk = func(h *helper) {
		if seen[h] {
			return
		}
		seen[h] = true
		maps.Copy(reads, h.reads)
		for _, c := range h.calls {
			walk(c)
		}
	}
	walk(h)
	return slices.Sorted(maps.Keys(reads))
}

// helper is that of a structure.
func (g *generator) helper(t *typ, data bool) *helper {
	name := "shape"
	if data {
		name = "total"
	}
	for _, c := range t.name {
		if c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' {
			c = '_' // of type arguments
		}
		name += string(c)
	}
	for _, h := range g.helpers {
		if h.name == name {
			return h
		}
	}
	h := &helper{name: name, reads: map[string]bool{}}
	g.helpers = append(g.helpers, h)
	var b strings.Builder
	fmt.Fprintf(&b, "func %s(v %s) int {\n\tn := 1\n", name, t)
	for _, f := range t.fields {
		if code := g.gone(h, "v."+f.name, f.typ, data, 0); code != "" {
			h.reads[t.origin()+"."+f.name] = true
			b.WriteString(code)
		}
	}
	b.WriteString("\treturn n\n}\n")
	h.text = b.String()
	return h
}

// gone is code that adds what e counts to n, empty where nothing of it does.
func (g *generator) gone(h *helper, e string, t *typ, data bool, level int) string {
	x := fmt.Sprintf("x%d", level)
	switch t.kind {
	case boolean, number, float, complexNumber, text, enum:
		if !data {
			return ""
		}
		return scalar(e, t)
	case slice, array, mapping:
		if t.named && t.recursive() {
			return fmt.Sprintf("\tn += len(%s)\n", e)
		}
		inner := g.gone(h, x, t.elem, data, level+1)
		if inner == "" && t.kind == array {
			return "" // its length is a constant
		}
		if inner == "" {
			return fmt.Sprintf("\tn += len(%s)\n", e)
		}
		return fmt.Sprintf("\tfor _, %s := range %s {\n\tn++\n%s\t}\n", x, e, inner)
	case pointer:
		return fmt.Sprintf("\tif %s != nil {\n\tn++\n%s\t}\n", e, g.gone(h, "(*"+e+")", t.elem, data, level))
	case structure:
		c := g.helper(t, data)
		h.calls = append(h.calls, c)
		return fmt.Sprintf("\tn += %s(%s)\n", c.name, e)
	case sum:
		code := fmt.Sprintf("\tswitch %s := %s.(type) {\n", x, e)
		for _, a := range t.alts {
			inner := g.gone(h, x, a, data, level+1)
			if inner == "" {
				inner = "\t_ = " + x + "\n\tn++\n"
			}
			code += fmt.Sprintf("\tcase %s:\n%s", a, inner)
		}
		return code + "\t}\n"
	}
	return ""
}

// scalar is code that adds what a scalar e is to n.
func scalar(e string, t *typ) string {
	switch {
	case t.kind == boolean:
		return fmt.Sprintf("\tif %s {\n\tn++\n\t}\n", e)
	case t.kind == complexNumber:
		return fmt.Sprintf("\tif real(%s) > imag(%s) {\n\tn++\n\t}\n", e, e)
	case t.kind == float:
		return fmt.Sprintf("\tif %s > 0.5 {\n\tn++\n\t}\n", e)
	case t.kind == text || t.text:
		return fmt.Sprintf("\tn += len(%s)\n", e)
	}
	return fmt.Sprintf("\tn += int(%s)\n", e)
}

// inst is the spelling of t with the type arguments of the instantiation.
func (t *typ) inst() string {
	return strings.NewReplacer("TT", "int8", "UU", "string").Replace(t.String())
}

// invariant gives a structure a law over its scalar fields.
func (g *generator) invariant(t *typ) {
	s := &scope{g: g, f: &fn{reads: map[string]bool{}}, vars: []path{{ex: same("self"), t: t}}}
	t.law = s.truth(1)
}
