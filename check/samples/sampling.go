package samples

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness"
)

// A sampling lists the inputs of one function.
type sampling struct {
	*Function
	want Want
	plan *prepare.Plan
	pkg  *prepare.Package
	unit *prepare.Unit
	// depth is the depth of the current inputs.
	depth  int
	counts *counts
	seen   map[string]bool
	// first are the first inputs, classes some of each depth and size.
	first   []listed
	classes map[class]*kept
	sizes   map[int]int64
	depths  map[int]int64
	random  *rand.Rand
	// streams are all inputs, where branches are wanted.
	streams [][]int64
}

// A class has the inputs of one depth and size.
type class struct{ depth, size int }

// A kept has some inputs of a class. met is the number of inputs of the class.
type kept struct {
	met    int64
	inputs []listed
}

// A listed input is known by its stream.
type listed struct {
	class
	number int64
	stream []int64
}

// run lists the inputs as a check does, and describes those that are wanted.
func (s *sampling) run(ctx context.Context) error {
	s.counts, s.random = newCounts(s.pkg.Pkg, s.plan), rand.New(rand.NewPCG(s.Limits.Seed, 0))
	s.seen, s.classes, s.sizes, s.depths = map[string]bool{}, map[class]*kept{}, map[int]int64{}, map[int]int64{}
	sub := loop.NewSubject(s.plan.Function, s.unit.Targets)
	r := &recorder{Runner: s.unit.Binary.Runner(), of: s}
	defer r.Close()
	sub.Saved = nil
	sub.Give = prepare.Giving(r.Runner)
	sub.Emit = func(e event.Event) {
		if p, ok := e.(event.Progress); ok && p.Phase == event.PhaseDepth {
			s.depth = p.Depth
		}
	}
	result, err := sub.Test(ctx, r)
	if err != nil {
		return err
	}
	s.Verdict, s.Reason, s.Help, s.Opaque = result.Verdict, result.Reason, result.Help, result.Opaque
	s.Parameters = s.counts.parameters()
	for _, d := range sorted(s.depths) {
		s.Depths = append(s.Depths, Depth{Depth: d, Inputs: s.depths[d], All: d <= result.Exhausted})
	}
	for _, n := range sorted(s.sizes) {
		s.Sizes = append(s.Sizes, Share{strconv.Itoa(n), s.sizes[n]})
	}
	if s.want.Branches {
		if err := s.branches(ctx, sub, r.Runner); err != nil {
			return err
		}
	}
	return s.describe(ctx, sub, r.Runner)
}

// sorted returns the keys of a map in ascending order.
func sorted(m map[int]int64) (keys []int) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// add counts an input that the preconditions admit, unless it was there before.
func (s *sampling) add(stream []int64) {
	key := string(decode.AppendKey(nil, stream))
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	s.Total++
	solution := stream
	if s.plan.Function.Chooses {
		if part, ok := harness.Solution(stream); ok {
			solution = part
		}
	}
	size := s.counts.add(s.plan.Function.Parse(solution))
	s.sizes[size]++
	s.depths[s.depth]++
	in := listed{class{s.depth, size}, s.Total, stream}
	if len(s.first) < s.want.First {
		s.first = append(s.first, in)
	}
	if s.want.Branches {
		s.streams = append(s.streams, stream)
	}
	s.sample(in)
}

// sample keeps inputs of each class at random, each of them with the same probability (Vitter,
// Random Sampling with a Reservoir, 1985).
func (s *sampling) sample(in listed) {
	k := s.classes[in.class]
	if k == nil {
		k = &kept{}
		s.classes[in.class] = k
	}
	k.met++
	if len(k.inputs) < s.want.Spread {
		k.inputs = append(k.inputs, in)
	} else if at := s.random.Int64N(k.met); at < int64(len(k.inputs)) {
		k.inputs[at] = in
	}
}

// chosen returns the inputs to describe: the first ones, and one of each class, then another of each and so on.
// If there are more classes than wanted inputs, it takes classes at equal distances.
func (s *sampling) chosen() []listed {
	out := slices.Clone(s.first)
	left := s.want.Spread
	for i := 0; left > 0; i++ {
		var list []listed
		for _, k := range s.classes {
			if i < len(k.inputs) {
				list = append(list, k.inputs[i])
			}
		}
		if len(list) == 0 {
			break
		}
		slices.SortFunc(list, func(a, b listed) int { return cmp.Or(a.depth-b.depth, a.size-b.size) })
		n := min(left, len(list))
		for k := range n {
			out = append(out, list[k*(len(list)-1)/max(1, n-1)])
		}
		left -= n
	}
	slices.SortFunc(out, func(a, b listed) int { return cmp.Compare(a.number, b.number) })
	return slices.CompactFunc(out, func(a, b listed) bool { return a.number == b.number })
}

// describe describes the chosen inputs.
func (s *sampling) describe(ctx context.Context, sub *loop.Subject, r *harness.Runner) error {
	c, pkg, hints := s.plan.Contract, s.pkg.Pkg, &s.plan.Hints
	r.Dry, r.Observe = !s.answers(), harness.ObserveAll
	for _, in := range s.chosen() {
		if err := sub.Bind(ctx, in.depth); err != nil {
			return err
		}
		rep, err := r.Report(ctx, sub.Index, in.stream)
		if err != nil {
			return err
		}
		f := describe.Failure(pkg, c, hints, rep, harness.Failure{})
		s.Inputs = append(s.Inputs, Input{
			Number: in.number, Depth: in.depth, Size: in.size, Call: f.Call, Args: f.Args,
			Values: describe.DrawnFrom(pkg, c, rep.Places, naming.Shown(pkg, hints, c.Inputs(), rep.Args)),
		})
	}
	return nil
}

// answers reports whether functions among the inputs answer while the function is called.
func (s *sampling) answers() bool { return s.plan.Function.Answers != nil }

// branches calls the function with all inputs, and counts the branches that they take.
func (s *sampling) branches(ctx context.Context, sub *loop.Subject, r *harness.Runner) error {
	if err := sub.Bind(ctx, s.Limits.Depth); err != nil {
		return err
	}
	t, err := r.Run(ctx, harness.Job{
		Target: sub.Index, Streams: slices.Values(s.streams), Whole: true, AfterFailure: -1, Wear: loop.Wear,
		Timeout: s.Limits.Timeout, Observe: harness.ObserveCounters,
	})
	if err != nil {
		return err
	}
	s.Called, s.Lost = int64(len(t.Covered)), s.Total-int64(len(t.Covered))
	taken := map[int]int64{}
	for _, in := range t.Covered {
		for _, n := range in.Counters {
			taken[n]++
		}
	}
	outcomes, err := s.unit.Binary.Outcomes(sub.Index)
	for n, o := range outcomes {
		s.Branches = append(s.Branches, Branch{o.Pos, o.Func, o.Text, o.Is, taken[n]})
	}
	slices.SortFunc(s.Branches, func(a, b Branch) int {
		// True comes before false.
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset), -cmp.Compare(a.Is, b.Is))
	})
	return err
}

// A recorder runs jobs and lists their inputs, without calling the function unless functions among
// the inputs answer while it is called. Failures are nobody's business.
type recorder struct {
	*harness.Runner
	of *sampling
}

// Run implements engine.Runner.
func (r *recorder) Run(ctx context.Context, job harness.Job) (harness.Tally, error) {
	job.Trail, job.AfterFailure, job.Observe, job.Dry = harness.TrailNone, -1, harness.ObserveAll, !r.of.answers()
	t, err := r.Runner.Run(ctx, job)
	for _, o := range t.Observed {
		r.of.add(o.Stream)
	}
	for _, d := range t.Deaths {
		if d.Stream != nil {
			r.of.add(d.Stream)
		}
	}
	t.Findings, t.Deaths, t.First, t.Witnesses = nil, nil, 0, harness.Witnesses{}
	return t, err
}
