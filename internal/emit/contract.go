package emit

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// A contract is a contract whose tests are being written.
type contract struct {
	w *writer
	*refine.Contract
	from   *check.ChosenInputs
	inputs []*refine.Variable
	// in, twin, out and lets are the operands for the variables.
	in, twin, out, lets []string
	// usesBuilder says that a function builds the inputs, because a second copy is needed or an
	// input is drawn from another.
	usesBuilder bool
	needsTwins  bool
	// comparesWithTwin says that pointers into the input are compared with pointers into its second copy.
	comparesWithTwin bool
	// mayHang means that the call does not return for one of the inputs, or may not return for a fuzzed one.
	mayHang bool
	// rows are the chosen inputs, then the saved ones.
	rows []row
	// used are the names with a meaning in the checking function.
	used map[string]bool
	// watchedFuncs has the operands for the input functions whose calls are recorded. logs has those
	// for the recorded arguments.
	watchedFuncs, logs map[int]string
	stem               string
	check              string
	// The names of the tests' own variables.
	t, f, label, make, data, reader, value, panicked, promised, table, entry string
}

func newContract(w *writer, f *check.ChosenInputs) *contract {
	c := &contract{w: w, Contract: f.Contract, from: f, inputs: f.Contract.Inputs(), stem: testStem(f.Contract.Name)}
	c.needsTwins = needsTwin(f.Contract)
	c.usesBuilder = c.needsTwins && c.shares()
	for i := range c.inputs {
		c.usesBuilder = c.usesBuilder || c.twinned(i) && (f.Hints.Capacities || !c.cloned(i))
	}
	c.naming()
	for _, in := range slices.Concat(f.Inputs, f.Saved) {
		r := c.row(in)
		c.usesBuilder = c.usesBuilder || len(r.stmts) > 0
		c.mayHang = c.mayHang || in.Cause == harness.CauseTimeout || in.Cause == harness.CauseContract
		c.rows = append(c.rows, r)
	}
	c.check = w.Name("check" + c.stem)
	return c
}

// write writes the function that checks a call, and the tests that call it.
func (c *contract) write(opt Options) {
	c.checker()
	if len(c.from.Inputs) > 0 {
		c.tabled()
	}
	for i, in := range c.from.Saved {
		c.counterexample(in, c.rows[len(c.from.Inputs)+i])
	}
	if opt.Fuzz {
		c.fuzz()
	}
}

// take returns the first of the names that is free in the test, or the last one with a number.
func (c *contract) take(candidates ...string) string {
	scope := c.w.pkg.Types.Scope()
	for i := 0; ; i++ {
		name := candidates[min(i, len(candidates)-1)]
		if i >= len(candidates) {
			name += strconv.Itoa(i - len(candidates) + 2)
		}
		if !c.used[name] && scope.Lookup(name) == nil && types.Universe.Lookup(name) == nil && !strings.HasPrefix(name, c.w.prefix) && !token.IsKeyword(name) {
			c.used[name] = true
			return name
		}
	}
}

// naming chooses operands for the variables of the contract: their own names if these are free
// in the test.
func (c *contract) naming() {
	c.used = map[string]bool{"_": true, "": true}
	take := c.take
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
	c.t, c.f, c.label = take("t", "tb"), take("f", "fuzz"), take("name", "label")
	c.make, c.data, c.reader = take("in", "input"), take("data", "bytes"), take("r", "reader")
	c.value, c.panicked, c.promised = take("v", "value"), take("panicked"), take("promised")
	c.table, c.entry = take("tests", "table"), take("tt", "test")
}

func (c *contract) names(v *refine.Variable) string { return c.operand(v, c.in) }

// old returns the operand for the value of a variable before the call.
func (c *contract) old(v *refine.Variable) string {
	if v.Role == refine.Input && c.twinned(v.Index) {
		return c.twin[v.Index]
	}
	return c.operand(v, c.in)
}

// twinned reports whether an input has a second copy. A value that cannot change needs none,
// and a function has none.
func (c *contract) twinned(i int) bool {
	_, isFunc := c.inputs[i].Type.Underlying().(*types.Signature)
	return c.needsTwins && !isFunc && refine.Mutable(c.inputs[i].Type)
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

// needsTwin reports whether the contract mentions values from before the call.
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

// checker writes the function that calls the function under test with one input and judges the
// result.
func (c *contract) checker() {
	watching := c.watching()
	judging := c.judging()
	call := watching + c.calling(judging)
	before := c.before(judging + call)
	body := c.t + ".Helper()\n" + c.building(before+call+judging) + before + call + judging
	params := []param{{c.t, "*" + c.w.Import("testing") + ".T"}}
	if c.usesBuilder {
		params = append(params, param{c.make, c.inType()})
	} else {
		for i, v := range c.inputs {
			params = append(params, param{c.in[i], c.w.Type(v.Type)})
		}
	}
	doc := fmt.Sprintf("// %s calls %s and checks its contract.\n", c.check, c.Name)
	c.w.declare(c.check, fmt.Sprintf("%sfunc %s(%s) {\n%s}", doc, c.check, paramList(params), body))
}

// A param is a parameter of a function.
type param struct{ name, typ string }

// paramList writes parameters and groups those of one type.
func paramList(ps []param) string {
	var out []string
	for i, p := range ps {
		if i+1 < len(ps) && ps[i+1].typ == p.typ {
			out = append(out, p.name)
		} else {
			out = append(out, p.name+" "+p.typ)
		}
	}
	return strings.Join(out, ", ")
}

// inType returns the type of a function that builds the inputs.
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

// mentions reports whether a piece of Go contains the identifier.
func mentions(text, name string) bool {
	return regexp.MustCompile(`(^|[^\pL\pN_.])` + regexp.QuoteMeta(name) + `($|[^\pL\pN_])`).MatchString(text)
}

// kept returns the names, with those that text does not mention replaced by the blank
// identifier.
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

// building declares the inputs and, if they are needed, their second copies.
func (c *contract) building(rest string) string {
	s := ""
	if !c.usesBuilder {
		for i, v := range c.inputs {
			if c.twinned(i) && mentions(rest, c.twin[i]) {
				s += c.twin[i] + " := " + c.w.cloneOf(v.Type, c.in[i]) + "\n"
			}
		}
		return s
	}
	if ins, some := kept(c.in, rest); some {
		s += strings.Join(ins, ", ") + " := " + c.make + "()\n"
	}
	if twins, some := kept(c.twin, rest); some {
		s += strings.Join(twins, ", ") + " := " + c.make + "()\n"
	}
	return s
}

// before evaluates the expressions of the contract that need the input before the call.
func (c *contract) before(rest string) string {
	var b strings.Builder
	var ins, twins []string
	for i := range c.inputs {
		if c.twinned(i) {
			ins, twins = append(ins, c.in[i]), append(twins, c.twin[i])
		}
	}
	if c.comparesWithTwin && len(ins) > 0 {
		fmt.Fprintf(&b, "%sPair([]any{%s}, []any{%s})\n", c.w.rt, addresses(ins), addresses(twins))
	}
	lets := make([]string, len(c.Lets))
	for i, l := range c.Lets {
		lets[i] = c.goExpr(l.Value, c.old, c.old)
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

// wasted reports whether vet may complain about unused results: those of String and Error, and
// of functions of other packages.
func (c *contract) wasted() bool {
	if c.Recv == nil {
		return len(c.Results) > 0 && c.Func.Pkg() != c.w.pkg.Types
	}
	return len(c.Results) == 1 && len(c.Params) == 0 && (c.Func.Name() == "String" || c.Func.Name() == "Error")
}

// calling writes the call, followed by rest, which judges it.
func (c *contract) calling(rest string) string {
	outs, some := kept(c.out, rest)
	if c.Panics == nil {
		switch {
		case !some && c.wasted():
			return strings.Join(outs, ", ") + " = " + c.call() + "\n"
		case !some:
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
	if some || c.wasted() {
		call = strings.Join(outs, ", ") + " = " + call
	}
	fmt.Fprintf(&b, "%s := %s\n", c.promised, c.goExpr(c.Panics.Expr, c.names, c.names))
	fmt.Fprintf(&b, "switch %s, %s := %sPanics(func() { %s }); {\n", c.value, c.panicked, c.w.rt, call)
	fmt.Fprintf(&b, "case %s && !%s:\n%s.Fatalf(%s, %s)\n", c.panicked, c.promised, c.t, quote(c.Name+" panics: %v"), c.value)
	fmt.Fprintf(&b, "case %s && !%s:\n%s.Fatal(%s)\n", c.promised, c.panicked, c.t, quote(c.Name+" does not panic: panics "+c.Panics.Text))
	fmt.Fprintf(&b, "case %s:\nreturn\n}\n", c.panicked)
	return b.String()
}

// call returns the call of the function under test.
func (c *contract) call() string {
	var args []string
	for _, v := range c.Params {
		arg := c.in[v.Index]
		if watched, ok := c.watchedFuncs[v.Index]; ok {
			arg = watched
		}
		args = append(args, arg)
	}
	if c.Variadic {
		args[len(args)-1] += "..."
	}
	short := *c.Contract
	short.TypeArgs = short.TypeArgs[:describe.TypeArguments(c.Contract)]
	fn := c.w.function(&short)
	if c.Recv != nil {
		fn = c.in[c.Recv.Index] + "." + c.Func.Name()
	}
	return fn + "(" + strings.Join(args, ", ") + ")"
}
