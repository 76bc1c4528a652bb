package emit

import (
	"encoding/binary"
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// fuzz writes the fuzz test: the precondition filters, the contract judges, the
// chosen inputs are the seeds. Inputs of types that Go's fuzzing knows are its
// own arguments, the others are decoded from one argument of bytes.
func (c *contract) fuzz() {
	testing := c.w.Import("testing")
	var b strings.Builder
	if len(c.from.Shapes) == 0 {
		return // A function without inputs has nothing to vary.
	}
	for _, in := range c.from.Inputs {
		fmt.Fprintf(&b, "f.Add(%s)\n", strings.Join(c.seed(in.Stream), ", "))
	}
	params := "t *" + testing + ".T"
	coded := false
	for i, s := range c.from.Shapes {
		if t := direct(s); t != nil {
			params += ", " + c.fuzzed(i) + " " + c.w.Type(t)
		} else {
			coded = true
		}
	}
	if coded {
		params += ", data []byte"
	}
	fmt.Fprintf(&b, "f.Fuzz(func(%s) {\n%s})\n", params, c.fuzzBody())
	name := c.w.public("Fuzz" + c.stem + "Contract")
	c.w.declare(name, fmt.Sprintf("func %s(f *%s.F) {\n%s}", name, testing, b.String()))
}

// direct returns the type of the argument of a fuzz test for a shape, nil for
// one that has to be decoded.
func direct(s value.Shape) types.Type {
	switch s.(type) {
	case *value.Bool, *value.Int, *value.Float, *value.String:
	default:
		return nil
	}
	switch u := s.Go().Underlying().(type) {
	case *types.Basic:
		if u.Kind() != types.Uintptr {
			return u
		}
	case *types.Slice:
		if b, ok := u.Elem().(*types.Basic); ok && b.Kind() == types.Byte {
			return u
		}
	}
	return nil
}

// fuzzed is the argument of the fuzz test for an input: the operand itself
// where no conversion is needed.
func (c *contract) fuzzed(i int) string {
	if types.Identical(direct(c.from.Shapes[i]), c.inputs[i].Type) {
		return c.in[i]
	}
	return c.in[i] + "Arg"
}

// seed returns the arguments of f.Add for a stream.
func (c *contract) seed(stream []int64) []string {
	l := &literal{w: c.w, stream: stream}
	var out []string
	var data []byte
	coded := false
	for _, s := range c.from.Shapes {
		from := l.at
		if _, drawn := s.(*value.Drawn); drawn {
			l.next()
		} else {
			x := l.value(s, spot{})
			if t := direct(s); t != nil {
				out = append(out, l.argument(t, x))
				continue
			}
		}
		coded = true
		for _, n := range stream[from:min(l.at, len(stream))] {
			data = binary.AppendVarint(data, n)
		}
	}
	if coded {
		out = append(out, "[]byte("+quoteBytes(data)+")")
	}
	return out
}

// argument writes a seed for an argument of the basic type t.
func (l *literal) argument(t types.Type, x operand) string {
	text := x.text
	if i := strings.IndexByte(text, '"'); i >= 0 {
		text = strings.TrimSuffix(text[i:], ")") // The constant in a conversion.
	}
	if _, ok := t.(*types.Slice); ok {
		if x.zero {
			text = `""`
		}
		return l.convert(t, text)
	}
	return l.constant(t, text, spot{typed: true})
}

// quoteBytes writes bytes as a Go string.
func quoteBytes(data []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range data {
		fmt.Fprintf(&b, `\x%02x`, c)
	}
	return b.String() + `"`
}

// fuzzBody builds the inputs, filters them and has them checked.
func (c *contract) fuzzBody() string {
	var build strings.Builder
	d := &decoder{c.w}
	coded := false
	for i, s := range c.from.Shapes {
		switch drawn, ok := s.(*value.Drawn); {
		case ok:
			coded = true
			build.WriteString(c.drawing(i, c.Draws[drawn.Draw]))
		case direct(s) == nil:
			coded = true
			fmt.Fprintf(&build, "%s := %s\n", c.in[i], d.value(s))
		case c.fuzzed(i) != c.in[i]:
			fmt.Fprintf(&build, "%s := %s(%s)\n", c.in[i], c.w.Type(c.inputs[i].Type), c.fuzzed(i))
		}
	}
	reader := ""
	if coded {
		reader = "r := &" + c.w.rt + "Reader{data}\n"
	}
	filter := c.filter()
	if !c.built {
		return reader + build.String() + filter + c.check + "(" + strings.Join(append([]string{"t"}, c.in...), ", ") + ")\n"
	}
	in := fmt.Sprintf("in := %s {\n%s%sreturn %s\n}\n", c.inType(), reader, build.String(), strings.Join(c.in, ", "))
	names, _ := kept(c.in, filter)
	some := false
	for i, s := range c.from.Shapes {
		if direct(s) != nil && c.fuzzed(i) == c.in[i] {
			names[i] = "_" // It is an argument already.
		}
		some = some || names[i] != "_"
	}
	if some {
		in += strings.Join(names, ", ") + " := in()\n"
	}
	return in + filter + c.check + "(t, in)\n"
}

// drawing draws an input from values of those before it.
func (c *contract) drawing(i int, d *refine.Draw) string {
	if d.Single {
		return fmt.Sprintf("r.next()\n%s := %s\n", c.in[i], c.w.Expr(d.From.X, c.names, nil))
	}
	from := c.in[i] + "From"
	elements := c.w.Elements(d.From, c.inputs[i].Type, c.names, nil)
	return fmt.Sprintf("%[1]s := %[2]s\nif len(%[1]s) == 0 {\nt.Skip()\n}\n%[3]s := %[1]s[r.choice(len(%[1]s))]\n", from, elements, c.in[i])
}

// filter leaves out the inputs that do not satisfy the preconditions.
func (c *contract) filter() string {
	var conds []string
	for i, v := range c.inputs {
		if fn, ok := refine.InvariantFunc(c.w.GoFile, c.w.pkg.Facts, v.Type, false); ok {
			conds = append(conds, fn+"("+c.in[i]+")")
		}
	}
	for _, p := range c.Pre {
		conds = append(conds, c.w.Expr(p.Expr, c.names, nil))
	}
	var b strings.Builder
	for _, cond := range conds {
		fmt.Fprintf(&b, "if %s {\nt.Skip(%s)\n}\n", negated(cond), strconv.Quote("the precondition does not hold"))
	}
	return b.String()
}
