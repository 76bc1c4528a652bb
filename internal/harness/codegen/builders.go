package codegen

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// A Builder is a type whose values are built by calls. Its index in Unit.Builders is that of
// the shapes value.Calls.
type Builder struct {
	T types.Type
	// Facts are what directives say about T.
	Facts *refine.TypeFacts
	// Callees are the constructors and steps that can be called, in the order of the
	// directive.
	Callees []*Callee
}

// A Callee is a constructor or a step.
type Callee struct {
	*refine.Callee
	// Target is the index of the target for its calls. The first shape of a step is that of a
	// given value.
	Target int
}

// builders writes what the runtime must know about the builders of the unit.
func (g *glue) builders() string {
	var b strings.Builder
	for i, x := range g.u.Builders {
		b.WriteString("{Callees: []" + g.rt + "Callee{\n")
		for _, c := range x.Callees {
			b.WriteString(g.callee(x, c))
		}
		b.WriteString("}")
		if x.Facts.State != nil || x.Facts.StateMethod != "" {
			b.WriteString(", State: " + g.stateOf(i, x))
		}
		b.WriteString("},\n")
	}
	return "[]" + g.rt + "Builder{\n" + b.String() + "}"
}

// stateOf writes the function of a state directive.
func (g *glue) stateOf(i int, x *Builder) string {
	name := g.f.Name(fmt.Sprint("stateof", i))
	arg := "rtestg_p.(*" + g.f.Type(x.T) + ")"
	params := []gosource.Param{{Name: "rtestg_p", Type: "any"}}
	if x.Facts.State == nil {
		g.f.Func(name, params, "any", "return "+arg+"."+x.Facts.StateMethod+"()")
		return name
	}
	if !refine.IsPointer(x.Facts.Self.Type) {
		arg = "*" + arg
	}
	body := "return " + g.f.Expr(x.Facts.State, names, nil) + "(" + arg + ")"
	g.f.Func(name, params, "any", body)
	return name
}

// A giving is a value that a call gives: its index (0 for the first input), the expression
// that takes it, and the statement that makes the call.
type giving struct {
	index            int
	take, text, form string
}

func (g *glue) callee(x *Builder, c *Callee) string {
	t := g.u.Targets[c.Target]
	gives := g.givings(x, c, t.Contract)
	take := g.f.Name(fmt.Sprint("take", c.Target))
	var body strings.Builder
	fmt.Fprintf(&body, "%s := (*%s)(rtestg_c)\n_ = %s\nswitch rtestg_i {\n", self, g.plans[c.Target].state, self)
	var texts, forms, results []string
	for _, v := range gives {
		fmt.Fprintf(&body, "case %d:\n", v.index)
		if v.index > 0 && v.index < len(t.Contract.Results) && t.Contract.ErrLast {
			fmt.Fprintf(&body, "if !%sIsNil(%s) {\nreturn %sTakeNone()\n}\n", g.rt, resultField(len(t.Contract.Results)-1), g.rt)
		}
		fmt.Fprintf(&body, "return %s\n", v.take)
		results = append(results, strconv.Itoa(v.index))
		texts, forms = append(texts, strconv.Quote(v.text)), append(forms, strconv.Quote(v.form))
	}
	fmt.Fprintf(&body, "}\nreturn %sTakeNone()\n", g.rt)
	params := []gosource.Param{{Name: "rtestg_c", Type: g.rt + "Ref"}, {Name: "rtestg_i", Type: "int"}}
	g.f.Func(take, params, "any", body.String())
	head := 0
	if c.Step && refine.IsPointer(t.Contract.Inputs()[0].Type) {
		head = 1
	}
	return fmt.Sprintf("{Target: %d, Step: %t, Head: %d, Results: %sNumbers(%s), Take: %s, Texts: %sTexts(%s), Forms: %sTexts(%s), Silent: %t},\n",
		c.Target, c.Step, head, g.rt, strings.Join(results, ", "), take,
		g.rt, strings.Join(texts, ", "), g.rt, strings.Join(forms, ", "), c.Literal != nil && !c.Called)
}

// Persistent reports whether steps only make new values and do not change their receiver. That holds for
// interface types: rtest's lists have no other steps for them.
func (x *Builder) Persistent() bool { return x.Facts.Standard && types.IsInterface(x.T) }

// Gives lists what a call can give, in the order in which streams count: -1 for the value of a
// step itself, and then the results that are or hold a value of the type.
func (x *Builder) Gives(c *Callee, contract *refine.Contract) []int {
	var out []int
	if c.Step && !x.Persistent() {
		out = append(out, -1)
	}
	for i, r := range contract.Results {
		isErr := contract.ErrLast && i == len(contract.Results)-1
		if types.Identical(r.Type, x.T) || types.Identical(r.Type, types.NewPointer(x.T)) || Converts(r.Type, x.T) || !isErr && holds(r.Type, x.T) {
			out = append(out, i)
		}
	}
	return out
}

// givings returns the values that a call gives: the first input of a step after the call, and
// results.
func (g *glue) givings(x *Builder, c *Callee, contract *refine.Contract) (out []giving) {
	for _, i := range x.Gives(c, contract) {
		v := giving{index: i + 1, text: g.statement(x, c, contract, i)}
		if i < 0 {
			v.take = fmt.Sprintf("%sTakeValue(%s)", g.rt, inputField(0))
			if refine.IsPointer(contract.Inputs()[0].Type) {
				v.take = fmt.Sprintf("%sTakePointer(%s)", g.rt, inputField(0))
			}
			out = append(out, v)
			continue
		}
		v.form = "."
		field := resultField(i)
		switch t := contract.Results[i].Type; {
		case types.Identical(t, x.T) && types.IsInterface(x.T):
			v.take = fmt.Sprintf("%sTakeInterface(%s)", g.rt, field)
		case types.Identical(t, x.T):
			v.take = fmt.Sprintf("%sTakeValue(%s)", g.rt, field)
		case types.Identical(t, types.NewPointer(x.T)):
			v.take, v.form = fmt.Sprintf("%sTakePointer(%s)", g.rt, field), "*"
		case Converts(t, x.T):
			v.take = fmt.Sprintf("%sTakeImplementer[%s](%s)", g.rt, g.f.Type(x.T), field)
		default:
			v.take = fmt.Sprintf("%sTakeHeld[%s](%s)", g.rt, g.f.Type(x.T), field)
			if !types.IsInterface(x.T) {
				v.form = "*"
			}
		}
		out = append(out, v)
	}
	return out
}

// holds reports whether an interface type can hold a value of t or a pointer to one.
func holds(iface, t types.Type) bool {
	u, ok := iface.Underlying().(*types.Interface)
	return ok && (types.Implements(t, u) || types.Implements(types.NewPointer(t), u))
}

// Converts reports whether t is an interface type built by calls, and result is an interface
// type whose values are values of t.
func Converts(result, t types.Type) bool {
	u, ok := t.Underlying().(*types.Interface)
	return ok && !types.Identical(result, t) && types.Implements(result, u)
}

// statement returns a call as Go source for people, with slots for the parts that the input decides. Result is
// the index of the result that is the value, or -1.
func (g *glue) statement(x *Builder, c *Callee, contract *refine.Contract, result int) string {
	made := func(text string) string {
		if !c.Step && Converts(contract.Results[0].Type, x.T) {
			text = refine.TypeName(x.T, g.u.Pkg.Types) + "(" + text + ")"
		}
		return tree.SlotNew + " := " + text
	}
	if c.Literal != nil {
		return made(refine.Print(c.Literal, g.u.Pkg.Types))
	}
	call := g.callText(c, contract)
	if result < 0 {
		return call
	}
	if len(contract.Results) == 1 {
		if r := contract.Results[0].Type; types.IsInterface(r) && !types.IsInterface(x.T) {
			call += tree.SlotHeld
		} else if types.IsInterface(r) && !types.Identical(r, x.T) && !Converts(r, x.T) {
			call += ".(" + refine.TypeName(x.T, g.u.Pkg.Types) + ")"
		}
		return made(call)
	}
	names := make([]string, len(contract.Results))
	for i := range names {
		names[i] = "_"
	}
	names[result] = tree.SlotNew
	return strings.Join(names, ", ") + " := " + call
}

// written lists the arguments of a call as the directive has them.
func (g *glue) written(c *Callee, contract *refine.Contract) string {
	args := c.Args
	if last := len(args) - 1; contract.Variadic {
		if rest, ok := args[last].(*refine.Composite); ok {
			args = slices.Concat(args[:last], rest.Values)
		}
	}
	var out []string
	for _, x := range args {
		out = append(out, refine.Print(x, g.u.Pkg.Types))
	}
	return strings.Join(out, ", ")
}

// callText returns the call: the function and its arguments.
func (g *glue) callText(c *Callee, contract *refine.Contract) string {
	args := tree.SlotArgs
	fn := contract.Func.Name()
	switch {
	case contract.Recv != nil && !c.Step:
		fn = tree.SlotFirst + "." + fn
	case contract.Recv != nil:
		fn = tree.SlotSelf + "." + fn
	default:
		if p := contract.Func.Pkg(); p != nil && p.Path() != g.u.Pkg.Types.Path() {
			fn = p.Name() + "." + fn
		}
		switch {
		case len(contract.TypeArgs) == 0 || c.Step:
		case contract.ArgumentsTell():
			args += tree.SlotTyped
		default:
			var names []string
			for _, t := range contract.TypeArgs {
				names = append(names, refine.TypeName(t, g.u.Pkg.Types))
			}
			fn += "[" + strings.Join(names, ", ") + "]"
		}
		if c.Step {
			args = tree.SlotValue + tree.SlotMore
			if refine.IsPointer(contract.Params[0].Type) {
				args = tree.SlotPointer + tree.SlotMore
			}
		}
	}
	switch {
	case c.Args != nil:
		args = g.written(c, contract)
	case contract.Variadic:
		args += tree.SlotSpread
	}
	return fn + "(" + args + ")"
}
