package race

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// A promise is a postcondition that speaks of what a call returns, and of arguments that cannot change. It holds at any moment.
type promise struct {
	// function is the name of the one that checks it. inputs and results are the arguments that it takes, by index.
	function        string
	inputs, results []int
	text            string
	// nilErr is the name of the result that is an error, if the promise is made only where that is nil.
	nilErr string
}

// promisesOf writes the functions that check the promises of a step. Results that are compared are those of a sequential run, and keep what
// that one does; others, such as those that may depend on the time, have to keep the promises by themselves.
func (t *tester) promisesOf(c *conditions, x call) (out []promise) {
	contract, _ := t.prog.Callee(t.pkg, x.Callee)
	if contract == nil || x.Literal != nil {
		return nil
	}
	for _, cl := range contract.Post {
		p := promise{text: cl.Text}
		if !p.concerns(contract, cl) {
			continue
		}
		write := func(f *gosource.File) string { return p.write(f, contract, cl) }
		trial := gosource.New(t.pkg.Types, gosource.Options{Forwards: t.pkg.Forwards})
		write(trial)
		if _, err := trial.Bytes(); err != nil {
			continue
		}
		p.function = write(c.file)
		if last := len(contract.Results) - 1; cl.NilErr && contract.ErrLast {
			p.nilErr = fmt.Sprint("x", last)
		}
		out = append(out, p)
	}
	return out
}

// concerns notes what a clause speaks of. It returns false if that may change, or may have to be computed by code under test.
func (p *promise) concerns(contract *refine.Contract, cl *refine.Clause) bool {
	if cl.Expr == nil {
		return false
	}
	ok, in, out := true, map[int]bool{}, map[int]bool{}
	refine.Inspect(cl.Expr, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Old, *refine.Call, *refine.Method:
			ok = false
		case *refine.Object:
			_, variable := e.Obj.(*types.Var)
			ok = ok && !variable
		case *refine.Ref:
			_, basic := e.Var.Type.Underlying().(*types.Basic)
			switch {
			case e.Var.Role == refine.Result:
				out[e.Var.Index] = true
			case e.Var.Role == refine.Input && basic:
				in[e.Var.Index] = true
			default:
				ok = ok && e.Var.Role == refine.Bound
			}
		}
		return ok
	})
	for i := range contract.Inputs() {
		if in[i] {
			p.inputs = append(p.inputs, i)
		}
	}
	for i := range contract.Results {
		if out[i] {
			p.results = append(p.results, i)
		}
	}
	return ok && len(p.results) > 0
}

// write writes the function that checks the clause, and returns its name.
func (p *promise) write(f *gosource.File, contract *refine.Contract, cl *refine.Clause) string {
	var params []gosource.Param
	for _, i := range p.inputs {
		params = append(params, gosource.Param{Name: fmt.Sprint("rtestg_in", i), Type: f.Type(contract.Inputs()[i].Type)})
	}
	for _, i := range p.results {
		params = append(params, gosource.Param{Name: fmt.Sprint("rtestg_out", i), Type: f.Type(contract.Results[i].Type)})
	}
	name := func(v *refine.Variable) string {
		switch v.Role {
		case refine.Input:
			return fmt.Sprint("rtestg_in", v.Index)
		case refine.Result:
			return fmt.Sprint("rtestg_out", v.Index)
		}
		return "rtestg_unbound_" + v.Name
	}
	fn := f.Name("rtestg_post")
	f.Func(fn, params, f.Type(types.Typ[types.Bool]), "return "+f.Expr(cl.Expr, name, nil))
	return fn
}

// check returns the statement that checks the promise of a call whose results have names.
func (p *promise) check(x call) string {
	var args []string
	for _, i := range p.inputs {
		args = append(args, x.args[i-1]) // The first input is the value.
	}
	for _, i := range p.results {
		args = append(args, fmt.Sprint("x", i))
	}
	text := "r.Keeps(" + p.function + "(" + strings.Join(args, ", ") + "), " + strconv.Quote(p.text) + ")"
	if p.nilErr != "" {
		text = "if " + p.nilErr + " == nil { " + text + " }"
	}
	return "; " + text
}
