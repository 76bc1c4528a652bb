package tree

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden reports whether the literal of v names something that another package does not export: a
// type, or a field that is not zero.
func hidden(v *Value) bool {
	if v == nil || v.Kind == Opaque || v.Kind == ByCalls {
		return false
	}
	typed := v.Kind == Compound || v.Kind == Sequence || v.Kind == Mapping || v.Kind == Boxed || v.Kind == Scalar
	if typed && hiddenType(v.Type) {
		return true
	}
	if v.Kind == Compound && strings.Contains(v.Type, ".") && !strings.HasPrefix(v.Type, "struct") {
		for i, name := range v.Names {
			if !exported(name) && name != "_" && !isZero(v.Elems[i]) {
				return true
			}
		}
	}
	return slices.ContainsFunc(v.Elems, hidden)
}

// hiddenType reports whether the text of a type, with package names, contains a type that its
// package does not export.
func hiddenType(t string) bool {
	for i, r := range t {
		if r == '.' && i > 0 && nameEnds(t[:i]) && !exported(t[i+1:]) && !strings.HasPrefix(t[i+1:], ".") {
			return true
		}
	}
	return false
}

func nameEnds(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

func exported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// condition writes the condition that parameter k, of the given name, equals an argument, which w
// writes. It is "" if Go has no expression for that.
func (f *askedFunc) condition(k int, name string, arg *Value, w *literals) string {
	switch {
	case !hidden(arg) && arg.Kind == Scalar && !strings.Contains(arg.Text, "NaN") && len(arg.Elems) == 0:
		return name + " == " + w.expr(arg, spot{})
	case !hidden(arg):
		return "reflect.DeepEqual(" + name + ", " + w.expr(arg, spot{typed: true}) + ")"
	case arg.Kind == Boxed:
		arg = arg.Elems[0]
	case arg.Type == f.params[k]:
		return "" // Every argument has this type.
	}
	t := arg.Type
	if hiddenType(t) {
		return "fmt.Sprintf(\"%T\", " + name + ") == " + strconv.Quote(t)
	}
	return "reflect.TypeOf(" + name + ") == reflect.TypeFor[" + t + "]()"
}

// Inexpressible reports whether v contains a function whose literal cannot distinguish all its questions:
// two of them have the same condition.
func Inexpressible(v *Value) bool {
	if v == nil {
		return false
	}
	if v.Kind != Asked {
		return slices.ContainsFunc(v.Elems, Inexpressible)
	}
	f := &askedFunc{literals: newLiterals(), questions: v.Elems[2:]}
	for _, p := range v.Elems[0].Elems {
		f.params = append(f.params, p.Type)
	}
	if len(f.params) == 0 || len(v.Elems[1].Elems) == 0 || f.constant() {
		return false
	}
	seen := map[string]bool{}
	for i := 0; i < len(f.questions); i += 2 {
		if slices.ContainsFunc(f.questions[i].Elems, hidden) {
			c := f.conditions(f.questions[i])
			if seen[c] {
				return true
			}
			seen[c] = true
		}
	}
	return false
}
