package observe

import (
	"context"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
)

// Prove solves the code of the function for its contract, as rtest check -prove=only does. It runs no inputs but those that are solved to
// break the contract; what fails then is a failure of the result. A contract that demands nothing says that no call panics.
func (f *Function) Prove(ctx context.Context) (event.Result, error) {
	r := f.of.unit.Binary.Runner()
	defer r.Close()
	fn := *f.Function
	fn.Limits.Prove, fn.Saved = event.ProveOnly, nil
	s := loop.NewSubject(&fn, f.of.unit.Targets)
	s.Emit = func(event.Event) {}
	s.Give = prepare.Giving(r)
	return prepare.Caught(func() (event.Result, error) { return s.Test(ctx, r) })
}
