package prove

import (
	"context"
	"errors"
	"go/token"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/solve"
)

// plain searches for an ASCII input that breaks the contract, after one that is not valid UTF-8 did.
func (r *run) plain(ctx context.Context, f *form.Form, at token.Pos, doubt string) (done bool, err error) {
	ascii, narrower := r.claims.Plain(f)
	if !narrower {
		r.open(at, doubt)
		return false, nil
	}
	x, err := some(ctx, ascii, max(1, r.Budget), 1)
	if _, ok := errors.AsType[*solve.Undecided](err); ok {
		r.open(at, doubt+"; of others that is not decided")
		return false, nil
	}
	if err != nil {
		return true, err
	}
	if x != nil {
		met, input, err := r.claims.Met(x)
		if err != nil {
			return true, err
		}
		for i, g := range r.claims.Goals {
			if met.Goals[i] && g.Open {
				r.open(g.Pos, g.Why)
				return false, nil
			}
		}
		out, err := r.Run(ctx, f, input, false)
		if err != nil {
			return true, err
		}
		if out.Failed {
			r.proof, r.failed = event.Proof{}, true
			return true, nil
		}
		r.open(at, doubt+"; of others that is not decided")
		return false, nil
	}
	r.open(at, doubt+"; it does of all texts of ASCII")
	return false, nil
}
