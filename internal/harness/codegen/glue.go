package codegen

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// A check is one thing that is judged after a call.
type check struct {
	// cause is one of the causes of the runtime.
	cause  string
	clause *refine.Clause
	// body is the Go condition. For invariants it is an int that is negative if they hold.
	body string
	// of is, for invariants, the value they are about.
	of string
	// nilErr is the operand that must be nil for the check to count, or empty.
	nilErr string
}

// A Plan is how a target is run: what the generated code and the parent process agree on by
// index.
type Plan struct {
	Target *Target
	checks []check
	// lets are the clauses to blame if a let fails.
	lets  []*refine.Clause
	twin  bool
	pairs bool
	// asks means that functions among the inputs choose their answers. steps is the order in which inputs are
	// drawn.
	asks  bool
	steps []read.Step
	// callee is the function under test as a value, or empty if a stage of its own calls it.
	callee string
	// state is the type of its states, stages are its generated functions, each with the name of its
	// field.
	state  string
	stages []string
}

// A glue writes the file that offers the targets to the runtime, and the files with copies of
// functions.
type glue struct {
	u     *Unit
	f     *gosource.File
	count Counting
	// runtime is the import path of the package that generated code calls, and rt qualifies it, as "read.".
	// entry qualifies the package whose function runs the process.
	runtime, rt, entry string
	// copies are the files with copies of functions, by language version.
	copies map[string]*gosource.File
	cons   *decode.Constructors
	plans  []*Plan
	// shares has the names of what targets share, by its text. owners are the targets of each stage, by its
	// name.
	shares map[string]string
	owners map[string][]int
	// invariants is the name of the function that explains them.
	invariants string
	// tracer copies the predicates of contracts.
	tracer *tracer
	// reckoner copies functions that only contracts call.
	reckoner *reckoner
	// concluding are the postconditions with a counter.
	concluding []*refine.Clause
}

// New writes the code of a unit whose predicates were written before, for a runtime with this
// import path. The error is a *TargetError if some targets cannot be written.
func New(u *Unit, runtime string, count Counting) (*Code, error) {
	read := runtime + "/read"
	f := gosource.New(u.Pkg.Types, gosource.Options{Prefix: Prefix, Runtime: read, Version: Version, Forwards: u.Pkg.Forwards})
	g := &glue{u: u, f: f, count: count, rt: f.Import(read) + ".", runtime: read, entry: f.Import(runtime) + ".", copies: map[string]*gosource.File{}, shares: map[string]string{}, owners: map[string][]int{}, invariants: f.Name("explaininvariant")}
	g.tracer = &tracer{g: g, names: map[*types.Func]string{}, bad: map[*types.Func]bool{}}
	g.reckoner = &reckoner{g: g, names: map[*types.Func]string{}}
	noting := false
	for _, t := range u.Targets {
		p := &Plan{Target: t}
		p.twin = needsTwin(t.Contract)
		p.pairs = p.twin && comparesWithTwin(t)
		noting = noting || p.pairs
		g.plans = append(g.plans, p)
	}
	g.cons = decode.NewConstructors(f, u.Pkg, g.rt, noting)
	bad := &TargetError{}
	for i := range g.plans {
		if g.target(i); g.cons.Err != nil {
			bad.Blames = append(bad.Blames, Blame{Target: i, Text: g.cons.Err.Error()})
			g.cons.Err = nil
		}
		bad.unwritten(i, nil, f.Unwritten())
	}
	if len(bad.Blames) > 0 {
		return nil, bad
	}
	g.explainInvariants()
	g.main()
	if g.cons.Err != nil {
		return nil, g.cons.Err
	}
	files, err := g.files()
	if err != nil {
		return nil, fmt.Errorf("writing the harness of %s: %w", u.Pkg.Path, err)
	}
	return &Code{
		Files: files, Plans: g.plans, Concluding: g.concluding, owners: g.owners, invariants: f.Clauses(), listed: g.cons.Listing, panics: panicPlaces(u.Pkg),
	}, nil
}

// self is the receiver of the generated methods. No expression of the user has this name.
const self = Prefix + "s"

// Prefix begins all names that the harness adds to a package under test.
const Prefix = "rtestg_"

// Entry is the function of the generated code in which a process starts. Package main calls it.
const Entry = "Rtestg_main"

func inputField(i int) string  { return fmt.Sprintf("%s.in%d", self, i) }
func twinField(i int) string   { return fmt.Sprintf("%s.twin%d", self, i) }
func letField(i int) string    { return fmt.Sprintf("%s.let%d", self, i) }
func resultField(i int) string { return fmt.Sprintf("%s.out%d", self, i) }

// names returns operands for the variables of a contract, with the inputs that the function
// was called with.
func names(v *refine.Variable) string { return operand(v, inputField) }

// oldNames returns the operands for the twin.
func oldNames(v *refine.Variable) string { return operand(v, twinField) }

func operand(v *refine.Variable, input func(int) string) string {
	switch v.Role {
	case refine.Input:
		return input(v.Index)
	case refine.Result:
		return resultField(v.Index)
	case refine.Before:
		return letField(v.Index)
	}
	return "rtest_unbound_" + v.Name
}

// shared returns the name of a declaration, which write writes unless there is one of this kind with the
// same text.
func (g *glue) shared(kind, text string, write func() string) string {
	key := kind + "\n" + text
	name, ok := g.shares[key]
	if !ok {
		name = write()
		g.shares[key] = name
	}
	return name
}

// stage adds a stage to target i: a function over its state, named for the first target that has the same.
// A body without statements adds none.
func (g *glue) stage(i int, name, params, result, body string) {
	if body == "" {
		return
	}
	p := g.plans[i]
	fn := g.shared(name+" "+p.state, body, func() string {
		fn := fmt.Sprint(Prefix, name, i)
		if strings.Contains(body, self+".") {
			body = fmt.Sprintf("%s := (*%s)(rtestg_p)\n%s", self, p.state, body)
		}
		g.f.Decl(fmt.Sprintf("func %s(rtestg_p %sRef%s) %s {\n%s}", fn, g.rt, params, result, body))
		return fn
	})
	p.stages = append(p.stages, name+": "+fn)
	g.owners[fn] = append(g.owners[fn], i)
}

// method adds a method to the state of target i.
func (g *glue) method(i int, name, params, result, body string) {
	g.f.Decl(fmt.Sprintf("func (%s *%s) %s(%s) %s {\n%s}", self, g.state(i), name, params, result, body))
}

func (g *glue) state(i int) string { return fmt.Sprint(stack.GeneratedState, i) }

// target writes the state of a target and its methods.
func (g *glue) target(i int) {
	p := g.plans[i]
	c := p.Target.Contract
	g.cons.Functions = map[*value.Func]int{}
	for n, f := range p.Target.Functions() {
		g.cons.Functions[f] = n
	}
	p.asks = len(g.cons.Functions) > 0 || p.Target.noted()
	p.steps = steps(p.Target)
	g.checks(p)
	for _, l := range c.Lets {
		text := l.Var.Name + " = " + refine.Print(l.Value, g.u.Pkg.Types)
		p.lets = append(p.lets, &refine.Clause{Kind: refine.LetValue, Text: text, Pos: l.Pos, End: l.Pos, Expr: l.Value})
	}
	var fields strings.Builder
	var ins, outs []string
	if expr, t := g.tested(p.Target); expr != "" {
		p.callee = fmt.Sprintf("(%s)(%s)", t, expr)
		fmt.Fprintf(&fields, "call %s\n", t)
	}
	for k, v := range c.Inputs() {
		t := g.f.Type(v.Type)
		fmt.Fprintf(&fields, "in%d %s\n", k, t)
		if p.twin {
			fmt.Fprintf(&fields, "twin%d %s\n", k, t)
		}
		ins = append(ins, "&"+inputField(k))
	}
	for k, l := range c.Lets {
		fmt.Fprintf(&fields, "let%d %s\n", k, g.f.Type(l.Var.Type))
	}
	for k, v := range c.Results {
		fmt.Fprintf(&fields, "out%d %s\n", k, g.f.Type(v.Type))
		outs = append(outs, "&"+resultField(k))
	}
	broken := slices.ContainsFunc(p.checks, func(c check) bool { return c.cause == wire.Invariant })
	if broken {
		fields.WriteString("broken int\nholder any\n")
	}
	p.state = g.shared("type", fields.String(), func() string {
		g.f.Decl(fmt.Sprintf("type %s struct {\n%s}", g.state(i), fields.String()))
		return g.state(i)
	})
	g.stages(i, p, ins, outs, broken)
}

// build writes the construction of all inputs except drawn ones.
func (g *glue) build(p *Plan, field func(int) string, names func(*refine.Variable) string) string {
	var b strings.Builder
	c := p.Target.Contract
	logged := c.AskedAbout()
	for i, s := range p.Target.Shapes {
		v := c.Inputs()[i]
		fmt.Fprintf(&b, "%s = %sZero[%s]()\n", field(i), g.rt, g.f.Type(v.Type))
		switch s := s.(type) {
		case *value.Drawn:
			continue
		case *value.Func:
			var rules []*refine.Callback
			if cb := callbackOf(c, v); cb != nil {
				rules = append(rules, cb)
			}
			b.WriteString(g.cons.Asked(field(i), s, i, rules, names))
			continue
		}
		b.WriteString(g.cons.Set(field(i), s))
		if s := value.AliasedOf(s); s != nil {
			b.WriteString(g.cons.Related(s, field(i), field))
		}
		sig, ok := v.Type.Underlying().(*types.Signature)
		if rules := callbackOf(c, v); ok && rules != nil {
			b.WriteString(g.cons.Guarded(field(i), sig, i, rules, names))
		}
		if ok && logged[i] {
			b.WriteString(g.cons.Logged(field(i), sig, i))
		}
	}
	b.WriteString("return 0 == 0\n")
	return b.String()
}

func callbackOf(c *refine.Contract, v *refine.Variable) *refine.Callback {
	for _, cb := range c.Callbacks {
		if cb.Var == v {
			return cb
		}
	}
	return nil
}

// preconditions writes the calls of the functions in the predicate file, and the conditions that are not in it.
func (g *glue) preconditions(p *Plan) string {
	inputs := p.Target.Contract.Inputs()
	args := make([]string, len(inputs))
	for i := range inputs {
		args[i] = inputField(i)
	}
	var bodies []string
	for _, pre := range p.Target.Pre {
		switch {
		case pre.Func != "":
			bodies = append(bodies, pre.Func+"("+strings.Join(args, ", ")+")")
		case pre.input >= 0:
			fn, _ := gosource.InvariantFunc(g.f, g.u.Pkg.Facts, inputs[pre.input].Type, p.Target.drawn(pre.input))
			bodies = append(bodies, fn+"("+inputField(pre.input)+")")
		default:
			bodies = append(bodies, g.f.Expr(pre.Clause.Expr, names, nil))
		}
	}
	return g.choose(bodies)
}

// main writes the start function of the process. Targets that differ only in the function under test are of one
// kind, because compiling the table of targets takes as long as all else.
func (g *glue) main() {
	var kinds, uses strings.Builder
	known := map[string]int{}
	for _, p := range g.plans {
		causes := make([]string, len(p.checks))
		for k, c := range p.checks {
			causes[k] = strconv.Quote(c.cause)
		}
		c := p.Target.Contract
		kind := fmt.Sprintf("{State: (*%s)(nil), Stages: %sStages{%s}, Pre: %d, Lets: %d, Classes: %d, Checks: []string{%s}, Twin: %t, Pairs: %t, Promise: %t, Bare: %t, Room: %t, Asks: %t, Steps: %s%s, Reuse: %sReuse{Apart: %t, Varies: %t, Reads: %t}},\n",
			p.state, g.rt, strings.Join(p.stages, ", "), len(p.Target.Pre), len(c.Lets), len(c.Classes),
			strings.Join(causes, ", "), p.twin, p.pairs, c.Panics != nil, c.Bare, p.Target.Hints.Capacities, p.asks, g.steps(p.steps), sharing(p.Target), g.rt, p.Target.Apart, p.varies(), p.Target.Hints.Reads)
		n, ok := known[kind]
		if !ok {
			n = len(known)
			known[kind] = n
			kinds.WriteString(kind)
		}
		fmt.Fprintf(&uses, "{%d, %q, %s},\n", n, RuntimeName(c), cmp.Or(p.callee, "nil"))
	}
	body := g.sentinels() + fmt.Sprintf("%sMain(&%sUnit{Module: %q, ModuleDir: %q, Package: %q, %sTargets: %sTargets([]%sTarget{\n%s}, []%sUse{\n%s}), Domains: %s, Builders: %s})\n",
		g.entry, g.rt, g.u.Pkg.Module, g.u.Pkg.ModuleDir, g.u.Pkg.Types.Path(), g.watched(), g.rt, g.rt, kinds.String(), g.rt, uses.String(), g.domains(), g.builders())
	g.f.Func(Entry, nil, "", body)
}

// steps writes the order in which inputs are drawn.
func (g *glue) steps(list []read.Step) string {
	var all []string
	for _, s := range list {
		all = append(all, fmt.Sprintf("{Draw: %d, Pre: %d}", s.Draw, s.Pre))
	}
	return "[]" + g.rt + "Step{" + strings.Join(all, ", ") + "}"
}

// RuntimeName returns the name of the function as the Go runtime writes it.
func RuntimeName(c *refine.Contract) string {
	if c.Func == nil {
		return ""
	}
	name := c.Func.Name()
	if c.Recv != nil {
		t := c.Recv.Type
		ptr, ok := types.Unalias(t).(*types.Pointer)
		if ok {
			t = ptr.Elem()
		}
		if n, isNamed := types.Unalias(t).(*types.Named); isNamed {
			recv := n.Obj().Name()
			if n.TypeArgs().Len() > 0 {
				recv += "[...]"
			}
			if ok {
				recv = "(*" + recv + ")"
			}
			name = recv + "." + name
		}
	} else if len(c.TypeArgs) > 0 {
		name += "[...]"
	}
	return c.Func.Pkg().Path() + "." + name
}

// Chooses reports whether inputs make choices in addition to their solution.
func (p *Plan) Chooses() bool { return p.asks || len(p.steps) > 0 }
