package codegen

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// Assertions is the code that checks the contracts of a package at the calls that a program makes.
type Assertions struct {
	Files []File
	// Funcs are functions of the package. Foreign are those of other packages: the code joins their
	// joints.
	Funcs   []Asserted
	Foreign []*types.Func
	// Unchecked is what the code does not check.
	Unchecked []Unchecked
}

// An Asserted is a function whose calls are checked. Enter is the name of a function that takes the
// inputs, and Leave of one that takes what Enter returns first and the addresses of the results. What
// Enter returns second, if it is not nil, may be set when the function is about to return. With
// ByAddress, for generic functions, Enter takes the addresses of the inputs.
type Asserted struct {
	Func         *types.Func
	Enter, Leave string
	ByAddress    bool
}

// An Unchecked is a clause that cannot be checked at a call, or the whole contract if Clause is nil.
type Unchecked struct {
	Contract *refine.Contract
	Clause   *refine.Clause
	Why      string
}

// An asserter writes the code of Assertions.
type asserter struct {
	*glue
	out    *Assertions
	assert string
	// woven reports whether the functions of the package with this path can be made to be checked.
	woven func(path string) bool
	// olds are the old expressions of the contract at hand that are evaluated before the call, with
	// the operands that hold their values.
	olds map[*refine.Old]string
	// generic has the targets of each generic function.
	generic map[*types.Func][]int
}

// NewAssertions writes the code for the contracts of a package, for a runtime with this import path.
// Of other packages those count whose path is woven. Files is empty if no contract can be checked.
func NewAssertions(pkg *refine.Package, runtime string, woven func(path string) bool) (*Assertions, error) {
	a := &asserter{out: &Assertions{}, woven: woven, generic: map[*types.Func][]int{}}
	read := runtime + "/read"
	f := gosource.New(pkg.Types, gosource.Options{Prefix: Prefix, Runtime: read, Version: Version, Forwards: pkg.Forwards, Kept: func(e *refine.Old) string { return a.olds[e] }})
	a.glue = &glue{u: &Unit{Pkg: pkg}, f: f, rt: f.Import(read) + ".", runtime: read, copies: map[string]*gosource.File{}, invariants: f.Name("explaininvariant")}
	a.assert = f.Import(runtime+"/assert") + "."
	a.tracer = &tracer{g: a.glue, names: map[*types.Func]string{}, bad: map[*types.Func]bool{}}
	for _, c := range pkg.Contracts {
		if c.Bare || c.Promoted() {
			continue
		}
		if why := a.unassertable(c); why != "" {
			a.out.Unchecked = append(a.out.Unchecked, Unchecked{Contract: c, Why: why})
			continue
		}
		a.contract(c)
	}
	if len(a.plans) == 0 {
		return a.out, nil
	}
	a.dispatch()
	a.explainInvariants()
	a.declarePackage()
	if err := f.Unwritten(); err != nil {
		return nil, fmt.Errorf("writing the assertions of %s: %w", pkg.Path, err)
	}
	files, err := a.files()
	if err != nil {
		return nil, fmt.Errorf("writing the assertions of %s: %w", pkg.Path, err)
	}
	for _, file := range files {
		if !pkg.External {
			// The code is part of the package, also where other packages import it.
			file.Name = strings.TrimSuffix(file.Name, "_test.go") + ".go"
		}
		a.out.Files = append(a.out.Files, file)
	}
	return a.out, nil
}

// contract writes the state, the checks and the functions of one contract.
func (a *asserter) contract(whole *refine.Contract) {
	c := a.assertable(whole)
	i, p := len(a.plans), &Plan{Target: &Target{Contract: c}}
	a.plans = append(a.plans, p)
	a.olds = map[*refine.Old]string{}
	lets := a.keepOlds(c)
	p.twin = c.Pure != nil || slices.ContainsFunc(c.Post, func(cl *refine.Clause) bool { return a.needsCopies(cl.Expr) })
	before := a.conditions(p)
	a.checks(p)
	p.checks = append(before, a.judgeable(c, p.checks)...)
	a.declareState(i, p, lets)
	a.method(i, "Check", "rtestg_i int", "bool", cmp.Or(a.checkBody(p), "return 0 == 0\n"))
	a.method(i, "Explain", "rtestg_i int, rtestg_x *"+a.rt+"Explanation", "", a.glue.explain(p))
	a.functions(i, p, len(before), lets)
}

// keepOlds makes each old expression of the postconditions a let, unless bound variables occur in it.
func (a *asserter) keepOlds(c *refine.Contract) []*refine.Let {
	lets := slices.Clone(c.Lets)
	for _, cl := range c.Post {
		refine.Inspect(cl.Expr, func(e refine.Expr) bool {
			o, ok := e.(*refine.Old)
			if ok && !mentionsBound(o.X) {
				v := &refine.Variable{Type: o.X.Type(), Role: refine.Before, Index: len(lets)}
				a.olds[o] = letField(v.Index)
				lets = append(lets, &refine.Let{Var: v, Value: o.X, Pos: cl.Pos})
			}
			return !ok
		})
	}
	return lets
}

// needsCopies reports whether a clause has an old expression that is evaluated after the call.
func (a *asserter) needsCopies(e refine.Expr) bool {
	found := false
	refine.Inspect(e, func(e refine.Expr) bool {
		if o, ok := e.(*refine.Old); ok {
			found = found || a.olds[o] == ""
			return false
		}
		return !found
	})
	return found
}

// mentionsBound reports whether a variable of a quantifier or a LetIn around e occurs in e, or one
// in it.
func mentionsBound(e refine.Expr) bool {
	found := false
	refine.Inspect(e, func(e refine.Expr) bool {
		r, ok := e.(*refine.Ref)
		found = found || ok && r.Var.Role == refine.Bound
		return !found
	})
	return found
}

// conditions lists the checks before a call: the invariants of inputs, then the preconditions.
func (a *asserter) conditions(p *Plan) (list []check) {
	c := p.Target.Contract
	for i, v := range c.Inputs() {
		if fn, ok := gosource.InvariantCheck(a.f, a.u.Pkg.Facts, v.Type); ok && a.lockIn(v.Type) == "" {
			list = append(list, check{cause: wire.Invariant, clause: invariantOf(c, v), body: fn + "(" + inputField(i) + ")", of: inputField(i)})
		}
	}
	for _, cl := range c.Pre {
		list = append(list, check{cause: wire.Ensures, clause: cl, body: a.f.Expr(cl.Expr, names, nil)})
	}
	return list
}

// judgeable leaves out the invariants of values that another goroutine may change meanwhile.
func (a *asserter) judgeable(c *refine.Contract, list []check) []check {
	locked := map[string]bool{}
	for i, v := range c.Inputs() {
		locked[inputField(i)] = a.lockIn(v.Type) != ""
	}
	for i, v := range c.Results {
		locked[resultField(i)] = a.lockIn(v.Type) != ""
	}
	return slices.DeleteFunc(list, func(ck check) bool { return ck.cause == wire.Invariant && locked[ck.of] })
}

// declareState writes the type of the state of a call.
func (a *asserter) declareState(i int, p *Plan, lets []*refine.Let) {
	c := p.Target.Contract
	var fields, evaluate strings.Builder
	var ins, twins, kept, outs []string
	for k, v := range c.Inputs() {
		t := a.f.Type(v.Type)
		fmt.Fprintf(&fields, "in%d %s\n", k, t)
		ins = append(ins, "&"+inputField(k))
		if p.twin {
			fmt.Fprintf(&fields, "twin%d %s\n", k, t)
			twins = append(twins, "&"+twinField(k))
		}
	}
	for k, l := range lets {
		fmt.Fprintf(&fields, "let%d %s\n", k, a.f.Type(l.Var.Type))
		// Expressions evaluated earlier have their values from before the call, too.
		fmt.Fprintf(&evaluate, "case %d:\n%s = %s\n", k, letField(k), a.f.Expr(l.Value, names, names))
		if refine.HasReferences(l.Var.Type) || refine.Mutable(l.Var.Type) {
			kept = append(kept, "&"+letField(k))
		}
	}
	for k, v := range c.Results {
		fmt.Fprintf(&fields, "out%d %s\n", k, a.f.Type(v.Type))
		outs = append(outs, "&"+resultField(k))
	}
	fmt.Fprintf(&fields, "broken int\nholder any\n%sCall\n", a.assert)
	a.f.Decl(fmt.Sprintf("type %s struct {\n%s}", a.state(i), fields.String()))
	anys := func(list []string) string {
		if list == nil {
			return "return nil\n"
		}
		return "return []any{" + strings.Join(list, ", ") + "}\n"
	}
	a.method(i, "Let", "rtestg_i int", "", "switch rtestg_i {\n"+evaluate.String()+"}\n")
	a.method(i, "Promised", "", "bool", a.promised(c))
	a.method(i, "Broken", "", "int", "return "+self+".broken\n")
	a.method(i, "Inputs", "", "[]any", anys(ins))
	a.method(i, "Twins", "", "[]any", anys(twins))
	a.method(i, "Kept", "", "[]any", anys(kept))
	a.method(i, "Results", "", "[]any", anys(outs))
	a.method(i, "Record", "", "*"+a.assert+"Call", "return &"+self+".Call\n")
}

// functions writes what the function under a contract calls, and the description of the contract.
func (a *asserter) functions(i int, p *Plan, before int, lets []*refine.Let) {
	c := p.Target.Contract
	described, enter, leave := fmt.Sprintf("%scontract%d", Prefix, i), fmt.Sprintf("%senter%d", Prefix, i), fmt.Sprintf("%sleave%d", Prefix, i)
	var params, inits, outs, stores []string
	for k, v := range c.Inputs() {
		params = append(params, fmt.Sprintf("%s %s", param(k), a.f.Type(v.Type)))
		inits = append(inits, fmt.Sprintf("in%d: %s", k, param(k)))
	}
	for k, v := range c.Results {
		outs = append(outs, fmt.Sprintf("rtest_out%d *%s", k, a.f.Type(v.Type)))
		stores = append(stores, fmt.Sprintf("%s = *rtest_out%d\n", resultField(k), k))
	}
	a.f.Decl(fmt.Sprintf("func %s(%s) (*%s, *bool) {\nif !%sBegin() {\nreturn nil, nil\n}\n%s := &%s{%s}\n%sEnter(&%s, %s)\nreturn %s, &%s.Returned\n}",
		enter, strings.Join(params, ", "), a.state(i), a.assert, self, a.state(i), strings.Join(inits, ", "), a.assert, described, self, self, self))
	a.f.Decl(fmt.Sprintf("func %s(%s) {\nif %s == nil {\nreturn\n}\n%s%sLeave(&%s, %s)\n}",
		leave, strings.Join(append([]string{self + " *" + a.state(i)}, outs...), ", "), self, strings.Join(stores, ""), a.assert, described, self))
	var clauses []string
	for n, ck := range p.checks {
		clauses = append(clauses, a.describe(ck, n < before, c))
	}
	promise := "nil"
	if c.Panics != nil {
		promise = "&" + a.clause(c.Panics)
	}
	fn := c.Func.Origin()
	generic := len(c.TypeArgs) > 0 || fn.Signature().RecvTypeParams().Len() > 0
	name, home := c.Func.Name(), ""
	if a.foreign(fn) {
		home = fn.Pkg().Path()
		if c.Recv == nil {
			name = fn.Pkg().Name() + "." + name
		}
	}
	text := fmt.Sprintf("var %s = %sContract{Package: &%spackage, Name: %q, Func: %q, Pos: %s, Before: %d, Lets: %d, Copies: %t, Invariants: %t, Promise: %s, Calls: %t, Inputs: %s, Method: %t, Variadic: %t, Generic: %t, Home: %q, Checks: []%sCheck{\n%s}}",
		described, a.assert, Prefix, c.Name, name, a.place(c.Pos), before, len(lets), p.twin || len(lets) > 0,
		slices.ContainsFunc(p.checks, func(ck check) bool { return ck.cause == wire.Invariant }), promise, takesFunction(c),
		stringList(c.InputNames()), c.Recv != nil, c.Variadic, generic, home, a.assert, strings.Join(clauses, ""))
	a.f.Decl(text)
	if generic || home != "" {
		a.generic[fn] = append(a.generic[fn], i)
		return
	}
	a.out.Funcs = append(a.out.Funcs, Asserted{Func: fn, Enter: enter, Leave: leave})
}

func stringList(list []string) string {
	var quoted []string
	for _, s := range list {
		quoted = append(quoted, strconv.Quote(s))
	}
	return "[]string{" + strings.Join(quoted, ", ") + "}"
}

// describe writes the description of a check.
func (a *asserter) describe(ck check, before bool, c *refine.Contract) string {
	cl, of := ck.clause, ""
	for k, v := range c.Inputs() {
		if (inputField(k) == ck.of || cl.Of == v) && v.Name != "" && v.Name != "_" {
			of = v.Name
		}
	}
	if ck.cause == wire.Ensures && cl.Kind == refine.Refinement && !before {
		as := *cl
		as.Kind, cl = refine.Ensures, &as
	}
	return fmt.Sprintf("{Cause: %q, Of: %q, Clause: %s},\n", ck.cause, of, a.clause(cl))
}

// clause writes a clause.
func (a *asserter) clause(c *refine.Clause) string {
	unfolded := c.Unfolded
	if unfolded == c.Text {
		unfolded = ""
	}
	return fmt.Sprintf("%sClause{Kind: %q, Text: %q, Unfolded: %q, Pos: %s}", a.assert, c.Kind.String(), c.Text, unfolded, a.place(c.Pos))
}

func (a *asserter) place(p token.Position) string {
	return fmt.Sprintf("%sPos{File: %q, Line: %d, Column: %d}", a.assert, p.Filename, p.Line, p.Column)
}

// declarePackage writes what all contracts of the package share.
func (a *asserter) declarePackage() {
	var clauses []string
	for _, c := range a.f.Clauses() {
		clauses = append(clauses, a.clause(c)+",\n")
	}
	p := a.u.Pkg
	a.f.Decl(fmt.Sprintf("var %spackage = %sPackage{Path: %q, Module: %q, ModuleDir: %q, Constants: %sConstants(%s), Invariants: []%sClause{\n%s}}",
		Prefix, a.assert, p.Types.Path(), p.Module, p.ModuleDir, a.assert, strings.Join(constants(p.Types), ", "), a.assert, strings.Join(clauses, "")))
}

// constants returns the constants of named types of a package, each as its type, its literal and its
// name. Of those with one value the first one counts.
func constants(pkg *types.Package) (list []string) {
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if !ok || name == "_" {
			continue
		}
		if n, isNamed := types.Unalias(c.Type()).(*types.Named); isNamed && n.Obj().Pkg() == pkg {
			list = append(list, strconv.Quote(n.Obj().Pkg().Path()+"."+n.Obj().Name()), strconv.Quote(c.Val().ExactString()), strconv.Quote(name))
		}
	}
	return list
}

// foreign reports whether another package declares a function.
func (a *asserter) foreign(fn *types.Func) bool { return fn.Pkg() != a.u.Pkg.Types }

// dispatch writes the functions that generic functions and those of other packages call. They find the
// contract whose types are those of the call.
func (a *asserter) dispatch() {
	for _, c := range a.u.Pkg.Contracts {
		if c.Func == nil || a.generic[c.Func.Origin()] == nil {
			continue
		}
		fn := c.Func.Origin()
		targets := a.generic[fn]
		delete(a.generic, fn)
		enter, leave := fmt.Sprintf("%senterany%d", Prefix, targets[0]), fmt.Sprintf("%sleaveany%d", Prefix, targets[0])
		var b strings.Builder
		for _, i := range targets {
			b.WriteString(a.instance(i))
		}
		a.f.Decl(fmt.Sprintf("func %s(rtestg_in ...any) (func(...any), *bool) {\n%s%sOther(&%scontract%d, rtestg_in)\nreturn nil, nil\n}", enter, b.String(), a.assert, Prefix, targets[0]))
		if a.foreign(fn) {
			a.f.Decl(fmt.Sprintf("var _ = %sJoin(%q, %s)", a.assert, fn.FullName(), enter))
			a.out.Foreign = append(a.out.Foreign, fn)
			continue
		}
		a.f.Decl(fmt.Sprintf("func %s(rtestg_f func(...any), rtestg_out ...any) {\nif rtestg_f != nil {\nrtestg_f(rtestg_out...)\n}\n}", leave))
		a.out.Funcs = append(a.out.Funcs, Asserted{Func: fn, Enter: enter, Leave: leave, ByAddress: true})
	}
}

// instance writes the case of one instantiation. If no input determines its type arguments, the results do.
// Calls with other results are not judged at their end.
func (a *asserter) instance(i int) string {
	c := a.plans[i].Target.Contract
	var b strings.Builder
	var conds, args, outs []string
	for k, v := range c.Inputs() {
		fmt.Fprintf(&b, "rtestg_a%d, rtestg_b%d := rtestg_in[%d].(*%s)\n", k, k, k, a.f.Type(v.Type))
		conds = append(conds, fmt.Sprintf("rtestg_b%d", k))
		args = append(args, fmt.Sprintf("*rtestg_a%d", k))
	}
	var resultTypes strings.Builder
	for k, v := range c.Results {
		fmt.Fprintf(&resultTypes, "rtestg_o%d, rtestg_k := rtestg_out[%d].(*%s)\nif !rtestg_k {\n%sOther(&%scontract%d, rtestg_in)\nreturn\n}\n", k, k, a.f.Type(v.Type), a.assert, Prefix, i)
		outs = append(outs, fmt.Sprintf("rtestg_o%d", k))
	}
	if len(conds) == 0 {
		conds = []string{"0 == 0"}
	}
	call := fmt.Sprintf("%sleave%d(%s)", Prefix, i, strings.Join(append([]string{self}, outs...), ", "))
	return fmt.Sprintf("{\n%sif %s {\nif %s, rtestg_d := %senter%d(%s); %s != nil {\nreturn func(rtestg_out ...any) {\n%s%s\n}, rtestg_d\n}\nreturn nil, nil\n}\n}\n",
		b.String(), strings.Join(conds, " && "), self, Prefix, i, strings.Join(args, ", "), self, resultTypes.String(), call)
}
