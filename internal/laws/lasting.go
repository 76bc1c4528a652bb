package laws

import (
	"context"
	"errors"

	"github.com/rtest-dev/rtest/internal/harness"
)

// A lasting evaluator outlives its process: where a further value ends it, another process takes its place, which calls
// what ended it with fewer values.
type lasting struct {
	*harness.Evaluator
	open   func(context.Context) (*harness.Evaluator, error)
	exempt func(*harness.CallEnded) bool
	// batches are the requests of which terms were kept, and the last one.
	batches []nodeBatch
}

// A nodeBatch holds the nodes of a request, and the indices of those that the next request keeps.
type nodeBatch struct {
	nodes []harness.Node
	kept  []int
}

// lasting opens an evaluator.
func (f *finder) lasting(ctx context.Context, changes []bool, extend []int) (*lasting, error) {
	e := &lasting{exempt: f.exempt, open: func(ctx context.Context) (*harness.Evaluator, error) {
		return f.unit.Binary.Evaluator(ctx, f.universe(f.slotted, changes, extend))
	}}
	var err error
	e.Evaluator, err = e.open(ctx)
	return e, err
}

// Terms does what that of an Evaluator does.
func (e *lasting) Terms(ctx context.Context, kept []int, nodes []harness.Node) ([]harness.Print, error) {
	if n := len(e.batches); n > 0 {
		e.batches[n-1].keep(kept)
	}
	e.batches = append(e.batches, nodeBatch{nodes: nodes})
	return e.Evaluator.Terms(ctx, kept, nodes)
}

// keep drops the nodes of a batch that are not kept.
func (b *nodeBatch) keep(kept []int) {
	all := b.nodes
	*b = nodeBatch{}
	for i, n := range kept {
		b.nodes = append(b.nodes, all[n])
		b.kept = append(b.kept, i)
	}
}

// Revive replaces a process that a further value ended by one that has the same rows. The numbers of values are others. It fails with
// the error if there is nothing to leave out, or if the error is another.
func (e *lasting) Revive(ctx context.Context, ended error) error {
	died, ok := errors.AsType[*harness.CallEnded](ended)
	if !ok || !e.exempt(died) {
		return ended
	}
	e.Close()
	next, err := e.open(ctx)
	if err != nil {
		return err
	}
	e.Evaluator = next
	var kept []int
	for _, b := range e.batches {
		if _, err := next.Terms(ctx, kept, b.nodes); err != nil {
			return err
		}
		kept = b.kept
	}
	return nil
}
