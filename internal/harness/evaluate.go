package harness

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
)

// The requests of an Evaluator; package wire documents the fields.
type (
	Universe   = wire.Universe
	Sort       = wire.Sort
	Node       = wire.Node
	Assignment = wire.Assignment
	Comparison = wire.Comparison
	Outcome    = wire.Outcome
	Trial      = wire.Trial
	Tried      = wire.Tried
)

// An Evaluator evaluates terms over a universe, in one process.
type Evaluator struct {
	r *Runner
	// asked is what the process evaluates over.
	asked Universe
	// Variables are the prints of the variables.
	Variables []Print
}

// A Print identifies the values of a term for all samples. Terms with equal prints are equal for all samples,
// except for collisions of hashes.
type Print struct {
	Whole  uint64
	Blocks [wire.Blocks]uint64
	// Undefined is the number of samples for which the term has no value, Single says that it has one value for
	// all others.
	Undefined int64
	Single    bool
}

// A CallEnded says that a call did not return: it took too long or too much memory, or
// it ended the process.
type CallEnded struct {
	// Target is the index of the call's target, or -1 if it is not a call.
	Target int
	// Value is the number of the value that was built, among the streams of all sorts and then the further ones of all; -1 if
	// none was.
	Value int
	// Keys are those of the further values of a comparison, see Universe.Deadly. There are none if one is great.
	Keys []uint64
	Why  string
}

func (e *CallEnded) Error() string { return e.Why }

// Evaluator starts a process that evaluates terms over a universe.
func (b *Binary) Evaluator(ctx context.Context, u Universe) (*Evaluator, error) {
	e := &Evaluator{r: b.Runner(), asked: u}
	e.asked.Timeout, e.asked.Memory = int64(b.opt.Timeout), b.opt.Memory
	if err := e.r.start(ctx, e.walled()); err != nil {
		return nil, err
	}
	var shapes []value.Shape
	for _, s := range u.Sorts {
		shapes = append(shapes, b.unit.Targets[s.Target].Shapes...)
	}
	if err := b.sendStates(e.r.proc, &e.r.sent, shapes); err != nil {
		e.Close()
		return nil, err
	}
	var rows wire.Rows
	err := e.ask(ctx, wire.KindUniverse, e.asked, &rows)
	if err == nil {
		e.Variables, err = prints(rows, len(u.Slots))
	}
	if err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// walled reports whether the process is confined. It is if no target has a contract.
func (e *Evaluator) walled() bool {
	for _, t := range e.r.b.unit.Targets {
		if !t.Contract.Bare {
			return false
		}
	}
	return true
}

// Close ends the process.
func (e *Evaluator) Close() { e.r.Close() }

// ask sends a request and decodes the answer into answer, unless that is nil.
func (e *Evaluator) ask(ctx context.Context, kind wire.Kind, request, answer any) error {
	if err := e.r.proc.SendJSON(kind, request); err != nil {
		return e.ended(process.Ending{})
	}
	end, err := e.r.proc.Converse(ctx, e.r.b.opt.Timeout, func(m process.Message) (bool, error) {
		if m.Kind != wire.KindValued || answer == nil {
			return false, nil
		}
		return true, process.Unmarshal(m, answer)
	})
	if err != nil {
		return err
	}
	if end.Done == nil {
		return e.ended(end)
	}
	return nil
}

// ended says what the process died of.
func (e *Evaluator) ended(end process.Ending) error {
	p := e.r.proc
	p.Wait()
	if err := p.ReachedOut(false); err != nil {
		return err
	}
	if err := p.Refresh(); err != nil {
		return err
	}
	board := wire.NewBoard(p.Words(), nil, 0, 0)
	stage, index := board.Stage()
	died := &CallEnded{Target: -1, Value: -1, Why: "the process ends"}
	switch stage {
	case wire.Calling:
		died.Target = index
		keys, _ := board.Stream()
		for _, key := range keys {
			died.Keys = append(died.Keys, uint64(key))
		}
	case wire.Building:
		died.Value = index
	}
	if k := end.Killed; k != nil {
		died.Why = "it does not return"
		if k.Cause == wire.Memory {
			died.Why = "it takes too much memory"
		}
	} else {
		if died.Target >= 0 {
			died.Why = "it ends the process"
		}
		if reason, _ := lastWords(p.Output()); reason != "" {
			died.Why += ": " + reason
		}
	}
	return died
}

// Constants adds targets of what programs give, and returns the values, nil for one without a value. It drops all rows but those of
// the variables.
func (e *Evaluator) Constants(ctx context.Context, programs [][]int) ([]*tree.Value, error) {
	var out wire.Valued
	err := e.ask(ctx, wire.KindConstants, wire.Constants{Programs: programs}, &out)
	if err == nil && len(out.Values) != len(programs) {
		err = fmt.Errorf("the harness has a fault: %d values for %d constants", len(out.Values), len(programs))
	}
	return out.Values, err
}

// Terms evaluates calls whose arguments are rows, after those of kept, by index in the
// last batch, have become rows. The first rows are those of the variables.
func (e *Evaluator) Terms(ctx context.Context, kept []int, nodes []Node) ([]Print, error) {
	var rows wire.Rows
	if err := e.ask(ctx, wire.KindTerms, wire.Terms{Kept: kept, Nodes: nodes}, &rows); err != nil {
		return nil, err
	}
	return prints(rows, len(nodes))
}

// prints reads those of n rows.
func prints(rows wire.Rows, n int) ([]Print, error) {
	if len(rows.Prints) != n*wire.PrintSize {
		return nil, fmt.Errorf("the harness has a fault: %d bytes for %d terms", len(rows.Prints), n)
	}
	out := make([]Print, n)
	data := rows.Prints
	next := func() uint64 {
		x := binary.LittleEndian.Uint64(data)
		data = data[8:]
		return x
	}
	for i := range out {
		out[i].Whole = next()
		for k := range out[i].Blocks {
			out[i].Blocks[k] = next()
		}
		out[i].Undefined = int64(next())
		out[i].Single = next() == 1
	}
	return out, nil
}

// Seen returns what rows are: a hash for each sample, 0 where the row has no value.
func (e *Evaluator) Seen(ctx context.Context, rows []int) ([][]uint64, error) {
	return e.seen(ctx, wire.Seen{Rows: rows}, len(rows), len(e.asked.Samples))
}

// At returns what programs give for assignments: a hash for each, 0 where there is no value.
func (e *Evaluator) At(ctx context.Context, programs [][]int, at []Assignment) ([][]uint64, error) {
	return e.seen(ctx, wire.Seen{Programs: programs, At: at}, len(programs), len(at))
}

// seen asks for so many lists of hashes, each of a length.
func (e *Evaluator) seen(ctx context.Context, s wire.Seen, lists, each int) ([][]uint64, error) {
	var out wire.Values
	if err := e.ask(ctx, wire.KindSeen, s, &out); err != nil {
		return nil, err
	}
	if len(out.Hashes) != 8*each*lists {
		return nil, fmt.Errorf("the harness has a fault: %d bytes for %d terms", len(out.Hashes), lists)
	}
	seen := make([][]uint64, lists)
	for i := range seen {
		seen[i] = make([]uint64, each)
		for k := range seen[i] {
			seen[i][k] = binary.LittleEndian.Uint64(out.Hashes[8*(i*each+k):])
		}
	}
	return seen, nil
}

// Compare compares pairs of terms.
func (e *Evaluator) Compare(ctx context.Context, pairs []Comparison) ([]Outcome, error) {
	var out wire.Compared
	err := e.ask(ctx, wire.KindCompare, wire.Comparisons{Pairs: pairs}, &out)
	if err == nil && len(out.Outcomes) != len(pairs) {
		err = fmt.Errorf("the harness has a fault: %d outcomes for %d pairs", len(out.Outcomes), len(pairs))
	}
	return out.Outcomes, err
}

// Try finds out whether a target is a function of its inputs.
func (e *Evaluator) Try(ctx context.Context, t Trial) (out Tried, err error) {
	err = e.ask(ctx, wire.KindTrial, t, &out)
	return out, err
}
