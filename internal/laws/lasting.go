package laws

import (
	"context"
	"encoding/binary"
	"errors"
	"maps"

	"github.com/rtest-dev/rtest/internal/harness"
)

// A lasting evaluator outlives its process: where a further value ends it, another process takes its place, which calls
// what ended it with fewer values.
type lasting struct {
	*harness.Evaluator
	open   func(context.Context) (*harness.Evaluator, error)
	exempt func(*harness.CallEnded) bool
	// constants has the programs of those that were added.
	constants [][]int
	// known has the outcomes of comparisons, which come again each time that constants are added.
	known map[string]harness.Outcome
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
	e := &lasting{exempt: f.exempt, known: map[string]harness.Outcome{}, open: func(ctx context.Context) (*harness.Evaluator, error) {
		return f.unit.Binary.Evaluator(ctx, f.universe(f.slotted, changes, extend))
	}}
	var err error
	e.Evaluator, err = e.open(ctx)
	return e, err
}

// addConstants gives those constants their values that were not added before. Only variables have rows then.
func (e *lasting) addConstants(ctx context.Context, list []*constant) error {
	e.batches = nil
	added := list[len(e.constants):]
	var programs [][]int
	for _, c := range added {
		programs = append(programs, c.program)
	}
	values, err := e.Constants(ctx, programs)
	if err != nil {
		return err
	}
	for i, c := range added {
		c.value = values[i]
	}
	e.constants = append(e.constants, programs...)
	return nil
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

// Compare does what that of an Evaluator does.
func (e *lasting) Compare(ctx context.Context, pairs []harness.Comparison) ([]harness.Outcome, error) {
	out := make([]harness.Outcome, len(pairs))
	for i, c := range pairs {
		key := comparisonKey(c)
		known, ok := e.known[key]
		if !ok {
			list, err := e.Evaluator.Compare(ctx, pairs[i:i+1])
			if err != nil {
				return nil, err
			}
			known = list[0]
			if c.Most == 0 {
				e.known[key] = known
			}
		}
		out[i] = known
	}
	return out, nil
}

// comparisonKey returns a key that differs for comparisons that do.
func comparisonKey(c harness.Comparison) string {
	key := binary.AppendVarint(nil, c.Limit)
	for _, list := range [][]int{{after(c.Further), after(c.Modest), after(c.Wide), after(c.Negated), int(c.Most)}, c.Left, c.Right, c.Condition} {
		key = binary.AppendUvarint(key, uint64(len(list)))
		for _, n := range list {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	return string(key)
}

// Revive replaces a process that a further value ended by one that has the same rows. The numbers of values are others. It fails with
// the error if there is nothing to leave out, or if the error is another.
func (e *lasting) Revive(ctx context.Context, ended error) error {
	died, ok := errors.AsType[*harness.CallEnded](ended)
	if !ok || !e.exempt(died) {
		return ended
	}
	return e.reopen(ctx)
}

// reopen starts another process that has the same rows.
func (e *lasting) reopen(ctx context.Context) error {
	e.Close()
	next, err := e.open(ctx)
	if err != nil {
		return err
	}
	e.Evaluator = next
	maps.DeleteFunc(e.known, func(_ string, o harness.Outcome) bool { return o.Differ > 0 }) // Their assignments mean nothing any more.
	if _, err := next.Constants(ctx, e.constants); err != nil {
		return err
	}
	var kept []int
	for _, b := range e.batches {
		if _, err := next.Terms(ctx, kept, b.nodes); err != nil {
			return err
		}
		kept = b.kept
	}
	return nil
}
