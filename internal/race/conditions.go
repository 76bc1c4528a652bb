package race

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// A conditions writes the preconditions of calls and the invariants of types as Go.
type conditions struct {
	file *gosource.File
	// pre maps functions under test to the names of the functions that check their preconditions.
	pre map[*refine.Callee]string
	// promises maps steps to what they promise of their results.
	promises map[*refine.Callee][]promise
	// invariants maps types to the functions that check the invariants of values behind pointers.
	invariants map[*subject]string
}

// conditions writes the functions that check the conditions of all subjects. A step whose precondition
// cannot be written is left out.
func (t *tester) conditions() (*conditions, []byte, error) {
	c := &conditions{pre: map[*refine.Callee]string{}, promises: map[*refine.Callee][]promise{}, invariants: map[*subject]string{}}
	c.file = gosource.New(t.pkg.Types, gosource.Options{Version: codegen.Version, Forwards: t.pkg.Forwards})
	c.file.Decl("var _ = 0")
	for _, s := range t.subjects {
		if s.unsupported != "" {
			continue
		}
		s.steps, s.numbered, s.makers = t.withPreconditions(c, s, s.steps), t.withPreconditions(c, s, s.numbered), t.withPreconditions(c, s, s.makers)
		for _, x := range s.steps {
			if _, done := c.promises[x.Callee]; !done {
				c.promises[x.Callee] = t.promisesOf(c, x)
			}
		}
		pointer := types.NewPointer(s.t)
		if _, ok := gosource.InvariantFunc(gosource.New(t.pkg.Types, gosource.Options{Forwards: t.pkg.Forwards}), t.pkg.Facts, pointer, true); ok {
			c.invariants[s], _ = gosource.InvariantFunc(c.file, t.pkg.Facts, pointer, true)
		}
	}
	data, err := c.file.Bytes()
	return c, data, err
}

// withPreconditions returns the calls whose preconditions can be checked.
func (t *tester) withPreconditions(c *conditions, s *subject, list []call) (out []call) {
	refused := map[*refine.Callee]bool{}
	for _, x := range list {
		if _, done := c.pre[x.Callee]; !done && !refused[x.Callee] {
			contract, _ := t.prog.Callee(t.pkg, x.Callee)
			if why := c.precondition(t.pkg, x.Callee, contract); why != "" {
				refused[x.Callee] = true
				s.leftOut = append(s.leftOut, x.Name+": "+why)
			}
		}
		if !refused[x.Callee] {
			out = append(out, x)
		}
	}
	return out
}

// precondition writes the function that checks the preconditions of a contract. Why says why it
// cannot.
func (c *conditions) precondition(pkg *refine.Package, callee *refine.Callee, contract *refine.Contract) (why string) {
	if contract == nil || len(contract.Pre) == 0 || callee.Literal != nil {
		c.pre[callee] = ""
		return ""
	}
	inputs := contract.Inputs()
	name := func(v *refine.Variable) string {
		if v.Role == refine.Input {
			return fmt.Sprint("rtestg_in", v.Index)
		}
		return "rtestg_unbound_" + v.Name
	}
	write := func(f *gosource.File) string {
		var params []gosource.Param
		for i, v := range inputs {
			params = append(params, gosource.Param{Name: fmt.Sprint("rtestg_in", i), Type: f.Type(v.Type)})
		}
		var conds []string
		for _, cl := range contract.Pre {
			conds = append(conds, "("+f.Expr(cl.Expr, name, nil)+")")
		}
		fn := f.Name("rtestg_pre")
		f.Func(fn, params, f.Type(types.Typ[types.Bool]), "return "+strings.Join(conds, " && "))
		return fn
	}
	trial := gosource.New(pkg.Types, gosource.Options{Forwards: pkg.Forwards})
	write(trial)
	if _, err := trial.Bytes(); err != nil {
		return "its precondition cannot be written: " + err.Error()
	}
	c.pre[callee] = write(c.file)
	return ""
}

// holds returns the function literal that checks the precondition of a call, or nil.
func (t *tester) holds(c *conditions, s *subject, x call) string {
	fn := c.pre[x.Callee]
	if fn == "" {
		return "nil"
	}
	args := x.args
	if sig := x.Func.Signature(); sig.Variadic() && len(args) > 0 {
		last := len(args) - 1
		args = append(args[:last:last], typeText(t.pkg, sig.Params().At(sig.Params().Len()-1).Type())+"{"+args[last]+"}")
	}
	if x.Step {
		contract, _ := t.prog.Callee(t.pkg, x.Callee)
		self := "r.Self.(*" + typeText(t.pkg, s.t) + ")"
		if _, pointer := types.Unalias(contract.Inputs()[0].Type).(*types.Pointer); !pointer {
			self = "*" + self
		}
		args = append([]string{self}, args...)
	}
	return "func(r *rtestgConcurrent.Record) bool { return " + fn + "(" + strings.Join(args, ", ") + ") }"
}
