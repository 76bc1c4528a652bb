package tree

import (
	"fmt"
	"go/token"
	"strings"
)

// byCalls writes a value that calls made. If one call is enough, it is an expression. Otherwise it
// is the name of a variable, and statements make the calls.
func (w *literals) byCalls(v *Value) string {
	wantPointer := strings.HasPrefix(v.Type, "*")
	if s, ok := w.atOnce(v, wantPointer); ok {
		return s
	}
	m := &callWriter{literals: w}
	m.name = w.variable(w.wanted[v])
	for i, c := range v.Elems {
		m.call(c, i == 0)
	}
	return m.operand(wantPointer)
}

// variable returns a name that is not in use.
func (w *literals) variable(wanted string) string {
	name := wanted
	for i := 1; name == "" || w.used[name]; i++ {
		name = fmt.Sprintf("%s%d", wanted, i)
		if wanted == "" {
			name = fmt.Sprintf("t%d", i)
		}
	}
	w.used[name] = true
	return name
}

// atOnce writes a value of one call as an expression, if the call yields the wanted type.
func (w *literals) atOnce(v *Value, wantPointer bool) (string, bool) {
	if len(v.Elems) != 1 || v.ID != 0 {
		return "", false
	}
	c := v.Elems[0]
	text, ok := strings.CutPrefix(c.Text, SlotNew+" := ")
	if !ok {
		return "", false
	}
	composite := !strings.Contains(text, SlotArgs) && strings.HasSuffix(text, "}")
	switch pointer := c.Names[0] == "*"; {
	case pointer == wantPointer:
	case wantPointer && composite && !strings.HasPrefix(text, "&"):
		text = "&" + text
	default:
		return "", false
	}
	return w.fill(c, text, nil), true
}

// A callWriter writes the statements that make one value.
type callWriter struct {
	literals *literals
	name     string
	// pointer says that the variable holds a pointer to the value.
	pointer bool
}

// operand writes the variable as a pointer or as a value.
func (m *callWriter) operand(pointer bool) string { return Operand(m.name, m.pointer, pointer) }

// Operand writes the contents of a variable as a pointer or as a value. isPointer says whether the
// variable holds a pointer.
func Operand(name string, isPointer, pointer bool) string {
	switch {
	case pointer && !isPointer:
		return "&" + name
	case !pointer && isPointer:
		return "*" + name
	}
	return name
}

// Selectable writes an expression as the operand of a selector, which takes addresses of variables
// and dereferences pointers itself.
func Selectable(text string) string {
	rest := strings.TrimLeft(text, "&*")
	switch {
	case rest == text:
		return text
	case token.IsIdentifier(rest) && len(rest) == len(text)-1:
		return rest
	}
	return "(" + text + ")"
}

func (m *callWriter) call(c *Value, first bool) {
	text, target := c.Text, m.name
	pointer := m.pointer
	if gives := c.Names[0]; gives != "" {
		pointer = gives == "*"
		switch {
		case first:
		case pointer == m.pointer:
			text = strings.Replace(text, " := ", " = ", 1)
		default:
			target = m.literals.variable(m.name)
		}
	}
	text = m.literals.fill(c, text, m)
	m.literals.stmts = append(m.literals.stmts, strings.ReplaceAll(text, SlotNew, target))
	m.name, m.pointer = target, pointer
}

// fill puts the arguments, and the value before the step, into a statement.
func (w *literals) fill(c *Value, text string, m *callWriter) string {
	args, typed := make([]string, 0, len(c.Elems)), strings.Contains(text, SlotTyped)
	elems := c.Elems
	if strings.Contains(text, SlotFirst) {
		text = strings.ReplaceAll(text, SlotFirst, Selectable(w.expr(elems[0], spot{typed: true})))
		elems = elems[1:]
	}
	for i, e := range elems {
		if i == len(elems)-1 && strings.Contains(text, SlotSpread) {
			if e.Kind == Nil {
				continue
			}
			if e.Kind == Sequence && len(e.Elems) > 0 && !w.shared[e.ID] {
				for _, x := range e.Elems {
					args = append(args, w.expr(x, spot{}))
				}
				continue
			}
			args = append(args, w.expr(e, spot{})+"...")
			continue
		}
		args = append(args, w.expr(e, spot{typed: typed}))
	}
	list := strings.Join(args, ", ")
	more := ""
	if list != "" {
		more = ", " + list
	}
	text = strings.NewReplacer(SlotSpread, "", SlotTyped, "", SlotArgs, list, SlotMore, more, SlotHeld, ".("+c.Type+")").Replace(text)
	if m == nil {
		return text
	}
	return strings.NewReplacer(SlotSelf, m.name, SlotPointer, m.operand(true), SlotValue, m.operand(false)).Replace(text)
}
