package emit

import (
	"encoding/binary"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
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
	params := []param{{c.t, "*" + testing + ".T"}}
	coded := false
	for i, s := range c.from.Shapes {
		if t := direct(s); t != nil {
			params = append(params, param{c.fuzzed(i), c.w.Type(t)})
		} else {
			coded = true
		}
	}
	if coded {
		params = append(params, param{c.data, "[]byte"})
	}
	for i, in := range slices.Concat(c.from.Inputs, c.from.Saved) {
		comment := ""
		if name, ok := c.shortName(c.rows[i]); ok && coded {
			comment = " // " + name
		}
		fmt.Fprintf(&b, "%s.Add(%s)%s\n", c.f, strings.Join(c.seed(in), ", "), comment)
	}
	fmt.Fprintf(&b, "%s.Fuzz(func(%s) {\n%s})\n", c.f, paramList(params), c.fuzzBody())
	name := c.w.public("Fuzz" + c.stem + "Contract")
	c.w.declare(name, fmt.Sprintf("func %s(%s *%s.F) {\n%s}", name, c.f, testing, b.String()))
}

// direct returns the type of a fuzz argument for a shape, or nil if the shape has to be decoded from bytes.
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

// fuzzed returns the argument of the fuzz test for an input: the operand itself
// where no conversion is needed.
func (c *contract) fuzzed(i int) string {
	if types.Identical(direct(c.from.Shapes[i]), c.inputs[i].Type) {
		return c.in[i]
	}
	return c.in[i] + "Arg"
}

// seed returns the arguments of Add for an input.
func (c *contract) seed(in check.Input) []string {
	stream, choices := in.Stream, []int64(nil)
	if in.Args != nil {
		solution, made, ok := harness.SplitChoices(stream)
		if !ok {
			c.w.fail(fmt.Errorf("%s: the stream of an input is torn", c.Name))
		}
		stream, choices = solution, made
	}
	l := c.w.literal(nil)
	var out []string
	var data []byte
	coded := false
	add := func(ns ...int64) {
		coded = true
		for _, n := range ns {
			data = binary.AppendVarint(data, n)
		}
	}
	for _, n := range c.w.parse(c.Name, c.from.Shapes, stream) {
		if _, drawn := n.Shape.(*value.Drawn); drawn {
			if len(choices) > 0 {
				add(choices[0])
				choices = choices[1:]
			} else {
				add(0)
			}
			continue
		}
		if t := direct(n.Shape); t != nil {
			out = append(out, l.argument(t, l.Value(n, decode.Spot{})))
			continue
		}
		add(n.Append(nil)...)
	}
	for _, answer := range in.Answers {
		add(answer...)
	}
	c.w.fail(l.Err)
	if coded {
		out = append(out, "[]byte("+quoteBytes(data)+")")
	}
	return out
}

// argument writes a seed for an argument of the basic type t.
func (l *literal) argument(t types.Type, x decode.Expr) string {
	text := x.Text
	if i := strings.IndexByte(text, '"'); i >= 0 {
		text = strings.TrimSuffix(text[i:], ")") // The constant in a conversion.
	}
	if _, ok := t.(*types.Slice); ok {
		if x.Zero {
			text = `""`
		}
		return l.Convert(t, text)
	}
	return l.Constant(t, text, decode.Spot{Typed: true})
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
	d := c.w.decoders(c.reader)
	coded := false
	filtered := map[*refine.Clause]bool{}
	for i, s := range c.from.Shapes {
		switch drawn, ok := s.(*value.Drawn); {
		case ok:
			coded = true
			build.WriteString(c.skipping(c.early(filtered)))
			build.WriteString(c.drawing(i, c.Draws[drawn.Draw]))
		case value.AliasedOf(s) != nil:
			coded = true
			build.WriteString(c.decoding(d, i, value.AliasedOf(s)))
		case direct(s) == nil:
			coded = true
			fmt.Fprintf(&build, "%s := %s\n", c.in[i], d.Next(s))
		case c.fuzzed(i) != c.in[i]:
			fmt.Fprintf(&build, "%s := %s(%s)\n", c.in[i], c.w.Type(c.inputs[i].Type), c.fuzzed(i))
		}
	}
	c.w.fail(d.Err)
	reader := ""
	if coded {
		reader = fmt.Sprintf("%s := &%sReader{t: %s, data: %s}\n", c.reader, c.w.rt, c.t, c.data)
	}
	filter := c.filter(filtered)
	if !c.usesBuilder {
		return reader + build.String() + filter + c.checking(strings.Join(append([]string{c.t}, c.in...), ", ")) + "\n"
	}
	in := fmt.Sprintf("%s := %s {\n%s%sreturn %s\n}\n", c.make, c.inType(), reader, build.String(), strings.Join(c.in, ", "))
	names, _ := kept(c.in, filter)
	some := false
	for i, s := range c.from.Shapes {
		if direct(s) != nil && c.fuzzed(i) == c.in[i] {
			names[i] = "_" // It is an argument already.
		}
		some = some || names[i] != "_"
	}
	if some {
		in += strings.Join(names, ", ") + " := " + c.make + "()\n"
	}
	return in + filter + c.checking(c.t+", "+c.make) + "\n"
}

// drawing draws an input from values of those before it.
func (c *contract) drawing(i int, d *refine.Draw) string {
	if d.Single {
		return fmt.Sprintf("%s.next()\n%s := %s\n", c.reader, c.in[i], c.goExpr(d.From.X, c.names, nil))
	}
	from := c.in[i] + "From"
	r := c.reader
	elements := c.w.Elements(d.From, c.inputs[i].Type, c.names, nil)
	return fmt.Sprintf("%[1]s := %[2]s\nif len(%[1]s) == 0 {\n%[4]s.Skip()\n}\n%[3]s := %[1]s[%[5]s.choice(len(%[1]s))]\n", from, elements, c.in[i], c.t, r)
}

// early returns the preconditions that mention no drawn input and are not in done. They are checked first,
// because the expressions that inputs are drawn from may rely on them.
func (c *contract) early(done map[*refine.Clause]bool) []string {
	drawn := map[int]bool{}
	for i, s := range c.from.Shapes {
		if _, ok := s.(*value.Drawn); ok {
			drawn[i] = true
		}
	}
	var conds []string
	for _, p := range c.Pre {
		if !done[p] && !codegen.Mentions(p.Expr, drawn) {
			done[p] = true
			conds = append(conds, c.goExpr(p.Expr, c.names, nil))
		}
	}
	return conds
}

// filter leaves out inputs that do not satisfy the preconditions that are not done yet.
func (c *contract) filter(done map[*refine.Clause]bool) string {
	var conds []string
	for i, v := range c.inputs {
		if value.OfCalls(c.from.Shapes[i]) {
			continue // The calls that build the value are responsible for it.
		}
		if fn, ok := gosource.InvariantFunc(c.w.File, c.w.pkg.Facts, v.Type, false); ok {
			conds = append(conds, fn+"("+c.in[i]+")")
		}
	}
	for _, p := range c.Pre {
		if !done[p] {
			conds = append(conds, c.goExpr(p.Expr, c.names, nil))
		}
	}
	return c.skipping(conds)
}

// skipping writes code that skips the test if one of the conditions does not hold.
func (c *contract) skipping(conds []string) string {
	var b strings.Builder
	for _, cond := range conds {
		fmt.Fprintf(&b, "if %s {\n%s.Skip(%s)\n}\n", negated(cond), c.t, strconv.Quote("the precondition does not hold"))
	}
	return b.String()
}
