package check

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// newFailure says in Go source what a report, and one of the failures in it,
// say in values.
func newFailure(pkg *refine.Package, c *refine.Contract, r *harness.Report, x harness.Failure) *Failure {
	f := &Failure{
		Cause: x.Cause, Pos: c.Pos, Site: x.Site,
		Panic: x.Panic, Stack: x.Stack, Output: r.Output,
		Report: r, clause: x.Clause,
	}
	f.blame(x.Clause)
	inputs := c.Inputs()
	f.Args = args(inputs, r.Args)
	f.After = args(inputs, r.After)
	for _, v := range r.Results {
		f.Results = append(f.Results, value.Literal(v))
	}
	f.Call = call(pkg, c, r.Args)
	var parts []string
	for _, p := range x.Parts {
		parts = append(parts, p.Text+" is "+p.Value)
	}
	f.Detail = strings.Join(parts, "; ")
	return f
}

// args pairs inputs with their values; nil values are left out.
func args(inputs []*refine.Variable, values []*value.Value) []Arg {
	var as []Arg
	for i, v := range values {
		if v == nil || i >= len(inputs) {
			continue
		}
		name := inputs[i].Name
		if name == "" || name == "_" {
			name = fmt.Sprintf("arg%d", i)
		}
		as = append(as, Arg{Name: name, Value: value.Literal(v)})
	}
	return as
}

// call returns the call as Go source of the package under test: F(1, 2),
// (&Tree{…}).Insert(3).
func call(pkg *refine.Package, c *refine.Contract, inputs []*value.Value) string {
	var b strings.Builder
	rest := inputs
	if c.Recv != nil && len(inputs) > 0 {
		b.WriteString(receiver(pkg, c.Recv.Type, inputs[0]))
		b.WriteByte('.')
		rest = inputs[1:]
	} else if own := c.Func.Pkg(); own != nil && own.Path() != pkg.Types.Path() {
		b.WriteString(own.Name() + ".")
	}
	b.WriteString(c.Func.Name())
	if c.Recv == nil && len(c.TypeArgs) > 0 {
		var names []string
		for _, t := range c.TypeArgs {
			names = append(names, types.TypeString(t, qualifier(pkg.Types)))
		}
		b.WriteString("[" + strings.Join(names, ", ") + "]")
	}
	b.WriteByte('(')
	for i, v := range rest {
		text := value.Literal(v)
		if c.Variadic && i == len(rest)-1 {
			text = spread(v, text)
		}
		if i > 0 && text != "" {
			b.WriteString(", ")
		}
		b.WriteString(text)
	}
	b.WriteByte(')')
	return b.String()
}

// spread returns a variadic argument as the list of its elements.
func spread(v *value.Value, text string) string {
	switch v.Kind {
	case value.Nil:
		return ""
	case value.Sequence:
		if len(v.Elems) == 0 {
			return text + "..."
		}
		var elems []string
		for _, e := range v.Elems {
			elems = append(elems, value.Literal(e))
		}
		return strings.Join(elems, ", ")
	default:
		return text + "..."
	}
}

// receiver returns the literal of a receiver such that a selector may follow.
func receiver(pkg *refine.Package, t types.Type, v *value.Value) string {
	text := value.Literal(v)
	name := types.TypeString(t, qualifier(pkg.Types))
	switch v.Kind {
	case value.Nil:
		return "(" + name + ")(nil)"
	case value.Address:
		return "(" + text + ")"
	case value.Scalar:
		if !strings.HasPrefix(text, name+"(") {
			return name + "(" + text + ")"
		}
	}
	return text
}
