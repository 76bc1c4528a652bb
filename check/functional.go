package check

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/search"
)

// The limits of the form in which a field is proved to be a function of the rest.
const (
	proofVars  = 20_000
	proofNodes = 200_000
	proofSteps = 2_000_000
)

// functional reports whether the derived fields are a function of the rest in all
// inputs. It looks for two inputs that differ in these fields only, with shapes up to
// the greatest depth of the run and with integers of their whole range: a small depth
// may have no input in which the field is free. Without Z3 there is no proof over the
// whole range; then the search proves it for the integers within the bounds.
// Low is the problem of a small depth.
func (r *run) functional(ctx context.Context, p *plan, lifted *lifting, low *problem) (bool, error) {
	q, err := r.deepest(ctx, p, lifted, low, encode.Options{WholeInts: true})
	if q == nil || err != nil {
		return false, err
	}
	if a, err := r.distinguishes(ctx, q); err != nil || a != unknown {
		return a == no, err
	}
	if q, err = r.deepest(ctx, p, lifted, low, encode.Options{}); q == nil || err != nil {
		return false, err
	}
	a, err := r.distinguishes(ctx, q)
	return a == no, err
}

// deepest makes the form of the greatest depth of the run, or of a lesser one where that
// form would be too large or would lack a precondition that the form of low has. It
// returns nil where there is no such depth above the small ones and low has been tried.
func (r *run) deepest(ctx context.Context, p *plan, lifted *lifting, low *problem, opt encode.Options) (*problem, error) {
	opt.MaxVars, opt.MaxNodes, opt.MaxSteps = proofVars, proofNodes, proofSteps
	for depth := p.limits.Depth; depth > 0; depth = lesser(depth) {
		opt.Depth = depth
		trial := *lifted
		trial.preds, trial.spent = slices.Clone(lifted.preds), slices.Clone(lifted.spent)
		q, err := r.pose(ctx, p, p.shapes, &trial, opt)
		switch {
		case errors.Is(err, encode.ErrTooLarge):
			continue
		case err != nil:
			return nil, err
		case lacks(q, low):
			continue
		}
		q.form.Below = true
		return q, nil
	}
	return nil, nil
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
func lacks(p, other *problem) bool {
	for i, why := range p.opaque {
		if why != "" && other.opaque[i] == "" {
			return true
		}
	}
	return false
}

// distinguishes asks whether two inputs of a problem differ in derived fields only.
func (r *run) distinguishes(ctx context.Context, q *problem) (answer, error) {
	a, err := newEngine(r.Engine).inhabited(ctx, differing(q.form, q.derived), search.Shard{}, 0, proof())
	if err == nil {
		err = context.Cause(ctx)
	}
	return a, err
}

// proof is the effort to prove that a field is a function of the rest.
func proof() effort { return effort{search: 3_000_000, solver: 4_000_000} }

// ended returns a function that reports whether a context has ended.
func ended(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }

// differing returns a form whose solutions are pairs of solutions of another form that
// agree in all variables but the given ones, and differ in one of those. A second
// variable stands behind each given one, and the terms over it are made twice. The test
// of the form is left out: fewer constraints admit more pairs.
func differing(f *search.Form, vars []int32) *search.Form {
	d := &pairing{form: f, twin: make([]int32, len(f.Vars)), at: make([]int32, len(f.Vars)), refs: map[int32]int32{}}
	for i := range f.Vars {
		v := f.Vars[i]
		if v.Parent >= 0 {
			v.Parent = d.at[v.Parent]
		}
		d.at[i] = d.add(v)
		d.twin[i] = d.at[i]
		if slices.Contains(vars, int32(i)) {
			v.Name += "'"
			d.twin[i] = d.add(v)
		}
	}
	first := d.copy(d.at, nil)
	second := d.copy(d.twin, first)
	var differ []int32
	for _, i := range vars {
		x, y := d.ref(d.at[i]), d.ref(d.twin[i])
		differ = append(differ, d.node(search.Not, d.node(search.Eq, x, y)))
	}
	other := d.join(search.Or, differ)
	root := d.join(search.And, []int32{first[f.Root], second[f.Root], other})
	return &search.Form{Vars: d.vars, Nodes: d.nodes, Root: root, Level: f.Level, Below: true}
}

// A pairing is the making of the form of differing.
type pairing struct {
	form  *search.Form
	vars  []search.Var
	nodes []search.Node
	// By variable of form: the variables of the first and of the second solution.
	at, twin []int32
	refs     map[int32]int32 // by variable: its node
}

func (d *pairing) add(v search.Var) int32 {
	d.vars = append(d.vars, v)
	return int32(len(d.vars) - 1)
}

func (d *pairing) append(n search.Node) int32 {
	d.nodes = append(d.nodes, n)
	return int32(len(d.nodes) - 1)
}

func (d *pairing) node(op search.Op, args ...int32) int32 {
	return d.append(search.Node{Op: op, Kind: search.Bool, Args: args})
}

func (d *pairing) ref(v int32) int32 {
	if n, ok := d.refs[v]; ok {
		return n
	}
	n := d.append(search.Node{Op: search.Ref, Kind: d.vars[v].Kind, Val: int64(v)})
	d.refs[v] = n
	return n
}

// join is an And or an Or of any number of terms.
func (d *pairing) join(op search.Op, terms []int32) int32 {
	switch len(terms) {
	case 0:
		n := search.Node{Op: search.Const, Kind: search.Bool}
		if op == search.And {
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
		if n.Op == search.Ref {
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
