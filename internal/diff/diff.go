// Package diff calls two versions of functions with the same inputs and finds out where they differ.
//
// It takes two functions of one package, or two versions of packages. It returns a Report with one
// Difference for each cause, its smallest input, and a condition of the inputs that differ. Inputs and
// observations come from check/observe. The package shows reports as text and Markdown only.
package diff

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"slices"
	"sync"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/harness"
)

// A Request says what to compare. One of Functions, Revision and Modules is set.
type Request struct {
	config.Config
	// Functions are the old and the new function, of the one package of the patterns.
	Functions []string
	// Revision is what git knows the old packages by. The new ones are in the working tree, or,
	// for "old..new", those of the second revision.
	Revision string
	// Modules are the old and the new one, as module@version.
	Modules []string
	// Errors compares also what errors and panics say.
	Errors bool
}

// A Report describes how the versions differ.
type Report struct {
	// Old and New name the versions.
	Old, New    string
	Differences []Difference
	// Removed and Added are functions without partner.
	Removed, Added []string
	LeftOut        []LeftOut
	// Partly are functions that were compared with some of their inputs only, with the reason.
	Partly []LeftOut
	// Functions counts the pairs that were compared, Inputs what both were called with.
	Functions int
	Inputs    int64
	// Interrupted says that the context ended before all pairs were compared. The others are left out.
	Interrupted bool
}

// A Difference is a way in which a function differs.
type Difference struct {
	Package, Function string
	Pos               token.Position
	Kind              Kind
	// Call is the call with the smallest input, Args its inputs, Old and New its outcomes.
	Call     string
	Args     []event.Arg
	Old, New string
	// Count of the Of inputs differ in this way. Beyond says that none within the bounds does.
	Count, Of int64
	Beyond    bool
	// General is a condition that only differing inputs satisfy, or nil. Always reports that all
	// inputs differ.
	General *event.General
	Always  bool
}

// A Kind says what differs.
type Kind string

// The kinds besides "result", "result 2" and so on, and "argument x".
const (
	NewPanic     Kind = "new panic"
	NoPanic      Kind = "no panic any more"
	OtherPanic   Kind = "other panic"
	NewHang      Kind = "does not return any more"
	NoHang       Kind = "returns now"
	NewCrash     Kind = "new crash"
	NoCrash      Kind = "no crash any more"
	ErrorDiffers Kind = "error"
	ErrorText    Kind = "error text"
	NewRejected  Kind = "input rejected"
)

// A LeftOut is a function that was not compared, with the reason.
type LeftOut struct {
	Package, Function string
	Pos               token.Position
	Why               string
	// Signature says that the signature has changed, and that this is not accepted.
	Signature bool
}

// Key names a difference in a file of accepted ones.
func (d *Difference) Key() string { return d.Package + "." + d.Function + ": " + string(d.Kind) }

// Differ reports whether there are differences: in behaviour, in signatures, or functions that were removed.
func (r *Report) Differ() bool {
	return len(r.Differences)+len(r.Removed) > 0 || slices.ContainsFunc(r.LeftOut, func(l LeftOut) bool { return l.Signature })
}

// Allow removes the differences whose keys are accepted. It returns the accepted keys of differences
// that do not exist.
func (r *Report) Allow(accepted []string) (unused []string) {
	used := map[string]bool{}
	r.Differences = slices.DeleteFunc(r.Differences, func(d Difference) bool {
		k := d.Key()
		used[k] = used[k] || slices.Contains(accepted, k)
		return used[k]
	})
	r.Removed = slices.DeleteFunc(r.Removed, func(name string) bool {
		k := name + ": removed"
		used[k] = slices.Contains(accepted, k)
		return used[k]
	})
	for i, l := range r.LeftOut {
		k := l.Package + "." + l.Function + ": signature"
		used[k] = l.Signature && slices.Contains(accepted, k)
		r.LeftOut[i].Signature = l.Signature && !used[k]
	}
	return slices.DeleteFunc(slices.Clone(accepted), func(k string) bool { return used[k] })
}

// Run compares the versions of a request. If the context ends while pairs are compared, the report has those that were.
func Run(ctx context.Context, q Request) (*Report, error) {
	c := &comparison{Request: q}
	defer c.close()
	if err := c.load(ctx); err != nil {
		return nil, err
	}
	return c.compareAll(ctx)
}

// compareAll compares the pairs, several at once.
func (c *comparison) compareAll(ctx context.Context) (*Report, error) {
	found := make([]outcome, len(c.pairs))
	turns := make(chan struct{}, max(1, c.Parallel))
	var all fault.Group
	var mu sync.Mutex
	var failed error
	for i, p := range c.pairs {
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			o, err := outcome{}, ctx.Err()
			if err == nil {
				o, err = c.compare(ctx, p)
			}
			mu.Lock()
			defer mu.Unlock()
			if ctx.Err() != nil { // What was seen may be less than there is.
				o, err, c.report.Interrupted = outcome{leftOut: []LeftOut{p.leftOut("interrupted")}}, nil, true
			}
			found[i] = o
			failed = cmp.Or(failed, err)
		})
	}
	all.Wait()
	if failed != nil {
		return nil, failed
	}
	r := &c.report
	for _, o := range found {
		r.Differences = append(r.Differences, o.differences...)
		r.LeftOut = append(r.LeftOut, o.leftOut...)
		r.Partly = append(r.Partly, o.partly...)
		r.Inputs += o.inputs
		r.Functions += o.compared
	}
	return r, nil
}

// An outcome is what came of one pair.
type outcome struct {
	differences []Difference
	leftOut     []LeftOut
	partly      []LeftOut
	inputs      int64
	compared    int
}

// patience is how many calls of one version may end the process before the rest of the inputs is
// left out; a call that hangs counts as harness.HeavyDeath of them.
const patience = 4 * harness.HeavyDeath

// compare calls both functions of a pair with the inputs of both.
func (c *comparison) compare(ctx context.Context, p pair) (o outcome, err error) {
	p.old.Time = observe.NewBudget(c.Limits.Time)
	p.new.Time = p.old.Time
	inputs, err := united(ctx, p)
	if err != nil {
		return c.leaveOut(p, err)
	}
	streams := streamsOf(inputs)
	if why, err := c.unlike(ctx, p, streams); why != "" || err != nil {
		o.leftOut = []LeftOut{p.leftOut(why)}
		return o, err
	}
	before, after, err := both(ctx, p, streams)
	if err != nil {
		return c.leaveOut(p, err)
	}
	o.compared = 1
	if o.partly, err = c.missing(ctx, p, inputs, before, after); err != nil {
		return o, err
	}
	err = c.tell(ctx, p, &o, inputs, before, after)
	return o, err
}

// firstPart is with how many inputs both versions are called first.
const firstPart = 250

// both calls both versions with parts of the inputs by turns, each twice as long as the one before, so that the
// inputs for which there was time are the same. After calls that hang or end the process, the rest is unknown.
func both(ctx context.Context, p pair, streams [][]int64) (before, after []observe.Observation, err error) {
	old, now := p.old.Session(), p.new.Session()
	defer old.Close()
	defer now.Close()
	for size, open := firstPart, false; len(before) < len(streams); size *= 2 {
		part := streams[len(before):min(len(before)+size, len(streams))]
		if open || p.old.Time.Spent() {
			for _, s := range streams[len(before):] {
				o := observe.Observation{Unknown: true}
				o.Stream = s
				before, after = append(before, o), append(after, o)
			}
			break
		}
		for _, side := range []struct {
			s  *observe.Session
			to *[]observe.Observation
		}{{old, &before}, {now, &after}} {
			seen, err := side.s.Run(ctx, part, harness.ObserveAll, patience)
			if err != nil {
				return nil, nil, err
			}
			*side.to = append(*side.to, seen...)
			open = open || slices.ContainsFunc(seen, func(o observe.Observation) bool { return o.Unknown })
		}
	}
	return before, after, nil
}

// tell adds the differences between the observations of the inputs of a pair to its outcome.
func (c *comparison) tell(ctx context.Context, p pair, o *outcome, inputs []observe.Input, before, after []observe.Observation) error {
	var kinds []Kind
	differing := map[Kind][]int{}
	var compared [][]int64
	streams := streamsOf(inputs)
	for i := range inputs {
		if before[i].Unknown || after[i].Unknown || before[i].Rejected {
			continue
		}
		compared = append(compared, streams[i])
		if k := c.kind(p, &before[i], &after[i]); k != "" {
			if differing[k] == nil {
				kinds = append(kinds, k)
			}
			differing[k] = append(differing[k], i)
		}
	}
	o.inputs = int64(len(compared))
	for _, k := range kinds {
		steady, why, err := c.steady(ctx, p, k, differing[k], streams, before, after)
		if err != nil {
			return err
		}
		if len(steady) == 0 {
			o.leftOut = append(o.leftOut, p.leftOut(why))
			continue
		}
		d, err := c.describe(ctx, p, k, steady, inputs, compared)
		if err != nil {
			return err
		}
		o.differences = append(o.differences, *d)
	}
	return nil
}

func streamsOf(inputs []observe.Input) [][]int64 {
	out := make([][]int64, len(inputs))
	for i, in := range inputs {
		out[i] = in.Stream
	}
	return out
}

// united unites the inputs of both functions, those within the bounds first.
func united(ctx context.Context, p pair) (all []observe.Input, err error) {
	seen := map[string]bool{}
	var far []observe.Input
	for _, f := range []*observe.Function{p.new, p.old} {
		inputs, _, err := f.Inputs(ctx)
		if err != nil {
			return nil, err
		}
		for _, in := range inputs {
			k := observe.Key(in.Stream)
			switch {
			case seen[k]:
				continue
			case in.Beyond:
				far = append(far, in)
			default:
				all = append(all, in)
			}
			seen[k] = true
		}
	}
	return append(all, far...), nil
}

// kind returns how two observations of one input differ, or "".
func (c *comparison) kind(p pair, a, b *observe.Observation) Kind {
	for _, e := range []struct {
		is        func(o *observe.Observation) bool
		now, gone Kind
	}{
		{func(o *observe.Observation) bool { return o.Rejected }, NewRejected, ""},
		{func(o *observe.Observation) bool { return o.Cause == harness.CauseTimeout }, NewHang, NoHang},
		{func(o *observe.Observation) bool { return o.Cause != "" }, NewCrash, NoCrash},
		{func(o *observe.Observation) bool { return o.End == harness.EndPanicked }, NewPanic, NoPanic},
	} {
		switch old, now := e.is(a), e.is(b); {
		case now && !old:
			return e.now
		case old && !now:
			return e.gone
		case old && now && a.End == harness.EndPanicked && c.Errors && !slices.Equal(a.Prints, b.Prints):
			return OtherPanic
		case old && now:
			return ""
		}
	}
	if len(a.Prints) != len(b.Prints) {
		return "result"
	}
	results, inputs := p.new.Contract.Results, p.new.Contract.Inputs()
	for i, r := range results {
		if isError(r.Type) && (a.Prints[i] == 0) != (b.Prints[i] == 0) {
			return ErrorDiffers
		}
	}
	for i := range a.Prints {
		if a.Prints[i] == b.Prints[i] {
			continue
		}
		switch {
		case i >= len(results):
			return Kind("argument " + inputs[i-len(results)].Name)
		case isError(results[i].Type) && c.Errors:
			return ErrorText
		case isError(results[i].Type):
			continue
		case len(results) > 1:
			return Kind(fmt.Sprintf("result %d", i+1))
		}
		return "result"
	}
	return ""
}

// describe describes a difference by its smallest input.
func (c *comparison) describe(ctx context.Context, p pair, k Kind, at []int, inputs []observe.Input, compared [][]int64) (*Difference, error) {
	first := smallest(at, inputs)
	d := &Difference{
		Package: p.path, Function: p.name, Pos: p.new.Contract.Pos, Kind: k,
		Count: int64(len(at)), Of: int64(len(compared)), Beyond: first.Beyond,
	}
	was, err := p.old.Describe(ctx, first.Stream)
	if err != nil {
		return nil, err
	}
	now, err := p.new.Describe(ctx, first.Stream)
	if err != nil {
		return nil, err
	}
	d.Call, d.Args, d.Old, d.New = now.Call, now.Args, observe.Ended(was), observe.Ended(now)
	some := make([][]int64, len(at))
	for i, n := range at {
		some[i] = inputs[n].Stream
	}
	x := &event.Failure{}
	if err := p.new.Explain(ctx, x, compared, some); err != nil {
		return nil, err
	}
	d.General, d.Always = x.General, x.Always
	return d, nil
}
