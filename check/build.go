package check

import (
	"context"
	"errors"
	"fmt"

	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// assemble prepares the package and builds its process. A function for which
// rtest generates what does not compile has a fault, and the others are built
// without it.
func (r *preparation) assemble(ctx context.Context) (*unit, error) {
	for {
		u, err := r.attempt(ctx)
		if r.accuse(u, err) {
			continue
		}
		compile, ok := errors.AsType[*harness.CompileError](err)
		if !ok || !compile.Ours {
			return u, err
		}
		// The fault is in what several functions share.
		if found := r.suspects(ctx, u, compile); !found {
			return u, err
		}
	}
}

// accuse notes for which contracts of a unit there is no harness; false where the
// error is another one.
func (r *preparation) accuse(u *unit, err error) bool {
	blamed, ok := errors.AsType[*harness.TargetError](err)
	if !ok {
		return false
	}
	for _, b := range blamed.Blames {
		c := u.targets.Targets[b.Target].Contract
		if b.Hidden {
			r.hide(c, b)
		} else {
			r.blame(c, errors.New(b.Text))
		}
	}
	return true
}

// attempt prepares and builds what has no fault so far.
func (r *preparation) attempt(ctx context.Context) (*unit, error) {
	u, err := r.prepare(ctx)
	if err != nil {
		return u, fmt.Errorf("preparing the package: %w", err)
	}
	if err := u.build(ctx, r); err != nil {
		return u, fmt.Errorf("building the test process: %w", err)
	}
	for _, p := range u.plans {
		if p.subject == nil {
			continue
		}
		p.subject.clock, p.subject.engine.Clock = u.binary.Clock(), u.binary.Clock()
		if err := p.subject.derive(ctx); err != nil {
			return u, fmt.Errorf("preparing %s: %w", p.contract.Name, err)
		}
	}
	return u, nil
}

// suspects builds each function by itself and blames those with which that
// fails. It tells whether there is one.
func (r *preparation) suspects(ctx context.Context, u *unit, fault error) bool {
	found := false
	all := r.contracts
	defer func() { r.contracts = all }()
	for _, t := range u.targets.Targets {
		if len(u.targets.Targets) == 1 {
			r.blame(t.Contract, fault)
			return true
		}
		r.contracts = nil
		for _, c := range all {
			if keyOf(c) == keyOf(t.Contract) {
				r.contracts = append(r.contracts, c)
			}
		}
		alone, err := r.attempt(ctx)
		if alone != nil {
			alone.close()
		}
		compile, ok := errors.AsType[*harness.CompileError](err)
		if ok && compile.Ours {
			r.blame(t.Contract, err)
			found = true
		}
	}
	return found
}

// A contractKey names a contract of a package.
type contractKey struct{ name, pos string }

func keyOf(c *refine.Contract) contractKey { return contractKey{c.Name, c.Pos.String()} }

// blame notes that no harness can be built for a contract.
func (r *preparation) blame(c *refine.Contract, err error) {
	if r.broken == nil {
		r.broken = map[contractKey]error{}
	}
	r.broken[keyOf(c)] = err
}

// hide notes that a contract needs what has no name in its package.
func (r *preparation) hide(c *refine.Contract, b harness.Blame) {
	if r.hidden == nil {
		r.hidden = map[contractKey]harness.Blame{}
	}
	r.hidden[keyOf(c)] = b
}

// counters says what is counted in the code under test.
func (r *preparation) counters() harness.Counters {
	switch {
	case r.cover:
		return harness.CountConditions
	case r.Profile:
		return harness.CountBlocks
	case r.replay:
		return harness.CountNothing
	}
	return harness.CountTargets
}

// replaying keeps the plans of functions that have saved inputs.
func replaying(plans []*plan) []*plan {
	return slices.DeleteFunc(plans, func(p *plan) bool { return p.subject == nil || len(p.subject.saved) == 0 })
}
