package emit

import (
	"fmt"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A contract is one contract while its tests are written.
type contract struct {
	w *writer
	*refine.Contract
	from   *check.ChosenInputs
	inputs []*refine.Variable
	// in, twin, out and lets are the operands for the variables.
	in, twin, out, lets []string
	// built says that inputs come from a function that builds them, because a
	// second copy is needed or one is drawn from another.
	built bool
	twins bool
	// pairs says that pointers into the input are compared with pointers into
	// its second copy.
	pairs bool
	stem  string
	check string
}

func newContract(w *writer, f *check.ChosenInputs) *contract {
	c := &contract{w: w, Contract: f.Contract, from: f, inputs: f.Contract.Inputs(), stem: testStem(f.Contract.Name)}
	c.twins = needsTwin(f.Contract)
	for i, v := range c.inputs {
		if _, drawn := f.Shapes[i].(*value.Drawn); drawn || c.twins && mutable(v.Type) {
			c.built = true
		}
	}
	c.naming()
	c.check = w.Name("check" + c.stem)
	return c
}

// write writes the function that checks a call, and the tests that call it.
func (c *contract) write(opt Options) {
	c.checker()
	if len(c.from.Inputs) > 0 {
		c.table()
	}
	for _, in := range c.from.Saved {
		c.counterexample(in)
	}
	if opt.Fuzz {
		c.fuzz()
	}
}

// reserved are the names that the tests themselves use.
var reserved = []string{"t", "tt", "tests", "name", "in", "v", "panicked", "promised", "f", "data", "r"}

// naming finds operands for the variables of the contract: their own names
// where these mean nothing else in the test.
func (c *contract) naming() {
	used := map[string]bool{"_": true, "": true}
	for _, name := range reserved {
		used[name] = true
	}
	scope := c.w.pkg.Types.Scope()
	take := func(candidates ...string) string {
		for i := 0; ; i++ {
			name := candidates[min(i, len(candidates)-1)]
			if i >= len(candidates) {
				name += strconv.Itoa(i - len(candidates) + 2)
			}
			if !used[name] && scope.Lookup(name) == nil && types.Universe.Lookup(name) == nil && !strings.HasPrefix(name, c.w.prefix) {
				used[name] = true
				return name
			}
		}
	}
	for i, v := range c.inputs {
		if v.Name == "" || v.Name == "_" {
			c.in = append(c.in, take(fmt.Sprint("arg", i)))
		} else {
			c.in = append(c.in, take(v.Name, v.Name+"In"))
		}
	}
	for _, name := range c.in {
		c.twin = append(c.twin, take("old"+title(name), "was"+title(name)))
	}
	for i, v := range c.Results {
		if v.Name == "" || v.Name == "_" {
			c.out = append(c.out, take(fmt.Sprint("result", i)))
		} else {
			c.out = append(c.out, take(v.Name, v.Name+"Out"))
		}
	}
	for _, l := range c.Lets {
		c.lets = append(c.lets, take(l.Var.Name, l.Var.Name+"Before"))
	}
}

func (c *contract) names(v *refine.Variable) string { return c.operand(v, c.in) }

// old gives the operands for what was before the call.
func (c *contract) old(v *refine.Variable) string {
	if c.built && c.twins {
		return c.operand(v, c.twin)
	}
	return c.operand(v, c.in)
}

func (c *contract) operand(v *refine.Variable, inputs []string) string {
	switch v.Role {
	case refine.Input:
		return inputs[v.Index]
	case refine.Result:
		return c.out[v.Index]
	case refine.Before:
		return c.lets[v.Index]
	}
	return c.w.prefix + "unbound_" + v.Name
}

// needsTwin tells whether the contract speaks of what was before the call.
func needsTwin(c *refine.Contract) bool {
	if len(c.Lets) > 0 || c.Pure != nil {
		return true
	}
	old := false
	for _, p := range c.Post {
		refine.Inspect(p.Expr, func(e refine.Expr) bool {
			_, is := e.(*refine.Old)
			old = old || is
			return !old
		})
	}
	return old
}

// checker writes the function that calls the function under test with one
// input and judges what came of it.
func (c *contract) checker() {
	judging := c.judging()
	call := c.calling(judging)
	before := c.before(judging + call)
	body := "t.Helper()\n" + c.building(before+call+judging) + before + call + judging
	params := "t *" + c.w.Import("testing") + ".T"
	switch {
	case c.built:
		params += ", in " + c.inType()
	default:
		for i, v := range c.inputs {
			params += ", " + c.in[i] + " " + c.w.Type(v.Type)
		}
	}
	doc := fmt.Sprintf("// %s calls %s and checks its contract.\n", c.check, c.Name)
	c.w.declare(c.check, fmt.Sprintf("%sfunc %s(%s) {\n%s}", doc, c.check, params, body))
}

// inType is the type of a function that builds the inputs.
func (c *contract) inType() string {
	var ts []string
	for _, v := range c.inputs {
		ts = append(ts, c.w.Type(v.Type))
	}
	if len(ts) == 1 {
		return "func() " + ts[0]
	}
	return "func() (" + strings.Join(ts, ", ") + ")"
}

// mentions tells whether a piece of Go has the identifier.
func mentions(text, name string) bool {
	return regexp.MustCompile(`(^|[^\pL\pN_.])` + regexp.QuoteMeta(name) + `($|[^\pL\pN_])`).MatchString(text)
}

// kept returns the names with those that text does not mention blanked.
func kept(names []string, text string) (out []string, some bool) {
	for _, name := range names {
		if mentions(text, name) {
			some = true
		} else {
			name = "_"
		}
		out = append(out, name)
	}
	return out, some
}

// building declares the inputs and, where they are asked for, their second
// copies.
func (c *contract) building(rest string) string {
	if !c.built {
		return ""
	}
	s := ""
	if ins, some := kept(c.in, rest); some {
		s += strings.Join(ins, ", ") + " := in()\n"
	}
	if twins, some := kept(c.twin, rest); some {
		s += strings.Join(twins, ", ") + " := in()\n"
	}
	return s
}

// before evaluates what the contract asks of the input before the call.
func (c *contract) before(rest string) string {
	var b strings.Builder
	if c.pairs && c.built {
		fmt.Fprintf(&b, "%sPair([]any{%s}, []any{%s})\n", c.w.rt, addresses(c.in), addresses(c.twin))
	}
	lets := make([]string, len(c.Lets))
	for i, l := range c.Lets {
		lets[i] = c.w.Expr(l.Value, c.old, c.old)
	}
	for i, l := range c.Lets {
		later := strings.Join(lets[i+1:], "\n")
		if mentions(rest, c.lets[i]) || mentions(later, c.lets[i]) {
			fmt.Fprintf(&b, "var %s %s = %s\n", c.lets[i], c.w.Type(l.Var.Type), lets[i])
		}
	}
	return b.String()
}

func addresses(names []string) string { return "&" + strings.Join(names, ", &") }

// calling writes the call; rest is what judges it.
func (c *contract) calling(rest string) string {
	outs, some := kept(c.out, rest)
	if c.Panics == nil {
		if !some {
			return c.call() + "\n"
		}
		return strings.Join(outs, ", ") + " := " + c.call() + "\n"
	}
	var b strings.Builder
	for i, v := range c.Results {
		if outs[i] != "_" {
			fmt.Fprintf(&b, "var %s %s\n", outs[i], c.w.Type(v.Type))
		}
	}
	call := c.call()
	if some {
		call = strings.Join(outs, ", ") + " = " + call
	}
	fmt.Fprintf(&b, "promised := %s\n", c.w.Expr(c.Panics.Expr, c.names, c.names))
	fmt.Fprintf(&b, "switch v, panicked := %sPanics(func() { %s }); {\n", c.w.rt, call)
	fmt.Fprintf(&b, "case panicked && !promised:\nt.Fatalf(%s, v)\n", strconv.Quote(c.Name+" panics: %v"))
	fmt.Fprintf(&b, "case promised && !panicked:\nt.Fatal(%s)\n", strconv.Quote(c.Name+" does not panic: panics "+c.Panics.Text))
	b.WriteString("case panicked:\nreturn\n}\n")
	return b.String()
}

// call is the call of the function under test.
func (c *contract) call() string {
	var args []string
	for _, v := range c.Params {
		args = append(args, c.in[v.Index])
	}
	if c.Variadic {
		args[len(args)-1] += "..."
	}
	fn := c.w.function(c.Contract)
	if c.Recv != nil {
		fn = c.in[c.Recv.Index] + "." + c.Func.Name()
	}
	return fn + "(" + strings.Join(args, ", ") + ")"
}
