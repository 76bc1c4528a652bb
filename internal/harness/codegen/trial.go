package codegen

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// A Trial names functions of the predicate file that make the call and judge it, so that both
// can be lifted. The twins are second copies of the inputs.
type Trial struct {
	// Call is a function of the inputs that makes the call and returns its results. It is
	// empty if the function cannot be called so.
	Call string
	// Promise is a function of the twins that returns whether the call must panic, or empty if
	// the contract does not say. Judge is a function of the inputs, the twins and the results
	// that returns 0 if the postconditions hold. Else it returns the number of the first that does not, which
	// DemandOf tells.
	Promise, Judge string
	// Demands is the greatest number that Judge may return.
	Demands int
	// Same is a function of the inputs, the twins, and the results of two calls. It returns whether the calls
	// had the same outcome. It is empty unless Unit.Compares is set, and if the call has no outcome to compare.
	Same string
	// Property says that the call returns whether it keeps its contract.
	Property bool
	// Marks name functions that Judge calls where a postcondition is put to the test: it must hold, and the
	// premise before its ==> is true.
	Marks []Mark
	// Unjudged are the clauses that the functions leave out, with the reason.
	Unjudged []Unjudged
}

// DemandOf returns the number that Judge returns for a clause, given by its index among the postconditions, and for an invariant
// with -1.
func DemandOf(post int) int { return post + 2 }

// A Mark is a function that does nothing, for a clause.
type Mark struct {
	Func   string
	Clause *refine.Clause
}

// An Unjudged is a clause that cannot be lifted.
type Unjudged struct {
	Pos token.Position
	Why string
}

// trial writes the functions of a trial.
func (t *Target) trial(f *gosource.File, pkg *refine.Package, number int) {
	c := t.Contract
	t.Trial = Trial{}
	if !t.Builds && t.Literal != nil || c.Func == nil && t.Literal == nil {
		return
	}
	if slices.ContainsFunc(c.Results, func(v *refine.Variable) bool { return !f.Names(v.Type) }) {
		return
	}
	t.callOf(f, number)
	if t.Builds {
		return // Its promises are judged where it runs.
	}
	w := &trialWriter{f: f, pkg: pkg, target: t}
	w.promise(number)
	w.judge(number)
	if t.compares {
		w.same(number)
	}
	if comparesWithTwin(t) {
		w.leaveOut(c.Pos, "addresses from before the call are compared with those after it")
	}
}

// callOf writes the function that makes the call.
func (t *Target) callOf(f *gosource.File, number int) {
	var results []string
	for _, v := range t.Contract.Results {
		results = append(results, f.Type(v.Type))
	}
	call := ""
	if t.Literal != nil {
		call = f.Expr(t.Literal, names, nil)
	} else {
		call = t.call(f)
	}
	if len(results) > 0 {
		call = "return " + call
	}
	t.Trial.Call = f.Name(fmt.Sprintf("call%d", number))
	f.Func(t.Trial.Call, params(f, t.Contract.Inputs()), "("+strings.Join(results, ", ")+")", call)
}

// A trialWriter writes the functions of one target.
type trialWriter struct {
	f      *gosource.File
	pkg    *refine.Package
	target *Target
	// lets are the names that were written.
	lets map[*refine.Variable]bool
}

func (w *trialWriter) leaveOut(pos token.Position, why string) {
	w.target.Trial.Unjudged = append(w.target.Trial.Unjudged, Unjudged{pos, why})
}

// canWrite reports whether a clause can be written without rtest's runtime. If not, it records the
// clause as left out.
func (w *trialWriter) canWrite(pos token.Position, e refine.Expr) bool {
	known := e != nil
	refine.Inspect(e, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Ref:
			known = known && (e.Var.Role != refine.Before || w.lets[e.Var])
		case *refine.Builtin:
			known = known && !(e.Own && e.Name == "calls")
		}
		return known
	})
	if known && writes(w.pkg, e, "") {
		return true
	}
	w.leaveOut(pos, "the clause asks for what only the running program knows")
	return false
}

// written returns the lets as statements.
func (w *trialWriter) written() string {
	var body strings.Builder
	for _, l := range w.target.Contract.Lets {
		if w.lets[l.Var] {
			fmt.Fprintf(&body, "%s := %s\n_ = %[1]s\n", followName(l.Var), w.f.Expr(l.Value, twinNames, twinNames))
		}
	}
	return body.String()
}

// promise writes the function for the clauses that are evaluated before the call.
func (w *trialWriter) promise(number int) {
	c := w.target.Contract
	w.lets = map[*refine.Variable]bool{}
	for _, l := range c.Lets {
		w.lets[l.Var] = w.canWrite(c.Pos, l.Value)
	}
	body, promised := w.written(), "0 != 0"
	if c.Panics != nil && w.canWrite(c.Panics.Pos, c.Panics.Expr) {
		promised = w.f.Expr(c.Panics.Expr, twinNames, twinNames)
	}
	if len(c.Lets) == 0 && c.Panics == nil {
		return
	}
	w.target.Trial.Promise = w.f.Name(fmt.Sprintf("promise%d", number))
	w.f.Func(w.target.Trial.Promise, w.twins(), w.f.Type(types.Typ[types.Bool]), body+"return "+promised)
}

// judge writes the function of the postconditions.
func (w *trialWriter) judge(number int) {
	c := w.target.Contract
	body := w.written()
	demand := func(number int, cond string, always bool) {
		if !always && c.ErrLast {
			last := len(c.Results) - 1
			good := successCondition(c.Results[last].Type, out(last))
			if good == "" {
				w.leaveOut(c.Pos, "the last result is not of type error")
				return
			}
			cond = "!(" + good + ") || " + cond
		}
		body += fmt.Sprintf("if !(%s) {\nreturn %d\n}\n", cond, number)
	}
	invariant := func(v *refine.Variable, name string, always bool) {
		if fn, ok := gosource.InvariantFunc(w.f, w.pkg.Facts, v.Type, false); ok {
			demand(DemandOf(-1), fn+"("+name+")", always)
		}
		if leavesOut(w.pkg, v.Type) {
			w.leaveOut(c.Pos, "an invariant asks for what only the running program knows")
		}
	}
	for i, v := range c.Inputs() {
		if refine.Mutable(v.Type) {
			invariant(v, param(i), true)
		}
	}
	for i, v := range c.Results {
		invariant(v, out(i), false)
	}
	for i, p := range c.Post {
		if w.canWrite(p.Pos, p.Expr) {
			body += w.mark(p, number)
			demand(DemandOf(i), w.f.Expr(p.Expr, followName, twinNames), !p.NilErr)
		}
	}
	w.target.Trial.Property = c.Prop && !hasTrue(c)
	if body == "" {
		return
	}
	w.target.Trial.Judge = w.f.Name(fmt.Sprintf("judge%d", number))
	list := append(params(w.f, c.Inputs()), w.twins()...)
	for i, v := range c.Results {
		list = append(list, gosource.Param{Name: out(i), Type: w.f.Type(v.Type)})
	}
	w.target.Trial.Demands = DemandOf(len(c.Post) - 1)
	w.f.Func(w.target.Trial.Judge, list, w.f.Type(types.Typ[types.Int]), body+"return 0")
}

// same writes the function that compares the results of two calls.
func (w *trialWriter) same(number int) {
	c := w.target.Contract
	if len(c.Results) == 0 {
		return
	}
	list := append(params(w.f, c.Inputs()), w.twins()...)
	var again []gosource.Param
	var conds []string
	for i, v := range c.Results {
		other := fmt.Sprint("rtest_again", i)
		list = append(list, gosource.Param{Name: out(i), Type: w.f.Type(v.Type)})
		again = append(again, gosource.Param{Name: other, Type: w.f.Type(v.Type)})
		conds = append(conds, w.f.Identical(v.Type)+"("+out(i)+", "+other+")")
	}
	w.target.Trial.Same = w.f.Name(fmt.Sprintf("same%d", number))
	w.f.Func(w.target.Trial.Same, append(list, again...), w.f.Type(types.Typ[types.Bool]), "return "+strings.Join(conds, " && "))
}

// mark writes the statement that calls the mark of a clause where it is put to the test.
func (w *trialWriter) mark(p *refine.Clause, number int) string {
	c := w.target.Contract
	m := Mark{Func: w.f.Name(fmt.Sprintf("tested%d_%d", number, len(w.target.Trial.Marks))), Clause: p}
	var conds []string
	if last := len(c.Results) - 1; c.ErrLast && p.NilErr {
		good := successCondition(c.Results[last].Type, out(last))
		if good == "" {
			return ""
		}
		conds = append(conds, good)
	}
	if e, ok := p.Expr.(*refine.Logic); ok && e.Op == refine.Implies {
		conds = append(conds, "("+w.f.Expr(e.X, followName, twinNames)+")")
	}
	w.target.Trial.Marks = append(w.target.Trial.Marks, m)
	w.f.Func(m.Func, nil, "", "")
	call := m.Func + "()\n"
	if len(conds) > 0 {
		call = "if " + strings.Join(conds, " && ") + " {\n" + call + "}\n"
	}
	return call
}

// twins returns the parameters for the twins.
func (w *trialWriter) twins() []gosource.Param {
	list := params(w.f, w.target.Contract.Inputs())
	for i := range list {
		list[i].Name = twinName(i)
	}
	return list
}

// twinNames returns the name of a variable with its value from before the call.
func twinNames(v *refine.Variable) string {
	if v.Role == refine.Input {
		return twinName(v.Index)
	}
	return followName(v)
}

func twinName(i int) string { return fmt.Sprint("rtest_twin", i) }
