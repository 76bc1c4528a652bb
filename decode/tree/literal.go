package tree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Literal returns v as a Go expression that can be pasted where a value of v's type is expected. It
// has the shortest form that gofmt keeps: struct fields that are zero are omitted, and types of
// inner literals too. A slice with Room is cut off a longer one. A value that refers to itself, or
// to something twice, is a function literal that is called in place.
func Literal(v *Value) string { return LiteralNamed("", v) }

// LiteralNamed is Literal with a name, unless empty, for the variable of a value that calls made.
func LiteralNamed(name string, v *Value) string { return LiteralBeside(name, v, nil) }

// LiteralBeside is LiteralNamed where what v has in common with other values is written as operands
// of these; see Operands.
func LiteralBeside(name string, v *Value, operands map[int]string) string {
	w := newLiterals()
	w.operands = operands
	stmts, exprs := w.named([]string{name}, []*Value{v})
	if len(stmts) == 0 {
		return exprs[0]
	}
	return fmt.Sprintf("func() %s {\n\t%s\n\treturn %s\n}()", v.Type, strings.Join(stmts, "\n\t"), exprs[0])
}

// Literals is Literal for several values that may share memory: statements that declare what is
// referred to more than once, and an expression for each value.
func Literals(vs []*Value) (stmts, exprs []string) { return Named(nil, vs) }

// Named is Literals with names, by index, for variables that hold values. These are values that
// calls made, and values that contain another one.
func Named(names []string, vs []*Value) (stmts, exprs []string) {
	return newLiterals().named(names, vs)
}

func (w *literals) named(names []string, vs []*Value) (stmts, exprs []string) {
	for i, name := range names {
		if i < len(vs) && name != "" && name != "_" {
			w.wanted[vs[i]] = name
		}
	}
	refs := References(names, vs)
	named := roots(names, vs, refs)
	windows := arraysOf(vs)
	for i, v := range vs {
		switch {
		case windows[i] != nil:
			if windows[i].first == i {
				w.findShared(windows[i].array)
			}
		case refs[i] == "":
			w.findShared(v)
		}
		if v != nil && v.Declared {
			if named == nil {
				named = map[int]bool{}
			}
			named[i] = true
		}
		if named[i] {
			w.used[variableName(names, i)] = true
		}
	}
	for i, v := range vs {
		switch {
		case windows[i] != nil:
			exprs = append(exprs, w.window(windows[i], v, names))
		case refs[i] != "":
			exprs = append(exprs, refs[i])
		case named[i]:
			name := variableName(names, i)
			w.roots[v.ID] = name
			if expr := w.expr(v, spot{typed: true}); expr != name {
				w.stmts = append(w.stmts, name+" := "+expr)
			}
			exprs = append(exprs, name)
		default:
			exprs = append(exprs, w.expr(v, spot{}))
		}
	}
	return w.stmts, exprs
}

// Cut returns s for a screen: at most limit characters, followed by the number of characters left
// out. A shorter s is returned unchanged.
func Cut(s string, limit int) string {
	n := utf8.RuneCountInString(s)
	if n <= limit {
		return s
	}
	rs := []rune(s)
	return fmt.Sprintf("%s… (%d characters more)", string(rs[:limit]), n-limit)
}

// literals writes values that may share memory.
type literals struct {
	// shared has the IDs that are referred to more than once. names are the variables of those
	// already met, defined those whose declaration is written.
	shared  map[int]bool
	names   map[int]string
	defined map[int]bool
	// pending are assignments that wait for the declaration of an ID.
	pending map[int][]string
	stmts   []string
	// wanted are the requested names for variables of values made by calls. used are the names that
	// are taken.
	wanted map[*Value]string
	// roots are the names of the variables that contain other values.
	roots map[int]string
	used  map[string]bool
	// operands are expressions for IDs that are written elsewhere.
	operands map[int]string
}

func newLiterals() *literals {
	return &literals{
		shared: map[int]bool{}, names: map[int]string{}, pending: map[int][]string{}, defined: map[int]bool{},
		wanted: map[*Value]string{}, used: map[string]bool{}, roots: map[int]string{},
	}
}

// A spot describes the place of an expression.
type spot struct {
	// typed says that the type must be written: the place is in an interface.
	typed bool
	// elided says that the type of a composite literal may be omitted.
	elided bool
	// path is an assignable operand for the place once all is declared; "" if there is none.
	path string
}

func (w *literals) expr(v *Value, at spot) string {
	if operand := w.operands[v.ID]; operand != "" && (v.Kind == Shared || v.isReference()) {
		return operand
	}
	if v.Kind == Shared {
		return w.sharedReference(v, at)
	}
	if v.ID == 0 || !w.shared[v.ID] {
		return w.firstOccurrence(v, at)
	}
	name := w.roots[v.ID]
	if name == "" {
		for i := len(w.names) + 1; name == "" || w.used[name]; i++ {
			name = fmt.Sprintf("v%d", i)
		}
		w.used[name] = true
	}
	w.names[v.ID] = name
	path := name
	if v.Kind == Address && v.Elems[0].Kind != Compound {
		path = "(*" + name + ")"
	}
	s := w.firstOccurrence(v, spot{typed: true, path: path})
	w.stmts = append(w.stmts, name+" := "+s)
	w.defined[v.ID] = true
	w.stmts = append(w.stmts, w.pending[v.ID]...)
	return name
}

func (w *literals) firstOccurrence(v *Value, at spot) string {
	switch v.Kind {
	case Nil:
		return nilOf(v, at)
	case Scalar:
		return scalar(v, at)
	case Compound:
		return w.compound(v, at)
	case Sequence:
		return w.sequence(v, at)
	case Mapping:
		return w.mapping(v, at)
	case Address:
		return w.address(v, at)
	case Boxed:
		w.wanted[v.Elems[0]] = w.wanted[v]
		inner := at
		inner.typed, inner.elided = true, false
		switch v.Elems[0].Kind {
		case Compound, Sequence, Scalar:
			inner.path = "" // The contents of an interface cannot be assigned to.
		}
		text := w.expr(v.Elems[0], inner)
		if held := v.Elems[0]; held.Kind == Asked && held.Type != "" && !strings.HasPrefix(held.Type, "func") {
			return convert(held.Type, text) // The named type has the methods.
		}
		return text
	case Function:
		if v.Text == "" {
			return "func"
		}
		return v.Text
	case ByCalls:
		return w.byCalls(v)
	case Asked:
		return w.asked(v)
	case Yielded:
		return w.yielded(v)
	case Channel:
		return channel(v)
	case Answering:
		return w.answered(v)
	case Opaque, Shared, Called:
		return v.Text
	}
	return v.Text
}

// channel makes a channel like v. A comment says how many values wait in v.
func channel(v *Value) string {
	s := "make(" + v.Type
	if v.Cap > 0 {
		s += ", " + strconv.Itoa(v.Cap)
	}
	if v.Text != "0" {
		s += " /* holds " + v.Text + " */"
	}
	return s + ")"
}

func nilOf(v *Value, at spot) string {
	if !at.typed || v.Type == "" {
		return "nil"
	}
	return convert(v.Type, "nil")
}

// convert returns T(x).
func convert(t, x string) string {
	if strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func") || strings.HasPrefix(t, "<-") || strings.HasPrefix(t, "chan") {
		t = "(" + t + ")"
	}
	return t + "(" + x + ")"
}

func (w *literals) compound(v *Value, at spot) string {
	var fields []string
	for i, e := range v.Elems {
		if isZero(e) || v.Names[i] == "_" {
			continue
		}
		inner := spot{}
		if at.path != "" {
			inner.path = at.path + "." + v.Names[i]
		}
		s := w.expr(e, inner)
		if s == "nil" {
			continue // It is assigned later.
		}
		fields = append(fields, v.Names[i]+": "+s)
	}
	return typeUnless(at.elided, v.Type) + "{" + strings.Join(fields, ", ") + "}"
}

func typeUnless(elided bool, t string) string {
	if elided {
		return ""
	}
	return t
}

// isZero reports whether v is the zero value of its type.
func isZero(v *Value) bool {
	switch v.Kind {
	case Nil:
		return true
	case Scalar:
		if len(v.Elems) == 2 {
			return isZero(v.Elems[0]) && isZero(v.Elems[1])
		}
		return v.Text == "0" || v.Text == "false" || v.Text == `""`
	case Compound:
		return allZero(v.Elems)
	case Sequence:
		return isArray(v.Type) && allZero(v.Elems)
	}
	return false
}

func allZero(vs []*Value) bool {
	return !slices.ContainsFunc(vs, func(v *Value) bool { return !isZero(v) })
}

// manyZeros is the number of zero elements at the end of a slice from which on only the last of
// them is written, with its index.
const manyZeros = 32

func zerosAtEnd(vs []*Value) (n int) {
	for n < len(vs) && isZero(vs[len(vs)-1-n]) {
		n++
	}
	return n
}

// isArray distinguishes an array type from a slice type. A named type counts as a slice; at worst
// that shows a zero array.
func isArray(t string) bool { return strings.HasPrefix(t, "[") && !strings.HasPrefix(t, "[]") }

func (w *literals) sequence(v *Value, at spot) string {
	if s, ok := text(v); ok && len(v.Room) == 0 {
		return s
	}
	// The elements after the length are cut off again.
	elems := slices.Concat(v.Elems, v.Room)
	if len(v.Room) > 0 {
		if s, ok := runesWithRoom(v, elems); ok {
			return s
		}
	}
	cut := ""
	if len(v.Room) > 0 {
		at.elided, cut = false, fmt.Sprintf("[:%d]", len(v.Elems))
	}
	if isArray(v.Type) && allZero(elems) {
		elems = nil
	}
	last := len(elems) - 1
	zeros := zerosAtEnd(elems)
	if zeros < manyZeros {
		zeros = 0
	}
	out := make([]string, len(elems)-zeros)
	for i, e := range elems[:len(out)] {
		inner := spot{elided: true}
		if at.path != "" {
			inner.path = fmt.Sprintf("%s[%d]", at.path, i)
		}
		out[i] = w.expr(e, inner)
	}
	if zeros > 0 && !isArray(v.Type) {
		out = append(out, fmt.Sprintf("%d: %s", last, w.expr(elems[last], spot{elided: true})))
	}
	return typeUnless(at.elided, v.Type) + "{" + strings.Join(out, ", ") + "}" + cut
}

func (w *literals) address(v *Value, at spot) string {
	if s, ok := w.errorCall(v); ok {
		return s
	}
	e := v.Elems[0]
	inner := spot{path: at.path, elided: at.elided}
	if w.shared[e.ID] && e.ID != 0 || e.Kind == Shared {
		return w.element(e, spot{})
	}
	switch e.Kind {
	case Compound, Mapping, Sequence:
		if _, isText := text(e); (isText || len(e.Room) > 0) && e.Kind == Sequence {
			break
		}
		s := w.firstOccurrence(e, inner)
		if at.elided {
			return s
		}
		return "&" + s
	case Opaque:
		if address, ok := strings.CutPrefix(e.Text, "*"); ok {
			return address
		}
	case Nil, Scalar:
		if isZero(e) {
			return "new(" + e.Type + ")"
		}
	}
	return w.element(e, spot{})
}

// element writes the address of a value that is not a composite literal, as that of the only
// element of a slice.
func (w *literals) element(e *Value, at spot) string {
	at.elided = true
	t := e.Type
	if t == "" {
		t = "any"
	}
	return "&[]" + t + "{" + w.expr(e, at) + "}[0]"
}
