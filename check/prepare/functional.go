package prepare

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
)

// Limits of the proof that the rest of an input determines a field:
//   - proofVars, proofNodes, proofSteps: the size of the form, and the work to make it.
//   - proofWork, proofLimit: the work of the search and of Z3 on one question.
//   - proofParts: the total size of the forms into which a question is split.
const (
	proofVars  = 20_000
	proofNodes = 200_000
	proofSteps = 2_000_000
	proofWork  = 1_000_000
	proofLimit = 1_000_000
	proofParts = 1_000_000
	// proofMost bounds the work for one function. proofNode is the work to make, or decide, one
	// node of a form.
	proofMost = 10_000_000
	proofNode = 10
)

// proofBudget is the budget that is left for finding the derived fields of one function. It counts
// steps of the search, of Z3, and work on forms. A field for which no budget is left is not
// derived.
type proofBudget struct{ left int64 }

// chargeForm charges the making of a form.
func (b *proofBudget) chargeForm(nodes int) { b.left -= proofNode * int64(nodes) }

// chargeQuestion charges a question over the given number of nodes. An unknown answer has used up
// the limit of Z3.
func (b *proofBudget) chargeQuestion(a engine.Answer, nodes int, limit uint32) {
	if b.chargeForm(nodes); a == engine.Unknown {
		b.left -= int64(limit)
	}
}

// proveDetermined reports whether the rest of every input determines the derived fields. It looks
// for two inputs that differ in these fields only. They have shapes up to the greatest depth of the
// run, and integers of the whole range. Inputs of a small depth may never leave the field free.
//
// If that is undecided, it asks again with integers within the bounds, and then at a lesser depth.
// Low is the problem of a small depth.
func (r *Package) proveDetermined(ctx context.Context, p *Plan, lifted *Lifting, low *Problem, b *proofBudget) (bool, error) {
	for depth := p.Limits.Depth; depth >= min(p.Limits.Depth, deriveFollowed) && b.left > 0; depth = lesserDepth(depth) {
		for _, whole := range [...]bool{true, false} {
			q, err := r.deepProblem(ctx, p, lifted, low, b, encode.Options{Depth: depth, WholeInts: whole})
			if err != nil {
				return false, err
			}
			if q == nil {
				break
			}
			if a, err := r.findDifferingPair(ctx, q, b); err != nil || a != engine.Unknown {
				return a == engine.No, err
			}
		}
	}
	return false, nil
}

// deepProblem makes the form of a depth. It returns nil if the form would be too large, or would
// lack a precondition that the form of low has.
func (r *Package) deepProblem(ctx context.Context, p *Plan, lifted *Lifting, low *Problem, b *proofBudget, opt encode.Options) (*Problem, error) {
	opt.MaxVars, opt.MaxNodes, opt.MaxSteps = proofVars, proofNodes, proofSteps
	trial := *lifted // The run may still lift clauses that are given up here.
	trial.Preds, trial.spent = slices.Clone(lifted.Preds), slices.Clone(lifted.spent)
	q, err := r.pose(ctx, p, p.Shapes, &trial, opt)
	switch {
	case errors.Is(err, encode.ErrTooLarge):
		b.chargeForm(proofNodes)
		return nil, nil
	case err != nil:
		return nil, err
	}
	if b.chargeForm(len(q.Form.Nodes)); lacks(q, low) {
		return nil, nil
	}
	q.Form.Below = true
	return q, nil
}

// lesserDepth returns the depth to try after a depth that was too great.
func lesserDepth(depth int) int {
	if depth <= 2*deriveFollowed {
		return depth - 1
	}
	return depth / 2
}

// lacks reports whether a problem leaves a precondition to native code that the other problem has
// in its form.
func lacks(p, other *Problem) bool {
	for i, why := range p.Opaque {
		if why != "" && other.Opaque[i] == "" {
			return true
		}
	}
	return false
}

// findDifferingPair asks whether two inputs of a problem differ in derived fields only. It asks the
// whole question first. If the answer is unknown, it splits the question by the last variable in
// which the inputs differ, then by the first. This helps where a size follows from the sizes of the
// parts: the parts agree, and so does the size.
func (r *Package) findDifferingPair(ctx context.Context, q *Problem, b *proofBudget) (engine.Answer, error) {
	e := engine.New(r.Engine)
	ask := func(f *form.Form, most engine.Effort) (engine.Answer, error) {
		if b.left <= 0 {
			return engine.Unknown, nil
		}
		a, err := e.Inhabited(ctx, f, form.Shard{}, 0, most)
		if err == nil {
			err = context.Cause(ctx)
		}
		b.chargeQuestion(a, len(f.Nodes), most.Solver)
		return a, err
	}
	n := len(q.derived)
	a, err := ask(pairForm(q.Form, q.derived, q.derived), engine.Effort{Search: proofWork, Solver: proofLimit})
	if err != nil || a != engine.Unknown || n == 1 || n*len(q.Form.Nodes) > proofParts {
		return a, err
	}
	each := func(part func(i int) []int32) (engine.Answer, error) {
		for i := range n {
			a, err := ask(pairForm(q.Form, part(i), q.derived[i:i+1]), engine.Effort{Search: proofWork / 16, Solver: proofLimit / 2})
			if err != nil || a != engine.No {
				return a, err
			}
		}
		return engine.No, nil
	}
	if a, err = each(func(i int) []int32 { return q.derived[:i+1] }); err != nil || a != engine.Unknown {
		return a, err
	}
	return each(func(i int) []int32 { return q.derived[i:] })
}

// Ended returns a function that reports whether ctx has ended.
func Ended(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }

// pairForm returns a form whose solutions are pairs of solutions of f. The two agree in all variables except
// those of free, and differ in one of apart. Each free variable is followed by its copy, and the terms over it
// are copied. The test of the form is left out: fewer constraints admit more pairs.
func pairForm(f *form.Form, free, apart []int32) *form.Form {
	d := &pairBuilder{form: f, twin: make([]int32, len(f.Vars)), at: make([]int32, len(f.Vars)), refs: map[int32]int32{}}
	twinned := make([]bool, len(f.Vars))
	for _, i := range free {
		twinned[i] = true
	}
	for i := range f.Vars {
		v := f.Vars[i]
		if v.Parent >= 0 {
			v.Parent = d.at[v.Parent]
		}
		d.at[i] = d.add(v)
		d.twin[i] = d.at[i]
		if twinned[i] {
			v.Name += "'"
			d.twin[i] = d.add(v)
		}
	}
	first := d.copy(d.at, nil)
	second := d.copy(d.twin, first)
	var differ []int32
	for _, i := range apart {
		x, y := d.ref(d.at[i]), d.ref(d.twin[i])
		differ = append(differ, d.node(form.Not, d.node(form.Eq, x, y)))
	}
	other := d.join(form.Or, differ)
	root := d.join(form.And, []int32{first[f.Root], second[f.Root], other})
	return &form.Form{Vars: d.vars, Nodes: d.nodes, Root: root, Level: f.Level, Below: true}
}

// A pairBuilder builds the form that pairForm returns.
type pairBuilder struct {
	form  *form.Form
	vars  []form.Var
	nodes []form.Node
	// The variables of the first and the second solution, by variable of form.
	at, twin []int32
	refs     map[int32]int32 // The node of each variable.
}

func (d *pairBuilder) add(v form.Var) int32 {
	d.vars = append(d.vars, v)
	return int32(len(d.vars) - 1)
}

func (d *pairBuilder) append(n form.Node) int32 {
	d.nodes = append(d.nodes, n)
	return int32(len(d.nodes) - 1)
}

func (d *pairBuilder) node(op form.Op, args ...int32) int32 {
	return d.append(form.Node{Op: op, Kind: form.Bool, Args: args})
}

func (d *pairBuilder) ref(v int32) int32 {
	if n, ok := d.refs[v]; ok {
		return n
	}
	n := d.append(form.Node{Op: form.Ref, Kind: d.vars[v].Kind, Val: int64(v)})
	d.refs[v] = n
	return n
}

// join returns the And or Or of any number of terms.
func (d *pairBuilder) join(op form.Op, terms []int32) int32 {
	switch len(terms) {
	case 0:
		n := form.Node{Op: form.Const, Kind: form.Bool}
		if op == form.And {
			n.Val = 1
		}
		return d.append(n)
	case 1:
		return terms[0]
	}
	return d.node(op, terms...)
}

// copy adds the nodes of the form over the variables to, and returns their positions. It reuses a
// node that is the same in the earlier copy.
func (d *pairBuilder) copy(to, earlier []int32) []int32 {
	at := make([]int32, len(d.form.Nodes))
	for i, n := range d.form.Nodes {
		if n.Op == form.Ref {
			at[i] = d.ref(to[n.Val])
			continue
		}
		same := earlier != nil
		args := make([]int32, len(n.Args))
		for j, a := range n.Args {
			args[j] = at[a]
			same = same && at[a] == earlier[a]
		}
		if same {
			at[i] = earlier[i]
			continue
		}
		n.Args = args
		at[i] = d.append(n)
	}
	return at
}
