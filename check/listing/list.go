package listing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A Listing describes what one package would be tested with.
type Listing struct {
	Package string
	// Source is what was loaded.
	Source *refine.Package
	// Broken means that the package does not compile. Diags say why, or list the mistakes in its contracts.
	Broken bool
	Diags  []diag.Diagnostic
	// Contracts are all that are selected. There are none if a contract has an error.
	Contracts []Listed
	// Helpers are the functions of the package that the contracts call.
	Helpers []Helper
}

// A Listed is one contract: its clauses as the user wrote them, each after its keyword, and the values of its
// inputs. Verdict is Skipped or Unsupported, with Reason and Help, or else Exhausted.
type Listed struct {
	Name    string
	Limits  event.Limits
	Clauses []string
	Inputs  []Domain
	// Opaque are the preconditions that are not constraints of the search: they are interpreted, or
	// filter natively.
	Opaque       []event.Opaque
	Verdict      event.Verdict
	Reason, Help string
}

// Packages lists the contracts of the packages of cfg without running any.
func Packages(ctx context.Context, cfg config.Config) ([]Listing, error) {
	prog, err := prepare.Load(ctx, cfg)
	if err != nil {
		return nil, err
	}
	var all []Listing
	for _, pkg := range prog.Packages {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r := &lister{&prepare.Package{Config: cfg, Prog: prog, Pkg: pkg, Contracts: pkg.Contracts}}
		l := Listing{Package: pkg.Path, Source: pkg, Broken: pkg.Broken}
		if l.Diags, err = r.Diagnostics(ctx); err != nil {
			return nil, fmt.Errorf("%s: lifting the measures: %w", pkg.Path, err)
		}
		if !slices.ContainsFunc(l.Diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
			r.list(ctx, &l)
		}
		if err := r.noteUnlifted(ctx, &l); err != nil {
			return nil, fmt.Errorf("%s: lifting the preconditions: %w", pkg.Path, err)
		}
		all = append(all, l)
	}
	return all, nil
}

// A lister lists the contracts of one package.
type lister struct{ *prepare.Package }

// list lists the contracts of the package.
func (r *lister) list(ctx context.Context, l *Listing) {
	r.Built, l.Contracts = nil, nil
	var listed []*refine.Contract
	for _, c := range r.Contracts {
		if r.Selects(r.Pkg.Path, c.Name) {
			l.Contracts = append(l.Contracts, r.listed(c))
			listed = append(listed, c)
		}
	}
	l.Helpers = helpers(r.Pkg, listed)
}

// liftDepth is the greatest depth at which the preconditions of listed contracts are lifted.
const liftDepth = 4

// liftVars is the greatest number of variables made for that. Editors list often, and a type such
// as ast.Node has hundreds of thousands at a small depth.
const liftVars = 50_000

// noteUnlifted records, for each contract, the preconditions that cannot be lifted. It runs none of
// the user's code.
func (r *lister) noteUnlifted(ctx context.Context, l *Listing) error {
	if len(l.Contracts) == 0 {
		return nil
	}
	u, pkg, err := r.Lay()
	for r.ExcludeBlamed(u, err) {
		r.list(ctx, l)
		u, pkg, err = r.Lay()
	}
	if err != nil || pkg == nil {
		return err
	}
	index := 0
	for i, p := range u.Plans {
		if p.Shapes == nil {
			continue
		}
		t := u.Targets.Targets[index]
		index++
		lifted, err := r.Lift(ctx, p, t, pkg)
		if err != nil {
			return err
		}
		l.Contracts[i].Inputs = describeInputs(r.Package, p)
		if l.Contracts[i].Opaque, err = r.opaque(ctx, p, t, lifted); err != nil {
			return err
		}
	}
	return nil
}

// tryInterpreting evaluates the interpreted conditions for some inputs, which shows whether they
// can be interpreted.
func tryInterpreting(ctx context.Context, q *encode.Problem) error {
	if q.Test == nil {
		return nil
	}
	s, err := search.New(q.Form)
	if err != nil {
		return err
	}
	s.Options.Work, s.Options.Quit = listWork, func() bool { return ctx.Err() != nil }
	n := 0
	for range s.Solutions() {
		if n++; n == listInputs {
			break
		}
	}
	return nil
}

// Limits of tryInterpreting.
const (
	listWork   = 100_000
	listInputs = 100
)

// opaque lists the preconditions of a target that are not lifted.
func (r *lister) opaque(ctx context.Context, p *prepare.Plan, t *codegen.Target, lifted *prepare.Lifting) ([]event.Opaque, error) {
	why := lifted.Native
	interpreted := map[int]bool{}
	// States are known only after calls were made, so preconditions on values built by calls always
	// filter natively.
	calls := slices.ContainsFunc(p.Shapes, func(s value.Shape) bool { return len(states.CallsIn(s)) > 0 })
	if !calls && len(lifted.Preds) > 0 {
		q, err := preconditionsOf(ctx, p, lifted)
		if err != nil {
			return nil, err
		}
		for _, o := range q.Opaque {
			if at := lifted.At[o.Pred]; why[at] == "" {
				why[at] = o.Why
			}
		}
		if err := tryInterpreting(ctx, q); err != nil {
			return nil, err
		}
		for k, i := range q.Tested {
			interpreted[lifted.At[i]] = !q.Test.Tallies[k].Hopeless()
		}
	}
	for _, i := range lifted.Late {
		delete(why, i)
	}
	var list []event.Opaque
	for i, pre := range t.Pre {
		// Whether few inputs pass such a filter is known only when they are built.
		if why[i] != "" && why[i] != encode.WhyCalls {
			list = append(list, event.Opaque{Clause: pre.Says(t.Contract), Pos: pre.Clause.Pos, Why: why[i], Interpreted: interpreted[i]})
		}
	}
	return list, nil
}

// preconditionsOf lifts the preconditions at the greatest depth, up to liftDepth, at which the
// inputs are not too large.
func preconditionsOf(ctx context.Context, p *prepare.Plan, lifted *prepare.Lifting) (*encode.Problem, error) {
	for depth := min(liftDepth, p.Limits.Depth); ; depth-- {
		opt := p.Encoding(depth)
		opt.Interp, opt.MaxVars = &interp.Program{}, liftVars
		q, err := encode.Encode(ctx, encode.Inputs{Names: p.Contract.InputNames(), Shapes: p.Shapes, Preds: lifted.Preds, Vars: lifted.Vars}, opt)
		if depth > 0 && errors.Is(err, encode.ErrTooLarge) {
			continue
		}
		return q, err
	}
}

// listed describes one contract, except for the clauses that cannot be lifted.
func (r *lister) listed(c *refine.Contract) Listed {
	if r.Built == nil {
		r.Built = states.New(r.Setting())
	}
	p := r.Plan(c)
	l := Listed{Name: c.Name, Limits: p.Limits, Clauses: clauses(r.Pkg, c), Verdict: event.Exhausted}
	if p.Shapes == nil {
		l.Verdict, l.Reason, l.Help = p.Fixed.Verdict, p.Fixed.Reason, p.Fixed.Help
		return l
	}
	l.Inputs = describeInputs(r.Package, p)
	return l
}

// clauses lists the clauses of a contract, each after its keyword.
func clauses(pkg *refine.Package, c *refine.Contract) (texts []string) {
	eachClause(pkg, c, func(_ *refine.Clause, kind, text string) { texts = append(texts, strings.TrimSpace(kind+" "+text)) })
	return texts
}

// eachClause yields the clauses of a contract in the order in which they are checked, with keyword
// and text. After the preconditions it yields the invariants of the types that the inputs reach.
func eachClause(pkg *refine.Package, c *refine.Contract, yield func(c *refine.Clause, kind, text string)) {
	add := func(cs ...*refine.Clause) {
		for _, c := range cs {
			switch {
			case c == nil:
			case c.Kind == refine.Pure:
				yield(c, "pure", "")
			case c.Kind == refine.Classify:
				yield(c, "classify", strconv.Quote(c.Label)+" "+c.Text)
			case c.Kind == refine.Refinement && c.Of != nil && c.Of.Name != "" && c.Of.Name != "_":
				yield(c, "sig", c.Of.Name+" "+c.Text)
			default:
				yield(c, c.Kind.String(), c.Text)
			}
		}
	}
	add(c.Pre...)
	for _, t := range refine.ReachedTypes(pkg.Facts, slices.Concat(c.Inputs(), c.Results)) {
		if tf := pkg.Facts.Of(t); tf != nil {
			for _, inv := range tf.Invariants {
				yield(inv, inv.Kind.String(), refine.TypeName(tf.Type, pkg.Types)+": "+inv.Text)
			}
		}
	}
	add(c.Post...)
	add(c.Panics, c.Pure)
	add(c.Classes...)
}
