package encode

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

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

// WatchPackage is the last element of the path of the package that code imports in which goals are watched.
const WatchPackage = lift.WatchPackage

// A Goal is a way in which a call may break its contract, or a reason why this is not known.
type Goal = lift.Goal

// A Deed is one thing that a call may do.
type Deed = lift.Deed

// Claims are the goals of a function over all data of the shapes of a depth. An input that satisfies
// the preconditions and no goal keeps the contract. So if no input satisfies the preconditions and a
// goal, the function keeps its contract for all of them (Cadar, Dunbar and Engler, "KLEE", 2008; the
// bounded claim is that of Clarke, Kroening and Lerda, "A Tool for Checking ANSI-C Programs", 2004).
type Claims struct {
	Goals []Goal
	// Deeds are the things that the call may do, including those that it never does. They are nil if
	// the call was not followed. An input that meets an open goal may do more.
	Deeds []Deed
	// Opaque describes the parts of the predicates that were not followed, as in a Problem. The form
	// may have solutions that these parts reject.
	Opaque []Opaque
	// Extent says which inputs the claims cover.
	Extent Extent

	*placed
	orders []term.Term
	// meter has a node for each goal and deed. It is nil until Met is called.
	meter *Meter
}

// An Extent says which inputs a claim covers.
type Extent = place.Extent

// ExtentOf returns which inputs a claim about shapes covers if no call that builds a value is
// executed.
func ExtentOf(shapes []value.Shape) Extent { return place.ExtentOf(shapes, nil) }

// The extents, widest first.
const (
	AllInputs = place.AllInputs
	AllData   = place.AllData
	SaidData  = place.SaidData
	RunInputs = place.RunInputs
)

// CallsC reports whether cgo generated a function for one written in C.
func CallsC(fn *ssa.Function) bool { return lift.CallsC(fn) }

// Prove executes a trial over all data of the shapes of a depth that satisfies the predicates. It
// fails if opt.Whole is false or opt.Interp or opt.Beyond is set, and in the cases in which Encode
// fails.
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

// workOfTrial is the default of Options.MaxWork for a trial: some seconds.
const workOfTrial = 20_000_000

// Form returns the form of the inputs that satisfy the preconditions and one of these goals.
func (c *Claims) Form(goals []int) *form.Form { return c.form(c.conditions(goals)) }

func (c *Claims) conditions(goals []int) []term.Term {
	conds := make([]term.Term, len(goals))
	for i, g := range goals {
		conds[i] = c.Goals[g].Cond
	}
	return conds
}

// Doing returns the form of the inputs that satisfy the preconditions and do one of these deeds.
func (c *Claims) Doing(deeds []int) *form.Form {
	conds := make([]term.Term, len(deeds))
	for i, d := range deeds {
		conds[i] = c.Deeds[d].Cond
	}
	return c.form(conds)
}

// Unlike returns the form of the inputs that satisfy the preconditions and whose call differs from each of the
// known ones in one of these deeds. A known call is given by what it does, by index among the deeds.
func (c *Claims) Unlike(deeds []int, known [][]bool) *form.Form {
	all := make([]term.Term, len(known))
	for i, does := range known {
		var differs []term.Term
		for _, d := range deeds {
			cond := c.Deeds[d].Cond
			if does[d] {
				cond = c.B.Not(cond)
			}
			differs = append(differs, cond)
		}
		all[i] = c.B.Or(differs...)
	}
	return c.form([]term.Term{c.B.And(all...)})
}

func (c *Claims) form(conds []term.Term) *form.Form {
	f := c.B.Form(c.root(c.B.Or(conds...)), c.Options.Depth)
	f.Below = true
	return f
}

// Always reports whether every input satisfies a goal.
func (c *Claims) Always(g Goal) bool { return g.Cond == term.Yes || g.Cond == c.holds }

// Base returns the form of the inputs that satisfy the preconditions.
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

// Plain returns f restricted to strings of valid UTF-8, and whether f admits other strings.
func (c *Claims) Plain(f *form.Form) (*form.Form, bool) {
	some := false
	plain := *f
	plain.Vars = slices.Clone(f.Vars)
	for i := range plain.Vars {
		v := &plain.Vars[i]
		dom := slices.DeleteFunc(slices.Clone(v.Dom), isRaw)
		if v.Kind == form.Int32 && len(dom) > 0 && len(dom) < len(v.Dom) {
			v.Dom, some = dom, true
		}
	}
	return &plain, some
}

// Exact returns the form of the inputs that satisfy the preconditions and one of these goals, and with which no arithmetic of
// the preconditions wraps around that does for one of the given solutions. ok is false if none does for the last of them.
func (c *Claims) Exact(goals []int, solutions [][]int64) (exact *form.Form, ok bool) {
	f, nodes := c.B.FormWith(c.root(c.B.Or(c.conditions(goals)...)), []term.Term{c.holds}, c.Options.Depth)
	f.Below = true
	part := f.Part(nodes[0])
	elsewhere := func(n int32) bool { return !part[n] }
	if last, _ := f.Overflowing(solutions[len(solutions)-1:]); len(slices.DeleteFunc(last, elsewhere)) == 0 {
		return nil, false
	}
	over, _ := f.Overflowing(solutions)
	return f.Exact(slices.DeleteFunc(over, elsewhere)), true
}

// isRaw reports whether a span of a domain has raw bytes of texts only, and so that the domain is of a character and of no int32.
func isRaw(d form.Span) bool {
	return d.Lo >= int64(value.RawByte) && d.Hi <= int64(value.RawByte)+math.MaxUint8
}

// Broken reports whether a solution contains a string that is not valid UTF-8.
func (c *Claims) Broken(solution []int64) bool {
	vars := make([]int64, len(c.B.Vars))
	f := c.Base()
	if _, _, err := f.Assign(solution, vars); err != nil {
		return false
	}
	// The characters of a text hang on its length. Characters outside ASCII are spelled in raw bytes.
	texts := map[int32][]rune{}
	for i, x := range vars {
		v := &f.Vars[i]
		if v.Kind != form.Int32 || v.Parent < 0 || !slices.ContainsFunc(v.Dom, isRaw) {
			continue
		}
		if length := vars[v.Parent]; v.When.Lo <= length && length <= v.When.Hi {
			texts[v.Parent] = append(texts[v.Parent], rune(x))
		}
	}
	for _, chars := range texts {
		if !utf8.ValidString(value.Text(chars)) {
			return true
		}
	}
	return false
}

// ByTotal returns a form of the claims ordered by the sum of the numbers of the input, as form.ByTotal does.
func (c *Claims) ByTotal(f *form.Form, solution []int64, limit uint64) (by *form.Form, whole, ok bool) {
	return f.ByTotal(c.inputs, solution, limit)
}

// A Meeting has, by index, the goals that an input meets and the deeds that its call does.
type Meeting struct{ Goals, Deeds []bool }

// Met reports what a solution of a form of the claims meets, and returns the stream of its input. It
// fails if solution is not one of such a form.
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
	return Meeting{all[:n], all[n:]}, c.Input(solution), nil
}

// Input returns the stream of the input of a solution of a form of the claims.
func (c *Claims) Input(solution []int64) []int64 {
	return solution[:len(solution)-(len(c.B.Vars)-c.inputs)]
}
