package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// asked writes a function that was asked questions as a function literal. It answers these
// questions as before, and all others with zero values.
func (w *literals) asked(v *Value) string {
	f := &askedFunc{literals: w, once: map[*Value]string{}}
	text := f.literal(v)
	for i, name := range parameterNames(text, v.Elems[0].Names, len(f.params)) {
		text = strings.ReplaceAll(text, parameter(i), name)
	}
	return text
}

// literal writes the function with placeholders for the parameter names.
func (f *askedFunc) literal(v *Value) string {
	for _, p := range v.Elems[0].Elems {
		f.params = append(f.params, p.Type)
	}
	for _, r := range v.Elems[1].Elems {
		f.results = append(f.results, r.Type)
	}
	f.questions = v.Elems[2:]
	if n := len(f.params); v.Text == "..." && n > 0 {
		f.params[n-1] = "..." + strings.TrimPrefix(f.params[n-1], "[]")
	}
	switch {
	case len(f.results) == 0:
		return "func(" + strings.Join(f.params, ", ") + ") {}"
	case len(f.params) == 0:
		return f.answersInOrder()
	case f.constant():
		return fmt.Sprintf("func(%s) %s { return %s }", strings.Join(f.params, ", "), f.resultList(), f.answer(0))
	case len(f.questions) == 0:
		return f.zero()
	case f.plain():
		return f.table()
	}
	return f.cases()
}

type askedFunc struct {
	literals        *literals
	params, results []string
	// questions are arguments and answers, alternating.
	questions []*Value
	// once are the names of variables for answers that must be the same value each time.
	once map[*Value]string
}

func (f *askedFunc) resultList() string {
	if len(f.results) == 1 {
		return f.results[0]
	}
	return "(" + strings.Join(f.results, ", ") + ")"
}

// answer writes the answer to question i.
func (f *askedFunc) answer(i int) string {
	var out []string
	for _, r := range f.questions[2*i+1].Elems {
		out = append(out, f.result(r))
	}
	return strings.Join(out, ", ")
}

// result writes one result. A comparable value with pointers is kept in a variable, so that the
// function returns the same pointers each time.
func (f *askedFunc) result(r *Value) string {
	if len(f.params) == 0 || !comparable(r) || !identified(r) {
		return Literal(r)
	}
	if f.once[r] == "" {
		name := f.literals.variable("")
		f.literals.stmts = append(f.literals.stmts, name+" := "+Literal(r))
		f.once[r] = name
	}
	return f.once[r]
}

func comparable(v *Value) bool {
	switch v.Kind {
	case Mapping, Function, Asked:
		return false
	case Sequence:
		return isArray(v.Type) && !slices.ContainsFunc(v.Elems, func(e *Value) bool { return !comparable(e) })
	case Compound:
		return !slices.ContainsFunc(v.Elems, func(e *Value) bool { return !comparable(e) })
	}
	return true
}

// identified reports whether a comparable value is or contains a pointer.
func identified(v *Value) bool {
	switch v.Kind {
	case Address:
		return true
	case ByCalls:
		return strings.HasPrefix(v.Type, "*") || v.Type == "error"
	case Boxed, Sequence, Compound:
		return slices.ContainsFunc(v.Elems, identified)
	}
	return false
}

// constant reports whether all questions have the same answer.
func (f *askedFunc) constant() bool {
	for i := range len(f.questions) / 2 {
		for k, r := range f.questions[2*i+1].Elems {
			first := f.questions[1].Elems[k]
			if Literal(r) != Literal(first) || i > 0 && len(f.params) > 0 && identified(r) {
				return false
			}
		}
	}
	return len(f.questions) > 0
}

// names returns placeholders for the names of the parameters.
func (f *askedFunc) names() []string {
	names := make([]string, len(f.params))
	for i := range names {
		names[i] = parameter(i)
	}
	return names
}

// paramList writes the parameters; adjacent ones of one type share it.
func (f *askedFunc) paramList() string {
	var out []string
	for i, n := range f.names() {
		if i+1 < len(f.params) && f.params[i] == f.params[i+1] {
			out = append(out, n)
		} else {
			out = append(out, n+" "+f.params[i])
		}
	}
	return strings.Join(out, ", ")
}

// plain reports whether a map can express the function: all arguments are scalars of one type, and
// there is one result.
func (f *askedFunc) plain() bool {
	if len(f.results) != 1 || strings.HasPrefix(f.params[len(f.params)-1], "...") {
		return false
	}
	for i := 0; i < len(f.questions); i += 2 {
		for _, a := range f.questions[i].Elems {
			if a.Kind != Scalar || strings.Contains(a.Text, "NaN") || a.Text == "-0" {
				return false
			}
		}
	}
	return !slices.ContainsFunc(f.params, func(p string) bool { return p != f.params[0] })
}

// table writes the function as a lookup in a map.
func (f *askedFunc) table() string {
	names := f.names()
	key, lookup := f.params[0], names[0]
	if len(names) > 1 {
		key = fmt.Sprintf("[%d]%s", len(names), f.params[0])
		lookup = key + "{" + strings.Join(names, ", ") + "}"
	}
	var entries []string
	for i := 0; i < len(f.questions); i += 2 {
		var args []string
		for _, a := range f.questions[i].Elems {
			args = append(args, f.literals.expr(a, spot{}))
		}
		k := strings.Join(args, ", ")
		if len(names) > 1 {
			k = "{" + k + "}"
		}
		entries = append(entries, k+": "+f.result(f.questions[i+1].Elems[0]))
	}
	return fmt.Sprintf("func(%s) %s { return map[%s]%s{%s}[%s] }", f.paramList(), f.results[0], key, f.results[0], strings.Join(entries, ", "), lookup)
}

// zero writes a function that was never asked.
func (f *askedFunc) zero() string {
	if z := f.zeros(); z != "" {
		return fmt.Sprintf("func(%s) %s { return %s }", strings.Join(f.params, ", "), f.resultList(), z)
	}
	return fmt.Sprintf("func(%s) (%s) { return }", strings.Join(f.params, ", "), f.namedResults())
}

// namedResults writes the results with names, so that a plain return returns zeros.
func (f *askedFunc) namedResults() string {
	var out []string
	for i, r := range f.results {
		out = append(out, "r"+strconv.Itoa(i+1)+" "+r)
	}
	return strings.Join(out, ", ")
}

// zeros writes the zero values of the results; "" if the text of a type does not say how.
func (f *askedFunc) zeros() string {
	var out []string
	for _, t := range f.results {
		z := zeroOf(t)
		if z == "" {
			return ""
		}
		out = append(out, z)
	}
	return strings.Join(out, ", ")
}

func zeroOf(t string) string {
	switch t {
	case "bool":
		return "false"
	case "string":
		return `""`
	case "error", "any", "interface {}":
		return "nil"
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
		"float32", "float64", "complex64", "complex128", "byte", "rune":
		return "0"
	}
	for _, p := range []string{"*", "[]", "map[", "func(", "chan ", "interface{"} {
		if strings.HasPrefix(t, p) {
			return "nil"
		}
	}
	return ""
}

// cases writes the function as a switch.
func (f *askedFunc) cases() string {
	var b strings.Builder
	last := "return " + f.zeros()
	results := f.resultList()
	if f.zeros() == "" {
		last, results = "return", "("+f.namedResults()+")"
	}
	fmt.Fprintf(&b, "func(%s) %s {\n\tswitch {\n", f.paramList(), results)
	for i := 0; i < len(f.questions); i += 2 {
		fmt.Fprintf(&b, "\tcase %s:\n\t\treturn %s\n", f.conditions(f.questions[i]), indented(f.answer(i/2), "\t\t"))
	}
	fmt.Fprintf(&b, "\t}\n\t%s\n}", last)
	return b.String()
}

// conditions writes the condition that the arguments equal those of a recorded call.
func (f *askedFunc) conditions(question *Value) string {
	names := f.names()
	w := f.literals.apart(question.Elems)
	var out []string
	for k, a := range question.Elems {
		if c := f.condition(k, names[k], a, w); c != "" {
			out = append(out, c)
		}
	}
	f.literals.stmts = append(f.literals.stmts, w.stmts...)
	return cmp.Or(strings.Join(out, " && "), "true")
}

// answersInOrder writes a function without parameters, which gives its answers one after another.
func (f *askedFunc) answersInOrder() string {
	if len(f.questions) == 0 {
		return f.zero()
	}
	var b strings.Builder
	typ := "func() " + f.resultList()
	fmt.Fprintf(&b, "func() %s {\n\tn := 0\n\treturn func() ", typ)
	last, results := "return "+f.zeros(), f.resultList()
	if f.zeros() == "" {
		last, results = "return", "("+f.namedResults()+")"
	}
	fmt.Fprintf(&b, "%s {\n\t\tn++\n\t\tswitch n {\n", results)
	for i := range len(f.questions) / 2 {
		fmt.Fprintf(&b, "\t\tcase %d:\n\t\t\treturn %s\n", i+1, indented(f.answer(i), "\t\t\t"))
	}
	fmt.Fprintf(&b, "\t\t}\n\t\t%s\n\t}\n}()", last)
	return b.String()
}

// indented indents all lines of a literal but the first.
func indented(s, by string) string { return strings.ReplaceAll(s, "\n", "\n"+by) }
