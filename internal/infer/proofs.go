package infer

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// late is what is found out of a function behind its proposals.
type late struct {
	// doubted says that a call did not return as it should, or was not made, so that nothing is proved. fails is the call that solving found to
	// panic.
	doubted bool
	fails   string
	// invariants are those of the type of its receiver, if its values were judged before its calls.
	invariants []Proposal
}

// prove finds out which proposals hold for all inputs that the preconditions admit. Each is the contract of its function by
// itself, so that one that is not proved does not keep the others from being so. What a solved input refutes is proposed no more.
func (p *proposer) prove(ctx context.Context) error {
	tasks := slices.DeleteFunc(p.open(false), func(t *task) bool { return t.doubted || len(t.pre)+len(t.post) == 0 })
	if p.Limits.Prove == event.ProveNot || len(tasks) == 0 {
		return nil
	}
	var contracts []*refine.Contract
	first := make([]int, len(tasks))
	for i, t := range tasks {
		first[i] = len(contracts)
		contracts = append(contracts, p.claims(t)...)
	}
	f, err := p.builder.Prepare(ctx, contracts)
	if err != nil {
		return err
	}
	defer f.Close()
	var unasked atomic.Bool
	err = p.each(tasks, func(i int, t *task) error {
		all := f.All()[first[i]:]
		asked, err := t.prove(ctx, all[:1+len(t.post)])
		if !asked {
			unasked.Store(true)
		}
		return err
	})
	if unasked.Load() && !slices.Contains(p.report.Notes, noSolver) {
		p.report.Notes = append(p.report.Notes, noSolver)
	}
	return err
}

const noSolver = event.WhyNoSolver + ": more may be proved for all inputs than is said"

// claims returns contracts of a function with its preconditions: one that demands nothing more, then one for each other proposal.
func (p *proposer) claims(t *task) []*refine.Contract {
	base := p.demanding(t)
	base.Bare, base.Pure, base.Post = false, nil, nil
	observe.FenceAlways(p.prog, p.pkg, base)
	list := []*refine.Contract{base}
	for _, d := range t.post {
		c := *base
		if d.Verb == "pure" {
			c.Pure = &refine.Clause{Kind: refine.Pure, Text: "pure", Pos: c.Pos}
		} else {
			c.Post = []*refine.Clause{p.clause(&c, refine.Ensures, d.Text)}
		}
		list = append(list, &c)
	}
	return list
}

// prove solves the contracts that claims returns. Where a call may panic, or its code cannot be followed, nothing is claimed. Asked is false if Z3
// was not at hand.
func (t *task) prove(ctx context.Context, contracts []*observe.Function) (asked bool, err error) {
	claim, failure, asked, err := proved(ctx, contracts[0])
	if err != nil || claim == nil {
		if failure != nil {
			t.fails = failure.Call
		}
		return asked, err
	}
	for i := range t.pre {
		t.pre[i].Proved = claim
	}
	var held []Proposal
	for i, d := range t.post {
		claim, failure, also, err := proved(ctx, contracts[1+i])
		if err != nil {
			return false, err
		}
		asked = asked && also
		if failure != nil && failure.Cause != harness.CausePanic {
			continue
		}
		d.Proved = claim
		held = append(held, d)
	}
	t.post = held
	return asked, nil
}

// A Claim says for which inputs a proposal is proved, for lengths up to a depth.
type Claim struct {
	For   event.Claim
	Depth int
}

// String is the claim as rtest check writes it.
func (c Claim) String() string { return (&event.Proof{Proved: c.For}).Text(c.Depth) }

// weaker returns the claim that covers fewer inputs.
func weaker(a, b *Claim) *Claim {
	if a == nil || b == nil {
		return nil
	}
	order := []event.Claim{event.ForAll, event.ForData, event.ForSaid}
	return &Claim{order[max(slices.Index(order, a.For), slices.Index(order, b.For))], min(a.Depth, b.Depth)}
}

// proved returns the claim that a function keeps its contract, or nil, and an input that breaks it.
func proved(ctx context.Context, f *observe.Function) (claim *Claim, failure *event.Failure, asked bool, err error) {
	if f.Why != "" {
		return nil, nil, true, nil
	}
	r, err := f.Prove(ctx)
	if err != nil {
		return nil, nil, false, fmt.Errorf("proofs of %s: %w", f.Contract.Name, err)
	}
	unasked := func(o event.Open) bool { return o.Why == event.WhyNoSolver }
	asked = !slices.ContainsFunc(r.Proof.Open, unasked)
	if len(r.Failures) > 0 {
		failure = r.Failures[0]
	}
	if r.Proof.Proved != "" && failure == nil {
		claim = &Claim{r.Proof.Proved, f.Limits.Depth}
	}
	return claim, failure, asked, nil
}
