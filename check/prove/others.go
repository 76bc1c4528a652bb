package prove

import (
	"context"
	"errors"
	"go/token"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/solve"
)

// mostExact is how often other inputs are searched for when arithmetic of the preconditions wraps around for those found.
const mostExact = 3

// plain searches for an ASCII input that breaks the contract, after one that is not valid UTF-8 did.
func (r *run) plain(ctx context.Context, f *form.Form, at token.Pos, doubt string) (done bool, err error) {
	ascii, narrower := r.claims.Plain(f)
	if !narrower {
		r.open(at, doubt)
		return false, nil
	}
	_, _, done, err = r.other(ctx, ascii, at, doubt, "no text of ASCII breaks it here")
	return done, err
}

// exact searches for an input that satisfies one of these goals without that arithmetic of the preconditions wraps around, as
// it does for an input that broke the contract.
func (r *run) exact(ctx context.Context, goals []int, input []int64, at token.Pos, doubt string) (done bool, err error) {
	var wrapping [][]int64
	for range mostExact {
		wrapping = append(wrapping, r.claims.Solution(input))
		f, ok := r.claims.Exact(goals, wrapping)
		if !ok {
			break
		}
		next, out, done, err := r.other(ctx, f, at, doubt, "without that no input breaks it here")
		if done || err != nil || !out.Wrapped {
			return done, err
		}
		input = next
	}
	r.open(at, doubt)
	return false, nil
}

// other searches for an input of a form and runs it, after another one broke the contract in a doubtful way. It records what is open;
// none is what to say if there is no such input.
func (r *run) other(ctx context.Context, f *form.Form, at token.Pos, doubt, none string) (input []int64, out Outcome, done bool, err error) {
	x, err := some(ctx, f, max(1, r.Budget), 1)
	if _, ok := errors.AsType[*solve.Undecided](err); ok {
		r.open(at, doubt+"; of others that is not decided")
		return nil, out, false, nil
	}
	if err != nil {
		return nil, out, true, err
	}
	if x == nil {
		r.open(at, doubt+"; "+none)
		return nil, out, false, nil
	}
	met, input, err := r.claims.Met(x)
	if err != nil {
		return nil, out, true, err
	}
	for i, g := range r.claims.Goals {
		if met.Goals[i] && g.Open && !g.Assumed {
			r.open(g.Pos, g.Why)
			return input, out, false, nil
		}
	}
	out, err = r.Run(ctx, f, input, false)
	switch {
	case err != nil:
		return input, out, true, err
	case out.Failed:
		r.proof, r.failed = event.Proof{}, true
		return input, out, true, nil
	case !out.Wrapped:
		r.open(at, doubt+"; of others that is not decided")
	}
	return input, out, false, nil
}
