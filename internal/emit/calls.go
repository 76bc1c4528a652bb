package emit

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
)

// built writes a value built by calls: as an expression if one call suffices, and otherwise as
// a variable set by statements, or as a function literal.
func (l *literal) built(n *decode.Node, pointer bool) decode.Expr {
	m := &callWriter{l: l, builder: n.Callee.(*callee).of}
	if l.separate && !m.builder.Persistent() {
		m.firstName, l.name = l.name, ""
	}
	m.make(n)
	if l.Err != nil {
		return decode.Expr{Text: "nil"}
	}
	if len(m.stmts) == 1 && m.pointer == pointer && m.singleCall != "" {
		return decode.Expr{Text: m.singleCall}
	}
	t := n.Shape.Go()
	if pointer {
		t = types.NewPointer(t)
	} else if decode.PointsWithin(t) {
		return l.Fail("a %s that calls made may point into itself, and is part of another value: Go has no expression for that", t)
	}
	if l.separate {
		l.stmts = append(l.stmts, m.stmts...)
		return decode.Expr{Text: m.operand(pointer)}
	}
	return decode.Expr{Text: fmt.Sprintf("func() %s {\n%s\nreturn %s\n}()", l.Type(t), strings.Join(m.stmts, "\n"), m.operand(pointer))}
}

// A callWriter writes the statements that build one value by calls.
type callWriter struct {
	l       *literal
	builder *codegen.Builder
	stmts   []string
	// firstName is the name of the first variable, or empty for a new name.
	firstName string
	// name is the variable that holds the value or, with pointer, a pointer to it. singleCall
	// is the expression that the only statement assigns.
	name       string
	pointer    bool
	singleCall string
}

// operand returns the value, or a pointer to it.
func (m *callWriter) operand(pointer bool) string { return tree.Operand(m.name, m.pointer, pointer) }

// make writes one call, after the calls that build the value it is a step from.
func (m *callWriter) make(n *decode.Node) {
	l, c := m.l, n.Callee.(*callee)
	contract, arguments := c.target.Contract, n.Kids
	inputs := contract.Inputs()
	var args []string
	if c.Step {
		of := arguments[0]
		if of.Callee == nil {
			of = of.Kids[0] // behind the pointer
		}
		if m.make(of); l.Err != nil {
			return
		}
		arguments = arguments[1:]
		if contract.Recv == nil {
			args = append(args, m.operand(refine.IsPointer(inputs[0].Type)))
		}
	}
	for i, k := range arguments {
		receives := i == 0 && !c.Step && contract.Recv != nil
		args = append(args, l.Value(k, decode.Spot{Typed: receives || omitsTypeArgs(contract)}).Text)
	}
	m.give(c.Callee, contract, n.Own[2], args)
}

// give writes the call and records where its value is.
func (m *callWriter) give(c *codegen.Callee, contract *refine.Contract, which int64, args []string) {
	gives := m.builder.Gives(c, contract)
	if which < 0 || which >= int64(len(gives)) {
		m.l.Fail("%s gives no value of number %d", contract.Name, which)
		return
	}
	call := m.call(c, contract, args)
	i := gives[which]
	names, unused := blanks(contract, func(int) string { m.l.vars++; return fmt.Sprint("cancel", m.l.vars) })
	defer func() { m.stmts = append(m.stmts, unused...) }()
	if i < 0 {
		if contract.Recv == nil && len(names) > 0 {
			// Vet demands that the results of some functions are used.
			call = strings.Join(names, ", ") + map[bool]string{true: " = ", false: " := "}[len(unused) == 0] + call
		}
		m.stmts, m.singleCall = append(m.stmts, call), ""
		return
	}
	if m.name, m.firstName = m.firstName, ""; m.name == "" {
		m.l.vars++
		m.name = fmt.Sprint("v", m.l.vars)
	}
	result := contract.Results[i].Type
	m.pointer = types.Identical(result, types.NewPointer(m.builder.T))
	names[i], m.singleCall = m.name, call
	if codegen.Converts(result, m.builder.T) {
		m.convert(names, i)
		return
	}
	if !m.pointer && !types.Identical(result, m.builder.T) {
		m.singleCall = ""
		m.pointer = !types.Implements(m.builder.T, result.Underlying().(*types.Interface))
		if !m.pointer && !types.IsInterface(m.builder.T) {
			m.l.Fail("%s gives an interface that may hold a %s or a pointer to one", contract.Name, m.builder.T)
		}
		names[i] = m.name + "Held"
		m.stmts = append(m.stmts, strings.Join(names, ", ")+" := "+call,
			fmt.Sprintf("%s := %s.(%s%s)", m.name, names[i], map[bool]string{true: "*"}[m.pointer], m.l.Type(m.builder.T)))
		return
	}
	if len(names) > 1 {
		m.singleCall = ""
	}
	m.stmts = append(m.stmts, strings.Join(names, ", ")+" := "+call)
}

// blanks returns names for the unused results of a call: the blank identifier, except for a function that ends a
// context, which name names. Unused are statements that use such functions.
func blanks(contract *refine.Contract, name func(i int) string) (names, unused []string) {
	for i, r := range contract.Results {
		n, ok := types.Unalias(r.Type).(*types.Named)
		if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "context" || !refine.IsFunc(n) {
			names = append(names, "_")
			continue
		}
		cancel := name(i)
		names, unused = append(names, cancel), append(unused, "_ = "+cancel)
	}
	return names, unused
}

// convert writes the call and the conversion of its result i to the interface type that is
// built.
func (m *callWriter) convert(names []string, i int) {
	t := m.l.Type(m.builder.T)
	if len(names) == 1 {
		m.singleCall = t + "(" + m.singleCall + ")"
		m.stmts = append(m.stmts, m.name+" := "+m.singleCall)
		return
	}
	names[i] = m.name + "Held"
	m.stmts = append(m.stmts, strings.Join(names, ", ")+" := "+m.singleCall, fmt.Sprintf("%s := %s(%s)", m.name, t, names[i]))
	m.singleCall = ""
}

// call returns the call, or the literal, as an expression.
func (m *callWriter) call(c *codegen.Callee, contract *refine.Contract, args []string) string {
	w := m.l.w
	if c.Literal != nil {
		return w.Expr(c.Literal, func(*refine.Variable) string { return "" }, nil)
	}
	if contract.Variadic && len(args) > 0 {
		if last := len(args) - 1; args[last] == "nil" {
			args = args[:last]
		} else {
			args[last] += "..."
		}
	}
	fn := contract.Func.Name()
	switch {
	case contract.Recv != nil && c.Step:
		fn = m.name + "." + fn
	case contract.Recv != nil:
		fn, args = tree.Selectable(args[0])+"."+fn, args[1:]
	case contract.Recv == nil:
		fn = w.maker(contract)
	}
	return fn + "(" + strings.Join(args, ", ") + ")"
}

// omitsTypeArgs reports whether a call can leave out its type arguments, because its arguments determine them.
func omitsTypeArgs(c *refine.Contract) bool {
	return len(c.TypeArgs) > 0 && c.Func != nil && c.ArgumentsTell()
}

// maker returns the name of a function that makes a value.
func (w *writer) maker(c *refine.Contract) string {
	if omitsTypeArgs(c) {
		plain := *c
		plain.TypeArgs = nil
		c = &plain
	}
	return w.function(c)
}

// function returns the name of a function with its type arguments.
func (w *writer) function(c *refine.Contract) string {
	fn := c.Func.Name()
	if path := c.Func.Pkg().Path(); path != w.pkg.Types.Path() {
		fn = w.Import(path) + "." + fn
	}
	if len(c.TypeArgs) > 0 {
		var ts []string
		for _, t := range c.TypeArgs {
			ts = append(ts, w.Type(t))
		}
		fn += "[" + strings.Join(ts, ", ") + "]"
	}
	return fn
}
