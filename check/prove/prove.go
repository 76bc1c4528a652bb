// Package prove decides whether a function keeps its contract for all data of the shapes of a depth.
// It solves the goals of the lifted code until none is left, and has the inputs found run. It returns
// what is proved or open, and which branches and panics inputs reach. It knows nothing of processes,
// of how code is lifted, or of inputs tried before.
package prove

import (
	"cmp"
	"context"
	"errors"
	"go/token"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/z3"
)

// A Target is a function whose goals are solved.
type Target struct {
	// Claims executes the function over all data of the shapes of a depth.
	Claims func(context.Context, encode.Options) (*encode.Claims, error)
	Depth  int
	// Budget multiplies the default limits of work.
	Budget int
	// Solver means that Z3 is at hand.
	Solver bool
	// Unknown is the reason why a part of the input is known only at run time, or "".
	Unknown string
	// Inhabited means that some input satisfies the preconditions.
	Inhabited bool
	// Place gives a place in the user's code, that of the function for one that is not valid.
	Place func(token.Pos) token.Position
	// Run runs an input that is solved to break the contract. Broken says that it has a text that is
	// no UTF-8.
	Run func(ctx context.Context, f *form.Form, input []int64, broken bool) (Outcome, error)
	// Each runs all inputs that there are, and returns the number of calls. It may be nil.
	Each func(ctx context.Context, f *form.Form, inputs [][]int64) (Outcome, int64, error)
}

// An Outcome is the result of running an input that was solved to break the contract.
type Outcome struct {
	// Failed reports that the call failed. Doubt is a reason why it need not: a precondition that was
	// not followed rejects the input, or the input needs too much time or memory.
	Failed bool
	Doubt  string
	// Broken says that the doubt is that a text of the input is no UTF-8, Wrapped that it is arithmetic of the contract that
	// wraps around.
	Broken, Wrapped bool
}

// Limits for a function: for the execution of its code; for each question to Z3, with an addition for
// each of the first nodes of its form, and a part of that for products of wide variables, which Z3
// seldom decides; and for the number of questions.
const (
	steps, terms, work    = 200_000, 60_000, 6_000_000
	rlimit, rnode, rnodes = 1_200_000, 300, 5000
	crookedPart           = 20
	// Floating-point numbers that are compared, added or rounded take this many times as much.
	floatTimes = 3
	mostGates  = 24_000
	// Later questions have a half, a third and so on: those that have an answer take little.
	questions, mostOpen = 6, 8
)

// Prove solves the goals of a function.
func Prove(ctx context.Context, t Target) (event.Proof, error) {
	r, err := solved(ctx, t)
	return r.proof, err
}

// Solve is Prove, and does more where Prove leaves something open. It has all inputs called if there are few. It also solves the
// goals for all data of the shapes of lesser depths, which take less: first for half of the depth, then for half of that, until
// one is decided. It claims nothing of these.
func Solve(ctx context.Context, t Target) (event.Proof, error) {
	r, err := solved(ctx, t)
	if err == nil {
		err = r.every(ctx)
	}
	proof := r.proof
	for t.Depth /= 2; err == nil && len(r.proof.Open) > 0 && t.Solver && t.Depth > 0; t.Depth /= 2 {
		r, err = solved(ctx, t)
		if proof.Disagreed += r.proof.Disagreed; r.failed {
			proof.Open = nil
		}
	}
	return proof, err
}

// solved returns a run that has solved the goals of a function.
func solved(ctx context.Context, t Target) (*run, error) {
	r, done, err := begin(ctx, t, 1)
	for !done && err == nil && r.asked < questions {
		done, err = r.ask(ctx)
	}
	if !done && err == nil {
		r.open(token.NoPos, "there is more that is not decided")
	}
	return r, err
}

// atOncePart is the part of the execution of Prove that AtOnce may take.
const atOncePart = 8

// AtOnce is Prove if propagation refutes all goals at once, and runs no input. Else it claims nothing.
func AtOnce(ctx context.Context, t Target) (event.Claim, error) {
	r, over, err := begin(ctx, t, atOncePart)
	if over || err != nil || !refuted(ctx, compress(r.claims.Form(r.left))) {
		return "", err
	}
	err = r.close(ctx)
	return r.proof.Proved, err
}

// begin executes the code of a function, with a part of the work of Prove. It is over if no claim can be made.
func begin(ctx context.Context, t Target, part int) (r *run, over bool, err error) {
	r = &run{Target: t, budget: max(1, t.Budget)}
	limits := encode.Limits{MaxNodes: r.budget * terms / part, MaxSteps: r.budget * steps / part, MaxWork: r.budget * work / part}
	c, err := t.Claims(ctx, encode.Options{Depth: t.Depth, Limits: limits})
	switch {
	case errors.Is(err, encode.ErrTooLarge):
		r.open(token.NoPos, "the inputs have too many parts")
		return r, true, nil
	case err != nil:
		return r, true, err
	case c.Extent == encode.RunInputs:
		r.open(token.NoPos, cmp.Or(t.Unknown, "some of the input is known only when it runs"))
		return r, true, nil
	}
	r.claims = c
	for i, g := range c.Goals {
		if !g.Assumed || !c.Always(g) {
			r.left = append(r.left, i)
		}
	}
	return r, r.lost(), nil
}

// A run is the solving of the goals of one function.
type run struct {
	Target
	// budget is that of the target, at least 1.
	budget int
	claims *encode.Claims
	// left are the goals that are neither satisfied by an input nor shown to be impossible.
	left  []int
	asked int
	proof event.Proof
	// assumed reports that the code of all inputs was followed with an assumption, so that there will be no claim.
	assumed bool
	// failed reports that an input broke the contract.
	failed bool
}

// open records an undecided goal, once for each place and reason.
func (r *run) open(pos token.Pos, why string) {
	o := event.Open{Pos: r.Place(pos), Why: why}
	for _, known := range r.proof.Open {
		if known == o {
			return
		}
	}
	if len(r.proof.Open) < mostOpen {
		r.proof.Open = append(r.proof.Open, o)
	}
}

// lost reports whether no input was followed to its end, and records why.
func (r *run) lost() bool {
	lost := false
	for _, g := range r.claims.Goals {
		if g.Open && r.claims.Always(g) {
			lost, r.assumed = lost || !g.Assumed, r.assumed || g.Assumed
			r.open(g.Pos, g.Why)
		}
	}
	return lost
}

// ask asks for an input that satisfies one of the goals left. done reports that there is none, that
// one broke the contract, or that this cannot be decided.
func (r *run) ask(ctx context.Context) (done bool, err error) {
	f := r.claims.Form(r.left)
	if root := &f.Nodes[f.Root]; root.Op == form.Const && root.Val == 0 {
		return true, r.close(ctx)
	}
	if !r.Solver {
		r.open(r.first(), event.WhyNoSolver)
		return true, nil
	}
	r.asked++
	x, err := r.some(ctx, f)
	if _, ok := errors.AsType[*solve.Undecided](err); ok {
		if !r.assumed {
			r.open(r.first(), "Z3 gave up within its budget")
		}
		return true, nil
	}
	if err != nil {
		return true, err
	}
	if x == nil {
		return true, r.close(ctx)
	}
	met, input, err := r.claims.Met(x)
	if err != nil {
		return true, err
	}
	return r.meet(ctx, f, met.Goals, input, r.claims.Broken(x))
}

// assumedPart is the part of the budget that Z3 has where an assumption rules out a claim.
const assumedPart = 8

// some returns a solution of a form, or nil if there is none.
func (r *run) some(ctx context.Context, f *form.Form) ([]int64, error) {
	if !r.assumed {
		return some(ctx, f, r.budget, r.asked)
	}
	if x := downhill(ctx, f, r.budget, r.asked); x != nil {
		return x, nil
	}
	return some(ctx, f, r.budget, assumedPart*r.asked)
}

// meet removes the goals that an input satisfies from those left, and runs the input if all of it was
// followed.
func (r *run) meet(ctx context.Context, f *form.Form, met []bool, input []int64, broken bool) (done bool, err error) {
	var left, closed []int
	unknown, assumed := false, false
	at := token.NoPos
	for _, i := range r.left {
		g := r.claims.Goals[i]
		switch {
		case !met[i]:
			left = append(left, i)
		case g.Open:
			r.open(g.Pos, g.Why)
		default:
			closed = append(closed, i)
			if at == token.NoPos {
				at = g.Pos
			}
		}
	}
	r.left = left
	for i, g := range r.claims.Goals {
		unknown = unknown || met[i] && g.Open && !g.Assumed
		assumed = assumed || met[i] && g.Assumed
	}
	if unknown || len(closed) == 0 {
		return false, nil
	}
	out, err := r.Run(ctx, f, input, broken)
	switch {
	case err != nil:
		return true, err
	case out.Failed:
		r.proof, r.failed = event.Proof{}, true
		return true, nil
	case out.Broken:
		return r.plain(ctx, f, at, out.Doubt)
	case out.Wrapped:
		return r.exact(ctx, closed, input, at, out.Doubt)
	case out.Doubt != "":
		r.open(at, out.Doubt)
	case assumed:
		// The assumption is open already.
	default:
		r.proof.Disagreed++
		r.open(at, "an input that was solved to fail does not when it is run")
	}
	return false, nil
}

// close makes the claim if nothing is open.
func (r *run) close(ctx context.Context) error {
	if len(r.proof.Open) > 0 {
		return nil
	}
	if !r.Inhabited {
		x, err := some(ctx, r.claims.Base(), r.budget, 1)
		_, undecided := errors.AsType[*solve.Undecided](err)
		switch {
		case undecided:
			r.open(token.NoPos, "Z3 gave up within its budget")
			return nil
		case err != nil:
			return err
		case x == nil:
			r.open(token.NoPos, "no input satisfies the precondition")
			return nil
		}
	}
	switch r.claims.Extent {
	case encode.AllInputs:
		r.proof.Proved = event.ForAll
	case encode.AllData:
		r.proof.Proved = event.ForData
	case encode.SaidData:
		r.proof.Proved = event.ForSaid
	case encode.RunInputs:
	}
	return nil
}

// first returns the place of the first goal that is left.
func (r *run) first() token.Pos {
	for _, i := range r.left {
		if p := r.claims.Goals[i].Pos; p.IsValid() {
			return p
		}
	}
	return token.NoPos
}

// cause returns why the context ended, if that ended Z3.
func cause(ctx context.Context, err error) error {
	if errors.Is(err, z3.ErrInterrupted) && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
