package emit

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// decoders writes the code that builds values from the bytes of the reader.
func (w *writer) decoders(reader string) *decode.Decoders {
	return &decode.Decoders{
		Literals: w.literal(nil).Literals, Reader: reader, Made: w.made, Calls: w.builds,
		NameFor: func(t types.Type) string { return w.Name("decode" + typeStem(t)) },
	}
}

// builds returns the name of the function func(r *Reader) *T that builds a value by calls. It
// reads the last call first. When the data ends it calls the simplest constructor.
func (w *writer) builds(s *value.Calls) string {
	if w.unit == nil || s.Builder >= len(w.unit.Builders) {
		w.fail(fmt.Errorf("nothing is known of the calls that build a %s", s.T))
		return "nil"
	}
	of := w.unit.Builders[s.Builder]
	key := fmt.Sprint("calls ", s.Builder)
	if name, ok := w.made[key]; ok {
		return name
	}
	name := w.Name("build" + typeStem(of.T))
	w.made[key] = name
	b := &buildDecoder{Decoders: w.decoders("r"), w: w, of: of, name: name}
	w.Decl(fmt.Sprintf("func %s(r *%sReader) *%s {\n%s}", name, w.rt, w.Type(of.T), b.body()))
	w.fail(b.Err)
	return name
}

// A buildDecoder writes the function that builds values of one type.
type buildDecoder struct {
	*decode.Decoders
	w    *writer
	of   *codegen.Builder
	name string
}

func (b *buildDecoder) body() string {
	plain := b.plain()
	if plain < 0 {
		b.Fail("values of %s cannot be decoded: each of their constructors needs a value built by calls", b.of.T)
		return "return nil\n"
	}
	var s strings.Builder
	s.WriteString("defer r.panics()\n")
	fmt.Fprintf(&s, "r.next()\ncall := r.choice(%d)\nif len(r.data) == 0 {\ncall = %d\n}\nswitch call {\n", len(b.of.Callees), plain)
	for i, c := range b.of.Callees {
		fmt.Fprintf(&s, "case %d:\n%s", i, b.callee(c))
	}
	s.WriteString("}\nreturn nil\n")
	return s.String()
}

// plain returns the first constructor that needs no other value built by calls, or -1.
func (b *buildDecoder) plain() int {
	for i, c := range b.of.Callees {
		byCalls := c.Step
		for _, s := range b.w.unit.Targets[c.Target].Shapes {
			value.Walk(s, func(s value.Shape) {
				_, is := s.(*value.Calls)
				byCalls = byCalls || is
			})
		}
		if !byCalls {
			return i
		}
	}
	return -1
}

// callee writes one call: its arguments, the check whether its contract admits them, and its
// value.
func (b *buildDecoder) callee(c *codegen.Callee) string {
	t := b.w.unit.Targets[c.Target]
	contract, shapes := t.Contract, t.Shapes
	gives := b.of.Gives(c, contract)
	var s strings.Builder
	which := ""
	if len(gives) > 1 {
		which = fmt.Sprintf("which := r.choice(%d)\n", len(gives))
	} else {
		which = "r.next()\n"
	}
	s.WriteString(which)
	var operands []string
	for i, shape := range shapes {
		name := fmt.Sprint("x", i)
		operands = append(operands, name)
		if i == 0 && c.Step {
			if _, ok := shape.(*value.Pointer); ok {
				s.WriteString("r.next()\n")
			}
			fmt.Fprintf(&s, "self := %s(r)\n", b.name)
			operands[0] = "self"
			if !refine.IsPointer(contract.Inputs()[0].Type) {
				operands[0] = "*self"
			}
			continue
		}
		fmt.Fprintf(&s, "%s := %s\n", name, b.Next(shape))
	}
	s.WriteString(b.admits(contract, operands))
	s.WriteString(b.gives(c, contract, gives, operands))
	return s.String()
}

// admits skips the test if the contract of the callee does not admit the arguments.
func (b *buildDecoder) admits(contract *refine.Contract, operands []string) string {
	names := func(v *refine.Variable) string {
		if v.Role == refine.Input && v.Index < len(operands) {
			if strings.HasPrefix(operands[v.Index], "*") {
				return "(" + operands[v.Index] + ")"
			}
			return operands[v.Index]
		}
		return "nil"
	}
	var conds []string
	for _, p := range contract.Pre {
		conds = append(conds, grouped(negated(b.w.Expr(p.Expr, names, nil))))
	}
	if contract.Panics != nil {
		conds = append(conds, grouped(b.w.Expr(contract.Panics.Expr, names, names)))
	}
	if len(conds) == 0 {
		return ""
	}
	return fmt.Sprintf("if %s {\nr.t.Skip(%q)\n}\n", strings.Join(conds, " || "), contract.Name+" does not admit its arguments")
}

// gives writes the call and returns one of its values.
func (b *buildDecoder) gives(c *codegen.Callee, contract *refine.Contract, gives []int, operands []string) string {
	call := b.call(c, contract, operands)
	if c.Literal != nil {
		return "v0 := " + call + "\n" + b.give(contract, 0)
	}
	names, unused := blanks(contract, func(i int) string { return fmt.Sprint("cancel", i) })
	for _, i := range gives {
		if i >= 0 {
			names[i] = fmt.Sprint("v", i)
		}
	}
	errs := ""
	if last := len(names) - 1; contract.ErrLast && len(gives) > 0 && names[last] == "_" {
		names[len(names)-1] = "err"
		errs = "if err != nil {\nr.t.Skip(err)\n}\n"
	}
	list := strings.Join(names, ", ")
	var s strings.Builder
	switch {
	case strings.Trim(list, "_, ") == "":
		s.WriteString(call + "\n")
	default:
		s.WriteString(strings.Join(slices.Concat([]string{list + " := " + call}, unused, []string{errs}), "\n"))
	}
	if len(gives) == 1 {
		return s.String() + b.give(contract, gives[0])
	}
	s.WriteString("switch which {\n")
	for k, i := range gives {
		fmt.Fprintf(&s, "case %d:\n%s", k, b.give(contract, i))
	}
	return s.String() + "}\n"
}

// give returns a pointer to result i, or to the value of the step itself.
func (b *buildDecoder) give(contract *refine.Contract, i int) string {
	if i < 0 {
		return "return self\n"
	}
	name := fmt.Sprint("v", i)
	t := contract.Results[i].Type
	nilToo := "if " + name + " == nil {\nr.t.Skip(" + fmt.Sprintf("%q", contract.Name+" gives nil") + ")\n}\n"
	switch {
	case types.Identical(t, b.of.T):
		return "return &" + name + "\n"
	case types.Identical(t, types.NewPointer(b.of.T)):
		return nilToo + "return " + name + "\n"
	case codegen.Converts(t, b.of.T):
		text := fmt.Sprintf("held := %s(%s)\nreturn &held\n", b.w.Type(b.of.T), name)
		if refine.IsPointer(t) || types.IsInterface(t) {
			text = nilToo + text
		}
		return text
	}
	other := fmt.Sprintf("r.t.Skipf(%q, %s)\n", contract.Name+" gives a %T", name)
	held := "*" + b.w.Type(b.of.T)
	if u, ok := t.Underlying().(*types.Interface); ok && types.Implements(b.of.T, u) {
		held = b.w.Type(b.of.T)
		return fmt.Sprintf("if held, ok := %s.(%s); ok {\nreturn &held\n}\n%s", name, held, other)
	}
	return fmt.Sprintf("if held, ok := %s.(%s); ok {\nreturn held\n}\n%s", name, held, other)
}

func (b *buildDecoder) call(c *codegen.Callee, contract *refine.Contract, operands []string) string {
	if c.Literal != nil {
		return b.w.Expr(c.Literal, func(*refine.Variable) string { return "" }, nil)
	}
	args := operands
	fn := ""
	if contract.Recv != nil && len(operands) > 0 {
		recv := strings.TrimPrefix(operands[0], "*")
		if c.Step && types.IsInterface(b.of.T) {
			recv = "(*" + recv + ")"
		}
		fn = recv + "." + contract.Func.Name()
		args = operands[1:]
	} else {
		fn = b.w.maker(contract)
	}
	list := strings.Join(args, ", ")
	if contract.Variadic {
		list += "..."
	}
	return fn + "(" + list + ")"
}
