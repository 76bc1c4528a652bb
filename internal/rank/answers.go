package rank

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/refine"
)

// A ranking is the comparison of one request.
type ranking struct {
	Request
	prog *prepare.Program
	// pkg is the package whose process calls the answers; ops are the functions that each has.
	pkg     *refine.Package
	ops     []operation
	answers []answer
	// model is the index of the answer that is right, or -1.
	model int
	judge string
	// functions has the functions to call, by answer and operation.
	functions *observe.Functions
	leftOut   []LeftOut
	rows      []row
	exhausted bool
	// untried is the number of inputs that were not tried with each answer. patient has the answers
	// that caused this.
	untried int64
	patient []string
	remove  func() error
}

// An operation is a function that every answer has. Its contract is the one that all are judged by.
type operation struct {
	name     string
	contract *refine.Contract
}

// An answer is one implementation. Funcs are by operation. Why says why it cannot be called.
type answer struct {
	name  string
	funcs []*types.Func
	pos   []*refine.Contract
	why   string
}

func (r *ranking) close() {
	if r.functions != nil {
		r.functions.Close()
	}
	if r.remove != nil {
		r.remove()
	}
}

// repeated says that a name is in a list more than once.
func repeated(names []string) error {
	seen := map[string]bool{}
	for _, n := range names {
		if seen[n] {
			return fmt.Errorf("%s is named twice", n)
		}
		seen[n] = true
	}
	return nil
}

// load finds the answers and the contract that they are judged by.
func (r *ranking) load(ctx context.Context) error {
	r.All, r.model = true, -1
	var err error
	if len(r.Folders) > 0 {
		err = r.loadFolders(ctx)
	} else {
		err = r.loadFunctions(ctx)
	}
	if err != nil {
		return err
	}
	for i := range r.answers {
		a := &r.answers[i]
		for op := range r.ops {
			if why := differs(a, op, r.ops[op].contract, r.pkg.Types); why != "" {
				return errors.New(why)
			}
		}
	}
	return nil
}

// names are those of the answers of a request of functions, with the model.
func withModel(list []string, model string) []string {
	if model == "" || slices.Contains(list, model) {
		return list
	}
	return append(slices.Clone(list), model)
}

// loadFunctions finds answers that are functions of one package.
func (r *ranking) loadFunctions(ctx context.Context) error {
	prog, err := prepare.Load(ctx, r.Config)
	if err != nil {
		return err
	}
	if r.pkg, err = observe.Only(prog); err != nil {
		return err
	}
	r.prog, r.ops = prog, []operation{{}}
	for _, name := range withModel(r.Functions, r.Model) {
		c, err := observe.ContractOf(prog, r.pkg, name)
		if err != nil {
			return err
		}
		if name == r.Model {
			r.model = len(r.answers)
		}
		r.answers = append(r.answers, answer{name: name, funcs: []*types.Func{c.Func}, pos: []*refine.Contract{c}})
	}
	r.ops[0].name = r.Functions[0]
	return r.judged(func(a *answer, op int) *refine.Contract { return a.pos[op] })
}

// judged chooses the contract of each operation: the model's, or that of the first answer that has
// one.
func (r *ranking) judged(of func(a *answer, op int) *refine.Contract) error {
	order := indices(len(r.answers))
	if r.model >= 0 {
		order = slices.Insert(slices.DeleteFunc(order, func(i int) bool { return i == r.model }), 0, r.model)
		r.judge = r.answers[r.model].name
	}
	for op := range r.ops {
		for _, i := range order {
			c := of(&r.answers[i], op)
			if c == nil || c.Bare && r.model < 0 {
				continue
			}
			if r.judge == "" {
				r.judge = r.answers[i].name
			}
			r.ops[op].contract = c
			break
		}
		if r.ops[op].contract == nil {
			return fmt.Errorf("nothing says what %s has to do: none has a contract, and there is no -model; write //rtest:ensures above one of them, or name one that is right: -model %s",
				strings.Join(r.Functions, ", "), r.answers[0].name)
		}
	}
	return nil
}

// differs returns how the signature of an answer differs from that of the contract, or "".
func differs(a *answer, op int, c *refine.Contract, home *types.Package) string {
	own := a.funcs[op]
	sig := own.Signature()
	if sig.TypeParams().Len() > 0 {
		inst, err := types.Instantiate(nil, sig, c.TypeArgs, true)
		if err != nil {
			return fmt.Sprintf("%s: %v", own.FullName(), err)
		}
		sig = inst.(*types.Signature)
	}
	var params []*types.Var
	if recv := sig.Recv(); recv != nil {
		params = append(params, recv)
	}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	var results []*types.Var
	for v := range sig.Results().Variables() {
		results = append(results, v)
	}
	for _, part := range []struct {
		what string
		have []*types.Var
		want []*refine.Variable
	}{{"parameter", params, c.Inputs()}, {"result", results, c.Results}} {
		if len(part.have) != len(part.want) {
			return fmt.Sprintf("%s and %s have different signatures: %d and %s", own.Name(), c.Name, len(part.have), count(int64(len(part.want)), part.what))
		}
		for i := range part.have {
			if !types.Identical(part.have[i].Type(), part.want[i].Type) {
				return fmt.Sprintf("%s and %s have different signatures: %s %d is %s and %s; use a type of a package that both import", a.name, c.Name, part.what, i+1,
					refine.TypeName(part.have[i].Type(), home), refine.TypeName(part.want[i].Type, home))
			}
		}
	}
	return ""
}

// compared are the answers that are ranked, by index.
func (r *ranking) compared() (out []int) {
	for i, a := range r.answers {
		if a.why == "" && (i != r.model || r.asked(a.name)) {
			out = append(out, i)
		}
	}
	return out
}

// asked reports whether an answer is part of the request, rather than only the model.
func (r *ranking) asked(name string) bool {
	if len(r.Folders) > 0 {
		return slices.Contains(r.Folders, r.Model)
	}
	return slices.Contains(r.Functions, name)
}

// function returns the function to call for an answer and an operation.
func (r *ranking) function(a, op int) *observe.Function {
	return r.functions.All()[a*len(r.ops)+op]
}

// namesOf are those of the answers that are marked.
func (r *ranking) namesOf(marked []bool) (names []string) {
	for n, a := range r.compared() {
		if marked[n] {
			names = append(names, r.answers[a].name)
		}
	}
	return names
}

func list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// prepare builds the process that calls the answers.
func (r *ranking) prepare(ctx context.Context) error {
	var contracts []*refine.Contract
	for i := range r.answers {
		a := &r.answers[i]
		for op := range r.ops {
			c := *r.ops[op].contract
			c.Func, c.Name = a.funcs[op], a.name
			if len(r.ops) > 1 {
				c.Name += "." + r.ops[op].name
			}
			c.Pos = r.pkg.Fset.Position(c.Func.Pos())
			if r.model >= 0 {
				c.Post, c.Panics, c.Pure, c.Prop = nil, nil, nil, false
			}
			observe.Fence(r.prog, r.pkg, &c)
			contracts = append(contracts, &c)
		}
	}
	var err error
	if r.functions, err = observe.NewPackage(r.Config, r.prog, r.pkg).Prepare(ctx, contracts); err != nil {
		return err
	}
	for i := range r.answers {
		for op := range r.ops {
			f := r.function(i, op)
			if f.Why == "" {
				continue
			}
			why := f.Reason()
			if i == r.model {
				return fmt.Errorf("the model %s cannot be called: %s", r.answers[i].name, why)
			}
			if r.answers[i].why == "" {
				r.leftOut = append(r.leftOut, LeftOut{r.answers[i].name, why})
			}
			r.answers[i].why = why
		}
	}
	if len(r.compared()) == 0 {
		return fmt.Errorf("no implementation can be called: %s", r.leftOut[0].Why)
	}
	return nil
}

// describe describes the smallest input that shows a bug.
func (r *ranking) describe(ctx context.Context, p partition) (*Bug, error) {
	row := r.rows[p.first]
	b := &Bug{Beyond: row.input.Beyond, Answers: p.failing, Inputs: p.count}
	for n, a := range r.compared() {
		if !p.failing.Has(n) {
			continue
		}
		x, err := r.function(a, row.op).Describe(ctx, row.input.Stream)
		if err != nil {
			return nil, err
		}
		b.Args, b.Call, b.Got, b.Want = x.Args, x.Call, observe.Ended(x), x.Clause
		if b.Function = r.ops[row.op].name; len(r.Folders) == 0 {
			b.Function = r.answers[a].name // The answers are functions of several names.
		}
		break
	}
	if r.model >= 0 {
		x, err := r.function(r.model, row.op).Describe(ctx, row.input.Stream)
		if err != nil {
			return nil, err
		}
		b.Want = observe.Ended(x)
	}
	return b, nil
}
