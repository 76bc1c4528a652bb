package prepare

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
)

// The limits of the proof that a field is a function of the rest: of its form, of the
// steps of the search and of Z3 for one question, and of the questions into which one is
// parted, in nodes of their forms.
const (
	proofVars  = 20_000
	proofNodes = 200_000
	proofSteps = 2_000_000
	proofWork  = 1_000_000
	proofLimit = 1_000_000
	proofParts = 1_000_000
	// proofMost bounds all that is done for one function, and proofNode is what making a
	// form, or deciding a question, takes for each node.
	proofMost = 10_000_000
	proofNode = 10
)

// A proving is what is left of the effort to find the derived fields of one function: of
// steps of the search, of Z3, and of what forms take. What no effort is left for is not
// derived.
type proving struct{ left int64 }

// made counts the making of a form.
func (b *proving) made(nodes int) { b.left -= proofNode * int64(nodes) }

// spend counts a question over so many nodes, with its answer and Z3's limit for it.
func (b *proving) spend(a engine.Answer, nodes int, limit uint32) {
	if b.made(nodes); a == engine.Unknown {
		b.left -= int64(limit)
	}
}

// functional reports whether the derived fields are a function of the rest in all
// inputs. It looks for two inputs that differ in these fields only, with shapes up to
// the greatest depth of the run and with integers of their whole range: a small depth
// may have no input in which the field is free. Where that is not decided, it asks again
// with the integers within the bounds, and then at a lesser depth. Low is the problem of a
// small depth.
func (r *Package) functional(ctx context.Context, p *Plan, lifted *Lifting, low *Problem, b *proving) (bool, error) {
	for depth := p.Limits.Depth; depth >= min(p.Limits.Depth, deriveFollowed) && b.left > 0; depth = lesser(depth) {
		for _, whole := range [...]bool{true, false} {
			q, err := r.deep(ctx, p, lifted, low, b, encode.Options{Depth: depth, WholeInts: whole})
			if err != nil {
				return false, err
			}
			if q == nil {
				break
			}
			if a, err := r.distinguishes(ctx, q, b); err != nil || a != engine.Unknown {
				return a == engine.No, err
			}
		}
	}
	return false, nil
}

// deep makes the form of a depth. It returns nil where the form would be too large, or
// would lack a precondition that the form of low has.
func (r *Package) deep(ctx context.Context, p *Plan, lifted *Lifting, low *Problem, b *proving, opt encode.Options) (*Problem, error) {
	opt.MaxVars, opt.MaxNodes, opt.MaxSteps = proofVars, proofNodes, proofSteps
	trial := *lifted // what is given up here may be followed in the run
	trial.Preds, trial.spent = slices.Clone(lifted.Preds), slices.Clone(lifted.spent)
	q, err := r.pose(ctx, p, p.Shapes, &trial, opt)
	switch {
	case errors.Is(err, encode.ErrTooLarge):
		b.made(proofNodes)
		return nil, nil
	case err != nil:
		return nil, err
	}
	if b.made(len(q.Form.Nodes)); lacks(q, low) {
		return nil, nil
	}
	q.Form.Below = true
	return q, nil
}

// lesser is the next depth to try where a depth is too great.
func lesser(depth int) int {
	if depth <= 2*deriveFollowed {
		return depth - 1
	}
	return depth / 2
}

// lacks reports whether a problem leaves a precondition to native code that another
// problem has in its form.
func lacks(p, other *Problem) bool {
	for i, why := range p.Opaque {
		if why != "" && other.Opaque[i] == "" {
			return true
		}
	}
	return false
}

// distinguishes asks whether two inputs of a problem differ in derived fields only. It
// tries the whole question first. What is not decided is parted by the last variable, then
// by the first, in which the two differ: where a size follows from the sizes of the
// parts, the parts agree, and so does the size.
func (r *Package) distinguishes(ctx context.Context, q *Problem, b *proving) (engine.Answer, error) {
	e := engine.New(r.Engine)
	ask := func(f *form.Form, most engine.Effort) (engine.Answer, error) {
		if b.left <= 0 {
			return engine.Unknown, nil
		}
		a, err := e.Inhabited(ctx, f, form.Shard{}, 0, most)
		if err == nil {
			err = context.Cause(ctx)
		}
		b.spend(a, len(f.Nodes), most.Solver)
		return a, err
	}
	n := len(q.derived)
	a, err := ask(differing(q.Form, q.derived, q.derived), engine.Effort{Search: proofWork, Solver: proofLimit})
	if err != nil || a != engine.Unknown || n == 1 || n*len(q.Form.Nodes) > proofParts {
		return a, err
	}
	each := func(part func(i int) []int32) (engine.Answer, error) {
		for i := range n {
			a, err := ask(differing(q.Form, part(i), q.derived[i:i+1]), engine.Effort{Search: proofWork / 16, Solver: proofLimit / 2})
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

// Ended returns a function that reports whether a context has ended.
func Ended(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }

// differing returns a form whose solutions are pairs of solutions of another form. They
// agree in all variables but those of free, and differ in one of apart. A second variable
// stands behind each one of free, and the terms over it are made twice. The test of the form
// is left out: fewer constraints admit more pairs.
func differing(f *form.Form, free, apart []int32) *form.Form {
	d := &pairing{form: f, twin: make([]int32, len(f.Vars)), at: make([]int32, len(f.Vars)), refs: map[int32]int32{}}
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

// A pairing is the making of the form of differing.
type pairing struct {
	form  *form.Form
	vars  []form.Var
	nodes []form.Node
	// By variable of form: the variables of the first and of the second solution.
	at, twin []int32
	refs     map[int32]int32 // by variable: its node
}

func (d *pairing) add(v form.Var) int32 {
	d.vars = append(d.vars, v)
	return int32(len(d.vars) - 1)
}

func (d *pairing) append(n form.Node) int32 {
	d.nodes = append(d.nodes, n)
	return int32(len(d.nodes) - 1)
}

func (d *pairing) node(op form.Op, args ...int32) int32 {
	return d.append(form.Node{Op: op, Kind: form.Bool, Args: args})
}

func (d *pairing) ref(v int32) int32 {
	if n, ok := d.refs[v]; ok {
		return n
	}
	n := d.append(form.Node{Op: form.Ref, Kind: d.vars[v].Kind, Val: int64(v)})
	d.refs[v] = n
	return n
}

// join is an And or an Or of any number of terms.
func (d *pairing) join(op form.Op, terms []int32) int32 {
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

// copy adds the nodes of the form over the variables to, and returns where they are. A
// node that is the same as in an earlier copy is not made again.
func (d *pairing) copy(to, earlier []int32) []int32 {
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
