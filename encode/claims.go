package encode

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/place"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
	"golang.org/x/tools/go/ssa"
)

// A Trial is a call of the function under test and the judgement of it.
type Trial = lift.Trial

// MutantsPackage is the last element of the path of the package that code with mutants imports.
const MutantsPackage = lift.MutantsPackage

// WatchPackage is the last element of the path of the package that code imports whose values are followed.
const WatchPackage = lift.WatchPackage

// A Goal is a way in which a call may break its contract, or why that is not known.
type Goal = lift.Goal

// A Deed is one thing that a call may do.
type Deed = lift.Deed

// Claims are the goals of a function over all data of the shapes of a depth: an input that
// satisfies the preconditions and none of the goals keeps the contract. Where no input
// satisfies the preconditions and a goal, the function keeps its contract for all of them
// (Cadar, Dunbar and Engler, "KLEE", 2008; the bounded claim is that of Clarke, Kroening and
// Lerda, "A Tool for Checking ANSI-C Programs", 2004).
type Claims struct {
	Goals []Goal
	// Deeds are what the call may do, also what it never does; nil where it is not followed.
	// Inputs that meet an open goal may do more.
	Deeds []Deed
	// Opaque tells of what was not followed in the predicates, as in a Problem. Inputs that
	// these reject may satisfy the form.
	Opaque []Opaque
	// Extent says of which inputs the claims are.
	Extent Extent

	*placed
	orders []term.Term
	// meter has a node for each goal; nil as long as nobody asked.
	meter *Meter
}

// An Extent says of which inputs a claim is.
type Extent = place.Extent

// ExtentOf says of which inputs a claim about shapes is where no call that builds a value is
// executed.
func ExtentOf(shapes []value.Shape) Extent { return place.ExtentOf(shapes, nil) }

// The extents, from the widest.
const (
	AllInputs = place.AllInputs
	AllData   = place.AllData
	SaidData  = place.SaidData
	RunInputs = place.RunInputs
)

// CallsC tells whether a function is what cgo makes of one that is written in C.
func CallsC(fn *ssa.Function) bool { return lift.CallsC(fn) }

// Prove executes a trial over all data of the shapes of a depth where the predicates hold.
// The options must ask for the whole data, and for no interpreter. It fails as Encode does.
func Prove(ctx context.Context, in Inputs, t Trial, opt Options) (c *Claims, err error) {
	if !opt.Whole || opt.Interp != nil || opt.Beyond != nil {
		return nil, fmt.Errorf("encode: claims are of whole data within a depth, and are not interpreted")
	}
	m := newMachine(ctx, &opt)
	defer m.B.Ending(&err)
	e, err := prepare(m, in, opt, t.Call, t.Judge, t.Promise)
	if err != nil {
		return nil, err
	}
	c = &Claims{placed: e, Extent: place.ExtentOf(in.Shapes, e.Options.Constructor)}
	if e.none {
		return c, nil
	}
	t.Work = cmp.Or(opt.MaxWork, workOfTrial)
	c.Opaque = m.Opaque()
	var goals []Goal
	if e.built != nil {
		goals = append(goals, e.built.gaps...)
	}
	for _, f := range e.faults {
		goals = append(goals, Goal{Cond: f})
	}
	tried, deeds := m.Try(len(in.Preds), t, e.args, append([]term.Term{e.holds}, e.Laws...))
	for _, g := range append(goals, tried...) {
		if g.Cond = m.B.And(g.Cond, e.holds); g.Cond != term.No {
			c.Goals = append(c.Goals, g)
		}
	}
	for _, d := range deeds {
		d.Cond = m.B.And(d.Cond, e.holds)
		c.Deeds = append(c.Deeds, d)
	}
	c.orders = m.Orders
	return c, nil
}

// workOfTrial is what simplifying may take where nothing else is said: some seconds.
const workOfTrial = 20_000_000

// Form returns the question for inputs that satisfy the preconditions and one of these goals.
func (c *Claims) Form(goals []int) *form.Form {
	conds := make([]term.Term, len(goals))
	for i, g := range goals {
		conds[i] = c.Goals[g].Cond
	}
	return c.form(conds)
}

// Doing returns the question for inputs that satisfy the preconditions and do one of these
// deeds.
func (c *Claims) Doing(deeds []int) *form.Form {
	conds := make([]term.Term, len(deeds))
	for i, d := range deeds {
		conds[i] = c.Deeds[d].Cond
	}
	return c.form(conds)
}

func (c *Claims) form(conds []term.Term) *form.Form {
	f := c.B.Form(c.root(c.B.Or(conds...)), c.Options.Depth)
	f.Below = true
	return f
}

// Always tells whether every input satisfies a goal.
func (c *Claims) Always(g Goal) bool { return g.Cond == term.Yes || g.Cond == c.holds }

// Base returns the question for inputs that satisfy the preconditions.
func (c *Claims) Base() *form.Form {
	f := c.B.Form(c.root(term.Yes), c.Options.Depth)
	f.Below = true
	return f
}

func (c *Claims) root(more term.Term) term.Term {
	if c.none {
		return term.No
	}
	all := append([]term.Term{c.holds}, c.Laws...)
	return c.B.And(append(append(all, c.orders...), more)...)
}

// Plain returns a form of the claims for texts of ASCII, and whether other texts satisfy f.
func (c *Claims) Plain(f *form.Form) (*form.Form, bool) {
	some := false
	plain := *f
	plain.Vars = slices.Clone(f.Vars)
	for i := range plain.Vars {
		v := &plain.Vars[i]
		dom := slices.DeleteFunc(slices.Clone(v.Dom), func(d form.Span) bool { return d.Lo >= int64(value.RawByte) })
		if v.Kind == form.Int32 && len(dom) > 0 && len(dom) < len(v.Dom) {
			v.Dom, some = dom, true
		}
	}
	return &plain, some
}

// Broken tells whether a solution has a text with a byte that is no part of UTF-8.
func (c *Claims) Broken(solution []int64) bool {
	vars := make([]int64, len(c.B.Vars))
	f := c.Base()
	if _, _, err := f.Assign(solution, vars); err != nil {
		return false
	}
	for i, x := range vars {
		raw := func(d form.Span) bool { return d.Lo >= int64(value.RawByte) && d.Lo <= x && x <= d.Hi }
		if v := &f.Vars[i]; v.Kind == form.Int32 && slices.ContainsFunc(v.Dom, raw) {
			return true
		}
	}
	return false
}

// A Meeting tells by index which goals an input meets, and which deeds its call does.
type Meeting struct{ Goals, Deeds []bool }

// Met tells what a solution of a form of the claims meets, and gives the stream of its input.
func (c *Claims) Met(solution []int64) (met Meeting, stream []int64, err error) {
	if c.meter == nil {
		var conds []term.Term
		for _, g := range c.Goals {
			conds = append(conds, g.Cond)
		}
		for _, d := range c.Deeds {
			conds = append(conds, d.Cond)
		}
		f, nodes := c.B.FormWith(c.root(term.Yes), conds, c.Options.Depth)
		f.Below = true
		c.meter = &Meter{f, nodes}
	}
	vals, err := c.meter.form.EvalAt(solution, c.meter.nodes)
	if err != nil {
		return Meeting{}, nil, err
	}
	all := make([]bool, len(vals))
	for i, v := range vals {
		all[i] = v != 0
	}
	n := len(c.Goals)
	return Meeting{all[:n], all[n:]}, solution[:len(solution)-(len(c.B.Vars)-c.inputs)], nil
}
